import { addDays, today } from './dates.ts';

/** Today and the six days after it. */
export const weekAhead = (timeZone: string): string[] => {
  const first = today(timeZone);
  return Array.from({ length: 7 }, (_, days) => addDays(first, days));
};

/** Month and day as a number, in which birthdays are indexed: 1125 is 25 November. */
export const monthDay = (day: string): number => Number(day.slice(5, 7)) * 100 + Number(day.slice(8, 10));
