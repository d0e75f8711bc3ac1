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
 * Short lists one below the other, with columns for all: an answer of each would cost more than its rows. Each begins at
 * the ids and looks them up in one pass over an index. Joined to each other they are twenty tables, for which PostgreSQL
 * needs longer to plan than to run, and finds no good order while some of them are small.
 */
function lists(who: LessonsOf): SQL {
  const { institutionId, from, to } = asked;
  const { lessonIds, partIds } = sideOf(who);
  const [lessons, parts] = [
    sql`any ((select i.lessons from ids i)::bigint[])`,
    sql`any ((select i.parts from ids i)::bigint[])`,
  ];
  const ofParts = sql`from part_courses c where c.institution_id = ${institutionId} and c.part_id = ${parts}`;
  return sql`with ids as materialized (select array(${lessonIds}) as lessons, array(${partIds}) as parts)
    select 'placed' as list, l.id::int as a, p.id::int as b, l.timetable_id::int as c, l.weekday as d, l.first_period as e,
      l.length as f, p.position as g, s.name as x, null as y, null as z
    from lessons l join lesson_parts p on (p.institution_id, p.set_id) = (${institutionId}, l.set_id)
    join lesson_sets s on (s.institution_id, s.id) = (${institutionId}, l.set_id)
    where l.institution_id = ${institutionId} and l.id = ${lessons} and p.id = ${parts}
    union all select 'room', o.lesson_id::int, o.part_id::int, r.id::int, null, null, null, null, r.name, null, null
    from booked_rooms o join rooms r on (r.institution_id, r.id) = (${institutionId}, o.room_id)
    where o.institution_id = ${institutionId} and o.lesson_id = ${lessons}
    union all select 'course', c.part_id::int, c.batch_id::int, c.course_id::int, null, null, null, null, null, null, null ${ofParts}
    union all select 'batch', h.id::int, null, null, null, null, null, null, h.name, null, null from batches h
    where h.institution_id = ${institutionId} and h.id = any (array(select c.batch_id ${ofParts}))
    union all select 'title', u.id::int, null, null, null, null, null, null, u.code, u.title, null from courses u
    where u.institution_id = ${institutionId} and u.id = any (array(select c.course_id ${ofParts}))
    union all select 'teacher', x.part_id::int, g.id::int, null, null, null, null, null, g.first_name || ' ' || g.surname, g.sort_name, null
    from part_teachers x join employees g on (g.institution_id, g.id) = (${institutionId}, x.employee_id)
    where x.institution_id = ${institutionId} and x.part_id = ${parts}
    union all select 'substitute', v.part_id::int, g.id::int, v.lesson_id::int, v.absent_id::int, null, null, null,
      g.first_name || ' ' || g.surname, g.sort_name, v.on_date::text
    from lesson_substitutes v join employees g on (g.institution_id, g.id) = (${institutionId}, v.substitute_id)
    where v.institution_id = ${institutionId} and v.on_date between ${from} and ${to} and v.lesson_id = ${lessons}`;
}

/** A row of the lists: which, and its columns. */
export interface ListRow {
  list: 'placed' | 'room' | 'course' | 'batch' | 'title' | 'teacher' | 'substitute';
  a: number;
  b: number;
  c: number;
  d: number;
  e: number;
  f: number;
  g: number;
  x: string;
  y: string;
  z: string;
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
