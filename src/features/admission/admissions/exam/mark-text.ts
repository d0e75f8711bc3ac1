import type { Mark } from './marks.queries.ts';

/** A mark as it is typed. */
export const textOf = (mark: Mark): string => (mark === null ? '' : String(mark));

/** A typed mark; undefined if it is none. 'a' and 'abs' are absent. */
export function markFrom(text: string): Mark | undefined {
  const typed = text.trim();
  if (typed === '') return null;
  if (/^(a|abs|absent)$/i.test(typed)) return 'absent';
  return /^\d{1,5}([.,]\d{1,2})?$/.test(typed) ? Number(typed.replace(',', '.')) : undefined;
}
