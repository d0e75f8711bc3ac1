import { addDays, type Day } from '#kernel/dates.ts';

/** ISO: 1 is Monday. */
export const isoWeekday = (day: Day): number => new Date(`${day}T12:00:00Z`).getUTCDay() || 7;

/** The Monday on or before a day. */
export const mondayOf = (day: Day): Day => addDays(day, 1 - isoWeekday(day));

/** All days from one to another. */
export function daysFrom(from: Day, to: Day): Day[] {
  const days: Day[] = [];
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day);
  return days;
}
