import { sql, type SQL } from 'drizzle-orm';
import { isValidWithin } from './valid-versions.ts';

/** Whose lessons: of one teacher, student, batch or room, of several batches, or of the whole institution. */
export type LessonsOf =
  | { employeeId: number }
  /** Or those whose ids a query finds: each has rows of their own. */
  | { studentId: number | SQL }
  | { batchId: number }
  | { batchIds: readonly number[] }
  | { roomId: number }
  | 'everybody';

export const asksStudents = (who: LessonsOf): who is { studentId: number | SQL } =>
  who !== 'everybody' && 'studentId' in who;

/** Places for the values of a question in its statements. */
export const asked = {
  institutionId: sql`${sql.placeholder('institutionId')}`,
  /** Of the teacher, student, batch or room; an array of batches. */
  id: sql`${sql.placeholder('id')}`,
  from: sql`${sql.placeholder('from')}`,
  to: sql`${sql.placeholder('to')}`,
  /** ISO numbers of the days asked for. */
  weekdays: sql`${sql.placeholder('weekdays')}`,
};

/** Queries for the ids of lessons and of parts. Both are of one side: a part may also have lessons of others. */
interface Side {
  lessonIds: SQL;
  partIds: SQL;
}

/**
 * What is to be looked at, found from somebody’s side by an index, in versions valid in these days: a school of 600
 * batches has 24,000 lessons, and somebody’s week 40 of them.
 */
export function sideOf(who: LessonsOf): Side {
  const { institutionId, id, from, to, weekdays } = asked;
  const valid = sql`(select t.id from timetables t where t.institution_id = ${institutionId} and ${isValidWithin(from, to)})`;
  if (who === 'everybody') {
    const lessons = sql`from lessons l where l.institution_id = ${institutionId} and l.timetable_id in ${valid}
      and l.weekday = any (${weekdays}::int[])`;
    return {
      lessonIds: sql`select l.id ${lessons}`,
      partIds: sql`select p.id from lesson_parts p
        where p.institution_id = ${institutionId} and p.set_id in (select l.set_id ${lessons})`,
    };
  }
  const booked = (table: SQL, condition: SQL) => sql`from ${table} y
    where y.institution_id = ${institutionId} and y.timetable_id in ${valid} and y.${condition}`;

  if ('roomId' in who) {
    const bookings = booked(sql`booked_rooms`, sql`room_id = ${id}`);
    return { lessonIds: sql`select y.lesson_id ${bookings}`, partIds: sql`select y.part_id ${bookings}` };
  }
  if ('employeeId' in who) {
    const bookings = booked(sql`booked_teachers`, sql`employee_id = ${id}`);
    const covers = sql`from lesson_substitutes v
      where v.institution_id = ${institutionId} and v.substitute_id = ${id} and v.on_date between ${from} and ${to}`;
    return {
      lessonIds: sql`select y.lesson_id ${bookings} union all select v.lesson_id ${covers}`,
      partIds: sql`select y.part_id ${bookings} union all select v.part_id ${covers}`,
    };
  }
  const batches = batchesOf(who);
  return {
    lessonIds: sql`select y.lesson_id ${booked(sql`booked_batches`, sql`batch_id ${batches}`)}`,
    partIds: sql`select c.part_id from part_courses c
      where c.institution_id = ${institutionId} and c.batch_id ${batches}`,
  };
}

function batchesOf(who: Exclude<LessonsOf, 'everybody'>): SQL {
  if ('batchIds' in who) return sql`= any (${asked.id}::bigint[])`;
  if (!('studentId' in who)) return sql`= ${asked.id}`;
  return sql`in (select z.batch_id from students z where ${studentsOf(who)})`;
}

/** The students `z` who are asked about. */
export const studentsOf = ({ studentId }: { studentId: number | SQL }): SQL =>
  sql`z.institution_id = ${asked.institutionId} and z.id ${typeof studentId === 'number' ? sql`= ${asked.id}` : sql`in (${studentId})`}`;
