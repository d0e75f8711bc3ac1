import { sql } from 'drizzle-orm';
import { query, type Tx } from '#kernel/database.ts';
import { ValidationError } from '#kernel/errors.ts';

interface Choice {
  institutionId: number;
  studentId: number;
  termId: number;
  courseIds: number[];
  name: string;
}

/** Refuses to drop a course in which the student has marks: they would be in no result. */
export async function refuseDropped(
  tx: Tx,
  { institutionId, studentId, termId, courseIds, name }: Choice,
): Promise<void> {
  const dropped = await query<{ code: string }>(
    tx,
    sql`select c.code from marks m join courses c on (c.institution_id, c.id) = (m.institution_id, m.course_id)
    where m.institution_id = ${institutionId} and m.student_id = ${studentId} and m.term_id + 0 = ${termId}
      and m.entries <> '{}' and m.course_id <> all (${sql.param(courseIds)}::bigint[]) order by c.code`,
  );
  if (dropped.length > 0)
    throw new ValidationError(
      'courseIds',
      `${name} has marks in ${dropped.map(({ code }) => code).join(', ')} this term, so ${dropped.length === 1 ? 'it stays' : 'they stay'} registered.`,
    );
}
