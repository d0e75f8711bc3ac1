import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { query, type Db } from '#kernel/database.ts';
import type { Entries } from '#features/results/assessment/compute/types.ts';
import { hasLeft, isLast } from '#features/results/assessment/sheets/members.ts';

export const Member = z.object({
  id: z.number(),
  batchId: z.number(),
  surname: z.string(),
  firstName: z.string(),
  middleName: z.string().nullable(),
  number: z.string(),
  gender: z.enum(['female', 'male']).nullable(),
  admissionDate: z.string().nullable(),
  photoId: z.number().nullable(),
});
export type Member = z.infer<typeof Member>;

/** The students of batches in a term's session, by name: in the last batch of each, without those who left. */
export const membersOf = (db: Db, institutionId: number, termId: number, batchIds: number[]): Promise<Member[]> =>
  query(
    db,
    sql`select s.id::int as id, e.batch_id::int as "batchId", s.surname, s.first_name as "firstName",
      s.middle_name as "middleName", s.admission_number as number, s.gender, s.admission_date::text as "admissionDate",
      s.photo_id::int as "photoId"
    from terms t cross join unnest(${sql.param(batchIds)}::bigint[]) b (id)
    cross join lateral (select e.* from enrolments e where (e.institution_id, e.batch_id) = (t.institution_id, b.id)
      and e.session_id = t.session_id offset 0) e
    join students s on (s.institution_id, s.id) = (e.institution_id, e.student_id)
    where t.institution_id = ${institutionId} and t.id = ${termId}
      and s.merged_into_id is null
      and not ${hasLeft} and ${isLast}
    order by s.sort_name, s.id`,
    Member,
  );

const EntriesOfTerm = z.object({
  studentId: z.number(),
  termId: z.number(),
  /** By course. */
  marks: z.custom<Record<string, Entries>>().nullable(),
  offerings: z.array(z.number()),
  /** Courses of this term, where registration decides. */
  registered: z.array(z.number()),
});
type EntriesOfTerm = z.infer<typeof EntriesOfTerm>;

/**
 * What has been entered for students in terms, with the electives that they chose, by student and term. Without
 * statistics the planner would look a student up among all marks of the term, so the term is no part of an index.
 */
export async function entriesOf(db: Db, institutionId: number, studentIds: number[], termIds: number[]) {
  const rows = await query(
    db,
    sql`select u.id::int as "studentId", t.id::int as "termId", m.marks, x.offerings, r.registered
    from unnest(${sql.param(studentIds)}::bigint[]) u (id)
    cross join unnest(${sql.param(termIds)}::bigint[]) t (id)
    cross join lateral (select json_object_agg(m.course_id, m.entries) as marks from marks m
      where (m.institution_id, m.student_id) = (${institutionId}, u.id) and m.term_id + 0 = t.id offset 0) m
    cross join lateral (select coalesce(json_agg(x.offering_id), '[]') as offerings from student_electives x
      where (x.institution_id, x.student_id) = (${institutionId}, u.id) offset 0) x
    cross join lateral (select coalesce(json_agg(r.course_id), '[]') as registered from registered_for r
      where (r.institution_id, r.student_id, r.term_id) = (${institutionId}, u.id, t.id) offset 0) r`,
    EntriesOfTerm,
  );
  return new Map(rows.map((row) => [`${row.studentId} ${row.termId}`, row]));
}
