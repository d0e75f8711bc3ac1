import { Unreadable } from './unreadable.ts';
import type { SourceRow } from './extra-rows.ts';

/** A cell merged with cells below it: its column, first row and last row, from 0. */
export type TallCell = [column: number, first: number, last: number];

interface Sheet {
  sheet?: number;
  tallCells?: TallCell[];
}

/** Rows of a sheet as text, numbered as in a spreadsheet. */
export async function* xlsxRows(bytes: Buffer, { sheet = 0, tallCells = [] }: Sheet = {}): AsyncGenerator<SourceRow> {
  // The library takes memory, so it is loaded only to read a workbook.
  const { streamXlsxRows } = await import('hucre/xlsx');
  try {
    const fill = fillDown(tallCells);
    for await (const { index, values } of streamXlsxRows(bytes, { sheet }))
      yield { number: index + 1, cells: fill(index, Array.from(values, textOf)) };
  } catch {
    // Whatever the reader's error, the user can only save the file again.
    throw new Unreadable('The Excel file is damaged. Open it in Excel, save it again and upload it.');
  }
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? '' : value.toISOString().slice(0, 10);
  // 2348031234567000000000 must not become 2.348e21.
  if (typeof value === 'number' && Number.isInteger(value)) return BigInt(value).toString();
  return String(value);
}

/** Repeats a merged cell's value in every row it spans, as a spreadsheet displays it. */
function fillDown(tallCells: TallCell[]) {
  const starts = Map.groupBy(tallCells, ([, first]) => first);
  let open: { column: number; last: number; text: string }[] = [];
  return (row: number, cells: string[]): string[] => {
    open = open.filter(({ last }) => last >= row);
    for (const { column, text } of open) {
      while (cells.length <= column) cells.push('');
      cells[column] ||= text;
    }
    for (const [column, , last] of starts.get(row) ?? []) open.push({ column, last, text: cells[column] ?? '' });
    return cells;
  };
}
