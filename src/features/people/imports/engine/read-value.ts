import { type Day, formatDay } from '#kernel/dates.ts';
import { searchable } from '#kernel/searchable.ts';
import { quote } from './headers.ts';
import type { DateOrder } from './date-order.ts';
import { dateHint, missingDate, readDate } from './read-date.ts';
import { phoneHint, readPhone } from '#kernel/phone.ts';
import type { Gazetteer } from '#features/records/geography/geography.queries.ts';
import { readBloodGroup, readGender, readGenotype, readStatus, readYesNo } from './value-readers.ts';

/** The parsed value of a cell, or an error message. */
export type CellResult<T> = { ok: T } | { problem: string };

export function birthDate(value: string, order: DateOrder, today: Day, person: string): CellResult<Day> {
  const read = date(value, order, today);
  if ('problem' in read) return read;
  if (read.ok > today)
    return { problem: `${formatDay(read.ok)} is in the future. Enter the ${person}’s date of birth.` };
  return read.ok < '1900-01-01' ? { problem: `${quote(value)} is too long ago for a date of birth.` } : read;
}

export function otherDate(value: string, order: DateOrder, today: Day, what: string): CellResult<Day> {
  const read = date(value, order, today);
  if ('problem' in read) return read;
  const year = Number(read.ok.slice(0, 4));
  return year < 1900 || year > Number(today.slice(0, 4)) + 1
    ? { problem: `${formatDay(read.ok)} can’t be ${what}.` }
    : read;
}

/** A year of four digits; some spreadsheets write 2009.0. */
export function year(value: string, today: Day, what: string): CellResult<number> {
  const [, digits] = /^(\d{4})(?:[.,]0+)?$/.exec(value) ?? [];
  if (!digits) return { problem: `${quote(value)} is not a year. Use four digits, for example 2009.` };
  const [found, latest] = [Number(digits), Number(today.slice(0, 4)) + 1];
  return found < 1900 || found > latest
    ? { problem: `${digits} can’t be ${what}. Use a year from 1900 to ${latest}.` }
    : { ok: found };
}

export function date(value: string, order: DateOrder, today: Day): CellResult<Day> {
  const day = readDate(value, order, today);
  if (day) return { ok: day };
  return { problem: missingDate(value, order, today) ?? `${quote(value)} is not a date. ${dateHint(order)}` };
}

export function phone(value: string, countryId: string): CellResult<string> {
  const number = readPhone(value, countryId);
  return number ? { ok: number } : { problem: `${quote(value)} is not a phone number. ${phoneHint(countryId)}` };
}

const address = /^[^\s@"(),:;<>[\\\]]{1,64}@[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)+$/;

export function email(value: string): CellResult<string> {
  const lower = value.toLowerCase();
  return lower.length <= 200 && address.test(lower)
    ? { ok: lower }
    : { problem: `${quote(value)} is not an e-mail address. Use the form name@school.ng.` };
}

const oneOf = <T>(value: string, found: T | null, hint: string): CellResult<T> =>
  found === null ? { problem: `${quote(value)} is not a valid value. ${hint}` } : { ok: found };

export const gender = (value: string) => oneOf(value, readGender(value), 'Use female or male (F or M).');
export const status = (value: string) =>
  oneOf(value, readStatus(value), 'Use active, applicant, suspended, graduated, withdrawn, transferred or deceased.');
export const genotype = (value: string) => oneOf(value, readGenotype(value), 'Use AA, AS, SS, AC, SC or CC.');
export const yesNo = (value: string) => oneOf(value, readYesNo(value), 'Use yes or no.');
export const nationality = (value: string, places: Gazetteer): CellResult<string> => {
  const country = places.findCountry(value);
  return country
    ? { ok: country.id }
    : { problem: `${quote(value)} is not a known country. Use its English name, for example Nigeria.` };
};

export const option = (value: string, options: readonly string[]) =>
  oneOf(value, options.find((one) => searchable(one) === searchable(value)) ?? null, `Use ${options.join(', ')}.`);
export const bloodGroup = (value: string) =>
  oneOf(value, readBloodGroup(value), 'Use A+, A-, B+, B-, AB+, AB-, O+ or O-.');

const error = /^#(?:REF!|N\/A|DIV\/0!|VALUE!|NAME\?|NUM!|NULL!|SPILL!|CALC!)$/i;
const narrow = /^#{3,}$/;
const shortened = /^\d(?:[.,]\d+)?E\+\d{1,3}$/i;

/** A message if the spreadsheet lost the value of a cell (an error, ####, a shortened number), else null. */
export function lostValue(text: string): string | null {
  if (error.test(text)) return `${quote(text)} is a spreadsheet error. Correct the formula or type the value.`;
  if (narrow.test(text))
    return `${quote(text)} means that the column was too narrow. Widen the column, save the file and upload it again.`;
  if (shortened.test(text))
    return `${quote(text)} is a long number that the spreadsheet has shortened. Format the column as a number without decimals, save the file and upload it again.`;
  return null;
}
