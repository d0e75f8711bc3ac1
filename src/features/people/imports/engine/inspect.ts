import { clean, cut, isSecret, tooManyRows, Unreadable } from './headers.ts';
import { gatherNotation, noNotation, type NotationEvidence } from '#kernel/notation.ts';
import type { ExtraRow } from './workbook.ts';
import { gather, noEvidence, type DateEvidence } from './date-order.ts';
import { maxRows } from './limits.ts';
import { formatOf, openTable, type Format } from './table.ts';
import { tableKinds, type TableKind } from './table-kind.ts';

/** What is known of a column before it is mapped. */
export interface Column {
  header: string;
  /** Distinct sample values in file order; none for a password column. */
  samples: string[];
  filled: number;
  dates: DateEvidence;
  /** Absent in files that were uploaded earlier. */
  amounts?: NotationEvidence;
}

export interface Inspection {
  format: Format;
  /** The rows above the headings, such as the account of a statement. */
  titles: string[][];
  columns: Column[];
  rowCount: number;
  /** Totals and repeated headings, which are left out: the first of them, and how many. */
  extra: { rows: ExtraRow[]; count: number };
}

const samplesKept = 20;
const shownExtra = 10;

/** Reads the whole file once: format, headings, sample values and row count. */
export async function inspect(bytes: Buffer, kind: TableKind = 'people'): Promise<Inspection> {
  const format = await formatOf(bytes, kind);
  const { headers, titles, headings, extra, rows } = await openTable(bytes, format, kind);
  const columns = headers.map(blankColumn);
  let rowCount = 0;
  for await (const { number, cells } of rows) {
    rowCount += 1;
    if (rowCount > maxRows) throw new Unreadable(tooManyRows);
    for (let at = 0; at < columns.length; at += 1) look(columns[at]!, cells[at], number);
  }
  if (rowCount === 0)
    throw new Unreadable(`The file has headings but no rows below them. Add ${tableKinds[kind].rows}.`);
  const printed = titles.map((cells) => cells.slice(0, 30).map((cell) => cut(clean(cell), 200)));
  return {
    format: { ...format, headings },
    titles: printed,
    columns,
    rowCount,
    extra: { rows: extra.slice(0, shownExtra), count: extra.length },
  };
}

const blankColumn = (header: string): Column => ({
  header,
  samples: [],
  filled: 0,
  dates: noEvidence(),
  amounts: noNotation(),
});

function look(column: Column, cell: string | undefined, row: number) {
  const value = cell && clean(cell);
  if (!value) return;
  column.filled += 1;
  if (isSecret(column.header)) return;
  gather(column.dates, value, row);
  gatherNotation(column.amounts!, value, row);
  if (column.samples.length < samplesKept) {
    const sample = cut(value, 80);
    if (!column.samples.includes(sample)) column.samples.push(sample);
  }
}
