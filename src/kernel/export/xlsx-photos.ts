import { writeXlsx, type CellValue, type SheetImage } from 'hucre/xlsx';
import { cellsIn, type ExportColumn, type Rows } from './columns.ts';
import { sheetName, written } from './xlsx.ts';

/** A workbook with pictures is written as a whole, so it can't be long. */
export const mostRowsWithPhotos = 2000;

/** As large as a photo is shown, in pixels; a row is as high, in points. */
const side = 56;
const rowHeight = 44;

/** A workbook whose photos lie in their cells. */
export async function* xlsxWithPhotos(
  title: string,
  columns: ExportColumn[],
  batches: AsyncIterable<Rows>,
): AsyncGenerator<Uint8Array> {
  const rows: CellValue[][] = [columns.map(({ header }) => header)];
  const images: SheetImage[] = [];
  const bold = new Set([0]);
  for await (const batch of batches)
    for (const row of batch) {
      const at = rows.length;
      if (!Array.isArray(row)) bold.add(at);
      const cells = cellsIn(row);
      rows.push(cells.map((cell, column) => (isPhoto(columns, column) ? null : written(cell, columns[column]!.kind))));
      for (const [col, cell] of cells.entries())
        if (isPhoto(columns, col) && typeof cell === 'string') images.push(imageOf(cell, at, col));
    }
  yield await writeXlsx({
    sheets: [
      {
        ...{ name: sheetName(title), rows, images, freezePane: { rows: 1 } },
        columns: columns.map(({ width, kind }) => ({ width, ...(kind in formats && { numFmt: formats[kind] }) })),
        cells: boldCells(rows, bold),
        rowDefs: new Map(rows.flatMap((_, at) => (bold.has(at) ? [] : [[at, { height: rowHeight }] as const]))),
      },
    ],
  });
}

const formats: Partial<Record<ExportColumn['kind'], string>> = { day: 'yyyy-mm-dd', money: '#,##0.00' };
const isPhoto = (columns: ExportColumn[], at: number) => columns[at]!.kind === 'photo';

const imageOf = (base64: string, row: number, col: number): SheetImage => ({
  ...{ data: Buffer.from(base64, 'base64'), type: 'jpeg', anchor: { from: { row, col } }, altText: 'Photo' },
  ...{ width: side, height: side },
});

const boldCells = (rows: CellValue[][], bold: Set<number>) =>
  new Map(
    [...bold].flatMap((row) =>
      rows[row]!.map((value, col) => [`${row},${col}`, { value, style: { font: { bold: true } } }] as const),
    ),
  );
