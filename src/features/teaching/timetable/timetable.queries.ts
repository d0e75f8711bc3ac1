import { addDays, type Day } from '#kernel/dates.ts';
import type { Db } from '#kernel/database.ts';
import { timetableDays, type TimetableDay } from './bells/bells-of-days.queries.ts';
import { lessonsByDay } from './lessons-by-day.ts';
import type { LessonsOf } from './lessons-of.ts';
import { daysFrom, isoWeekday } from './own/week-days.ts';
import { lessonRows } from './week-rows.queries.ts';

export type { LessonsOf } from './lessons-of.ts';

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

/** The lessons of a day, of all batches. */
export const lessonsOn = (db: Db, institutionId: number, date: Day): Promise<TaughtLesson[]> =>
  lessonsBetween(db, institutionId, 'everybody', date, date);

/** What a teacher teaches on a day. */
export const lessonsOfTeacher = (
  db: Db,
  institutionId: number,
  employeeId: number,
  date: Day,
): Promise<TaughtLesson[]> => lessonsBetween(db, institutionId, { employeeId }, date, date);
