import { sql } from 'drizzle-orm';
import type { Cell, ExportColumn } from '#kernel/export/columns.ts';
import type { ExportedTable } from '#kernel/export/export-table.ts';
import type { ResultSheet } from '../term-results/find-sheet.ts';
import { semesterColumns } from './semester-columns.ts';
import type { SemesterSheet } from './semester-sheet.ts';

/** The sheet as a table: each course has columns for the total, the grade and the points. */
export function exportSemesterSheet(sheet: ResultSheet, { courses, rows }: SemesterSheet): ExportedTable {
  const { institutionId, batch, term, session } = sheet;
  const columns: ExportColumn[] = [
    { header: 'Admission number', kind: 'text', width: 18 },
    { header: 'Name', kind: 'text', width: 30 },
    ...courses.flatMap(({ code, units }): ExportColumn[] => [
      { header: `${code} (${units})`, kind: 'number', width: 12 },
      { header: `${code} grade`, kind: 'text', width: 9 },
      { header: `${code} points`, kind: 'number', width: 9 },
    ]),
    ...semesterColumns.map(({ group, label }): ExportColumn => ({
      header: `${group} ${label.toLowerCase()}`.replace(/cgpa$|gpa$/, (word) => word.toUpperCase()),
      kind: 'number',
      width: 12,
    })),
    { header: 'Remark', kind: 'text', width: 34 },
  ];
  const cells = rows.map((row): Cell[] => [
    row.number,
    row.name,
    ...row.cells.flatMap((cell): Cell[] =>
      cell ? [figure(cell.total), cell.grade, figure(cell.points)] : [null, null, null],
    ),
    ...semesterColumns.map(({ textOf }) => figure(textOf(row))),
    row.remark,
  ]);
  return {
    title: `Result sheet ${batch}`,
    counted: () => `the semester result sheet of ${batch}, ${term}, ${session}`,
    action: 'results.exportSemesterSheet',
    filter: { sheet: sheet.id },
    institutionIds: [institutionId],
    columns,
    rows: sql`select ${institutionId}::int as "institutionId", r.value::text as cells
      from json_array_elements(${JSON.stringify(cells)}::json) with ordinality r order by r.ordinality`,
  };
}

const figure = (text: string | null): Cell => (text !== null && /^\d+(\.\d+)?$/.test(text) ? Number(text) : text);
