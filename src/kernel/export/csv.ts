import { cellsIn, type Cell, type ExportColumn, type Rows } from './columns.ts';
import { disarm } from './formulas.ts';

/** Tells Excel that the file is UTF-8. */
export const csvMark = '\uFEFF';

/** RFC 4180. */
export async function* csvOf(columns: ExportColumn[], batches: AsyncIterable<Rows>): AsyncGenerator<string> {
  const shown = columns.flatMap(({ kind }, at) => (kind === 'photo' ? [] : [{ at, isMoney: kind === 'money' }]));
  const line = (cells: Cell[]) => joined(shown.map(({ at, isMoney }) => written(cells[at] ?? null, isMoney)));
  yield csvMark + csvLine(shown.map(({ at }) => columns[at]!.header));
  for await (const rows of batches) yield rows.map((row) => line(cellsIn(row))).join('');
}

/** A row; cells that a spreadsheet would compute are escaped. */
export const csvLine = (cells: Cell[]): string => joined(cells.map((cell) => written(cell)));

const joined = (cells: string[]) => `${cells.join(',')}\r\n`;

function written(cell: Cell, isMoney = false): string {
  if (cell === null) return '';
  // A negative number is not a formula.
  if (typeof cell === 'number') return isMoney ? cell.toFixed(2) : String(cell);
  const text = disarm(cell);
  return special.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
const special = /[",\r\n]/;
