import { sql, type SQL } from 'drizzle-orm';
import type { Day } from '#kernel/dates.ts';

/** Whose lessons: of one teacher, student, batch or room, of several batches, or of the whole institution. */
export type LessonsOf =
  | { employeeId: number }
  /** Or those whose ids a query finds: each has rows of their own. */
  | { studentId: number | SQL }
  | { batchId: number }
  | { batchIds: readonly number[] }
  | { roomId: number }
  | 'everybody';

/** Parts `p` that concern somebody, found from their side by an index. */
export function partsOf(institutionId: number, who: LessonsOf): SQL {
  if (who === 'everybody') return sql`true`;
  const within = (found: SQL) => sql`p.id in (${found})`;
  if ('employeeId' in who)
    return within(sql`select y.part_id from booked_teachers y
      where (y.institution_id, y.employee_id, y.lesson_id) = (${institutionId}, ${who.employeeId}, l.id)
        and not exists (select from lesson_substitutes v where (v.institution_id, v.on_date, v.lesson_id, v.part_id, v.absent_id)
          = (${institutionId}, d.day, l.id, y.part_id, ${who.employeeId}))
      union all select v.part_id from lesson_substitutes v
      where (v.institution_id, v.substitute_id, v.on_date, v.lesson_id) = (${institutionId}, ${who.employeeId}, d.day, l.id)`);
  if ('roomId' in who) return sql`o.room_id = ${who.roomId}`;
  if ('studentId' in who)
    return sql`z.institution_id = ${institutionId} and z.id in (${who.studentId}) and exists (select from part_courses c
      where (c.institution_id, c.batch_id, c.part_id) = (${institutionId}, z.batch_id, p.id))`;
  const batches = 'batchIds' in who ? who.batchIds : [who.batchId];
  return within(sql`select c.part_id from part_courses c
    where c.institution_id = ${institutionId} and c.batch_id = any (${sql.param(batches)}::bigint[])`);
}

/**
 * Lessons `l` of somebody, by the bookings of their side: a school of 600 batches has 24,000 lessons, and somebody's
 * week 40 of them.
 */
export function lessonsIn(institutionId: number, who: LessonsOf): SQL {
  if (who === 'everybody') return sql`true`;
  const within = (found: SQL) => sql`l.id in (${found})`;
  if ('employeeId' in who)
    return within(sql`select y.lesson_id from booked_teachers y
      where y.institution_id = ${institutionId} and y.employee_id = ${who.employeeId}
      union all select v.lesson_id from lesson_substitutes v
      where v.institution_id = ${institutionId} and v.substitute_id = ${who.employeeId}`);
  if ('roomId' in who)
    return within(sql`select y.lesson_id from booked_rooms y
      where y.institution_id = ${institutionId} and y.room_id = ${who.roomId}`);
  const batches =
    'studentId' in who
      ? sql`select z.batch_id from students z where z.institution_id = ${institutionId} and z.id in (${who.studentId})`
      : sql`select unnest(${sql.param('batchIds' in who ? who.batchIds : [who.batchId])}::bigint[])`;
  return within(sql`select y.lesson_id from booked_batches y
    where y.institution_id = ${institutionId} and y.batch_id in (${batches})`);
}

export const asksStudents = (who: LessonsOf): who is { studentId: number | SQL } =>
  who !== 'everybody' && 'studentId' in who;

/** For a student, whether the part is one of the own courses, and whether electives were chosen at all. */
export const takenBy = (who: LessonsOf): SQL =>
  !asksStudents(who)
    ? sql`true as "isTaken", true as "choosesElectives"`
    : sql`exists (select from course_takers a join part_courses c on (c.institution_id, c.batch_id, c.course_id)
          = (a.institution_id, a.batch_id, a.course_id)
        where (a.institution_id, a.student_id, c.part_id) = (t.institution_id, z.id, p.id)) as "isTaken",
      exists (select from student_electives a
        where (a.institution_id, a.student_id) = (t.institution_id, z.id)) as "choosesElectives"`;

/**
 * A student sees the own parts. Who has no electives on record sees all of a block: nobody knows yet where the student
 * goes.
 */
export const isForThem = (row: Asked & { choosesElectives: boolean }, rows: Asked[]): boolean =>
  row.isTaken ||
  (!row.choosesElectives &&
    !rows.some(
      ({ day, lessonId, studentId, isTaken }) =>
        isTaken && day === row.day && lessonId === row.lessonId && studentId === row.studentId,
    ));

interface Asked {
  day: Day;
  lessonId: number;
  studentId: number | null;
  isTaken: boolean;
}
