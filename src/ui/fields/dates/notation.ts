import { MONTH_NAMES, WEEKDAY_NAMES } from '../../plain/constants.ts';
import { zoneOf } from '../../zone.ts';
import { noSuchDay } from './no-such-day.ts';

/** Dates (yyyy-mm-dd), years (yyyy) and local times (yyyy-mm-ddThh:mm) are text, so that no time zone can shift them. They are shown and typed in the notations of 5.3. */
export const two = (n: number) => String(n).padStart(2, '0');

/** Formats a value in a notation of 5.3: MM is the month's name, HH the 12-hour hour with two digits, ii the minutes, P AM or PM. */
export function inNotation(value: string, notation: string): string {
  const [, yyyy = '', mm = '', dd = '', hours = '0', ii = ''] =
    /^(\d{4})(?:-(\d\d)-(\d\d))?(?:T(\d\d):(\d\d))?/.exec(value) ?? [];
  const hour = Number(hours);
  const parts: Record<string, string> = {
    yyyy,
    mm,
    dd,
    MM: MONTH_NAMES[Number(mm) - 1] ?? '',
    HH: two(hour % 12 || 12),
    ii,
    P: hour < 12 ? 'AM' : 'PM',
  };
  return value && notation.replace(/yyyy|MM|mm|dd|HH|ii|P/g, (part) => parts[part] ?? '');
}

/** The date, or null if it does not exist. */
function dayOf(year: string, month: string, date: string): string | null {
  const at = new Date(Date.UTC(Number(year), Number(month) - 1, Number(date)));
  const day = `${year}-${two(Number(month))}-${two(Number(date))}`;
  return Number(year) >= 1000 && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(day) ? day : null;
}

const monthOf = (name: string) =>
  String(MONTH_NAMES.findIndex((month) => month.toLowerCase().startsWith(name.toLowerCase())) + 1);

/** Year, month and day of a text that looks like a date, even an impossible one; else null. */
function partsOf(text: string): [string, string, string] | null {
  const typed = text.trim();
  const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:T[\d:.Z+-]*)?$/.exec(typed);
  if (iso) return [iso[1]!, iso[2]!, iso[3]!];
  const packed = /^(\d\d)(\d\d)(\d{4})$/.exec(typed);
  if (packed) return [packed[3]!, packed[2]!, packed[1]!];
  const [, date, month, year] =
    /^(\d{1,2})(?:st|nd|rd|th)?[\s/.,-]+(\d{1,2}|[a-z]{3,9})[\s/.,-]+(\d{4})$/i.exec(typed) ?? [];
  if (!date || !month || !year) return null;
  return [year, /\d/.test(month) ? month : monthOf(month), date];
}

/** Parses a date: 14/02/2013, 14-2-2013, 14022013, 14 Feb 2013, 2013-02-14; else null. */
export function readDay(text: string): string | null {
  const parts = partsOf(text);
  return parts && dayOf(...parts);
}

/** The error for an impossible date, else ''. */
export function missingDay(text: string): string {
  const parts = partsOf(text);
  return (parts && noSuchDay(...parts)) ?? '';
}

/** Parses a year of four digits. */
export const readYear = (text: string): string | null => /^[1-9]\d{3}$/.exec(text.trim())?.[0] ?? null;

const momentPattern = /^(.*?)[\s,T-]+(\d{1,2})(?:[:.](\d\d))?(?::\d\d(?:\.\d+)?)?\s*(?:([ap])\.?m\.?)?$/i;

export const dayPart = (text: string) => momentPattern.exec(text.trim())?.[1] ?? '';

/** Parses a date and time: 14 February 2013 - 10:00 AM, 14/2/2013 10am, 2013-02-14T10:00; else null. */
export function readMoment(text: string): string | null {
  const [, date = '', hours = '', minutes, half] = momentPattern.exec(text.trim()) ?? [];
  const day = readDay(date);
  const hour = Number(hours);
  if (!day || (!minutes && !half) || Number(minutes ?? 0) > 59) return null;
  if (half ? hour < 1 || hour > 12 : hour > 23) return null;
  const noon = half?.toLowerCase() === 'p' ? 12 : 0;
  return `${day}T${two(half ? (hour % 12) + noon : hour)}:${minutes ?? '00'}`;
}

const asUtc = (day: string) => new Date(`${day.slice(0, 10)}T00:00Z`);

const [firstDay, lastDay] = ['1000-01-01', '9999-12-31'];

// Years of five digits begin with a sign.
const asDay = (at: Date) => (at.getUTCFullYear() > 9999 ? lastDay : at.toISOString().slice(0, 10));

/** 'Thursday 14 February 2013', with a time if present, for screen readers. */
export function spokenDate(value: string): string {
  if (value.length < 10) return value;
  const weekday = WEEKDAY_NAMES[asUtc(value).getUTCDay()];
  const words = `${weekday} ${inNotation(value, 'dd MM yyyy').replace(/^0/, '')}`;
  return value.length > 10 ? `${words}, ${inNotation(value, 'HH:ii P')}` : words;
}

/** The day of a moment, yyyy-mm-dd. By parts: how a locale writes a date differs from browser to browser. */
export function dayAt(moment: Date, timeZone?: string): string {
  const format = new Intl.DateTimeFormat('en', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
  const parts = format.formatToParts(moment);
  const part = (wanted: string) => parts.find(({ type }) => type === wanted)!.value;
  return `${part('year')}-${part('month')}-${part('day')}`;
}

/** Today in the institution's time zone. */
export const todayHere = (timeZone = zoneOf()): string => dayAt(new Date(), timeZone);

export function addDays(day: string, days: number): string {
  const at = asUtc(day);
  at.setUTCDate(at.getUTCDate() + days);
  return asDay(at);
}

/** The same day of another month, or its last day. */
export function addMonths(day: string, months: number): string {
  const at = asUtc(day);
  const date = at.getUTCDate();
  at.setUTCDate(1);
  at.setUTCMonth(at.getUTCMonth() + months + 1, 0);
  at.setUTCDate(Math.min(date, at.getUTCDate()));
  return asDay(at);
}

/** Weeks begin on Monday. */
export const weekStart = (day: string) => addDays(day, -((asUtc(day).getUTCDay() + 6) % 7));

/** Whether a value is within the limits; values of one kind sort chronologically. */
export const within = (value: string, min = firstDay, max = `${lastDay}T23:59`) =>
  value < min ? min : value > max ? max : value;

/** Date fields also accept 20130214. */
export const inDashes = (text: string) => text.trim().replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3');
