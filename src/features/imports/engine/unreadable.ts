import { maxCells, maxRowLetters } from './limits.ts';

/** The file cannot be imported at all; the message tells a clerk why and what to do. */
export class Unreadable extends Error {
  override name = 'Unreadable';
}

export const tooManyRows = 'The file has more than 100,000 rows. Split it into smaller files.';

export const inFigures = (count: number): string => count.toLocaleString('en-GB');

export const tooWide = (row: number) =>
  new Unreadable(
    `Row ${row} has more than ${inFigures(maxCells)} cells. Keep only the columns with the list, then upload the file again.`,
  );

export const tooLong = (row: number) =>
  new Unreadable(
    `Row ${row} holds more than ${inFigures(maxRowLetters)} letters. Perhaps a quotation mark (") is opened there and never closed. Correct the row and upload the file again.`,
  );
