import { Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { parse as parseSync } from 'csv-parse/sync';
import { decodeLegacy } from './legacy-encodings.ts';
import { maxCells, maxRowLetters } from './limits.ts';
import type { Encoding } from './sniff.ts';
import { tooLong, tooWide, Unreadable } from './unreadable.ts';
import type { SourceRow } from './extra-rows.ts';

const chunkBytes = 64 * 1024;
const delimiters = [',', ';', '\t', '|'];
// Excel's own separator line, which a spreadsheet does not show.
const separatorLine = /^sep=(.)\r?\n/i;
// Quotes inside an unquoted cell are ordinary characters: Tola "Ace" Ojo.
const options = { relax_column_count: true, relax_quotes: true } as const;

/** Rows of a text file, numbered as in a spreadsheet. */
export async function* csvRows(bytes: Buffer, encoding: Encoding, delimiter: string): AsyncGenerator<SourceRow> {
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
export function guessDelimiter(bytes: Buffer, encoding: Encoding): string {
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
    `Row ${row} cannot be read: its quotation marks (") do not match. Fix the row and upload the file again.`,
  );
}
