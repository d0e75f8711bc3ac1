import { clean, quote, squeeze } from './clean.ts';
import { csvRows, guessDelimiter } from './csv.ts';
import { maxColumns } from './limits.ts';
import { sniff, type Encoding } from './sniff.ts';
import { Unreadable } from './unreadable.ts';
import { xlsxRows } from './xlsx.ts';
import { guardWorkbook } from './zip-guard.ts';

/** A row as a spreadsheet shows it: the first one is number 1. */
export interface SourceRow {
  number: number;
  cells: string[];
}

export type Format = { kind: 'xlsx' } | { kind: 'csv'; encoding: Encoding; delimiter: string };

export interface Table {
  headers: string[];
  /** The rows below the headings that are not blank; cells as they stand in the file. */
  rows: AsyncGenerator<SourceRow>;
}

/** Finds out how the file is written; refuses what is no table. */
export async function formatOf(bytes: Buffer): Promise<Format> {
  if (bytes.length === 0)
    throw new Unreadable('The file is empty. Choose a file with a row of headings and a row for each person.');
  const sniffed = sniff(bytes);
  if (sniffed.kind === 'csv') return { ...sniffed, delimiter: guessDelimiter(bytes, sniffed.encoding) };
  await guardWorkbook(bytes);
  return sniffed;
}

/** Opens the file at its first row that is not blank, which holds the headings. */
export async function openTable(bytes: Buffer, format: Format): Promise<Table> {
  const source = format.kind === 'xlsx' ? xlsxRows(bytes) : csvRows(bytes, format.encoding, format.delimiter);
  for (;;) {
    const next = await source.next();
    if (next.done)
      throw new Unreadable('The file holds nothing. Choose a file with a row of headings and a row for each person.');
    if (isBlank(next.value)) continue;
    const headers = checkHeaders(withoutBlankTail(next.value.cells.map(clean)), next.value.number);
    return { headers, rows: below(source, headers.length, format.kind === 'xlsx') };
  }
}

async function* below(source: AsyncGenerator<SourceRow>, width: number, isPadded: boolean): AsyncGenerator<SourceRow> {
  for await (const row of source) {
    if (isBlank(row)) continue;
    if (row.cells.length > width)
      row.cells = [...row.cells.slice(0, width), ...withoutBlankTail(row.cells.slice(width))];
    // A workbook leaves the blank cells at the end of a row out.
    if (isPadded) while (row.cells.length < width) row.cells.push('');
    yield row;
  }
}

function checkHeaders(headers: string[], row: number): string[] {
  if (headers.length > maxColumns)
    throw new Unreadable(`The file has more than ${maxColumns} columns. Keep only the columns you need.`);
  const seen = new Map<string, string>();
  headers.forEach((header, at) => {
    if (!header) {
      throw new Unreadable(
        `Column ${at + 1} has no heading in row ${row}. The first row must name every column; give it a name or delete the column.`,
      );
    }
    const same = squeeze(header) || header;
    if (seen.has(same)) throw new Unreadable(`Two columns are headed ${quote(header)}. Rename or delete one of them.`);
    seen.set(same, header);
  });
  return headers;
}

const isBlank = (row: SourceRow) => row.cells.every((cell) => !cell.trim());

const withoutBlankTail = (cells: string[]): string[] => cells.slice(0, cells.findLastIndex((cell) => cell.trim()) + 1);
