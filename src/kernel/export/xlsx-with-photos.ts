import { readFileSync } from 'node:fs';
import { writeXlsx, type CellStyle, type CellValue } from 'hucre/xlsx';
import { placeOf } from '../file-place.ts';
import type { Cell, ExportColumn } from './columns.ts';
import type { SumRow } from './with-sums.ts';
import { heading, sheetName, styles, written } from './xlsx.ts';

/** In pixels; a row is a little higher, in points. */
const thumbnail = { width: 48, height: 60 };
const rowHeight = 48;

/** The same workbook with a thumbnail in each row. */
export async function* xlsxWithPhotos(
  title: string,
  columns: ExportColumn[],
  folder: string,
  batches: AsyncIterable<(Cell[] | SumRow)[]>,
): AsyncGenerator<Uint8Array> {
  const photoAt = columns.findIndex(({ kind }) => kind === 'photo');
  const rows: CellValue[][] = [columns.map(({ header }) => header)];
  const cells = new Map<string, { style: CellStyle }>();
  const rowDefs = new Map<number, { height: number }>();
  const images: { data: Uint8Array; type: 'jpeg'; anchor: { from: { row: number; col: number } } }[] = [];
  const inBold = (row: number) =>
    columns.forEach(({ kind }, at) =>
      cells.set(`${row},${at}`, { style: { ...(row > 0 && styles[kind]), ...heading } }),
    );
  inBold(0);
  for await (const batch of batches)
    for (const line of batch) {
      const isSum = 'sums' in line;
      const row = isSum ? line.sums : line;
      if (isSum) inBold(rows.length);
      const data = isSum ? null : read(folder, row[photoAt]);
      if (data) {
        const anchor = { from: { row: rows.length, col: photoAt } };
        images.push({ data, type: 'jpeg', anchor, ...thumbnail });
        rowDefs.set(rows.length, { height: rowHeight });
      }
      rows.push(row.map((cell, at) => (at === photoAt && !isSum ? null : written(cell, columns[at]!.kind))));
    }
  const looks = columns.map(({ width, kind }) => ({ width, ...(styles[kind] && { style: styles[kind] }) }));
  const sheet = { name: sheetName(title), columns: looks, rows, cells, rowDefs, images, freezePane: { rows: 1 } };
  yield await writeXlsx({ sheets: [sheet] });
}

function read(folder: string, storedAs: Cell | undefined): Uint8Array | null {
  if (typeof storedAs !== 'string') return null;
  try {
    return readFileSync(placeOf(folder, storedAs));
  } catch {
    // Deleted a moment ago.
    return null;
  }
}
