import { maxCells, maxRowLetters } from './limits.ts';

/** The file cannot be imported; the message says why and what to do. */
export class Unreadable extends Error {
  override name = 'Unreadable';
}

export const tooManyRows = 'The file has more than 100,000 rows. Split it into smaller files.';

export const formatCount = (count: number): string => count.toLocaleString('en-GB');

export const tooWide = (row: number) =>
  new Unreadable(
    `Row ${row} has more than ${formatCount(maxCells)} cells. Keep only the columns you need, then upload the file again.`,
  );

export const tooLong = (row: number) =>
  new Unreadable(
    `Row ${row} has more than ${formatCount(maxRowLetters)} characters. A quotation mark (") may have been opened and never closed. Correct the row and upload the file again.`,
  );
