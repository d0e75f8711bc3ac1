import { sql } from 'drizzle-orm';
import type { Cell, ExportColumn } from '#kernel/export/columns.ts';
import type { ExportedTable } from '#kernel/export/export-table.ts';
import type { ResultSheet } from '../term-results/find-sheet.ts';
import type { Broadsheet } from './broadsheet.ts';
import { resultCell, resultColumns } from './broadsheet-columns.ts';

/** A broadsheet as a table: each course has a column for the total and one for the grade. */
export function exportBroadsheet(sheet: ResultSheet, broadsheet: Broadsheet, batchWord: string): ExportedTable {
  const { institutionId, batch, term, session } = sheet;
  const after = resultColumns(broadsheet, batchWord).filter(({ key }) => key !== 'passed');
  const columns: ExportColumn[] = [
    { header: 'Admission number', kind: 'text', width: 18 },
    { header: 'Name', kind: 'text', width: 30 },
    ...broadsheet.courses.flatMap(({ code, title }): ExportColumn[] => [
      { header: `${code} ${title}`, kind: 'number', width: 14 },
      { header: `${code} grade`, kind: 'text', width: 10 },
    ]),
    ...after.map(({ label }): ExportColumn => ({ header: label, kind: 'number', width: 12 })),
    { header: 'Passes', kind: 'number', width: 10 },
    { header: 'Courses counted', kind: 'number', width: 10 },
    { header: 'Not ranked because', kind: 'text', width: 28 },
  ];
  const students = broadsheet.rows.map((row): Cell[] => [
    row.number,
    row.name,
    ...row.cells.flatMap((cell): Cell[] => (cell ? [figure(cell.total), cell.grade] : [null, null])),
    ...after.map((column) => figure(resultCell(row, column))),
    row.passed,
    row.counted,
    row.notRanked,
  ]);
  const figures = broadsheet.figures.map(({ label, values }): Cell[] => [
    null,
    label,
    ...values.flatMap((value): Cell[] => [figure(value), null]),
    ...Array.from({ length: after.length + 3 }, () => null),
  ]);
  const rows = JSON.stringify([...students, ...figures]);
  return {
    title: `Broadsheet ${batch}`,
    counted: () => `the broadsheet of ${batch}, ${term}, ${session}`,
    action: 'results.exportBroadsheet',
    filter: { sheet: sheet.id },
    institutionIds: [institutionId],
    columns,
    rows: sql`select ${institutionId}::int as "institutionId", r.value::text as cells
      from json_array_elements(${rows}::json) with ordinality r order by r.ordinality`,
  };
}

/** What is a number becomes one in the workbook; a state or a position such as 1st stays text. */
const figure = (text: string | null): Cell => (text !== null && /^\d+(\.\d+)?$/.test(text) ? Number(text) : text);
