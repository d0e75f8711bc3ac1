import type { SourceRow } from './table.ts';
import { Unreadable } from './unreadable.ts';

/** Rows of a workbook's first sheet as text, numbered as a spreadsheet shows them. */
export async function* xlsxRows(bytes: Buffer): AsyncGenerator<SourceRow> {
  // The library weighs on the server's memory: only who reads a workbook loads it.
  const { streamXlsxRows } = await import('hucre/xlsx');
  try {
    for await (const { index, values } of streamXlsxRows(bytes)) {
      yield { number: index + 1, cells: Array.from(values, textOf) };
    }
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
