import { sql } from 'drizzle-orm';
import { query, type Tx } from '#kernel/database.ts';
import { Refused } from '#kernel/errors.ts';
import { addToSheet } from '#features/results/assessment/sheets/add-to-sheet.ts';
import { refuseDropped } from '../choosing/refuse-dropped.ts';
import type { LockedRegistration } from './decide-registrations.ts';

/**
 * Makes the chosen courses those that the student takes in the term. A carry-over that the batch is not taught becomes a
 * course of the batch in this term alone, with the teacher who teaches it elsewhere, for those who registered for it.
 */
export async function putInSheets(
  tx: Tx,
  { id, institutionId, studentId, termId, batchId, name }: LockedRegistration & { batchId: number },
): Promise<void> {
  const chosen = await query<{ courseId: number }>(
    tx,
    sql`select c.course_id::int as "courseId" from registration_choices c
      where (c.institution_id, c.registration_id) = (${institutionId}, ${id})`,
  );
  const courseIds = chosen.map(({ courseId }) => courseId);
  await refuseDropped(tx, { institutionId, studentId, termId, courseIds, name });
  await tx.execute(sql`
    insert into course_offerings (institution_id, batch_id, course_id, employee_id, term_position, is_carry_over)
    select ${institutionId}, ${batchId}, u.id, (
        select o.employee_id from course_offerings o join batches b on (b.institution_id, b.id) = (o.institution_id, o.batch_id)
        where (o.institution_id, o.course_id, b.session_id) = (${institutionId}, u.id, t.session_id)
          and (o.term_position is null or o.term_position = t.position) and o.employee_id is not null
        order by o.id limit 1), t.position, true
    from unnest(${sql.param(courseIds)}::bigint[]) u (id) join terms t on (t.institution_id, t.id) = (${institutionId}, ${termId})
    on conflict (institution_id, batch_id, course_id) do nothing`);
  if (!(await addToSheet(tx, { institutionId, batchId, termId, courseIds })))
    throw new Refused('ids', `The marks of ${name}’s batch are locked. Reopen them to add a carry-over.`);
  const own = sql`institution_id = ${institutionId} and student_id = ${studentId} and term_id = ${termId}`;
  await tx.execute(sql`delete from registered_courses where ${own}`);
  await tx.execute(sql`
    insert into registered_courses (institution_id, student_id, term_id, course_id)
    select ${institutionId}, ${studentId}, ${termId}, u.id from unnest(${sql.param(courseIds)}::bigint[]) u (id)`);
}
