import type { SQL } from 'drizzle-orm';
import type { Day } from '#kernel/dates.ts';
import { rows, type Db } from '#kernel/database.ts';
import { filled } from '#kernel/database/statements.ts';
import { asksStudents, type LessonsOf } from './lessons-of.ts';
import { statementsOf, type Part } from './week-statements.ts';

/*
 * What the lessons of some days are made of, in short lists that are sent together. One statement for all of it joins
 * twenty tables: PostgreSQL takes longer to plan that than to run it, and looks up names in whole tables.
 */

/** A part of a lesson and its place in the week. */
export interface PlacedPart {
  timetableId: number;
  lessonId: number;
  partId: number;
  weekday: number;
  period: number;
  length: number;
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
  /** In the order of their lessons. Some may be of the same lesson in another room, or with another teacher. */
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
  const [placed, rooms, courses, batches, titles, teachers, substitutes, students, taken] = await Promise.all([
    ask<PlacedPart>('placed'),
    ask<RoomOfLesson>('rooms'),
    ask<CourseOfPart>('courses'),
    ask<{ id: number; name: string }>('batches'),
    ask<{ id: number; code: string; title: string }>('titles'),
    ask<TeacherOfPart>('teachers'),
    ask<Substitute>('substitutes'),
    ask<StudentOfLessons>('students'),
    ask<{ key: string }>('taken'),
  ]);
  return {
    ...{ placed, rooms, courses, teachers, substitutes, students: asksStudents(who) ? students : null },
    batches: new Map(batches.map(({ id, name }) => [id, name])),
    titles: new Map(titles.map(({ id, code, title }) => [id, { code, title }])),
    taken: new Set(taken.map(({ key }) => key)),
  };
}

function idOf(who: LessonsOf): number | readonly number[] | null {
  if (who === 'everybody') return null;
  const [id] = Object.values(who) as [number | readonly number[] | SQL];
  return typeof id === 'number' || Array.isArray(id) ? id : null;
}
