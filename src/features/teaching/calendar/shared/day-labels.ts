import { formatTime } from '#kernel/dates.ts';
import { weekdayOf } from '../view/period.ts';
import type { DayState, CalendarEntry } from '../view/calendar-page.queries.ts';
import { entryAudiences, type EntryAudience } from '../entry-kinds.ts';
import { dateText } from '#ui/format.ts';

export const weekdayNames = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

export const weekdayName = (day: string): string => weekdayNames[weekdayOf(day) - 1]!;
/** 'Thursday, 26 Nov 2026'. */
export const longDay = (day: string): string => `${weekdayName(day)}, ${dateText(day)}`;

/** '26 Nov 2026', '26 Nov to 2 Dec 2026'. */
export function daysText(from: string, to: string): string {
  if (from === to) return dateText(from);
  const first = dateText(from);
  return `${from.slice(0, 4) === to.slice(0, 4) ? first.slice(0, -5) : first} to ${dateText(to)}`;
}

/** '08:30 am to 10:00 am'; nothing for a whole day. */
export const timesText = ({ startsAt, endsAt }: Pick<CalendarEntry, 'startsAt' | 'endsAt'>): string =>
  startsAt ? [formatTime(startsAt), endsAt && formatTime(endsAt)].filter(Boolean).join(' to ') : '';

export const dayStateLabels: Record<DayState, string> = {
  school: 'School day',
  half: 'Half day',
  holiday: 'Holiday',
  closed: 'No school',
  none: '',
};

/** Who an event is for: 'Students and guardians of JSS 1'; nothing for everyone. */
export function audienceText({ audiences, classes }: Pick<CalendarEntry, 'audiences' | 'classes'>): string {
  const all = Object.keys(entryAudiences) as EntryAudience[];
  const words = all.filter((one) => audiences.includes(one)).map((one) => entryAudiences[one].toLowerCase());
  if (words.length === all.length && classes.length === 0) return '';
  const who = words.length > 1 ? `${words.slice(0, -1).join(', ')} and ${words.at(-1)}` : (words[0] ?? '');
  return `For ${who}${classes.length ? ` · ${classes.join(', ')}` : ''}`;
}

export const entriesOn = (entries: readonly CalendarEntry[], day: string): CalendarEntry[] =>
  entries.filter(({ startsOn, endsOn }) => startsOn <= day && endsOn >= day);
