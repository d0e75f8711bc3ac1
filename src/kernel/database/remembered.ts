import type { Actor } from '../actor.ts';

/** For so many milliseconds a figure is not counted again. */
const usual = 60_000;
const atMost = 50;

type Kept = Map<string, { at: number; value: Promise<unknown> }>;
const kept = new WeakMap<Actor['institutions'], Kept>();

/**
 * Caches a slow figure for pages that are opened often. The cache belongs to the loaded actor, who is loaded again after
 * their own writes and after a change of their access.
 */
export function remembered<T>(actor: Actor, key: string, load: () => Promise<T>, keptFor = usual): Promise<T> {
  const { institutions } = actor;
  const own: Kept = kept.get(institutions) ?? new Map();
  kept.set(institutions, own);
  const found = recalled<T>(actor, key, keptFor);
  if (found) return found;
  const value = load();
  // What failed is counted again.
  value.catch(() => own.delete(key));
  if (own.size >= atMost) own.clear();
  own.set(key, { at: performance.now(), value });
  return value;
}

/** What is still remembered, for work that takes a further trip if it isn’t. */
export function recalled<T>({ institutions }: Actor, key: string, keptFor = usual): Promise<T> | undefined {
  const found = kept.get(institutions)?.get(key);
  return found && performance.now() - found.at < keptFor ? (found.value as Promise<T>) : undefined;
}

/** For users who ask for the latest figures. */
export const forgetRemembered = ({ institutions }: Actor): void => void kept.delete(institutions);
