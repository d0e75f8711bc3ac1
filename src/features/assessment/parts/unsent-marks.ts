import type { Entry } from '../compute/types.ts';

/*
 * Marks that could not be sent stay in this window, which the browser keeps over a reload and forgets when it is
 * closed: nobody who uses the device later reads them.
 */
const key = (place: string) => `akada unsent ${place}`;

export interface Unsent {
  name: string;
  text: string;
  was: Entry | null;
}

export function writeUnsent(place: string, unsent: Unsent[]): void {
  const rows = unsent.map(({ name, text, was }) => ({ name, text, was }));
  sessionStorage.setItem(key(place), JSON.stringify(rows));
}

export const forgetUnsent = (place: string): void => sessionStorage.removeItem(key(place));

/** What an earlier visit of the page could not send, for cells that are still there. */
export function unsentIn(place: string, cells: ReadonlyMap<string, unknown>): Unsent[] {
  if (typeof sessionStorage === 'undefined') return [];
  const kept = JSON.parse(sessionStorage.getItem(key(place)) ?? '[]') as Unsent[];
  return kept.filter(({ name }) => cells.has(name));
}
