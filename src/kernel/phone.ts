import { createRequire } from 'node:module';
import type * as Library from 'libphonenumber-js/min';
import { z } from 'zod';
import { Refused } from './errors.ts';
import { emptyIsNull } from './schemas.ts';
import { plans } from './phone-plans.ts';

/** The number with its country, as E.164 (+2348031234567), or null. */
export function readPhone(value: string, countryId: string): string | null {
  const digits = value
    .replace(/^tel:/i, '')
    .replace(/[\s().\-/]/g, '')
    .replace(/^00(?=[1-9]\d{6})/, '+');
  if (!/^\+?\d{5,17}$/.test(digits)) return null;
  const number = byOwnPlan(digits, countryId);
  return number === undefined ? byLibrary(digits, countryId) : number;
}

/** A phone number that a user searches for, in E.164 as far as possible; null if the text is something else. */
export const soughtPhone = (words: string): string | null =>
  /^[+0][\d\s().-]{8,24}$/.test(words.trim()) ? words.replace(/[\s().-]/g, '').replace(/^0+/, '') : null;

/**
 * Uses the plans above, far faster than the library and stricter about extra digits, for nearly all numbers in a
 * school's files. Undefined for other countries.
 */
function byOwnPlan(digits: string, countryId: string): string | null | undefined {
  const international = /^\+([1-9]\d{6,14})$/.exec(digits);
  if (international) return foreignNumber(international[1]!);
  const plan = plans[countryId];
  if (digits.startsWith('+')) return null;
  if (!plan) return undefined;
  // Spreadsheets drop the leading 0, so 8031234567 is accepted, and so is 2348031234567 without its +.
  const candidates = [
    digits.startsWith(plan.trunk) && plan.trunk ? digits.slice(plan.trunk.length) : null,
    digits.startsWith(plan.code) ? digits.slice(plan.code.length).replace(/^0/, '') : null,
    digits,
  ];
  const national = candidates.find((candidate) => candidate !== null && plan.national.test(candidate));
  return national ? `+${plan.code}${national}` : null;
}

/** A number with both country code and trunk prefix: +234 (0)803 … */
function foreignNumber(digits: string): string | null | undefined {
  const plan = Object.values(plans).find(({ code }) => digits.startsWith(code));
  if (!plan) return undefined;
  const rest = digits.slice(plan.code.length);
  const national = plan.national.test(rest)
    ? rest
    : plan.trunk && rest.startsWith(plan.trunk)
      ? rest.slice(plan.trunk.length)
      : '';
  return plan.national.test(national) ? `+${plan.code}${national}` : null;
}

let library: typeof Library | undefined;

/** Uses the numbering plans of all countries, loaded on demand. */
function byLibrary(digits: string, countryId: string): string | null {
  library ??= createRequire(import.meta.url)('libphonenumber-js/min') as typeof Library;
  const { isSupportedCountry, parsePhoneNumberFromString } = library;
  const country = isSupportedCountry(countryId) ? countryId : undefined;
  const number = parsePhoneNumberFromString(digits, country);
  return number?.isValid() && !number.ext ? number.number : null;
}

/** How to write a phone number, for a user whose number could not be read. */
export function phoneHint(countryId: string): string {
  const plan = plans[countryId];
  return plan
    ? `Use the form ${plan.example}, or include the country code: +${plan.code} …`
    : 'Include the country code, for example +234 803 123 4567.';
}

/** A number in the country's usual format. */
export const phoneExample = (countryId: string): string => plans[countryId]?.example ?? '+234 803 123 4567';

/** Looks like a phone number; the verb checks it for the institution's country (`readPhones`). */
export const phoneField = emptyIsNull(
  z
    .string()
    .trim()
    .regex(
      /^(?:tel:)?[+(\d](?:[\s().\-/]*\d){4,16}$/,
      'Enter a phone number such as 0803 123 4567 or +234 803 123 4567.',
    ),
);

/** The typed numbers as E.164, each for the institution's country; refuses an invalid number on its field. */
export function readPhones<Field extends string>(
  input: Record<NoInfer<Field>, string | null>,
  countryId: string,
  ...fields: Field[]
): Record<Field, string | null> {
  return Object.fromEntries(
    fields.map((field) => {
      const typed = input[field];
      const number = typed && readPhone(typed, countryId);
      if (typed && !number) throw new Refused(field, `This is not a phone number. ${phoneHint(countryId)}`);
      return [field, number || null];
    }),
  ) as Record<Field, string | null>;
}

/** The same for an existing record: an unchanged number was checked when it was entered. */
export function readChangedPhones<Field extends string>(
  input: Record<NoInfer<Field>, string | null>,
  before: Record<NoInfer<Field>, string | null> | undefined,
  countryId: string,
  ...fields: Field[]
): Record<Field, string | null> {
  if (!before) return readPhones(input, countryId, ...fields);
  const changed = fields.filter((field) => input[field] !== before[field]);
  const unchanged = Object.fromEntries(fields.map((field) => [field, before[field]])) as Record<Field, string | null>;
  return { ...unchanged, ...readPhones(input, countryId, ...changed) };
}
