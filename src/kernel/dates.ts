/** Days are `yyyy-mm-dd` text: no time zone can move a birthday. */
export type Day = string;

const calendars = new Map<string, Intl.DateTimeFormat>();

const current = new Map<string, { minute: number; day: Day }>();

/** Today in the institution's time zone. Days begin with a full minute, so it is worked out once in each. */
export function today(timeZone: string, now = new Date()): Day {
  const minute = Math.floor(now.getTime() / 60_000);
  const known = current.get(timeZone);
  if (known?.minute === minute) return known.day;
  const day = calendarOf(timeZone).format(now);
  current.set(timeZone, { minute, day });
  return day;
}

/** Cached: creating one takes as long as a query. */
function calendarOf(timeZone: string): Intl.DateTimeFormat {
  const known = calendars.get(timeZone);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
  calendars.set(timeZone, made);
  return made;
}

/** How many days before a document expires people are notified. */
export const expiryWarningDays = 30;

/** Whether the text is an existing date: 2026-02-30 is not. */
export function isDay(text: string): text is Day {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (!match) return false;
  const [year, month, day] = match.slice(1).map(Number) as [number, number, number];
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** `20 Nov 2026`. */
export const formatDay = (day: Day): string =>
  `${Number(day.slice(8, 10))} ${months[Number(day.slice(5, 7)) - 1]} ${day.slice(0, 4)}`;

/** '08:40' and '08:40:00' are `08:40 am`. */
export function formatTime(time: string): string {
  const hour = Number(time.slice(0, 2));
  return `${String(hour % 12 || 12).padStart(2, '0')}${time.slice(2, 5)} ${hour < 12 ? 'am' : 'pm'}`;
}

/** `08:40–09:20 am`, `11:40 am–12:20 pm`. */
export function formatTimes(from: string, until: string): string {
  const [first, last] = [formatTime(from), formatTime(until)];
  return `${first.slice(-2) === last.slice(-2) ? first.slice(0, -3) : first}–${last}`;
}

/** The day so many days later, or earlier. */
export const addDays = (day: Day, days: number): Day =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);

/** Whole years between a birth date and a day. */
export const ageOn = (birth: Day, day: Day): number =>
  Number(day.slice(0, 4)) - Number(birth.slice(0, 4)) - (day.slice(5) < birth.slice(5) ? 1 : 0);
