import type { SQL } from 'drizzle-orm';
import type { Day } from '#kernel/dates.ts';
import { rows, type Db } from '#kernel/database.ts';
import { filled } from '#kernel/database/statements.ts';
import { asksStudents, type LessonsOf } from './lessons-of.ts';
import { statementsOf, type ListRow, type Part } from './week-statements.ts';

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

export interface RoomOfLesson {
  lessonId: number;
  partId: number;
  roomId: number;
  room: string;
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

export interface Substitute extends TeacherOfPart {
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
  rooms: RoomOfLesson[];
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
    const { name, text, values } = filled(statement, given);
    return rows<Row>(db, { name: name!, text }, values);
  };
  const [found, students, taken] = await Promise.all([
    ask<ListRow>('lists'),
    ask<StudentOfLessons>('students'),
    ask<{ key: string }>('taken'),
  ]);
  return {
    ...listsIn(found),
    students: asksStudents(who) ? students : null,
    taken: new Set(taken.map(({ key }) => key)),
  };
}

function listsIn(found: readonly ListRow[]): Omit<LessonRows, 'students' | 'taken'> {
  const lists = Map.groupBy(found, ({ list }) => list);
  const of = <T>(list: ListRow['list'], read: (row: ListRow) => T): T[] => (lists.get(list) ?? []).map(read);
  const byId = <T>(list: ListRow['list'], read: (row: ListRow) => T) =>
    new Map(of(list, (row): [number, T] => [row.a, read(row)]));
  const parts = Map.groupBy(
    of('part', ({ a, b, c }) => ({ partId: a, setId: b, position: c })),
    ({ setId }) => setId,
  );
  const sets = byId('set', ({ x }) => x);
  const rooms = byId('room', ({ x }) => x);
  const employees = byId('employee', ({ a, x, y }) => ({ id: a, name: x, sortName: y }));
  return {
    placed: of('lesson', ({ a, b, c, d, e, f }) =>
      (parts.get(b) ?? []).map(({ partId, position }) => ({
        ...{ timetableId: c, lessonId: a, partId, weekday: d, period: e, length: f, position },
        setName: sets.get(b) ?? null,
      })),
    ).flat(),
    rooms: of('booking', ({ a, b, c }) => ({ lessonId: a, partId: b, roomId: c, room: rooms.get(c)! })),
    courses: of('course', ({ a, b, c }) => ({ partId: a, batchId: b, courseId: c })),
    batches: byId('batch', ({ x }) => x),
    titles: byId('title', ({ x, y }) => ({ code: x, title: y })),
    teachers: of('teacher', ({ a, b }) => ({ partId: a, ...employees.get(b)! })),
    substitutes: of('substitute', ({ a, b, c, d, x }) => ({
      ...{ partId: a, lessonId: c, absentId: d, day: x },
      ...employees.get(b)!,
    })),
  };
}

function idOf(who: LessonsOf): number | readonly number[] | null {
  if (who === 'everybody') return null;
  const [id] = Object.values(who) as [number | readonly number[] | SQL];
  return typeof id === 'number' || Array.isArray(id) ? id : null;
}
