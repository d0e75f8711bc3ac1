import { readKept, writeKept } from './session-notes.ts';

const WANTED = 'akada.tours.wanted';

/** The next page with this tour shows it, seen or not. */
export const want = (name: string): void => writeKept(WANTED, name);

export const isSomethingWanted = (): boolean => readKept(WANTED) !== null;

/** Whether this is the tour that was asked for; once. */
export function takeWanted(name: string): boolean {
  if (readKept(WANTED) !== name) return false;
  writeKept(WANTED, null);
  return true;
}
