import { isDay } from '../dates.ts';
import { ValidationError } from '../errors.ts';

/** Where a page of a list ended: the sort key and id of its last row. */
export interface Cursor {
  key: string;
  id: number;
  /** 0 while the list shows rows that come before all others, such as exact matches. */
  part: number;
}

/** The sort key of a row without a date. */
export const noDay = '0001-01-01';

/** The longest cursor that an address may carry. */
export const cursorLength = 400;

export const writeCursor = ({ key, id, part }: Cursor): string =>
  Buffer.from(JSON.stringify([key, id, part])).toString('base64url');

/** What a list is sorted by. */
export type SortKey = 'text' | 'day' | 'number' | FigureKey;
/** Figures that some rows do not have. Those rows are the second part, and have no key. */
type FigureKey = `${'numeric' | 'int' | 'text'}?`;

const isKey: Record<SortKey, (key: string, part: unknown) => boolean> = {
  text: () => true,
  day: (key) => isDay(key) || key === noDay,
  number: (key) => /^\d{1,18}$/.test(key),
  'numeric?': (key, part) => (part === 1 ? key === '' : /^-?\d{1,9}(\.\d{1,40})?$/.test(key)),
  'int?': (key, part) => (part === 1 ? key === '' : /^-?\d{1,9}$/.test(key)),
  'text?': () => true,
};

/** The cursor in an address, or null on the first page. One of a list that is sorted by something else is refused. */
export function readCursor(after: string | undefined, sortedBy: SortKey = 'text'): Cursor | null {
  if (!after) return null;
  try {
    const [key, id, part = 1] = JSON.parse(Buffer.from(after, 'base64url').toString()) as unknown[];
    if (typeof key === 'string' && isKey[sortedBy](key, part) && Number.isSafeInteger(id) && (part === 0 || part === 1))
      return { key, id: id as number, part };
  } catch {
    // Continues to the refusal below.
  }
  throw new ValidationError('after', 'This position in the list is not valid. Start from the top of the list.');
}

/** The address of the next page: this page's with another cursor. */
export function nextAddress(url: string, after: string | number | null): string | null {
  if (after === null) return null;
  const [path, query = ''] = url.split('?', 2);
  const parameters = new URLSearchParams(query);
  parameters.set('after', String(after));
  return `${path}?${parameters}`;
}
