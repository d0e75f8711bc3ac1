import ical, { ICalCalendarMethod, ICalEventStatus, ICalEventTransparency, type ICalEventData } from 'ical-generator';
import { createHash, createHmac } from 'node:crypto';
import { membershipIn, type Actor } from '#kernel/actor.ts';
import type { Database } from '#kernel/database.ts';
import { calendarsOf } from '../calendar.policy.ts';
import type { CalendarSource, CalendarEvent } from '#kernel/contracts/calendar-source.ts';
import { addDays, today } from '#kernel/dates.ts';

/** What a calendar app keeps: two months back and a session ahead. */
const days = { back: 60, ahead: 400 };

/** A person's calendar as a file, with everything that the features bring. */
export async function feedFile(
  database: Database,
  secret: Buffer,
  sources: readonly CalendarSource[],
  actor: Actor,
): Promise<{ content: string; etag: string }> {
  const ids = calendarsOf(actor);
  const now = today('UTC');
  const [from, to] = [addDays(now, -days.back), addDays(now, days.ahead)];
  const loaded = await database.readAsSystem(ids, (db) =>
    Promise.all(sources.map((source) => source.load(db, actor, ids, from, to))),
  );
  const schoolOf = (id: number) => membershipIn(actor, id)!.shortName;
  const events = loaded
    .flat()
    .map((event) =>
      ids.length > 1 ? { ...event, title: `${event.title} (${schoolOf(event.institutionId)})` } : event,
    );
  const name = ids.length === 1 ? membershipIn(actor, ids[0]!)!.name : 'Akada';
  const content = icalendar({ name, domain: domainOf(secret), events });
  return { content, etag: `"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"` };
}

/** The same for as long as the installation has its key, whatever it is called on the internet. */
const domainOf = (secret: Buffer): string =>
  `${createHmac('sha256', secret).update('calendar').digest('hex').slice(0, 16)}.akada`;

/** A written event; `key` alone is not unique in the world. */
export interface WrittenCalendar {
  name: string;
  /** Makes the keys of events unique: one for each installation. */
  domain: string;
  events: CalendarEvent[];
}

/** A calendar by RFC 5545, with CRLF at the end of each line. */
export function icalendar({ name, domain, events }: WrittenCalendar): string {
  const calendar = ical({
    // The library escapes the texts of events, but not the calendar's name.
    name: oneLine(name).replace(/[\\;,]/g, '\\$&'),
    prodId: { company: 'Akada', product: 'Calendar', language: 'EN' },
    scale: 'GREGORIAN',
    method: ICalCalendarMethod.PUBLISH,
    // Calendar apps ask again about this often, if they ask the calendar at all.
    ttl: 6 * 60 * 60,
    events: events.map((event) => eventData(event, domain)),
  });
  return `${calendar.toString()}\r\n`;
}

function eventData(event: CalendarEvent, domain: string): ICalEventData {
  const { key, when, title, note, place, changedAt, isExpected } = event;
  return {
    id: `${key}@${domain}`,
    stamp: changedAt,
    lastModified: changedAt,
    allDay: when.isAllDay,
    start: when.from,
    // The end of whole days is the day after the last.
    end: when.isAllDay ? addDays(when.to, 1) : when.to,
    summary: withoutControls(title),
    description: note ? withoutControls(note) : null,
    location: place ? withoutControls(place) : null,
    status: isExpected ? ICalEventStatus.TENTATIVE : ICalEventStatus.CONFIRMED,
    // A holiday doesn't make its reader busy.
    transparency: when.isAllDay ? ICalEventTransparency.TRANSPARENT : ICalEventTransparency.OPAQUE,
  };
}

const withoutControls = (text: string) => text.replace(/\r\n?/g, '\n').replace(/(?!\n)\p{Cc}/gu, '');
const oneLine = (text: string) => withoutControls(text).replaceAll('\n', ' ');
