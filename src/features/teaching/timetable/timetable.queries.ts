import { addDays, type Day } from '#kernel/dates.ts';
import type { Db } from '#kernel/database.ts';
import { timetableDays, type TimetableDay } from './bells/bells.ts';
import type { LessonsOf } from './lessons-of.ts';
import { daysFrom, isoWeekday } from './own/week-days.ts';
import {
  lessonRows,
  type CourseOfPart,
  type LessonRows,
  type PlacedPart,
  type StudentOfLessons,
  type TeacherOfPart,
} from './week-rows.queries.ts';

/** One part of a lesson on a day of the published timetable: a usual lesson has one, electives in parallel several. */
export interface TaughtLesson {
  day: Day;
  timetableId: number;
  lessonId: number;
  partId: number;
  /** ISO: 1 is Monday. */
  weekday: number;
  /** The first one. Periods count those in which lessons are taught. */
  period: number;
  /** How many periods in a row. */
  length: number;
  /** Of the first period: 'Period 3'. */
  periodName: string;
  /** 'HH:MM' in the time zone of the institution. */
  startsAt: string;
  endsAt: string;
  /** The name of a block of electives. */
  setName: string | null;
  /** More than one: combined. */
  courses: { batchId: number; batch: string; courseId: number; code: string; title: string }[];
  /** Who teaches it that day: a substitute in place of somebody who is away. */
  teachers: { id: number; name: string; isSubstitute?: true }[];
  roomId: number | null;
  room: string | null;
  /** Whose it is, where students were asked for. */
  studentId: number | null;
  /** The first name. */
  student: string | null;
}

type Teachers = TaughtLesson['teachers'];
type Course = TaughtLesson['courses'][number];

/** Puts the parts of lessons on the days of the versions they belong to, in the order of the days. */
function lessonsByDay(
  days: readonly TimetableDay[],
  rows: LessonRows,
  isTheirs: (lesson: TaughtLesson) => boolean,
): TaughtLesson[] {
  const courses = Map.groupBy(rows.courses, ({ partId }) => partId);
  const placed = rows.placed.toSorted((one, other) => one.position - other.position);
  const places = Map.groupBy(placed, ({ timetableId, weekday }) => `${timetableId} ${weekday}`);
  const teachersOn = teachersOfDays(rows);
  const rooms = new Map(rows.rooms.map((room) => [`${room.lessonId} ${room.partId}`, room]));
  const coursesOf = new Map(
    [...courses].map(([partId, found]) => [
      partId,
      found.map((course) => named(course, rows)).toSorted(byBatchAndTitle),
    ]),
  );

  return days.flatMap(({ day, timetableId, bells }) => {
    const periods = new Map(bells.map((bell) => [bell.period, bell]));
    const onDay = places.get(`${timetableId} ${isoWeekday(day)}`) ?? [];
    const lessons = onDay.flatMap((part): TaughtLesson[] => {
      const [first, last] = [periods.get(part.period), periods.get(part.period + part.length - 1)];
      const teachers = teachersOn(day, part);
      // Bells without the period: nothing is taught then.
      if (!first || !last) return [];
      const room = rooms.get(`${part.lessonId} ${part.partId}`);
      const lesson: TaughtLesson = {
        day,
        timetableId,
        lessonId: part.lessonId,
        partId: part.partId,
        weekday: part.weekday,
        period: part.period,
        length: part.length,
        periodName: first.name,
        startsAt: first.startsAt,
        endsAt: last.endsAt,
        setName: part.setName,
        courses: coursesOf.get(part.partId) ?? [],
        teachers,
        roomId: room?.roomId ?? null,
        room: room?.room ?? null,
        studentId: null,
        student: null,
      };
      if (!isTheirs(lesson)) return [];
      return rows.students === null ? [lesson] : ofStudents(lesson, rows.students);
    });
    const own = rows.students === null ? lessons : chosen(lessons, rows.students, rows.taken);
    return own.toSorted(
      (one, other) => one.period - other.period || byFirstBatch(one, other) || one.lessonId - other.lessonId,
    );
  });
}

