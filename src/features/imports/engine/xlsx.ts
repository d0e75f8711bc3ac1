import type { SourceRow } from './table.ts';
import type { TallCell } from './workbook.ts';
import { Unreadable } from './unreadable.ts';

interface Sheet {
  sheet?: number;
  tallCells?: TallCell[];
}

/** Rows of a workbook's sheet as text, numbered as a spreadsheet shows them. */
export async function* xlsxRows(bytes: Buffer, { sheet = 0, tallCells = [] }: Sheet = {}): AsyncGenerator<SourceRow> {
  // The library weighs on the server's memory: only who reads a workbook loads it.
  const { streamXlsxRows } = await import('hucre/xlsx');
  try {
    const fill = fillDown(tallCells);
    for await (const { index, values } of streamXlsxRows(bytes, { sheet }))
      yield { number: index + 1, cells: fill(index, Array.from(values, textOf)) };
  } catch {
    // Whatever the reader stumbles over, the person can only save the file anew.
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

/** Cells merged with those above them say the same, as the spreadsheet shows it. */
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
