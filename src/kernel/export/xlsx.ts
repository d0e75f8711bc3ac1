import { writeXlsxStream, type CellStyle, type CellValue } from 'hucre/xlsx';
import type { Cell, ExportColumn, Rows } from './columns.ts';
import { rearm } from './formulas.ts';

const heading: CellStyle = { font: { bold: true } };
const styles: Record<ExportColumn['kind'], CellStyle | undefined> = {
  text: undefined,
  number: undefined,
  day: { numFmt: 'yyyy-mm-dd' },
};

/** A workbook of one sheet with a heading that stays in view. Text is written as text, so that nothing is computed. */
export function xlsxOf(
  title: string,
  columns: ExportColumn[],
  batches: AsyncIterable<Rows>,
): AsyncIterable<Uint8Array, void> {
  // The writer knows styles of columns alone and asks for them row by row: the first row finds bold ones.
  const looks = columns.map(({ width }) => ({ width, style: heading as CellStyle | undefined }));
  async function* rows(): AsyncGenerator<CellValue[]> {
    yield columns.map(({ header }) => header);
    looks.forEach((look, at) => (look.style = styles[columns[at]!.kind]));
    for await (const batch of batches)
      for (const row of batch)
        for (const part of inParts(row)) yield part.map((cell, at) => written(cell, columns[at]!.kind));
  }
  return writeXlsxStream(rows(), { name: title, columns: looks as never, freezePane: { rows: 1 } });
}

function written(cell: Cell, kind: ExportColumn['kind']): CellValue {
  if (typeof cell !== 'string') return cell;
  // A workbook counts its days from 1900; older ones stay text.
  if (kind === 'day' && cell >= '1900-01-01') return new Date(`${cell}T00:00:00Z`);
  // Nothing here needs disarming, but what looks disarmed would lose its own apostrophe when it is read again.
  if (rearm(cell) !== cell) return `'${cell}`;
  return cell;
}

/** Excel refuses a workbook with more letters in a cell, and an apostrophe may come before them. */
const longest = 32_766;

/** A longer text goes on in rows beneath, where its neighbours are blank: nothing is cut. */
function inParts(row: Cell[]): Cell[][] {
  if (!row.some((cell) => typeof cell === 'string' && cell.length > longest)) return [row];
  const parts = row.map((cell) => (typeof cell === 'string' ? piecesOf(cell) : [cell]));
  const most = Math.max(...parts.map(({ length }) => length));
  return Array.from({ length: most }, (_, at) => parts.map((pieces) => pieces[at] ?? null));
}

function piecesOf(text: string): string[] {
  const pieces: string[] = [];
  for (let from = 0; from < text.length || pieces.length === 0;) {
    const end = from + longest;
    // Both halves of a letter outside the first plane stay together.
    const to = /[\uD800-\uDBFF]/.test(text[end - 1] ?? '') ? end - 1 : end;
    pieces.push(text.slice(from, to));
    from = to;
  }
  return pieces;
}
