import { isDay, type Day } from '#kernel/dates.ts';
import { noSuchDay } from '#ui/fields/dates/no-such-day.ts';
import type { DateOrder } from './date-order.ts';

const monthNames = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const tail = String.raw`(?:[T ,]+\d{1,2}:\d{2}.*)?$`;
const yearFirst = new RegExp(String.raw`^(\d{4})[/.\- ](\d{1,2})[/.\- ](\d{1,2})${tail}`);
const inNumbers = new RegExp(String.raw`^(\d{1,2})[/.\- ](\d{1,2})[/.\- ](\d{4}|\d{2})${tail}`);
const dayThenName = /^(?:[a-z]{3,9},? )?(\d{1,2})(?:st|nd|rd|th)?[ /.,-]*(?:of )?([a-z]{3,9})[ /.,-]+(\d{4}|\d{2})$/i;
const nameThenDay = /^([a-z]{3,9})[ .-]*(\d{1,2})(?:st|nd|rd|th)?[ ,-]+(\d{4}|\d{2})$/i;
const serial = /^\d{5}(?:\.\d+)?$/;

/** Parses a date in the usual notations, or returns null; `today` decides the century of '09. */
export function readDate(value: string, order: DateOrder, today: Day): Day | null {
  // Excel counts days from 1900 and treats 1900 as a leap year.
  if (serial.test(value))
    return new Date(Date.UTC(1899, 11, 30) + Math.floor(Number(value)) * 86_400_000).toISOString().slice(0, 10);
  const parts = partsOf(value, order, today);
  const text = parts && [parts.year, two(parts.month), two(parts.day)].join('-');
  return text && isDay(text) ? text : null;
}

/** 'There is no 31 February 2010.' for an impossible date, else null. */
export function missingDate(value: string, order: DateOrder, today: Day): string | null {
  const parts = partsOf(value, order, today);
  return parts && noSuchDay(parts.year, parts.month, parts.day);
}

const two = (number: number) => String(number).padStart(2, '0');

function partsOf(value: string, order: DateOrder, today: Day) {
  const found = (year: string, month: number, day: string) => ({
    year: fullYear(year, today),
    month,
    day: Number(day),
  });
  let parts: RegExpExecArray | null;
  if ((parts = yearFirst.exec(value))) return found(parts[1]!, Number(parts[2]), parts[3]!);
  if ((parts = inNumbers.exec(value))) {
    const [first, second] = [parts[1]!, parts[2]!];
    return order === 'dmy' ? found(parts[3]!, Number(second), first) : found(parts[3]!, Number(first), second);
  }
  if ((parts = dayThenName.exec(value))) return found(parts[3]!, monthNumber(parts[2]!), parts[1]!);
  if ((parts = nameThenDay.exec(value))) return found(parts[3]!, monthNumber(parts[1]!), parts[2]!);
  return null;
}

/** How to write a date, for the error message. */
export const dateHint = (order: DateOrder): string =>
  order === 'dmy' ? 'Use day/month/year, for example 28/02/2010.' : 'Use month/day/year, for example 02/28/2010.';

/** Two-digit years belong to the past, or to next year at most. */
function fullYear(year: string, today: Day): string {
  if (year.length === 4) return year;
  const thisYear = Number(today.slice(0, 4));
  const candidate = Math.floor(thisYear / 100) * 100 + Number(year);
  return String(candidate <= thisYear + 1 ? candidate : candidate - 100);
}

const monthNumber = (name: string): number => {
  const found = monthNames.indexOf(name.slice(0, 3).toLowerCase()) + 1;
  return found && fullNames[found - 1]!.startsWith(name.toLowerCase().replace(/^sept$/, 'sep')) ? found : 0;
};
const fullNames = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
];
