import { addDays, today } from './dates.ts';

/** Today and the six days after it. */
export const weekAhead = (timeZone: string): string[] => {
  const first = today(timeZone);
  return Array.from({ length: 7 }, (_, days) => addDays(first, days));
};

/** Month and day as a number, in which birthdays are indexed: 1125 is 25 November. */
const monthDay = (day: string): number => Number(day.slice(5, 7)) * 100 + Number(day.slice(8, 10));

/** The day of each birthday: who was born on 29 February has it on the 28th in the other years. */
export const birthdaysOf = (days: string[]): Map<number, string> =>
  new Map(
    days.flatMap((day): [number, string][] => {
      const number = monthDay(day);
      return number === 228 && monthDay(addDays(day, 1)) === 301
        ? [
            [number, day],
            [229, day],
          ]
        : [[number, day]];
    }),
  );
