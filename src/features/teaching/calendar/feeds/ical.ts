import type { CalendarEvent } from '#kernel/contracts/calendar-source.ts';
import { addDays, type Day } from '#kernel/dates.ts';

/** A written event; `key` alone is not unique in the world. */
export interface WrittenCalendar {
  name: string;
  /** Makes the keys of events unique: one for each installation. */
  domain: string;
  events: CalendarEvent[];
}

/** A calendar by RFC 5545, with CRLF at the end of each line. */
export function icalendar({ name, domain, events }: WrittenCalendar): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Akada//Calendar//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `X-WR-CALNAME:${escaped(name)}`,
    `NAME:${escaped(name)}`,
    // Calendar apps ask again about this often, if they ask the calendar at all.
    'REFRESH-INTERVAL;VALUE=DURATION:PT6H',
    'X-PUBLISHED-TTL:PT6H',
    ...events.flatMap((event) => eventLines(event, domain)),
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${folded(line)}\r\n`).join('');
}

function eventLines({ key, when, title, note, place, changedAt, isExpected }: CalendarEvent, domain: string): string[] {
  const times = when.isAllDay
    ? // The end of whole days is the day after the last.
      [`DTSTART;VALUE=DATE:${digits(when.from)}`, `DTEND;VALUE=DATE:${digits(addDays(when.to, 1))}`]
    : [`DTSTART:${moment(when.from)}`, ...(when.to ? [`DTEND:${moment(when.to)}`] : [])];
  return [
    'BEGIN:VEVENT',
    `UID:${key}@${domain}`,
    `DTSTAMP:${moment(changedAt)}`,
    `LAST-MODIFIED:${moment(changedAt)}`,
    ...times,
    `SUMMARY:${escaped(title)}`,
    ...(note ? [`DESCRIPTION:${escaped(note)}`] : []),
    ...(place ? [`LOCATION:${escaped(place)}`] : []),
    `STATUS:${isExpected ? 'TENTATIVE' : 'CONFIRMED'}`,
    // A holiday doesn't make its reader busy.
    `TRANSP:${when.isAllDay ? 'TRANSPARENT' : 'OPAQUE'}`,
    'END:VEVENT',
  ];
}

const digits = (day: Day) => day.replaceAll('-', '');
/** '2026-11-26T08:00:00Z' → '20261126T080000Z'. */
const moment = (utc: string) => utc.replace(/\.\d+/, '').replace(/[-:]/g, '');

/** Backslashes, semicolons, commas and line breaks mean something else in a value; other control characters nothing. */
const escaped = (text: string) =>
  text
    .replace(/[\\;,]/g, (sign) => `\\${sign}`)
    .replace(/\r\n?|\n/g, '\\n')
    .replace(/\p{Cc}/gu, '');

/** No line is longer than 75 bytes: the rest follows on lines that begin with a space. No character is cut in two. */
function folded(line: string): string {
  const parts: string[] = [];
  let part = '';
  let bytes = 0;
  for (const character of line) {
    const more = Buffer.byteLength(character);
    if (bytes + more > 75) {
      parts.push(part);
      part = ' ';
      bytes = 1;
    }
    part += character;
    bytes += more;
  }
  return [...parts, part].join('\r\n');
}
