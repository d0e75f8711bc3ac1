import { readKept, writeKept } from './session-notes.ts';

const WANTED = 'akada.tours.wanted';

/** Shows this tour on the next page, seen or not. */
export const want = (name: string): void => writeKept(WANTED, name);

export const isSomethingWanted = (): boolean => readKept(WANTED) !== null;

/** Whether this is the requested tour; true only once. */
export function takeWanted(name: string): boolean {
  if (readKept(WANTED) !== name) return false;
  writeKept(WANTED, null);
  return true;
}
