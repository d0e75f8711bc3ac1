import fc from 'fast-check';
import { expect, test } from 'vitest';
import { expendable } from './folder.ts';

const zone = 'Africa/Lagos';
const defaultRetention = { daily: 7, weekly: 4, monthly: 6 };
const day = 86_400_000;
const nights = (count: number, last = '2026-11-30T01:00:00Z') =>
  Array.from({ length: count }, (_, at) => new Date(Date.parse(last) - at * day));
const kept = (times: Date[], keep = defaultRetention, timeZone = zone) => {
  const going = new Set(expendable(times, keep, timeZone));
  return times.filter((time) => !going.has(time)).map((time) => time.toISOString().slice(0, 10));
};

test('of a year of nights stay 7 days, 4 weeks and 6 months, each with its last one', () => {
  expect(kept(nights(365))).toEqual([
    // Monday 30 November is the week's, and the month's; then six days more.
    '2026-11-30',
    '2026-11-29',
    '2026-11-28',
    '2026-11-27',
    '2026-11-26',
    '2026-11-25',
    '2026-11-24',
    // The Sundays that end the weeks before.
    '2026-11-22',
    '2026-11-15',
    // The last days of the months before.
    '2026-10-31',
    '2026-09-30',
    '2026-08-31',
    '2026-07-31',
    '2026-06-30',
  ]);
});

test('while none is made, none goes', () => {
  const old = nights(7, '2020-03-07T01:00:00Z');
  expect(expendable(old, defaultRetention, zone)).toEqual([]);
});

test('a second backup of a day takes the place of the first', () => {
  const times = [new Date('2026-11-30T20:00:00Z'), new Date('2026-11-30T01:00:00Z')];
  expect(expendable(times, defaultRetention, zone)).toEqual([times[1]]);
});

test('a day is one of the time zone', () => {
  // 23:30 and 00:30 in Lagos: two days there, one in London's winter.
  const times = [new Date('2026-11-29T23:30:00Z'), new Date('2026-11-29T22:30:00Z')];
  const keep = { daily: 2, weekly: 0, monthly: 0 };
  expect(expendable(times, keep, zone)).toEqual([]);
  expect(expendable(times, keep, 'Europe/London')).toEqual([times[1]]);
});

test('the latest always stays, no more stay than the rule says, and what stays needs no second look', () => {
  const time = fc.integer({ min: 0, max: 3000 * 24 }).map((hour) => new Date(Date.UTC(2026, 0, 1) + hour * 3_600_000));
  const number = fc.integer({ min: 0, max: 9 });
  const keep = fc.record({ daily: fc.integer({ min: 1, max: 9 }), weekly: number, monthly: number });
  fc.assert(
    fc.property(fc.array(time, { maxLength: 120 }), keep, (times, rule) => {
      const going = new Set(expendable(times, rule, zone));
      const staying = times.filter((one) => !going.has(one));
      if (times.length) expect(Math.max(...staying.map(Number))).toBe(Math.max(...times.map(Number)));
      expect(staying.length).toBeLessThanOrEqual(rule.daily + rule.weekly + rule.monthly);
      expect(expendable(staying, rule, zone)).toEqual([]);
    }),
  );
});
