import type { Usable, UsableField } from './usable-fields.ts';

/** The photo of the person that a row is about, if this reader may see it. */
export const photoOf = ({ usable }: Usable): UsableField | null =>
  [...usable.values()].find(({ thumbnail }) => thumbnail !== null) ?? null;
