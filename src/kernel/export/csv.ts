import type { Cell, ExportColumn } from './columns.ts';
import { disarm } from './formulas.ts';
import type { SumRow } from './with-sums.ts';

/** Tells Excel that the file is UTF-8. */
export const csvMark = '\uFEFF';

/** RFC 4180. */
export async function* csvOf(
  columns: ExportColumn[],
  batches: AsyncIterable<(Cell[] | SumRow)[]>,
): AsyncGenerator<string> {
  yield csvMark + csvLine(columns.map(({ header }) => header));
  for await (const rows of batches) yield rows.map((row) => csvLine('sums' in row ? row.sums : row)).join('');
}

/** A row; cells that a spreadsheet would compute are escaped. */
export const csvLine = (cells: Cell[]): string => `${cells.map(written).join(',')}\r\n`;

function written(cell: Cell): string {
  if (cell === null) return '';
  // A negative number is not a formula.
  const text = typeof cell === 'string' ? disarm(cell) : String(cell);
  return special.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
const special = /[",\r\n]/;
