import { sql } from 'drizzle-orm';
import type { Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import { cellsOf, type ExportedTable } from '#kernel/export/export-table.ts';
import { entryWords } from '../assessment.ts';
import { lastChange } from './changes.queries.ts';
import { findCourseSheet } from './course-sheet.queries.ts';
import { stampColumn, stampOf } from './file-stamp.ts';
import { rowsIn } from './mark-rows.queries.ts';

/** The marks of a course as a file, which can be filled in and uploaded again. */
export async function exportMarks(
  tx: Tx,
  actor: Actor,
  { sheetId, courseId }: { sheetId: number; courseId: number },
): Promise<ExportedTable> {
  const sheet = await findCourseSheet(tx, actor, sheetId, courseId);
  const { components } = sheet.scheme;
  const stamp = stampOf(sheet, await lastChange(tx, sheet));
  const entryIn = (key: string) => sql`case jsonb_typeof(r.entries -> ${key})
    when 'number' then trim_scale((r.entries ->> ${key})::numeric / 100)::text
    else ${JSON.stringify(entryWords)}::jsonb ->> (r.entries ->> ${key}) end`;
  return {
    title: 'Marks',
    counted: (rows) => `marks of ${rows} ${rows === 1 ? 'student' : 'students'} in ${sheet.course}, ${sheet.batch}`,
    action: 'marks.export',
    filter: { sheet: sheetId, course: courseId },
    institutionIds: [sheet.institutionId],
    columns: [
      { header: 'Number', kind: 'text', width: 18 },
      { header: 'Name', kind: 'text', width: 30 },
      ...components.map(({ name }) => ({ header: name, kind: 'text' as const, width: 14 })),
      { header: stampColumn, kind: 'text', width: 24 },
    ],
    rows: sql`select ${sheet.institutionId}::int as "institutionId", ${cellsOf([
      sql`r.number`,
      sql`r.name`,
      ...components.map(({ key }) => entryIn(key)),
      sql`${stamp}::text`,
    ])} from (${rowsIn(sheet)}) r order by r.sort_name, r.id`,
  };
}
