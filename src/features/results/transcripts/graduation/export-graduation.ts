import { sql } from 'drizzle-orm';
import type { Cell, ExportColumn } from '#kernel/export/columns.ts';
import type { ExportedTable } from '#kernel/export/export-table.ts';
import type { GraduatingClass, GraduationList } from './graduation.ts';

/** The graduation list as a table. */
export function exportGraduation(
  { institutionId, classId, sessionId, className, program, session }: GraduatingClass,
  { system, rows }: GraduationList,
): ExportedTable {
  const columns: ExportColumn[] = [
    { header: 'Admission number', kind: 'text', width: 18 },
    { header: 'Name', kind: 'text', width: 30 },
    { header: 'Class', kind: 'text', width: 18 },
    ...(system === 'gpa' ? [{ header: 'Units passed', kind: 'number', width: 12 } as const] : []),
    { header: system === 'gpa' ? 'CGPA' : 'Average', kind: 'number', width: 10 },
    { header: 'Class of award', kind: 'text', width: 24 },
    { header: 'Outstanding', kind: 'text', width: 30 },
    { header: 'Ready', kind: 'text', width: 8 },
    { header: 'Why not', kind: 'text', width: 50 },
  ];
  const cells = rows.map((row): Cell[] => [
    row.number,
    row.name,
    row.batch,
    ...(system === 'gpa' ? [row.unitsPassed] : []),
    row.overall === null ? null : Number(row.overall),
    row.designation,
    row.outstanding.join(', ') || null,
    row.isReady ? 'Yes' : 'No',
    row.reasons.join('. ') || null,
  ]);
  return {
    title: `Graduation list ${className}`,
    counted: () => `the graduation list of ${className}, ${program}, ${session}`,
    action: 'transcripts.exportGraduation',
    filter: { class: classId, session: sessionId },
    institutionIds: [institutionId],
    columns,
    rows: sql`select ${institutionId}::int as "institutionId", r.value::text as cells
      from json_array_elements(${JSON.stringify(cells)}::json) with ordinality r order by r.ordinality`,
  };
}
