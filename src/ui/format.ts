import { zoneOf } from './zone.ts';
import { MONTH_NAMES } from './plain/constants.ts';

const LOCALE = 'en-GB';
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const SYMBOLS: Record<string, string> = { NGN: '₦', GHS: 'GH₵', USD: '$', GBP: '£', EUR: '€' };

const whole = new Intl.NumberFormat(LOCALE);
const cents = new Intl.NumberFormat(LOCALE, { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** 12345 → '12,345'. */
export const count = (n: number) => whole.format(n);

/** '1 student', '40 students'. */
export const countOf = (n: number, one: string, many = `${one}s`) => `${count(n)} ${n === 1 ? one : many}`;

/** The sign of a currency: ₦ for NGN, or the code if there is none. */
export const currencySign = (currency: string) => SYMBOLS[currency] ?? `${currency} `;

/** Minor units → '₦12,500.00'. */
export const money = (minor: number, currency = 'NGN') =>
  `${minor < 0 ? '−' : ''}${currencySign(currency)}${cents.format(Math.abs(minor) / 100)}`;

/** A timestamp's day in the given time zone, else in the institution's; a day stays as it is. */
export function dayOf(value: string, timeZone = zoneOf()): string {
  // The server writes moments in UTC: 2026-11-20T23:13:00Z is the 21st in Lagos.
  if (!/^\d{4}-\d{2}-\d{2}[T ].*(?:Z|[+-]\d{2}(?::?\d{2})?)$/.test(value)) return value.slice(0, 10);
  const format = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
  return format.format(new Date(value.replace(' ', 'T').replace(/([+-]\d{2})$/, '$1:00')));
}

/** '2026-11-20' → '20 Nov 2026'; a timestamp gives its day in the given time zone, else in the institution's. */
export function dateText(value: string | null | undefined, timeZone = zoneOf()) {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})/.exec(value ? dayOf(value, timeZone) : '') ?? [];
  return year ? `${Number(day)} ${MONTHS[Number(month) - 1]} ${year}` : '';
}

/** A timestamp → '20 Nov 2026, 08:05 am' in the given time zone, else in the institution's. */
export function dateTimeText(value: string | number | Date, timeZone = zoneOf()) {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hour12: true,
  }).formatToParts(new Date(value));
  const part = (type: string) => parts.find((p) => p.type === type)?.value ?? '';
  const clock = `${part('hour').padStart(2, '0')}:${part('minute')} ${part('dayPeriod').toLowerCase().replaceAll('.', '')}`;
  return `${Number(part('day'))} ${MONTHS[Number(part('month')) - 1]} ${part('year')}, ${clock}`;
}

/** The same without the day: '08:05 am'. */
export const timeText = (value: string | number | Date, timeZone = zoneOf()) =>
  dateTimeText(value, timeZone).split(', ')[1]!;

// ITU E.164 country codes with one or two digits; all others have three.
const COUNTRY_CODE = /^\+([17]|2[07]|3[0-46]|39|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|\d{3})(\d{4,12})$/;

/** '+2348031234567' → '+234 803 123 4567', '+447911123456' → '+44 791 112 3456'. */
export function phoneText(phone: string | null | undefined) {
  const [, code, number] = COUNTRY_CODE.exec(phone ?? '') ?? [];
  if (!code || !number) return phone ?? null;
  return `+${code} ${number.replace(/\d{3}(?=\d{3})/g, '$& ')}`;
}

export interface PersonNames {
  surname: string;
  firstName: string;
  middleName?: string | null;
}

/** The name in lists: 'Obi, Ada Ngozi'. */
export const listName = (p: PersonNames) => `${p.surname}, ${[p.firstName, p.middleName].filter(Boolean).join(' ')}`;

/** The name in text: 'Ada Ngozi Obi'. */
export const textName = (p: PersonNames) => [p.firstName, p.middleName, p.surname].filter(Boolean).join(' ');

/** What stands before a name and is no part of it: initials of 'Dr Osaretin Iyamu' are OI. */
const TITLE =
  /^(mr|mrs|miss|ms|dr|prof|engr|barr|rev|pastor|bishop|imam|alhaji|alhaja|hajia|mallam|chief|sir|hon)\.?$/i;

/** 'Obi, Ada Ngozi' or 'Ada Ngozi Obi' → 'AO'. */
export function initials(name: string) {
  const [surname, given] = name.split(',', 2);
  const all = (given === undefined ? name : `${given} ${surname}`).trim().split(/\s+/);
  // Somebody called 'Chief' alone keeps it.
  const words = all.slice(
    Math.max(
      0,
      all.findIndex((word) => !TITLE.test(word)),
    ),
  );
  return `${words[0]?.[0] ?? ''}${words.length > 1 ? (words.at(-1)?.[0] ?? '') : ''}`.toUpperCase();
}

/** The month of a day, or of '2026-11': 'November 2026'. */
export const monthName = (day: string): string => `${MONTH_NAMES[Number(day.slice(5, 7)) - 1]} ${day.slice(0, 4)}`;
