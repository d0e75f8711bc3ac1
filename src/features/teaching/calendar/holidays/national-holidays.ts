import { inLieuOf } from './in-lieu.ts';
import { addDays, type Day } from '#kernel/dates.ts';

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

/** Easter Sunday of the Gregorian calendar, by Gauss's method with Butcher's correction. */
export function easterSunday(year: number): Day {
  const golden = year % 19;
  const [century, ofCentury] = [Math.floor(year / 100), year % 100];
  const correction = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3);
  const epact = (19 * golden + century - Math.floor(century / 4) - correction + 15) % 30;
  const sunday = (32 + 2 * (century % 4) + 2 * Math.floor(ofCentury / 4) - epact - (ofCentury % 4)) % 7;
  const late = Math.floor((golden + 11 * epact + 22 * sunday) / 451);
  const days = epact + sunday - 7 * late + 114;
  return `${year}-${String(Math.floor(days / 31)).padStart(2, '0')}-${String((days % 31) + 1).padStart(2, '0')}`;
}

/** `umalqura` is the calendar that Mecca publishes years ahead; the moon over Nigeria may put a day a day later. */
const calendar = new Intl.DateTimeFormat('en-u-ca-islamic-umalqura-nu-latn', {
  timeZone: 'UTC',
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
});

interface IslamicDay {
  /** Of the Islamic calendar: 1447. */
  year: number;
  day: Day;
}

/** The days from one to another on which a day of the Islamic calendar falls: two in some years, or none. */
function islamicDays(month: number, dayOfMonth: number, from: Day, to: Day): IslamicDay[] {
  const found: IslamicDay[] = [];
  for (let day = from; day <= to; day = addDays(day, 1)) {
    const parts = new Map(calendar.formatToParts(Date.parse(day)).map(({ type, value }) => [type, value]));
    if (Number(parts.get('month')) !== month || Number(parts.get('day')) !== dayOfMonth) continue;
    found.push({ year: Number(parts.get('year')), day });
  }
  return found;
}
