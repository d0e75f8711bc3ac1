import { addDays, type Day } from '#kernel/dates.ts';
import type { Db } from '#kernel/database.ts';
import { timetableDays, type TimetableDay } from './bells/bells-of-days.queries.ts';
import { lessonsByDay, type TaughtLesson } from './lessons-by-day.ts';
import type { LessonsOf } from './lessons-of.ts';
import { daysFrom, isoWeekday } from './own/week-days.ts';
import { lessonRows } from './week-rows.queries.ts';

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
