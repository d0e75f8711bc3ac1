import { and, asc, eq, sql } from 'drizzle-orm';
import { institutionsWhere, type Actor } from '#kernel/actor.ts';
import { bounded } from '#kernel/database/bounded.ts';
import { isOneOf, type Db } from '#kernel/database.ts';
import { NotFound } from '#kernel/errors.ts';
import { batches } from '#features/school/structure/structure.schema.ts';
import { visibleTo } from './students.policy.ts';
import { students } from './students.schema.ts';

const shown = 60;

/** Students whose last enrolment of the class arm's session is in it. */
export const endedIn = (batchId: number) => sql`(${students.institutionId}, ${students.id}) in (
  select e.institution_id, e.student_id from enrolments e where e.batch_id = ${batchId} and not exists (
    select from enrolments x where (x.institution_id, x.student_id, x.session_id) = (e.institution_id, e.student_id, e.session_id)
      and (x.from_date, x.id) > (e.from_date, e.id)))`;

/**
 * The students of a class arm whom the actor can see, by name. Of an earlier session those who ended it there, as the
 * list of students has them.
 */
export async function batchStudents(db: Db, actor: Actor, batchId: number) {
  const [[batch], found] = await Promise.all([
    db
      .select({ id: batches.id })
      .from(batches)
      .where(and(isOneOf(batches.institutionId, institutionsWhere(actor, 'structure.view')), eq(batches.id, batchId))),
    bounded(shown, (limit) =>
      db
        .select({
          id: students.id,
          name: sql<string>`concat_ws(', ', ${students.surname}, concat_ws(' ', ${students.firstName}, ${students.middleName}))`,
          number: students.admissionNumber,
          status: students.status,
        })
        .from(students)
        .where(and(visibleTo(actor, students), endedIn(batchId)))
        .orderBy(asc(students.sortName), asc(students.id))
        .limit(limit),
    ),
  ]);
  if (!batch) throw new NotFound('batch');
  return found;
}
