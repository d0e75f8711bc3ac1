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

/** A telephone number that somebody looks for, as far as E.164 holds it; null where the words are something else. */
export const soughtPhone = (words: string): string | null =>
  /^[+0][\d\s().-]{8,24}$/.test(words.trim()) ? words.replace(/[\s().-]/g, '').replace(/^0+/, '') : null;

/**
 * By the plans above, far faster than the library and stricter with a digit too many: nearly all the numbers of a
 * school's files. Undefined where they have none.
 */
function byOwnPlan(digits: string, countryId: string): string | null | undefined {
  const international = /^\+([1-9]\d{6,14})$/.exec(digits);
  if (international) return foreignNumber(international[1]!);
  const plan = plans[countryId];
  if (digits.startsWith('+')) return null;
  if (!plan) return undefined;
  // Spreadsheets eat the first 0: 8031234567 is a number too, and so is 2348031234567 without its +.
  const candidates = [
    digits.startsWith(plan.trunk) && plan.trunk ? digits.slice(plan.trunk.length) : null,
    digits.startsWith(plan.code) ? digits.slice(plan.code.length).replace(/^0/, '') : null,
    digits,
  ];
  const national = candidates.find((candidate) => candidate !== null && plan.national.test(candidate));
  return national ? `+${plan.code}${national}` : null;
}

/** A number written for its country: +234 (0)803 … carries a 0 too many. */
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

/** By the numbering plans of all countries, loaded when the first number asks for them. */
function byLibrary(digits: string, countryId: string): string | null {
  library ??= createRequire(import.meta.url)('libphonenumber-js/min') as typeof Library;
  const { isSupportedCountry, parsePhoneNumberFromString } = library;
  const country = isSupportedCountry(countryId) ? countryId : undefined;
  const number = parsePhoneNumberFromString(digits, country);
  return number?.isValid() && !number.ext ? number.number : null;
}

/** How to write a phone number here, for the clerk whose number could not be read. */
export function phoneHint(countryId: string): string {
  const plan = plans[countryId];
  return plan
    ? `Use the form ${plan.example}, or include the country code: +${plan.code} …`
    : 'Include the country code, for example +234 803 123 4567.';
}

/** A number as people of the country write it. */
export const phoneExample = (countryId: string): string => plans[countryId]?.example ?? '+234 803 123 4567';

/** What looks like a phone number; whether it is one in the institution's country, the verb asks (`readPhones`). */
export const phoneField = emptyIsNull(
  z
    .string()
    .trim()
    .regex(
      /^(?:tel:)?[+(\d](?:[\s().\-/]*\d){4,16}$/,
      'Enter a phone number such as 0803 123 4567 or +234 803 123 4567.',
    ),
);

/** The typed numbers as E.164, each read for the institution's country; refuses, on its field, what is no number. */
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

/** The same where a record may be there `before`: a number that stays as it is was judged when it came. */
export function readChangedPhones<Field extends string>(
  input: Record<NoInfer<Field>, string | null>,
  before: Record<NoInfer<Field>, string | null> | undefined,
  countryId: string,
  ...fields: Field[]
): Record<Field, string | null> {
  if (!before) return readPhones(input, countryId, ...fields);
  const changed = fields.filter((field) => input[field] !== before[field]);
  const kept = Object.fromEntries(fields.map((field) => [field, before[field]])) as Record<Field, string | null>;
  return { ...kept, ...readPhones(input, countryId, ...changed) };
}
