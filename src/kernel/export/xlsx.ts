import { writeXlsxStream, type CellStyle, type CellValue } from 'hucre/xlsx';
import type { Cell, ExportColumn, Rows } from './columns.ts';
import { rearm } from './formulas.ts';

const heading: CellStyle = { font: { bold: true } };
const styles: Record<ExportColumn['kind'], CellStyle | undefined> = {
  text: undefined,
  number: undefined,
  day: { numFmt: 'yyyy-mm-dd' },
  money: { numFmt: '#,##0.00' },
};

/** A workbook with one sheet and a frozen heading row. Text is written as text, so nothing is computed. */
export function xlsxOf(
  title: string,
  columns: ExportColumn[],
  batches: AsyncIterable<Rows>,
): AsyncIterable<Uint8Array, void> {
  // The library has styles only per column and requests them row by row, so the first row gets bold ones.
  const looks = columns.map(({ width }) => ({ width, style: heading as CellStyle | undefined }));
  async function* rows(): AsyncGenerator<CellValue[]> {
    yield columns.map(({ header }) => header);
    looks.forEach((look, at) => (look.style = styles[columns[at]!.kind]));
    for await (const batch of batches)
      for (const row of batch)
        for (const part of inParts(row)) yield part.map((cell, at) => written(cell, columns[at]!.kind));
  }
  return writeXlsxStream(rows(), { name: sheetName(title), columns: looks as never, freezePane: { rows: 1 } });
}

/** What Excel accepts as the name of a sheet. */
const sheetName = (title: string): string =>
  title
    .replace(/[[\]:*?/\\]/g, ' ')
    .slice(0, 31)
    .replace(/^'+|'+$/g, '')
    .trim() || 'Sheet';

function written(cell: Cell, kind: ExportColumn['kind']): CellValue {
  if (typeof cell !== 'string') return cell;
  // A workbook counts days from 1900; older dates stay text.
  if (kind === 'day' && cell >= '1900-01-01') return new Date(`${cell}T00:00:00Z`);
  // Nothing here needs escaping, but text that looks escaped would lose its apostrophe when it is imported.
  if (rearm(cell) !== cell) return `'${cell}`;
  return cell;
}

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
