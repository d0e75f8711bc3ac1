import { addDays, type Day } from '#kernel/dates.ts';

type CalendarView = 'month' | 'week';

/** ISO: 1 is Monday. */
export const weekdayOf = (day: Day): number => new Date(day).getUTCDay() || 7;
export const mondayOf = (day: Day): Day => addDays(day, 1 - weekdayOf(day));

const firstOfMonth = (day: Day): Day => `${day.slice(0, 8)}01`;

/** The same day in another month, or its last one: 31 January and a month later is 28 February. */
export function addMonths(day: Day, months: number): Day {
  const [year, month] = [Number(day.slice(0, 4)), Number(day.slice(5, 7)) - 1 + months];
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return new Date(Date.UTC(year, month, Math.min(Number(day.slice(8)), last))).toISOString().slice(0, 10);
}

/** Whole weeks around a day: its week, or those of its month. */
export function periodOf(view: CalendarView, day: Day): { from: Day; to: Day } {
  if (view === 'week') return { from: mondayOf(day), to: addDays(mondayOf(day), 6) };
  const first = firstOfMonth(day);
  const last = addDays(addMonths(first, 1), -1);
  return { from: mondayOf(first), to: addDays(mondayOf(last), 6) };
}
