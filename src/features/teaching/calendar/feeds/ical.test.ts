import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { CalendarEvent } from '#kernel/contracts/calendar-source.ts';
import { readIcal } from '#test/harness/read-ical.ts';
import { icalendar } from './feeds.routes.ts';

const event = (more: Partial<CalendarEvent> = {}): CalendarEvent => ({
  key: 'entry-1',
  institutionId: 1,
  title: 'Sports day',
  when: { isAllDay: true, from: '2026-11-26', to: '2026-11-26' },
  changedAt: '2026-11-20T08:05:09Z',
  ...more,
});
const written = (...events: CalendarEvent[]) => icalendar({ name: 'Ada Obi', domain: 'x.akada', events });

test('whole days end on the day after, and moments are in UTC', () => {
  const [day, hours] = readIcal(
    written(
      event({ when: { isAllDay: true, from: '2026-12-18', to: '2027-01-08' } }),
      event({ when: { isAllDay: false, from: '2026-11-26T08:00:00Z', to: '2026-11-26T09:30:00Z' }, isExpected: true }),
    ),
  ).events;
  expect(day).toMatchObject({
    'DTSTART;VALUE=DATE': '20261218',
    'DTEND;VALUE=DATE': '20270109',
    UID: 'entry-1@x.akada',
    DTSTAMP: '20261120T080509Z',
    STATUS: 'CONFIRMED',
  });
  expect(hours).toMatchObject({ DTSTART: '20261126T080000Z', DTEND: '20261126T093000Z', STATUS: 'TENTATIVE' });
});

test('the last day of February of a leap year is followed by the first of March', () => {
  const [found] = readIcal(written(event({ when: { isAllDay: true, from: '2028-02-28', to: '2028-02-29' } }))).events;
  expect(found).toMatchObject({ 'DTEND;VALUE=DATE': '20280301' });
});

test('text of any kind comes back as it was, and no line is longer than 75 bytes', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 200 }),
      fc.string({ unit: 'binary' }),
      (title, note) => {
        const text = written(event({ title, note }));
        for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
        expect(text.endsWith('END:VCALENDAR\r\n')).toBe(true);
        const plain = (value: string) => value.replace(/\r\n?/g, '\n').replace(/(?!\n)\p{Cc}/gu, '');
        const [found] = readIcal(text).events;
        expect(found!['SUMMARY']).toBe(plain(title));
        expect(found!['DESCRIPTION'] ?? '').toBe(plain(note));
      },
    ),
  );
});

test('a title cannot add lines of its own', () => {
  const [found] = readIcal(
    written(event({ title: 'A\r\nEND:VEVENT\r\nBEGIN:VALARM', note: 'one;two,three\\four' })),
  ).events;
  expect(found!['SUMMARY']).toBe('A\nEND:VEVENT\nBEGIN:VALARM');
  expect(found!['DESCRIPTION']).toBe('one;two,three\\four');
});

test('a calendar’s name cannot add lines of its own either', () => {
  const text = icalendar({ name: 'Obi, Ada\r\nX-EVIL:1', domain: 'x.akada', events: [] });
  expect(text).toContain('\r\nX-WR-CALNAME:Obi\\, Ada X-EVIL:1\r\n');
  expect(text).not.toContain('\r\nX-EVIL');
});
