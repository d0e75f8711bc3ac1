import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import { institutionsWhere, type Actor } from '#kernel/actor.ts';
import { query, render, type Db } from '#kernel/database.ts';
import { employees } from '#features/records/people/people.schema.ts';
import { batches, courseOfferings, courses, terms } from '../structure.schema.ts';

/** The class teachers of a batch. */
export const teachersOf = async (db: Db, actor: Actor, batchId: number) => {
  const answer = await query<{ id: number; surname: string; firstName: string; hasLeft: boolean }>(
    db,
    render(sql`
    select e.id, e.surname, e.first_name as "firstName", e.left_on is not null as "hasLeft"
    from batch_teachers t join employees e on (e.institution_id, e.id) = (t.institution_id, t.employee_id)
    where ${inArray(sql`t.institution_id`, institutionsWhere(actor, 'structure.view'))} and t.batch_id = ${batchId}
    order by e.surname, e.first_name`),
  );
  return answer;
};

/** A batch's courses and their teachers. */
export const offeringsOf = (db: Db, actor: Actor, batchId: number) =>
  db
    .select({
      id: courses.id,
      code: courses.code,
      title: courses.title,
      creditUnits: courses.creditUnits,
      electiveGroup: courses.electiveGroup,
      noExam: courses.noExam,
      retiredAt: courses.retiredAt,
      employeeId: courseOfferings.employeeId,
      termPosition: courseOfferings.termPosition,
      term: terms.name,
      surname: employees.surname,
      firstName: employees.firstName,
    })
    .from(courseOfferings)
    .innerJoin(
      courses,
      and(eq(courses.institutionId, courseOfferings.institutionId), eq(courses.id, courseOfferings.courseId)),
    )
    .innerJoin(
      batches,
      and(eq(batches.institutionId, courseOfferings.institutionId), eq(batches.id, courseOfferings.batchId)),
    )
    .leftJoin(
      terms,
      and(
        eq(terms.institutionId, batches.institutionId),
        eq(terms.sessionId, batches.sessionId),
        eq(terms.position, courseOfferings.termPosition),
      ),
    )
    .leftJoin(
      employees,
      and(eq(employees.institutionId, courseOfferings.institutionId), eq(employees.id, courseOfferings.employeeId)),
    )
    .where(
      and(
        inArray(courseOfferings.institutionId, institutionsWhere(actor, 'structure.view', 'students.assignBatch')),
        eq(courseOfferings.batchId, batchId),
      ),
    )
    .orderBy(sql`lower(${courses.title})`, asc(courses.code));

export type OfferingRow = Awaited<ReturnType<typeof offeringsOf>>[number];
