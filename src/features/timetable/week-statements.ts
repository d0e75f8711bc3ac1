import { sql, type SQL } from 'drizzle-orm';
import type { Statement } from '#kernel/database/pipeline.ts';
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
 * Short lists one below the other, with columns for all: an answer of each would cost more than its rows. Each is found
 * by ids, and nothing is joined: small tables, such as the rooms, are never analysed, and of them the planner begins at
 * the wrong one.
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
    select 'lesson' as list, id::int as a, set_id::int as b, timetable_id::int as c, weekday::int as d, first_period::int as e,
      length::int as f, null as x, null as y from l
    union all select 'part', id::int, set_id::int, position::int, null, null, null, null, null
      from ${of('lesson_parts', sql`id = ${parts}`)}
    union all select 'set', id::int, null, null, null, null, null, name, null
      from ${of('lesson_sets', sql`id = any (array(select set_id from l)) and name is not null`)}
    union all select 'booking', lesson_id::int, part_id::int, room_id::int, null, null, null, null, null from o
    union all select 'room', id::int, null, null, null, null, null, name, null
      from ${of('rooms', sql`id = any (array(select room_id from o))`)}
    union all select 'course', part_id::int, batch_id::int, course_id::int, null, null, null, null, null from c
    union all select 'batch', id::int, null, null, null, null, null, name, null
      from ${of('batches', sql`id = any (array(select batch_id from c))`)}
    union all select 'title', id::int, null, null, null, null, null, code, title
      from ${of('courses', sql`id = any (array(select course_id from c))`)}
    union all select 'teacher', part_id::int, employee_id::int, null, null, null, null, null, null from t
    union all select 'substitute', part_id::int, substitute_id::int, lesson_id::int, absent_id::int, null, null, on_date::text, null
      from v
    union all select 'employee', id::int, null, null, null, null, null, first_name || ' ' || surname, sort_name
      from ${of('employees', sql`id = any (array(select employee_id from t union select substitute_id from v))`)}`;
}

/** A row of the lists: which, and its columns. */
export interface ListRow {
  list:
    | 'lesson'
    | 'part'
    | 'set'
    | 'booking'
    | 'room'
    | 'course'
    | 'batch'
    | 'title'
    | 'teacher'
    | 'substitute'
    | 'employee';
  a: number;
  b: number;
  c: number;
  d: number;
  e: number;
  f: number;
  x: string;
  y: string;
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
