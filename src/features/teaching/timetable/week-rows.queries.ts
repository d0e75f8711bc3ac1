import type { SQL } from 'drizzle-orm';
import type { Day } from '#kernel/dates.ts';
import { query, type Db } from '#kernel/database.ts';
import { filled } from '#kernel/database/statements.ts';
import { asksStudents, type LessonsOf } from './lessons-of.ts';
import { statementsOf, type Part, type WeekLists } from './week-statements.ts';

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
