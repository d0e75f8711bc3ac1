import type { Cell, ExportColumn, Rows } from './columns.ts';
import { disarm } from './formulas.ts';

/** Tells Excel that the file is UTF-8. */
export const csvMark = '\uFEFF';

/** RFC 4180. */
export async function* csvOf(columns: ExportColumn[], batches: AsyncIterable<Rows>): AsyncGenerator<string> {
  yield csvMark + csvLine(columns.map(({ header }) => header));
  for await (const rows of batches) yield rows.map(csvLine).join('');
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
