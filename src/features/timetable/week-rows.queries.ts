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
  return {
    placed: of('placed', ({ a, b, c, d, e, f, g, x }) => ({
      ...{ lessonId: a, partId: b, timetableId: c, weekday: d, period: e, length: f, position: g, setName: x },
    })),
    rooms: of('room', ({ a, b, c, x }) => ({ lessonId: a, partId: b, roomId: c, room: x })),
    courses: of('course', ({ a, b, c }) => ({ partId: a, batchId: b, courseId: c })),
    batches: new Map(of('batch', ({ a, x }) => [a, x])),
    titles: new Map(of('title', ({ a, x, y }) => [a, { code: x, title: y }])),
    teachers: of('teacher', ({ a, b, x, y }) => ({ partId: a, id: b, name: x, sortName: y })),
    substitutes: of('substitute', ({ a, b, c, d, x, y, z }) => ({
      ...{ partId: a, id: b, lessonId: c, absentId: d, name: x, sortName: y, day: z },
    })),
  };
}

function idOf(who: LessonsOf): number | readonly number[] | null {
  if (who === 'everybody') return null;
  const [id] = Object.values(who) as [number | readonly number[] | SQL];
  return typeof id === 'number' || Array.isArray(id) ? id : null;
}
