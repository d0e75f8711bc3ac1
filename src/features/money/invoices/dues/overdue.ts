import type { Day } from '#kernel/dates.ts';

const oneDay = 86_400_000;

/** Days since the due date: 0 on the day itself, negative before it. */
export function daysOverdue(dueOn: Day, today: Day): number {
  const days = (Date.parse(today) - Date.parse(dueOn)) / oneDay;
  if (!Number.isInteger(days)) throw new RangeError(`Expected two days, not ${dueOn} and ${today}.`);
  return days;
}
