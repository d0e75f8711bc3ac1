import { writeXlsxStream, type CellStyle, type CellValue } from 'hucre/xlsx';
import type { Cell, ExportColumn } from './columns.ts';
import { rearm } from './formulas.ts';
import type { SumRow } from './with-sums.ts';

export const heading: CellStyle = { font: { bold: true } };
export const styles: Record<ExportColumn['kind'], CellStyle | undefined> = {
  text: undefined,
  number: undefined,
  photo: undefined,
  day: { numFmt: 'yyyy-mm-dd' },
  money: { numFmt: '#,##0.00' },
};

/** A workbook with one sheet and a frozen heading row. Text is written as text, so nothing is computed. */
export function xlsxOf(
  title: string,
  columns: ExportColumn[],
  batches: AsyncIterable<(Cell[] | SumRow)[]>,
): AsyncIterable<Uint8Array, void> {
  // The library has styles only per column and requests them row by row, so they are exchanged for rows in bold.
  const looks = columns.map(({ width }) => ({ width, style: heading as CellStyle | undefined }));
  const inBold = (isBold: boolean) =>
    looks.forEach((look, at) => {
      const style = styles[columns[at]!.kind];
      look.style = isBold ? { ...style, ...heading } : style;
    });
  const cellsOf = (row: Cell[]) => row.map((cell, at) => written(cell, columns[at]!.kind));
  async function* rows(): AsyncGenerator<CellValue[]> {
    yield columns.map(({ header }) => header);
    inBold(false);
    for await (const batch of batches)
      for (const row of batch)
        if ('sums' in row) {
          inBold(true);
          yield cellsOf(row.sums);
          inBold(false);
        } else for (const part of inParts(row)) yield cellsOf(part);
  }
  return writeXlsxStream(rows(), { name: sheetName(title), columns: looks as never, freezePane: { rows: 1 } });
}

/** What Excel accepts as the name of a sheet. */
export const sheetName = (title: string): string =>
  title
    .replace(/[[\]:*?/\\]/g, ' ')
    .slice(0, 31)
    .replace(/^'+|'+$/g, '')
    .trim() || 'Sheet';

export function written(cell: Cell, kind: ExportColumn['kind']): CellValue {
  if (typeof cell !== 'string') return cell;
  // A workbook counts days from 1900; older dates stay text.
  if (kind === 'day' && isDay.test(cell) && cell >= '1900-01-01') return new Date(`${cell}T00:00:00Z`);
  // Nothing here needs escaping, but text that looks escaped would lose its apostrophe when it is imported.
  if (rearm(cell) !== cell) return `'${cell}`;
  return cell;
}

/** The label of a sum can be below days. */
const isDay = /^\d{4}-\d\d-\d\d$/;

/** Excel limits the characters in a cell, and an apostrophe may be added. */
const longest = 32_766;

/** Longer text continues in rows below with blank neighbours, so nothing is lost. */
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
    // Keeps surrogate pairs together.
    const to = /[\uD800-\uDBFF]/.test(text[end - 1] ?? '') ? end - 1 : end;
    pieces.push(text.slice(from, to));
    from = to;
  }
  return pieces;
}
