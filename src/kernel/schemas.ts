import { z } from 'zod';
import { isDay, today } from './dates.ts';
import { decimal, largestAmount } from './money.ts';
import { chooseOneOf } from './validation-messages.ts';

/** Ids in addresses and forms: text or number in, a positive integer out. */
const unlisted = 'Choose one from the list.';
export const id = z.coerce
  .number({ error: unlisted })
  .int(unlisted)
  .positive(unlisted)
  .max(Number.MAX_SAFE_INTEGER, unlisted);

/** Values by the id of what they are for, as forms send them. */
export const recordById = <T extends z.ZodType>(value: T) => z.record(z.string().regex(/^\d{1,16}$/), value);

/** Up to so many ids with commas between them, as addresses carry them; each once. */
export const idsIn = (most: number, error?: string) =>
  z
    .string()
    .regex(new RegExp(`^\\d{1,16}(,\\d{1,16}){0,${most - 1}}$`), error)
    .transform((text) => [...new Set(text.split(','))].map(Number));

/**
 * An amount as a money field sends it: a whole number of minor units (kobo), as text or number. Text with a decimal
 * point is refused, because '125.00' could mean either.
 */
export function amount(name = 'Amount', { zero = false }: { zero?: boolean } = {}) {
  const enter = `Enter an amount ${zero ? 'of zero or more' : 'above zero'}, such as 12,500.00.`;
  const decimals = `${name} can have two decimals at most, such as 12,500.00.`;
  return z.preprocess(
    minorUnits,
    z
      .number({
        error: ({ input }) => (typeof input === 'string' && /^\s*\d+\.\d+\s*$/.test(input) ? decimals : enter),
      })
      .min(zero ? 0 : 1, { error: ({ input }) => (Number(input) > 0 ? decimals : enter), abort: true })
      .max(largestAmount, { error: `${name} can be up to ${decimal(largestAmount)}.`, abort: true })
      .refine(Number.isSafeInteger, decimals),
  );
}

function minorUnits(value: unknown): unknown {
  if (typeof value === 'string' && /^\s*-?\d+\s*$/.test(value)) return minorUnits(Number(value));
  // No negative zero.
  return value === 0 ? 0 : value;
}

/** One of several values, with their labels. */
export const choice = <Key extends string>(labels: Record<Key, string>) =>
  z.enum(Object.keys(labels) as [Key, ...Key[]], { error: chooseOneOf(Object.values(labels)) });

/**
 * One typed line: trimmed, composed, inner spaces collapsed, no control characters. One that is too long is not looked
 * at any further: what is cheap for a line may take minutes for a megabyte.
 */
export function line(max: number, name = 'This') {
  const error = `${name} can have up to ${max} characters.`;
  return (
    z
      .string({ error: `${name} is required.` })
      // Room for spaces and marks that go.
      .max(20 * max + 1000, { error, abort: true })
      .transform((text) =>
        text
          .normalize('NFC')
          .replace(/[\p{Cc}\p{Cf}]/gu, ' ')
          .replace(/\s+/g, ' ')
          .trim(),
      )
      .pipe(
        z
          .string()
          .min(1, { error: `${name} is required.`, abort: true })
          .max(max, { error, abort: true }),
      )
  );
}

/** The same, with null for blank. */
export const optionalLine = (max: number, name = 'This') => emptyIsNull(line(max, name));

/** An existing date, from a date field. */
export const day = z.string().trim().refine(isDay, 'Enter a valid date, for example 2026-11-20.');
export const optionalDay = emptyIsNull(day);

const enterYear = 'Enter a year such as 2009.';
// Where a new year comes first, so that no institution has to wait for it.
const yearNow = () => Number(today('Pacific/Kiritimati').slice(0, 4));

/** A year from a year field, as text or number, up to so many years from now; null for blank. */
export function optionalYear({ from, ahead = 1 }: { from: number; ahead?: number }) {
  const latest = () => yearNow() + ahead;
  return emptyIsNull(
    z.preprocess(
      (value) => (typeof value === 'string' && /^\s*\d{4}\s*$/.test(value) ? Number(value) : value),
      z
        .number(enterYear)
        .int(enterYear)
        .refine((year) => year >= from && year <= latest(), {
          error: () => `Enter a year from ${from} to ${latest()}.`,
        }),
    ),
  );
}

/** A local date and time in the institution's time zone, yyyy-mm-ddThh:mm, from a date and time field. */
export const localMoment = z.string('Enter the date and time.').refine((text) => {
  const [date = '', time = ''] = text.split('T');
  return isDay(date) && /^([01]\d|2[0-3]):[0-5]\d$/.test(time);
}, 'Enter a valid date and time, for example 5 January 2027, 08:30 am.');

/** A required whole number; `what` begins what is wrong with it. */
export const whole = (from: number, to: number, what: string) =>
  z.coerce
    .number(`${what}: enter a whole number from ${from} to ${to}.`)
    .int(`${what}: enter a whole number.`)
    .min(from, `${what}: at least ${from}.`)
    .max(to, `${what}: at most ${to}.`);

/** An unticked checkbox is not sent. */
export const checkbox = z.preprocess(
  (value) => value === true || value === 'on' || value === 'true' || value === '1',
  z.boolean(),
);

export const email = z
  .string()
  .trim()
  .toLowerCase()
  .max(200)
  .pipe(z.email('Enter an e-mail address such as name@school.ng.'));
export const optionalEmail = emptyIsNull(email);

/** '' and missing become null; anything else goes through the schema. */
export function emptyIsNull<T extends z.ZodType>(schema: T) {
  return z.preprocess(
    (value) =>
      value === undefined || value === null || (typeof value === 'string' && value.trim() === '') ? null : value,
    schema.nullable(),
  );
}

/** Numbered rows of a form ('rows.0.name') arrive as an object by their numbers. */
export const rowsOfForm = (value: unknown): unknown =>
  typeof value === 'object' && value !== null ? Object.values(value) : value;

/** One or several values under one name in an address: always a list. */
export const list = <T extends z.ZodType>(schema: T) =>
  z.preprocess(
    (value) => (value === undefined || value === '' ? [] : Array.isArray(value) ? value : [value]),
    z.array(schema),
  );

/** The ids that a form lists, each once and in order. */
export const ids = (most: number) =>
  list(id)
    .refine((values) => values.length <= most, `Choose up to ${most}.`)
    .transform((values) => [...new Set(values)].toSorted((a, b) => a - b));

/** An optional query parameter; blank, as a cleared select sends it, counts as missing. */
export const queryParam = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (value === '' ? undefined : value), schema.optional());
