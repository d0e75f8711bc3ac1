import { type Reading, decodeLegacy } from './legacy-encodings.ts';
import { maxCellLetters, maxCells, maxLetters, maxRowLetters, maxSheetRows } from './limits.ts';
import {
  lookIntoWorkbook,
  type WorkbookFormat,
  xlsxRows,
  extraRowsOf,
  type ExtraRow,
  type SourceRow,
} from './workbook.ts';
import {
  clean,
  formatCount,
  tooLong,
  tooManyRows,
  tooWide,
  Unreadable,
  checkHeaders,
  columnName,
  named,
} from './headers.ts';
import { tableKinds, type TableKind, sniff, type Encoding } from './table-kind.ts';
import { headingWords, isAmountCell, isDateCell } from './cell-kinds.ts';
import { Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { parse as parseSync } from 'csv-parse/sync';

export type Format = (WorkbookFormat | { kind: 'csv'; encoding: Encoding; delimiter: string; readings?: Reading[] }) & {
  /** Whether a row has the headings; decided when the file is first read. */
  headings?: 'row' | 'none';
};

interface Table {
  headers: string[];
  /** The rows above the headings. */
  titles: string[][];
  headings: 'row' | 'none';
  /** Totals, and headings and titles that are repeated, as far as the rows are read. */
  extra: ExtraRow[];
  /** The other rows below the headings that are not blank, with unchanged cells. */
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
  const { mostTitles, namesColumns } = tableKinds[kind];
  const source = withinLimits(
    format.kind === 'xlsx' ? xlsxRows(bytes, format) : csvRows(bytes, format.encoding, format.delimiter),
  );
  const top: SourceRow[] = [];
  while (top.length < mostTitles) {
    const next = await source.next();
    if (next.done) break;
    if (!isBlank(next.value)) top.push(next.value);
  }
  const found = findHeading(top, kind);
  if (!found)
    throw new Unreadable(`The file has no data. Choose a file with a heading row and ${tableKinds[kind].rows}.`);
  const headings = format.headings ?? (found.isData ? 'none' : 'row');
  const cells = withoutBlankTail(found.row.cells.map(clean));
  const titles = top.slice(0, top.indexOf(found.row)).map((row) => row.cells);
  const read = top.slice(top.indexOf(found.row) + (headings === 'row' ? 1 : 0));
  const headers =
    headings === 'none'
      ? Array.from({ length: Math.max(...read.map((row) => withoutBlankTail(row.cells).length)) }, (_, at) =>
          columnName(at),
        )
      : checkHeaders(namesColumns ? named(cells) : cells, found.row.number);
  const extra: ExtraRow[] = [];
  const rows = below(read, source, { headers, titles, extra, isPadded: format.kind === 'xlsx' });
  return { headers, titles, headings, extra, rows };
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

interface Below extends Pick<Table, 'headers' | 'titles' | 'extra'> {
  /** A workbook omits blank cells at the end of a row. */
  isPadded: boolean;
}

async function* below(
  first: SourceRow[],
  rest: AsyncGenerator<SourceRow>,
  { headers, titles, extra, isPadded }: Below,
): AsyncGenerator<SourceRow> {
  const extraIn = extraRowsOf(headers, titles);
  const width = headers.length;
  for await (const row of chain(first, rest)) {
    if (isBlank(row)) continue;
    const found = extraIn(row);
    if (found) {
      extra.push(found);
      continue;
    }
    if (row.cells.length > width)
      row.cells = [...row.cells.slice(0, width), ...withoutBlankTail(row.cells.slice(width))];
    if (isPadded) while (row.cells.length < width) row.cells.push('');
    yield row;
  }
}

async function* chain(first: SourceRow[], rest: AsyncGenerator<SourceRow>): AsyncGenerator<SourceRow> {
  yield* first;
  yield* rest;
}

const isBlank = (row: SourceRow) => row.cells.every((cell) => !cell.trim());

const withoutBlankTail = (cells: string[]): string[] => cells.slice(0, cells.findLastIndex((cell) => cell.trim()) + 1);

const filled = ({ cells }: SourceRow) => cells.filter((cell) => cell.trim()).length;

/** Whether a row can only be one of the list, because its cells are values and none is a heading. */
function isDataRow(cells: string[], kind: TableKind): boolean {
  const values = cells.map(clean).filter(Boolean);
  if (kind === 'marks' || kind === 'fees' || values.some((value) => headingWords.test(value))) return false;
  if (kind === 'statement') return values.some(isDateCell) && values.some(isAmountCell);
  return values.some(
    (value) => isDateCell(value) || /^\S+@\S+\.\S+$/.test(value) || /^\+?\d[\d\s()-]{5,}$/.test(value),
  );
}

/** The row with the headings among the first ones, or the first row of a list that has none. */
function findHeading(top: SourceRow[], kind: TableKind): { row: SourceRow; isData: boolean } | undefined {
  const { isHeading } = tableKinds[kind];
  const known = kind === 'statement' ? top.find(({ cells }) => isHeading(cells)) : undefined;
  if (known) return { row: known, isData: false };
  // A heading names nearly all columns; a title above it has a cell or two.
  const widest = Math.max(0, ...top.map(filled));
  const wide = top.filter((row) => filled(row) * 2 > widest);
  const first = wide.find(isNamed) ?? wide.find((row) => isHeading(row.cells)) ?? wide[0];
  return first && { row: first, isData: isDataRow(first.cells, kind) };
}

const isNamed = ({ cells }: SourceRow) =>
  cells.filter((cell) => headingWords.test(cell)).length > 1 && !cells.some((cell) => isDateCell(clean(cell)));

const chunkBytes = 64 * 1024;
const delimiters = [',', ';', '\t', '|'];
// Excel's own separator line, which a spreadsheet does not show.
const separatorLine = /^sep=(.)\r?\n/i;
// Quotes inside an unquoted cell are ordinary characters: Tola "Ace" Ojo.
const options = { relax_column_count: true, relax_quotes: true } as const;

/** Rows of a text file, numbered as in a spreadsheet. */
async function* csvRows(bytes: Buffer, encoding: Encoding, delimiter: string): AsyncGenerator<SourceRow> {
  const parser = parse({ ...options, delimiter, max_record_size: maxRowLetters });
  let number = 0;
  function* guarded(pieces: Iterable<string>) {
    for (const piece of pieces) {
      yield piece;
      // The parser has no limit on cells: a row of separators alone would fill the memory.
      if (cellsSoFar(parser) > maxCells) throw tooWide(number + 1);
    }
  }
  const rows = Readable.from(guarded(withoutSeparatorLine(textOf(bytes, encoding)))).compose(parser);
  try {
    for await (const cells of rows as AsyncIterable<string[]>) yield { number: ++number, cells };
  } catch (error) {
    throw inWords(error, number + 1);
  }
}

/** Cells counted in the current row. */
const cellsSoFar = (parser: object): number =>
  (parser as { state?: { record?: unknown[] } }).state?.record?.length ?? 0;

/** The separator that most often splits the first rows into the same number of cells. */
function guessDelimiter(bytes: Buffer, encoding: Encoding): string {
  const { value: sample = '' } = textOf(bytes, encoding).next() as { value?: string };
  const named = separatorLine.exec(sample);
  if (named?.[1]) return named[1];
  return bestOf(sample) ?? bestOf(withoutTitles(sample)) ?? ',';
}

function bestOf(sample: string): string | null {
  const scores = delimiters.map((delimiter) => ({ delimiter, score: score(sample, delimiter) }));
  const best = scores.reduce((one, other) => (other.score > one.score ? other : one));
  return best.score ? best.delimiter : null;
}

/** Skips title lines at the top that no separator splits into three cells. */
const withoutTitles = (sample: string): string => {
  const lines = sample.split('\n');
  const heading = lines.findIndex((line) => delimiters.some((delimiter) => line.split(delimiter).length > 2));
  return heading < 0 ? '' : lines.slice(heading).join('\n');
};

function score(sample: string, delimiter: string): number {
  let rows: string[][] = [];
  try {
    rows = parseSync(sample, { ...options, delimiter, to: 20, skip_empty_lines: true });
  } catch {
    // The sample ends inside an open quote: only the header decides.
    rows = [(sample.split(/\r?\n/, 1)[0] ?? '').split(delimiter)];
  }
  const width = rows[0]?.length ?? 0;
  if (width < 2) return 0;
  return width * (rows.filter((row) => row.length === width).length / rows.length);
}

function* withoutSeparatorLine(pieces: Iterable<string>): Generator<string> {
  let first = true;
  for (const piece of pieces) {
    yield first ? piece.replace(separatorLine, '') : piece;
    first = false;
  }
}

/** The decoded text in chunks, without the byte order mark. */
function* textOf(bytes: Buffer, encoding: Encoding): Generator<string> {
  if (encoding === 'cp850') {
    for (let at = 0; at < bytes.length; at += chunkBytes)
      yield decodeLegacy(bytes.subarray(at, at + chunkBytes), encoding);
    return;
  }
  const decoder = new TextDecoder(encoding);
  for (let at = 0; at < bytes.length; at += chunkBytes) {
    const text = decoder.decode(bytes.subarray(at, at + chunkBytes), { stream: true });
    if (text) yield text;
  }
  const rest = decoder.decode();
  if (rest) yield rest;
}

function inWords(error: unknown, row: number): unknown {
  if (!(error instanceof CsvError)) return error;
  if (error.code === 'CSV_MAX_RECORD_SIZE') return tooLong(row);
  if (error.code === 'CSV_QUOTE_NOT_CLOSED') {
    return new Unreadable(
      `A quotation mark (") that opens in row ${row} is never closed. Close or remove it and upload the file again.`,
    );
  }
  return new Unreadable(
    `Row ${row} can’t be read: its quotation marks (") do not match. Fix the row and upload the file again.`,
  );
}
