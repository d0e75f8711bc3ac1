import { type SQL, sql } from 'drizzle-orm';
import type { Day } from '#kernel/dates.ts';
import { query, type Db } from '#kernel/database.ts';
import { filled, type Statement, planName, unprepared } from '#kernel/database/statements.ts';
import { asksStudents, type LessonsOf, asked, sideOf, studentsOf } from './lessons-of.ts';

/** A part of a lesson and its place in the week. */
export interface PlacedPart {
  timetableId: number;
  lessonId: number;
  partId: number;
  weekday: number;
  period: number;
  length: number;
  /** Within its set. */
  position: number;
  setName: string | null;
}

export interface CourseOfPart {
  partId: number;
  batchId: number;
  courseId: number;
}

export interface TeacherOfPart {
  partId: number;
  id: number;
  name: string;
  sortName: string;
}

interface Substitute extends TeacherOfPart {
  day: Day;
  lessonId: number;
  absentId: number;
}

export interface StudentOfLessons {
  id: number;
  firstName: string;
  batchId: number;
  /** Whether electives were chosen at all. */
  choosesElectives: boolean;
}

export interface LessonRows {
  /** Some may be of the same lesson in another room, or with another teacher. */
  placed: PlacedPart[];
  rooms: { lessonId: number; partId: number; roomId: number; room: string }[];
  courses: CourseOfPart[];
  /** Names by id. */
  batches: ReadonlyMap<number, string>;
  titles: ReadonlyMap<number, { code: string; title: string }>;
  teachers: TeacherOfPart[];
  substitutes: Substitute[];
  /** If students were asked for. */
  students: StudentOfLessons[] | null;
  /** What they take: 'student batch course'. */
  taken: ReadonlySet<string>;
}

export async function lessonRows(
  db: Db,
  institutionId: number,
  who: LessonsOf,
  days: { from: Day; to: Day; weekdays: number[] },
): Promise<LessonRows> {
  const given = { ...days, institutionId, id: idOf(who) };
  const statements = statementsOf(who);
  const ask = <Row>(part: Part): Promise<Row[]> => {
    const statement = statements[part];
    if (!statement) return Promise.resolve([]);
    return query<Row>(db, filled(statement, given));
  };
  const [found, students, taken] = await Promise.all([
    ask<WeekLists>('lists'),
    ask<StudentOfLessons>('students'),
    ask<{ key: string }>('taken'),
  ]);
  return {
    ...listsIn(found[0]!),
    students: asksStudents(who) ? students : null,
    taken: new Set(taken.map(({ key }) => key)),
  };
}

function listsIn(found: WeekLists): Omit<LessonRows, 'students' | 'taken'> {
  const parts = Map.groupBy(found.parts, ([, setId]) => setId);
  const [sets, rooms] = [new Map(found.sets), new Map(found.rooms)];
  const employees = new Map(found.employees.map(([id, name, sortName]) => [id, { id, name, sortName }]));
  return {
    placed: found.lessons.flatMap(([lessonId, setId, timetableId, weekday, period, length]) =>
      (parts.get(setId) ?? []).map(([partId, , position]) => ({
        timetableId,
        lessonId,
        partId,
        weekday,
        period,
        length,
        position,
        setName: sets.get(setId) ?? null,
      })),
    ),
    rooms: found.bookings.map(([lessonId, partId, roomId]) => ({ lessonId, partId, roomId, room: rooms.get(roomId)! })),
    courses: found.courses.map(([partId, batchId, courseId]) => ({ partId, batchId, courseId })),
    batches: new Map(found.batches),
    titles: new Map(found.titles.map(([id, code, title]) => [id, { code, title }])),
    teachers: found.teachers.map(([partId, id]) => ({ partId, ...employees.get(id)! })),
    substitutes: found.substitutes.map(([partId, lessonId, absentId, id, day]) => ({
      partId,
      lessonId,
      absentId,
      day,
      ...employees.get(id)!,
    })),
  };
}

function idOf(who: LessonsOf): number | readonly number[] | null {
  if (who === 'everybody') return null;
  const [id] = Object.values(who) as [number | readonly number[] | SQL];
  return typeof id === 'number' || Array.isArray(id) ? id : null;
}

type Part = 'lists' | 'students' | 'taken';
type Statements = Partial<Record<Part, Statement>>;

/** Rendered once for each kind of question, except where a query says which students. */
const known = new Map<string, Statements>();

function statementsOf(who: LessonsOf): Statements {
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
interface WeekLists {
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
    students: sql`select z.id::bigint as id, z.first_name as "firstName", z.batch_id::bigint as "batchId",
        exists (select from student_electives a
          where (a.institution_id, a.student_id) = (${institutionId}, z.id)) as "choosesElectives"
      from students z where ${studentsOf(who)} and z.batch_id is not null`,
    taken: sql`select distinct a.student_id || ' ' || a.batch_id || ' ' || a.course_id as key from course_takers a
      where a.institution_id = ${institutionId} and a.student_id in (select z.id from students z where ${studentsOf(who)})`,
  };
}
