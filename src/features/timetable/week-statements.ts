import { sql, type SQL } from 'drizzle-orm';
import type { Statement } from '#kernel/database/pipeline.ts';
import { planName, unprepared } from '#kernel/database/statements.ts';
import { asked, asksStudents, sideOf, studentsOf, type LessonsOf } from './lessons-of.ts';

export type Part =
  'placed' | 'rooms' | 'courses' | 'batches' | 'titles' | 'teachers' | 'substitutes' | 'students' | 'taken';
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
  const parts = { ...lists(who), ...(asksStudents(who) && studentLists(who)) };
  return Object.fromEntries(
    Object.entries(parts).map(([part, query]) => {
      const statement = unprepared(query);
      return [part, { ...statement, name: planName(statement.text, true)! }];
    }),
  );
}

function lists(who: LessonsOf): Partial<Record<Part, SQL>> {
  const { institutionId, from, to } = asked;
  const { lessonIs, partIs } = sideOf(who);
  const ofParts = sql`from part_courses c where c.institution_id = ${institutionId} and ${partIs(sql`c.part_id`)}`;
  return {
    placed: sql`select l.timetable_id::int as "timetableId", l.id::int as "lessonId", p.id::int as "partId", l.weekday,
        l.first_period as period, l.length, s.name as "setName"
      from lessons l join lesson_parts p on (p.institution_id, p.set_id) = (${institutionId}, l.set_id)
      join lesson_sets s on (s.institution_id, s.id) = (${institutionId}, l.set_id)
      where l.institution_id = ${institutionId} and ${lessonIs(sql`l.id`)} and ${partIs(sql`p.id`)}
      order by l.id, p.position`,
    rooms: sql`select o.lesson_id::int as "lessonId", o.part_id::int as "partId", r.id::int as "roomId", r.name as room
      from booked_rooms o join rooms r on (r.institution_id, r.id) = (${institutionId}, o.room_id)
      where o.institution_id = ${institutionId} and ${lessonIs(sql`o.lesson_id`)}`,
    courses: sql`select c.part_id::int as "partId", c.batch_id::int as "batchId", c.course_id::int as "courseId" ${ofParts}`,
    // By their ids in one pass: a join looks them up for each lesson, or compares all with all.
    batches: sql`select h.id::int as id, h.name from batches h
      where h.institution_id = ${institutionId} and h.id = any (array(select c.batch_id ${ofParts}))`,
    titles: sql`select u.id::int as id, u.code, u.title from courses u
      where u.institution_id = ${institutionId} and u.id = any (array(select c.course_id ${ofParts}))`,
    teachers: sql`select x.part_id::int as "partId", g.id::int as id, g.first_name || ' ' || g.surname as name,
        g.sort_name as "sortName"
      from part_teachers x join employees g on (g.institution_id, g.id) = (${institutionId}, x.employee_id)
      where x.institution_id = ${institutionId} and ${partIs(sql`x.part_id`)}`,
    substitutes: sql`select v.on_date::text as day, v.lesson_id::int as "lessonId", v.part_id::int as "partId",
        v.absent_id::int as "absentId", g.id::int as id, g.first_name || ' ' || g.surname as name,
        g.sort_name as "sortName"
      from lesson_substitutes v join employees g on (g.institution_id, g.id) = (${institutionId}, v.substitute_id)
      where v.institution_id = ${institutionId} and v.on_date between ${from} and ${to} and ${lessonIs(sql`v.lesson_id`)}`,
  };
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
