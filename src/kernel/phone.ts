import { createRequire } from 'node:module';
import type * as Library from 'libphonenumber-js/min';
import { z } from 'zod';
import { ValidationError } from './errors.ts';
import { emptyIsNull } from './schemas.ts';

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
    ? `Use the form ${plan.example}, or include the country code: +${plan.code}…`
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
      if (typed && !number) throw new ValidationError(field, `This is not a phone number. ${phoneHint(countryId)}`);
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

interface Plan {
  code: string;
  /** The prefix for dialling within the country. */
  trunk: string;
  national: RegExp;
  example: string;
}

/** ITU national numbering plans of countries where our schools and their families are. */
const plans: Record<string, Plan> = {
  NG: {
    code: '234',
    trunk: '0',
    national: /^(?:[789][01]\d{8}|20[1-9]\d{7}|(?![789][01])[1-9]\d{6,7})$/,
    example: '0803 123 4567',
  },
  GH: { code: '233', trunk: '0', national: /^[235]\d{8}$/, example: '024 123 4567' },
  BJ: { code: '229', trunk: '', national: /^(?:01)?\d{8}$/, example: '01 90 12 34 56' },
  TG: { code: '228', trunk: '', national: /^[279]\d{7}$/, example: '90 12 34 56' },
  CM: { code: '237', trunk: '', national: /^[26]\d{8}$/, example: '6 71 23 45 67' },
  NE: { code: '227', trunk: '', national: /^[0-9]\d{7}$/, example: '93 12 34 56' },
  CI: { code: '225', trunk: '', national: /^\d{10}$/, example: '07 12 34 56 78' },
  SN: { code: '221', trunk: '', national: /^[37]\d{8}$/, example: '70 123 45 67' },
  SL: { code: '232', trunk: '0', national: /^\d{8}$/, example: '025 123456' },
  LR: { code: '231', trunk: '0', national: /^\d{7,9}$/, example: '077 012 3456' },
  GM: { code: '220', trunk: '', national: /^\d{7}$/, example: '301 2345' },
  KE: { code: '254', trunk: '0', national: /^[1-9]\d{8}$/, example: '0712 123456' },
  UG: { code: '256', trunk: '0', national: /^[2-9]\d{8}$/, example: '0712 345678' },
  TZ: { code: '255', trunk: '0', national: /^[2-9]\d{8}$/, example: '0621 234 567' },
  RW: { code: '250', trunk: '0', national: /^[27]\d{8}$/, example: '0720 123 456' },
  ZA: { code: '27', trunk: '0', national: /^[1-8]\d{8}$/, example: '071 123 4567' },
  GB: { code: '44', trunk: '0', national: /^[1-9]\d{8,9}$/, example: '07400 123456' },
  US: { code: '1', trunk: '1', national: /^[2-9]\d{2}[2-9]\d{6}$/, example: '201-555-0123' },
  CA: { code: '1', trunk: '1', national: /^[2-9]\d{2}[2-9]\d{6}$/, example: '506-234-5678' },
  IN: { code: '91', trunk: '0', national: /^[1-9]\d{9}$/, example: '081234 56789' },
};