/** Who teaches a part on a day: a substitute in place of somebody who is away. */
function teachersOfDays({ teachers, substitutes }: LessonRows): (day: string, part: PlacedPart) => Teachers {
  const usual = new Map(
    [...Map.groupBy(teachers, ({ partId }) => partId)].map(([partId, found]) => [partId, found.toSorted(byName)]),
  );
  const words = new Map([...usual].map(([partId, found]) => [partId, found.map(({ id, name }) => ({ id, name }))]));
  const away = Map.groupBy(substitutes, ({ day, lessonId, partId }) => `${day} ${lessonId} ${partId}`);
  return (day, { lessonId, partId }) => {
    const instead = away.get(`${day} ${lessonId} ${partId}`);
    if (!instead) return words.get(partId) ?? [];
    const present = (usual.get(partId) ?? []).map((teacher) => {
      const found = instead.find(({ absentId }) => absentId === teacher.id);
      return found ? { ...found, isSubstitute: true as const } : { ...teacher, isSubstitute: undefined };
    });
    return present
      .toSorted(byName)
      .map(({ id, name, isSubstitute }) => ({ id, name, ...(isSubstitute && { isSubstitute }) }));
  };
}

const named = ({ batchId, courseId }: CourseOfPart, { batches, titles }: LessonRows): Course => ({
  batchId,
  batch: batches.get(batchId)!,
  courseId,
  ...titles.get(courseId)!,
});

const byText = (one = '', other = '') => (one < other ? -1 : one > other ? 1 : 0);
const byBatchAndTitle = (one: Course, other: Course) =>
  byText(one.batch, other.batch) || byText(one.title, other.title);
const byFirstBatch = (one: TaughtLesson, other: TaughtLesson) => byText(one.courses[0]?.batch, other.courses[0]?.batch);

const byName = (one: TeacherOfPart, other: TeacherOfPart) => byText(one.sortName, other.sortName) || one.id - other.id;

/** A lesson once for each student of its classes. */
const ofStudents = (lesson: TaughtLesson, students: readonly StudentOfLessons[]): TaughtLesson[] =>
  students
    .filter(({ batchId }) => lesson.courses.some((course) => course.batchId === batchId))
    .map(({ id, firstName }) => ({ ...lesson, studentId: id, student: firstName }));

/**
 * A student sees the own parts. Who has no electives on record sees all of a block: nobody knows yet where the student
 * goes.
 */
function chosen(
  lessons: readonly TaughtLesson[],
  students: readonly StudentOfLessons[],
  taken: LessonRows['taken'],
): TaughtLesson[] {
  const known = new Map(students.map((student) => [student.id, student]));
  const takes = ({ studentId, courses }: TaughtLesson) =>
    courses.some(({ batchId, courseId }) => taken.has(`${studentId} ${batchId} ${courseId}`));
  const decided = new Set(lessons.filter(takes).map(({ lessonId, studentId }) => `${lessonId} ${studentId}`));
  return lessons.filter(
    (lesson) =>
      takes(lesson) ||
      (!known.get(lesson.studentId!)!.choosesElectives && !decided.has(`${lesson.lessonId} ${lesson.studentId}`)),
  );
}

export type { LessonsOf } from './lessons-of.ts';

/**
 * The lessons of the published timetable on the days from `from` to `to`, in their order, with the bells of these days.
 * A holiday has none, and a substitute stands for a teacher who is away, unless the usual week is asked for. Sends all
 * its queries at once. The caller decides who may see them: `readableSubject` for a person who asks.
 */
export async function timetableBetween(
  db: Db,
  institutionId: number,
  who: LessonsOf,
  from: Day,
  to: Day,
  { isUsual = false } = {},
): Promise<{ lessons: TaughtLesson[]; days: TimetableDay[] }> {
  const week = to < addDays(from, 6) ? to : addDays(from, 6);
  const weekdays = daysFrom(from, week).map(isoWeekday);
  const [found, rows] = await Promise.all([
    timetableDays(db, institutionId, from, to),
    lessonRows(db, institutionId, who, { from, to, weekdays }),
  ]);
  if (isUsual) rows.substitutes = [];
  const days = isUsual ? found.map((one) => ({ ...one, closed: null, note: null })) : found;
  const open = days.filter(({ closed }) => closed === null);
  return { lessons: lessonsByDay(open, rows, isTheirs(who)), days };
}

/** Of those found by their ids. Who covers one lesson has it on that day only; who is covered doesn’t have it then. */
const isTheirs = (who: LessonsOf) => (lesson: TaughtLesson) => {
  if (who === 'everybody') return true;
  if ('roomId' in who) return lesson.roomId === who.roomId;
  return !('employeeId' in who) || lesson.teachers.some(({ id }) => id === who.employeeId);
};

export const lessonsBetween = async (
  db: Db,
  institutionId: number,
  who: LessonsOf,
  from: Day,
  to: Day,
): Promise<TaughtLesson[]> => (await timetableBetween(db, institutionId, who, from, to)).lessons;
