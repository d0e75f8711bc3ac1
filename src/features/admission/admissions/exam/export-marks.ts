import { sql } from 'drizzle-orm';
import { allow, type Actor } from '#kernel/actor.ts';
import { cellsOf, type ExportedTable } from '#kernel/export/export-table.ts';
import { applicationName } from '../application-name.ts';
import type { Examination } from './exam.queries.ts';

/** The marks of an intake as a file, which can be filled in and uploaded again. */
export function exportMarks(actor: Actor, exam: Examination): ExportedTable {
  allow(actor, 'admissions.review', exam.institutionId);
  const markIn = (key: string) => sql`(select coalesce(trim_scale(x.mark)::text, 'absent') from exam_scores x
    where x.institution_id = a.institution_id and x.application_id = a.id and x.test = ${key})`;
  return {
    title: 'Marks',
    counted: (rows) => `marks of ${rows} ${rows === 1 ? 'applicant' : 'applicants'}`,
    action: 'admissions.exportMarks',
    filter: { intake: exam.id },
    institutionIds: [exam.institutionId],
    columns: [
      { header: 'Number', kind: 'text', width: 18 },
      { header: 'Name', kind: 'text', width: 30 },
      ...exam.tests.map(({ label }) => ({ header: label, kind: 'text' as const, width: 14 })),
      { header: 'Interview', kind: 'text', width: 12 },
    ],
    rows: sql`select a.institution_id as "institutionId", ${cellsOf([
      sql`a.number`,
      applicationName,
      ...exam.tests.map(({ key }) => markIn(key)),
      sql`trim_scale(a.interview)::text`,
    ])} from applications a where a.institution_id = ${exam.institutionId} and a.intake_id = ${exam.id}
      and a.status <> 'draft' order by a.number, a.id`,
  };
}
