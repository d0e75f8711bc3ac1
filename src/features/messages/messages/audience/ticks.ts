import type { Audience } from './audience.ts';

/** A guardian's row for one child is also meant by the guardian's own key. */
const personOf = (key: string) => key.replace(/^(g\d+)s\d+$/, '$1');
const has = (keys: readonly string[], key: string) => keys.includes(key) || keys.includes(personOf(key));

export const isTicked = ({ only, without }: Audience, key: string): boolean =>
  only ? has(only, key) : !has(without, key);

/** Every recipient is ticked, on all pages. */
export const allTicked = ({ only, without }: Audience): boolean => !only && without.length === 0;

/** Ticks or unticks all recipients without loading them. */
export const tickAll = (audience: Audience, on: boolean): Audience => {
  const { only: _, ...rest } = audience;
  return on ? { ...rest, without: [] } : { ...rest, without: [], only: [] };
};

/** Ticks or unticks one of so many. Once all are ticked again, later recipients are ticked too. */
export function tickOne(audience: Audience, key: string, total: number): Audience {
  const { only, without } = audience;
  const toggled = (keys: readonly string[]) =>
    has(keys, key) ? keys.filter((one) => one !== key && one !== personOf(key)) : [...keys, key];
  if (only) {
    const next = toggled(only);
    return next.length >= total ? tickAll(audience, true) : { ...audience, only: next };
  }
  const next = toggled(without);
  return next.length >= total ? tickAll(audience, false) : { ...audience, without: next };
}
