import { addDays, type Day } from '#kernel/dates.ts';
import { easterSunday } from './easter.ts';
import { inLieuOf } from './in-lieu.ts';
import { islamicDays } from './islamic-days.ts';

export interface NationalHoliday {
  /** 'christmas-2026', 'eid-ul-fitr-1447': once in each calendar. */
  key: string;
  title: string;
  startsOn: Day;
  endsOn: Day;
  /** The moon decides. */
  isExpected: boolean;
  /** A day that the government may give because a holiday falls on a weekend. */
  isInLieu: boolean;
}

const fixed: readonly (readonly [key: string, title: string, monthAndDay: string])[] = [
  ['new-year', 'New Year’s Day', '01-01'],
  ['workers-day', 'Workers’ Day', '05-01'],
  ['democracy-day', 'Democracy Day', '06-12'],
  ['independence-day', 'Independence Day', '10-01'],
  ['christmas', 'Christmas Day', '12-25'],
  ['boxing-day', 'Boxing Day', '12-26'],
];

const byTheMoon: readonly (readonly [key: string, title: string, month: number, day: number, days: number])[] = [
  ['eid-ul-fitr', 'Eid-ul-Fitr', 10, 1, 2],
  ['eid-ul-adha', 'Eid-ul-Adha', 12, 10, 2],
  ['maulid', 'Eid-ul-Maulud', 3, 12, 1],
];

/** The national holidays of Nigeria that begin from one day to another, in order. */
export function nationalHolidays(from: Day, to: Day): NationalHoliday[] {
  const [first, last] = [Number(from.slice(0, 4)), Number(to.slice(0, 4))];
  const years = Array.from({ length: last - first + 1 }, (_, at) => first + at);
  const certain = years.flatMap((year) => [
    ...fixed.map(([key, title, day]) => holiday(`${key}-${year}`, title, `${year}-${day}`)),
    holiday(`good-friday-${year}`, 'Good Friday', addDays(easterSunday(year), -2)),
    holiday(`easter-monday-${year}`, 'Easter Monday', addDays(easterSunday(year), 1)),
  ]);
  const expected = byTheMoon.flatMap(([key, title, month, dayOfMonth, days]) =>
    islamicDays(month, dayOfMonth, addDays(from, -7), to).map(({ year, day }) => ({
      ...holiday(`${key}-${year}`, title, day, addDays(day, days - 1)),
      isExpected: true,
    })),
  );
  const all = [...certain, ...expected].toSorted(byDay);
  const instead = inLieuOf(all).map(({ key, title, day }) => ({
    ...holiday(key, title, day),
    isExpected: true,
    isInLieu: true,
  }));
  return [...all, ...instead].filter(({ startsOn }) => startsOn >= from && startsOn <= to).toSorted(byDay);
}

const holiday = (key: string, title: string, startsOn: Day, endsOn = startsOn): NationalHoliday => ({
  key,
  title,
  startsOn,
  endsOn,
  isExpected: false,
  isInLieu: false,
});

const byDay = (one: NationalHoliday, other: NationalHoliday) =>
  one.startsOn < other.startsOn ? -1 : one.startsOn > other.startsOn ? 1 : one.key < other.key ? -1 : 1;
