import { expect, test } from 'vitest';
import { addDays } from '#kernel/dates.ts';
import { easterSunday, nationalHolidays } from './add-holidays.ts';

const inYear = (year: number) => nationalHolidays(`${year}-01-01`, `${year}-12-31`);
const dayOf = (year: number, name: string) => inYear(year).find(({ key }) => key.startsWith(name))?.startsOn;

test('Easter is where the published tables have it, also its earliest and latest days', () => {
  const published = {
    1818: '03-22',
    1943: '04-25',
    2000: '04-23',
    2019: '04-21',
    2024: '03-31',
    2025: '04-20',
    2026: '04-05',
    2027: '03-28',
    2028: '04-16',
    2038: '04-25',
    2285: '03-22',
  };
  for (const [year, day] of Object.entries(published)) expect(easterSunday(Number(year))).toBe(`${year}-${day}`);
});

test('Good Friday and Easter Monday of 2024 to 2027 are the published ones', () => {
  for (const [year, friday, monday] of [
    [2024, '2024-03-29', '2024-04-01'],
    [2025, '2025-04-18', '2025-04-21'],
    [2026, '2026-04-03', '2026-04-06'],
    [2027, '2027-03-26', '2027-03-29'],
  ] as const)
    expect([dayOf(year, 'good-friday'), dayOf(year, 'easter-monday')]).toEqual([friday, monday]);
});

test('Eid and Maulid of 2024 to 2027 are a day at most from those celebrated or published', () => {
  // 2024 and 2025 as celebrated in Nigeria; 2026 and 2027 as calendars publish them beforehand.
  for (const [year, name, day] of [
    [2024, 'eid-ul-fitr', '2024-04-10'],
    [2024, 'eid-ul-adha', '2024-06-16'],
    [2024, 'maulid', '2024-09-15'],
    [2025, 'eid-ul-fitr', '2025-03-30'],
    [2025, 'eid-ul-adha', '2025-06-06'],
    [2025, 'maulid', '2025-09-05'],
    [2026, 'eid-ul-fitr', '2026-03-20'],
    [2026, 'eid-ul-adha', '2026-05-27'],
    [2026, 'maulid', '2026-08-25'],
    [2027, 'eid-ul-fitr', '2027-03-10'],
    [2027, 'eid-ul-adha', '2027-05-16'],
    [2027, 'maulid', '2027-08-14'],
  ] as const) {
    const found = inYear(year).find(({ key }) => key.startsWith(name))!;
    expect([addDays(day, -1), day, addDays(day, 1)], `${name} ${year}`).toContain(found.startsOn);
    expect(found.isExpected).toBe(true);
  }
  // Those that are certain from the calendar of Mecca.
  expect(dayOf(2024, 'eid-ul-fitr')).toBe('2024-04-10');
  expect(dayOf(2025, 'eid-ul-adha')).toBe('2025-06-06');
  expect(dayOf(2026, 'eid-ul-fitr')).toBe('2026-03-20');
});

test('the days that the government gave lie on the computed ones or the day after', () => {
  // Statements of the Ministry of Interior, weekends aside: 2024 to 2026.
  for (const [year, name, given] of [
    [2024, 'eid-ul-fitr', ['2024-04-09', '2024-04-10']],
    [2024, 'eid-ul-adha', ['2024-06-17', '2024-06-18']],
    [2025, 'eid-ul-fitr', ['2025-03-31', '2025-04-01']],
    [2025, 'eid-ul-adha', ['2025-06-06', '2025-06-09']],
    [2025, 'maulid', ['2025-09-05']],
    [2026, 'eid-ul-fitr', ['2026-03-19', '2026-03-20']],
  ] as const) {
    const found = inYear(year).find(({ key }) => key.startsWith(name))!;
    const near = [-1, 0, 1, 2, 3].map((days) => addDays(found.startsOn, days));
    expect(near, `${name} ${year}`).toEqual(expect.arrayContaining([...given]));
  }
});

test('both Eids last two days, and a year with two of them has both', () => {
  const { startsOn, endsOn } = inYear(2026).find(({ key }) => key.startsWith('eid-ul-adha'))!;
  expect(endsOn).toBe(addDays(startsOn, 1));
  const twice = inYear(2033).filter(({ key }) => /^eid-ul-fitr-\d+$/.test(key));
  expect(twice.map(({ key }) => key)).toEqual(['eid-ul-fitr-1454', 'eid-ul-fitr-1455']);
});

test('for a holiday at a weekend the next free working day is proposed, and only proposed', () => {
  const instead = (year: number) =>
    inYear(year)
      .filter(({ isInLieu }) => isInLieu)
      .map(({ key, startsOn }) => `${key} ${startsOn}`);
  // As the government gave them: Christmas on a Saturday and Boxing Day on a Sunday; then on a Sunday and a Monday.
  expect(instead(2021)).toEqual(
    expect.arrayContaining([
      'christmas-2021-instead 2021-12-27',
      'boxing-day-2021-instead 2021-12-28',
      'workers-day-2021-instead 2021-05-03',
    ]),
  );
  expect(instead(2022)).toEqual(
    expect.arrayContaining(['christmas-2022-instead 2022-12-27', 'new-year-2022-instead 2022-01-03']),
  );
  // Sallah on Sunday, 16 June 2024: Monday is its second day, so Tuesday was given.
  expect(instead(2024)).toContain('eid-ul-adha-1445-instead 2024-06-18');
  expect(
    inYear(2021)
      .filter(({ isInLieu }) => isInLieu)
      .every(({ isExpected }) => isExpected),
  ).toBe(true);
});

test('a session has each holiday once, in order, and none outside it', () => {
  const found = nationalHolidays('2026-09-14', '2027-07-23');
  expect(found.map(({ key }) => key).filter((key) => !key.includes('instead'))).toEqual([
    'independence-day-2026',
    'christmas-2026',
    'boxing-day-2026',
    'new-year-2027',
    'eid-ul-fitr-1448',
    'good-friday-2027',
    'easter-monday-2027',
    'workers-day-2027',
    'eid-ul-adha-1448',
    'democracy-day-2027',
  ]);
  expect(new Set(found.map(({ key }) => key)).size).toBe(found.length);
  expect(found.map(({ startsOn }) => startsOn)).toEqual(found.map(({ startsOn }) => startsOn).toSorted());
});

test('a leap day is a day like others', () => {
  expect(nationalHolidays('2028-02-20', '2028-02-29').map(({ key }) => key)).toContain('eid-ul-fitr-1449');
  expect(easterSunday(2028)).toBe('2028-04-16');
});
