import { clean, quote, squeeze } from './clean.ts';
import { csvRows, guessDelimiter } from './csv.ts';
import { maxCellLetters, maxCells, maxColumns, maxLetters, maxRowLetters, maxSheetRows } from './limits.ts';
import { sniff, type Encoding } from './sniff.ts';
import { tableKinds, type TableKind } from './table-kind.ts';
import { formatCount, tooLong, tooManyRows, tooWide, Unreadable } from './unreadable.ts';
import { lookIntoWorkbook, type WorkbookFormat } from './workbook.ts';
import { xlsxRows } from './xlsx.ts';

/** A row numbered as in a spreadsheet, from 1. */
export interface SourceRow {
  number: number;
  cells: string[];
}

export type Format = WorkbookFormat | { kind: 'csv'; encoding: Encoding; delimiter: string };

export interface Table {
  headers: string[];
  /** The rows above the headings. */
  titles: string[][];
  /** The non-blank rows below the headings, with unchanged cells. */
  rows: AsyncGenerator<SourceRow>;
}

/** Detects the file format; refuses files that are not tables. */
export async function formatOf(bytes: Buffer, kind: TableKind = 'people'): Promise<Format> {
  if (bytes.length === 0)
    throw new Unreadable(`The file is empty. Choose a file with a heading row and ${tableKinds[kind].rows}.`);
  const sniffed = sniff(bytes, kind);
  if (sniffed.kind === 'csv') return { ...sniffed, delimiter: guessDelimiter(bytes, sniffed.encoding) };
  return lookIntoWorkbook(bytes);
}

/** Opens the file at the heading row. */
export async function openTable(bytes: Buffer, format: Format, kind: TableKind = 'people'): Promise<Table> {
  const { isHeading, mostTitles, namesColumns } = tableKinds[kind];
  const source = withinLimits(
    format.kind === 'xlsx' ? xlsxRows(bytes, format) : csvRows(bytes, format.encoding, format.delimiter),
  );
  const top: SourceRow[] = [];
  const isList = ({ cells }: SourceRow) => isHeading(cells);
  while (top.length < mostTitles && !top.some(isList)) {
    const next = await source.next();
    if (next.done) break;
    if (!isBlank(next.value)) top.push(next.value);
    if (kind === 'people' && top.length === 1 && filled(top[0]!) > 1) break;
  }
  const heading = top.find(isList) ?? top[0];
  if (!heading)
    throw new Unreadable(`The file has no data. Choose a file with a heading row and ${tableKinds[kind].rows}.`);
  const cells = withoutBlankTail(heading.cells.map(clean));
  const headers = checkHeaders(namesColumns ? named(cells) : cells, heading.number);
  const read = top.slice(top.indexOf(heading) + 1);
  const titles = top.slice(0, top.indexOf(heading)).map((row) => row.cells);
  return { headers, titles, rows: below(read, source, headers.length, format.kind === 'xlsx') };
}

/** Refuses content that no list of people contains, before any work is done on it. */
async function* withinLimits(rows: AsyncGenerator<SourceRow>): AsyncGenerator<SourceRow> {
  let all = 0;
  for await (const row of rows) {
    const { number, cells } = row;
    if (number > maxSheetRows) throw new Unreadable(tooManyRows);
    if (cells.length > maxCells) throw tooWide(number);
    let letters = 0;
    for (let at = 0; at < cells.length; at += 1) {
      const { length } = cells[at]!;
      if (length > maxCellLetters)
        throw new Unreadable(
          `Row ${number} has a cell with more than ${formatCount(maxCellLetters)} characters, in column ${at + 1}. Shorten it or delete the column, then upload the file again.`,
        );
      letters += length;
    }
    if (letters > maxRowLetters) throw tooLong(number);
    all += letters;
    if (all > maxLetters)
      throw new Unreadable(
        `The file has more than ${formatCount(maxLetters)} characters. Keep only the columns you need, or split it into smaller files.`,
      );
    yield row;
  }
}

const filled = ({ cells }: SourceRow) => cells.filter((cell) => cell.trim()).length;

async function* below(
  first: SourceRow[],
  rest: AsyncGenerator<SourceRow>,
  width: number,
  isPadded: boolean,
): AsyncGenerator<SourceRow> {
  for await (const row of chain(first, rest)) {
    if (isBlank(row)) continue;
    if (row.cells.length > width)
      row.cells = [...row.cells.slice(0, width), ...withoutBlankTail(row.cells.slice(width))];
    // A workbook omits blank cells at the end of a row.
    if (isPadded) while (row.cells.length < width) row.cells.push('');
    yield row;
  }
}

async function* chain(first: SourceRow[], rest: AsyncGenerator<SourceRow>): AsyncGenerator<SourceRow> {
  yield* first;
  yield* rest;
}

/** Gives columns without a heading, and later ones with the same, a name by their place. */
function named(headers: string[]): string[] {
  const seen = new Set<string>();
  return headers.map((header, at) => {
    const name = header && !seen.has(squeeze(header)) ? header : `${header || 'Column'} ${at + 1}`;
    seen.add(squeeze(name));
    return name;
  });
}

function checkHeaders(headers: string[], row: number): string[] {
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

const isBlank = (row: SourceRow) => row.cells.every((cell) => !cell.trim());

const withoutBlankTail = (cells: string[]): string[] => cells.slice(0, cells.findLastIndex((cell) => cell.trim()) + 1);
