import type { Owner } from './drafts.ts';

/*
 * Cells of a grid that could not be sent stay in this window, which the browser keeps over a reload and forgets when it is
 * closed. They belong to the account that typed them: nobody else who signs in here sends or reads them.
 */
const key = (place: string, owner: Owner) => `akada unsent ${owner} ${place}`;

export interface Unsent<Value> {
  name: string;
  text: string;
  was: Value;
}

export function writeUnsent<Value>(place: string, owner: Owner, unsent: Unsent<Value>[]): void {
  const rows = unsent.map(({ name, text, was }) => ({ name, text, was }));
  try {
    sessionStorage.setItem(key(place, owner), JSON.stringify(rows));
  } catch {
    // A browser without storage: the page still sends them, and asks before it is left.
  }
}

export const forgetUnsent = (place: string, owner: Owner): void => sessionStorage.removeItem(key(place, owner));

/** What an earlier visit of the page could not send, for cells that are still there. */
export function unsentIn<Value>(place: string, owner: Owner, cells: ReadonlyMap<string, Value>): Unsent<Value>[] {
  if (typeof sessionStorage === 'undefined') return [];
  const kept = JSON.parse(sessionStorage.getItem(key(place, owner)) ?? '[]') as Unsent<Value>[];
  return kept.filter(({ name }) => cells.has(name));
}
