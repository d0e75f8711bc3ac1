import { sql } from 'drizzle-orm';
import { query, type Db } from '#kernel/database.ts';
import { programRules } from '#features/results/results/record/program-rules.queries.ts';
import { recordFigures } from '#features/results/results/record/record-figures.ts';
import { studentRecords } from '#features/results/results/record/student-records.ts';
import type { Period } from '../registration.ts';
import { inOrder, type OpenCourse } from './rules.ts';

/** A student's registration of a term: where and when. */
export interface Place extends Period {
  batchId: number;
  batch: string;
  term: string;
  session: string;
}

/** The periods of the class that a student is in, in the session of the batch; the current term first. */
export const placesOf = (db: Db, institutionId: number, studentId: number): Promise<Place[]> =>
  query<Place>(
    db,
    sql`select p.id::int as id, p.institution_id as "institutionId", p.class_id::int as "classId", t.id::int as "termId",
      p.minimum_units as "minimumUnits", p.maximum_units as "maximumUnits", p.opens_on::text as "opensOn",
      p.closes_on::text as "closesOn", p.late_until::text as "lateUntil", p.late_fee::float8 as "lateFee",
      p.late_category_id::int as "lateCategoryId", p.allows_override as "allowsOverride",
      p.closed_on::text as "closedOn", b.id::int as "batchId", b.name as batch, t.name as term, y.name as session
    from students s join batches b on (b.institution_id, b.id) = (s.institution_id, s.batch_id)
    join registration_periods p on (p.institution_id, p.class_id) = (b.institution_id, b.class_id)
    join terms t on (t.institution_id, t.id) = (p.institution_id, p.term_id) and t.session_id = b.session_id
    join academic_sessions y on (y.institution_id, y.id) = (t.institution_id, t.session_id)
    where s.institution_id = ${institutionId} and s.id = ${studentId} order by t.is_current desc, t.position desc`,
  );

/**
 * What a student can register for: the courses of the batch in the term, and courses of earlier terms that were not
 * passed, as far as some batch is taught them in the term. For a snapshot or a transaction.
 */
export async function openCourses(
  db: Db,
  { institutionId, batchId, termId }: Place,
  studentId: number,
): Promise<OpenCourse[]> {
  const records = (await studentRecords(db, { institutionId, studentIds: [studentId] })).get(studentId)!;
  const rule = (await programRules(db, institutionId, [studentId])).get(studentId)!;
  // A term that is published already is not registered for again; what was failed in it is repeated later.
  const before = records.filter((record) => record.termId !== termId);
  const failed = recordFigures(before, rule).repeats;
  const rows = await query<Omit<OpenCourse, 'kind'> & { isOwn: boolean }>(
    db,
    sql`select c.id::int as "courseId", c.code, c.title, c.credit_units as units, c.elective_group as "group",
      bool_or(o.batch_id = ${batchId} and not o.is_carry_over) as "isOwn"
    from terms t
    join batches b on (b.institution_id, b.session_id) = (t.institution_id, t.session_id)
    join course_offerings o on (o.institution_id, o.batch_id) = (b.institution_id, b.id)
      and (o.term_position is null or o.term_position = t.position)
    join courses c on (c.institution_id, c.id) = (o.institution_id, o.course_id)
    where t.institution_id = ${institutionId} and t.id = ${termId}
      and (b.id = ${batchId} and not o.is_carry_over or c.code = any (${sql.param(failed)}::text[]))
    group by c.institution_id, c.id`,
  );
  const repeats = new Set(failed);
  return inOrder(
    rows.map(({ isOwn: _, ...course }) => {
      const isCarryOver = repeats.has(course.code);
      const kind = isCarryOver ? 'carryOver' : course.group === null ? 'compulsory' : 'elective';
      return { ...course, kind, group: isCarryOver ? null : course.group };
    }),
  );
}
