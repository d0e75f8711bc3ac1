import { sql } from 'drizzle-orm';
import { query, type Tx } from '#kernel/database.ts';
import { ValidationError } from '#kernel/errors.ts';
import type { Changes } from './compute/changes.ts';
import type { CorrectedSheet } from './corrected-sheet.queries.ts';

type Asked = { sheet: CorrectedSheet; reason: string; seen: string; accountId: number | null };

/** Keeps what is asked for. Its approval is another row. */
export async function insertCorrection(
  tx: Tx,
  asked: Asked,
  { cells, courses, notes, keepsFigures = false }: Changes,
): Promise<number> {
  const { sheet, reason, seen, accountId } = asked;
  const { institutionId, id: sheetId } = sheet;
  const [made] = await query<{ id: number }>(
    tx,
    sql`with correction as (
        insert into result_corrections (institution_id, sheet_id, reason, seen, account_id, keeps_figures)
        values (${institutionId}, ${sheetId}, ${reason}, ${seen}, ${accountId}, ${keepsFigures}) returning id),
      cells as (
        insert into result_correction_cells (institution_id, correction_id, student_id, course_id, component, was, entered)
        select ${institutionId}, c.id, n."studentId", n."courseId", n.component, nullif(n.was, 'null'), nullif(n.entry, 'null')
        from correction c, jsonb_to_recordset(${JSON.stringify(cells)}::jsonb)
          as n ("studentId" bigint, "courseId" bigint, component text, was jsonb, entry jsonb)),
      courses as (
        insert into result_correction_courses (institution_id, correction_id, student_id, course_id, change)
        select ${institutionId}, c.id, n."studentId", n."courseId", n.change
        from correction c, jsonb_to_recordset(${JSON.stringify(courses)}::jsonb)
          as n ("studentId" bigint, "courseId" bigint, change text)),
      notes as (
        insert into result_correction_notes (institution_id, correction_id, student_id, field, was, entered)
        select ${institutionId}, c.id, n."studentId", n.field, n.was, n.entry
        from correction c, jsonb_to_recordset(${JSON.stringify(notes)}::jsonb)
          as n ("studentId" bigint, field text, was text, entry text))
      select id::int as id from correction`,
  );
  return made!.id;
}

/** One request for the same at a time: the second would change what the first shows. A course stands for all its marks. */
export async function refuseWaiting(
  tx: Tx,
  { institutionId, id, batch }: CorrectedSheet,
  { cells, courses, notes }: Changes,
): Promise<void> {
  const asked = [
    ...cells.map(({ studentId, courseId, component }) => ({
      student: studentId,
      what: `${courseId}`,
      part: component,
    })),
    ...courses.map(({ studentId, courseId }) => ({ student: studentId, what: `${courseId}`, part: null })),
    ...notes.map(({ studentId, field }) => ({ student: studentId, what: 'note', part: field })),
  ];
  const isOfCorrection = sql`(k.institution_id, k.correction_id) = (c.institution_id, c.id)`;
  const [waiting] = await query<{ id: number }>(
    tx,
    sql`select c.id::int as id from result_corrections c
      join approvals a on (a.institution_id, a.subject_type, a.subject_id) = (c.institution_id, 'result_correction', c.id)
        and a.outcome is null and a.expires_at > now()
      cross join lateral (
        select k.student_id, k.course_id::text as what, k.component as part from result_correction_cells k where ${isOfCorrection}
        union all select k.student_id, k.course_id::text, null from result_correction_courses k where ${isOfCorrection}
        union all select k.student_id, 'note', k.field from result_correction_notes k where ${isOfCorrection}) k
      join jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as n (student bigint, what text, part text)
        on (n.student, n.what) = (k.student_id, k.what) and (n.part = k.part or n.part is null or k.part is null)
      where c.institution_id = ${institutionId} and c.sheet_id = ${id} limit 1`,
  );
  if (waiting)
    throw new ValidationError('form', `A correction of the same in ${batch} is waiting already. See Corrections.`);
}
