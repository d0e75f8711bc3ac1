import { sql, type SQL } from 'drizzle-orm';
import type { Day } from '#kernel/dates.ts';
import type { Statement } from '#kernel/database/statements.ts';
import { planName, unprepared } from '#kernel/database/statements.ts';
import { asked, asksStudents, sideOf, studentsOf, type LessonsOf } from './lessons-of.ts';

export type Part = 'lists' | 'students' | 'taken';
type Statements = Partial<Record<Part, Statement>>;

/** Rendered once for each kind of question, except where a query says which students. */
const known = new Map<string, Statements>();

export function statementsOf(who: LessonsOf): Statements {
  if (asksStudents(who) && typeof who.studentId !== 'number') return render(who);
  const kind = who === 'everybody' ? who : Object.keys(who)[0]!;
  const statements = known.get(kind) ?? render(who);
  known.set(kind, statements);
  return statements;
}

function render(who: LessonsOf): Statements {
  const parts = { lists: lists(who), ...(asksStudents(who) && studentLists(who)) };
  return Object.fromEntries(
    Object.entries(parts).map(([part, query]) => {
      const statement = unprepared(query);
      return [part, { ...statement, name: planName(statement.text, true)! }];
    }),
  );
}

/**
 * Short lists, each as one JSON array of arrays: rows of their own would cost more on both sides than what they say. Each
 * is found by ids, and nothing is joined: small tables, such as the rooms, are never analysed, and of them the planner
 * begins at the wrong one.
 */
function lists(who: LessonsOf): SQL {
  const { institutionId, from, to } = asked;
  const { lessonIds, partIds } = sideOf(who);
  const of = (table: string, ids: SQL) => sql`${sql.raw(table)} where institution_id = ${institutionId} and ${ids}`;
  const lessons = sql`any ((select i.lessons from ids i)::bigint[])`;
  const parts = sql`any ((select i.parts from ids i)::bigint[])`;
  return sql`with ids as materialized (select array(${lessonIds}) as lessons, array(${partIds}) as parts),
      l as materialized (select * from ${of('lessons', sql`id = ${lessons}`)}),
      o as materialized (select * from ${of('booked_rooms', sql`lesson_id = ${lessons}`)}),
      c as materialized (select * from ${of('part_courses', sql`part_id = ${parts}`)}),
      t as materialized (select * from ${of('part_teachers', sql`part_id = ${parts}`)}),
      v as materialized (select * from ${of('lesson_substitutes', sql`on_date between ${from} and ${to} and lesson_id = ${lessons}`)})
    select ${arrays('id, set_id, timetable_id, weekday, first_period, length', sql`l`)} as lessons,
      ${arrays('id, set_id, position', of('lesson_parts', sql`id = ${parts}`))} as parts,
      ${arrays('id, name', of('lesson_sets', sql`id = any (array(select set_id from l)) and name is not null`))} as sets,
      ${arrays('lesson_id, part_id, room_id', sql`o`)} as bookings,
      ${arrays('id, name', of('rooms', sql`id = any (array(select room_id from o))`))} as rooms,
      ${arrays('part_id, batch_id, course_id', sql`c`)} as courses,
      ${arrays('id, name', of('batches', sql`id = any (array(select batch_id from c))`))} as batches,
      ${arrays('id, code, title', of('courses', sql`id = any (array(select course_id from c))`))} as titles,
      ${arrays('part_id, employee_id', sql`t`)} as teachers,
      ${arrays('part_id, lesson_id, absent_id, substitute_id, on_date', sql`v`)} as substitutes,
      ${arrays(
        "id, first_name || ' ' || surname, sort_name",
        of('employees', sql`id = any (array(select employee_id from t union select substitute_id from v))`),
      )} as employees`;
}

const arrays = (columns: string, from: SQL): SQL =>
  sql`(select coalesce(json_agg(json_build_array(${sql.raw(columns)})), '[]') from ${from})`;

type Named = [id: number, name: string];

/** The lists, with the columns of their rows. */
export interface WeekLists {
  lessons: [id: number, setId: number, timetableId: number, weekday: number, period: number, length: number][];
  parts: [id: number, setId: number, position: number][];
  sets: Named[];
  bookings: [lessonId: number, partId: number, roomId: number][];
  rooms: Named[];
  courses: [partId: number, batchId: number, courseId: number][];
  batches: Named[];
  titles: [id: number, code: string, title: string][];
  teachers: [partId: number, employeeId: number][];
  substitutes: [partId: number, lessonId: number, absentId: number, substituteId: number, day: Day][];
  employees: [id: number, name: string, sortName: string][];
}

function studentLists(who: { studentId: number | SQL }): Partial<Record<Part, SQL>> {
  const { institutionId } = asked;
  return {
    students: sql`select z.id::int as id, z.first_name as "firstName", z.batch_id::int as "batchId",
        exists (select from student_electives a
          where (a.institution_id, a.student_id) = (${institutionId}, z.id)) as "choosesElectives"
      from students z where ${studentsOf(who)} and z.batch_id is not null`,
    taken: sql`select distinct a.student_id || ' ' || a.batch_id || ' ' || a.course_id as key from course_takers a
      where a.institution_id = ${institutionId} and a.student_id in (select z.id from students z where ${studentsOf(who)})`,
  };
}
