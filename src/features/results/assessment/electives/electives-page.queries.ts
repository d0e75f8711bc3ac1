import { sql } from 'drizzle-orm';
import { allow, can, type Actor } from '#kernel/actor.ts';
import { query, type Db } from '#kernel/database.ts';
import { NotFound } from '#kernel/errors.ts';
import { studentGroups, visibleTo } from '#features/people/students/students.policy.ts';
import { students } from '#features/people/students/students.schema.ts';

export interface Elective {
  /** Of the offering. */
  id: number;
  title: string;
  code: string;
  group: string;
}

export interface ElectiveStudent {
  id: number;
  name: string;
  number: string;
  /** The electives that the student takes. */
  chosen: number[];
}

/** The electives of a class arm, for users who may choose them for its students. */
export async function classElectives(db: Db, actor: Actor, batchId: number) {
  const [batch] = await query<{ id: number; name: string; institutionId: number; isClosed: boolean }>(
    db,
    sql`select b.id::int as id, b.name, b.institution_id as "institutionId",
      coalesce(b.closed_at, y.closed_at) is not null as "isClosed"
      from batches b join academic_sessions y on (y.institution_id, y.id) = (b.institution_id, b.session_id)
      where b.institution_id = any (${sql.param(actor.institutions.map(({ id }) => id))}::int[]) and b.id = ${batchId}`,
  );
  if (!batch) throw new NotFound('batch');
  allow(actor, 'students.edit', batch.institutionId);
  const electives = await query<Elective>(
    db,
    sql`select o.id::int as id, c.title, c.code, c.elective_group as "group" from course_offerings o
      join courses c on (c.institution_id, c.id) = (o.institution_id, o.course_id)
      where o.institution_id = ${batch.institutionId} and o.batch_id = ${batchId} and c.elective_group is not null
      order by c.elective_group, c.title, o.id`,
  );
  return { batch, electives };
}

/** The students who are in the class arm now, by name. */
export const classStudents = (db: Db, actor: Actor, { id, institutionId }: { id: number; institutionId: number }) =>
  query<ElectiveStudent>(
    db,
    sql`select ${students.id}::int as id, concat_ws(', ', ${students.surname}, concat_ws(' ', ${students.firstName}, ${students.middleName})) as name,
        ${students.admissionNumber} as number, array(select x.offering_id::int from student_electives x
          join course_offerings o on (o.institution_id, o.id) = (x.institution_id, x.offering_id) and o.batch_id = ${id}
          where x.institution_id = ${institutionId} and x.student_id = ${students.id}) as chosen
      from ${students} where ${visibleTo(actor, students, institutionId)} and ${students.batchId} = ${id}
      order by ${students.sortName}, ${students.id}`,
  );

/** What a rule can go by; religion for users who can see it. */
export async function ruleValues(db: Db, actor: Actor, { id, institutionId }: { id: number; institutionId: number }) {
  const seesReligion = can(actor, studentGroups.religion, institutionId);
  const [row] = await query<{ religions: string[] }>(
    db,
    sql`select array(select distinct religion from students where institution_id = ${institutionId} and batch_id = ${id}
      and religion is not null and ${seesReligion} order by 1) as religions`,
  );
  return { gender: ['female', 'male'], ...(seesReligion && { religion: row!.religions }) };
}

/** What the page shows. */
export async function electivesPageProps(db: Db, actor: Actor, batchId: number) {
  const found = await classElectives(db, actor, batchId);
  const [listed, rules] = await Promise.all([
    classStudents(db, actor, found.batch),
    ruleValues(db, actor, found.batch),
  ]);
  return { ...found, students: listed, rules };
}
