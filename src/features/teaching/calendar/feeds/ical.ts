import ical, { ICalCalendarMethod, ICalEventStatus, ICalEventTransparency, type ICalEventData } from 'ical-generator';
import type { CalendarEvent } from '#kernel/contracts/calendar-source.ts';
import { addDays } from '#kernel/dates.ts';

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
