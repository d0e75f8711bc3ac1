import { rearm } from '#kernel/export/formulas.ts';
import { maxCells, maxRowLetters, maxColumns } from './limits.ts';

/** Normalises a cell: composed letters, single spaces, no control characters. */
export const clean = (cell: string): string => {
  const meant = withoutMarks(cell.trimStart());
  return (ordinary.test(meant) ? meant : meant.normalize('NFC').replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')).trim();
};

/** Spreadsheets keep leading zeros in ="0014" and '0014. */
const keptAsText = /^(?:="([^"]*)"\s*|'(\d[\d\s./-]*))$/;

/** Removes the marks that keep a spreadsheet from evaluating a cell, such as the apostrophe before =… in our own exports. */
function withoutMarks(cell: string): string {
  const [, quoted, number] = keptAsText.exec(cell) ?? [];
  return quoted ?? number ?? rearm(cell);
}
const ordinary = /^[!-~]*(?: [!-~]+)*$/;

/** A key for comparing names: 'JSS 1 A', 'JSS1A' and 'jss 1a' are the same. */
export const squeeze = (text: string): string =>
  text
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');

/** Whether a column holds passwords or PINs: never imported, shown, stored or returned. */
export const isSecret = (header: string): boolean =>
  /passw|^pwd|passphrase|secret|^pin(withheld)?$/.test(squeeze(header));

/** Truncates a long text with an ellipsis. */
export const cut = (text: string, length: number): string =>
  text.length > length ? `${text.slice(0, length - 1).toWellFormed()}…` : text;

/** Quotes a value for a message and truncates it. */
export const quote = (value: string): string => `“${cut(value, 60)}”`;

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

/** The name of a column in a file without headings. */
export const columnName = (at: number) => `Column ${at + 1}`;

/** Whether the headings are such names. */
export const areUnnamed = (headers: string[]) => headers.every((header, at) => header === columnName(at));

/** Gives columns without a heading, and later ones with the same, a name by their place. */
export function named(headers: string[]): string[] {
  const seen = new Set<string>();
  return headers.map((header, at) => {
    const name = header && !seen.has(squeeze(header)) ? header : `${header || 'Column'} ${at + 1}`;
    seen.add(squeeze(name));
    return name;
  });
}

export function checkHeaders(headers: string[], row: number): string[] {
  if (headers.length > maxColumns)
    throw new Unreadable(`The file has more than ${maxColumns} columns. Keep only the columns you need.`);
  const seen = new Map<string, string>();
  headers.forEach((header, at) => {
    if (!header) {
      throw new Unreadable(
        `Column ${at + 1} has no heading in row ${row}. Every column needs a heading in the first row. Add a heading or delete the column.`,
      );
    }
    const same = squeeze(header) || header;
    if (seen.has(same))
      throw new Unreadable(`Two columns have the heading ${quote(header)}. Rename or delete one of them.`);
    seen.set(same, header);
  });
  return headers;
}
