import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  DATE_FIELD_FORMAT,
  DATE_PICKER_FORMAT,
  DATE_TIME_FORMAT,
  DATE_TIME_MINUTE_STEP,
} from '../../plain/constants.ts';
import {
  addDays,
  addMonths,
  dayAt,
  inNotation,
  spokenDate,
  readDay,
  readMoment,
  readYear,
  within,
} from './notation.ts';
import { dateTrouble } from './date-kinds.ts';
import { datePresets } from '../date-range-field.tsx';

const days = fc
  .date({ min: new Date('1000-01-01T00:00Z'), max: new Date('9999-12-31T00:00Z'), noInvalidDate: true })
  .map((at) => at.toISOString().slice(0, 10));
const moments = fc
  .tuple(days, fc.nat(23), fc.nat(59))
  .map(([day, hour, minute]) => `${day}T${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`);

it('the day of a moment is that of the time zone', () => {
  const moment = new Date('2026-02-03T23:30:00Z');
  expect(dayAt(moment, 'Africa/Lagos')).toBe('2026-02-04');
  expect(dayAt(moment, 'America/New_York')).toBe('2026-02-03');
});

describe('5.3 notations', () => {
  it('5.3 every date survives each notation', () => {
    const notations = [DATE_FIELD_FORMAT, DATE_PICKER_FORMAT, 'ddmmyyyy', 'dd-mm-yyyy', 'dd MM yyyy', 'dd.mm.yyyy'];
    fc.assert(
      fc.property(days, fc.constantFrom(...notations), (day, notation) => {
        expect(readDay(inNotation(day, notation))).toBe(day);
      }),
    );
  });

  it('5.3 every time survives its notation, and the 24-hour one', () => {
    fc.assert(
      fc.property(moments, (moment) => {
        expect(readMoment(inNotation(moment, DATE_TIME_FORMAT))).toBe(moment);
        expect(readMoment(moment.replace('T', ' '))).toBe(moment);
      }),
    );
  });

  it('5.3 what is read of any text is a day that exists, or nothing', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^\d{1,4}[-/. ]\d{1,2}[-/. ]\d{1,4}$/), (text) => {
        const day = readDay(text);
        if (day !== null) expect(new Date(`${day}T00:00Z`).toISOString().slice(0, 10)).toBe(day);
      }),
    );
  });

  it('5.3 the date-time notation is day, name of the month, year, 12-hour clock', () => {
    expect(inNotation('2013-02-14T10:00', DATE_TIME_FORMAT)).toBe('14 February 2013 - 10:00 AM');
    expect(inNotation('2013-02-04T00:10', DATE_TIME_FORMAT)).toBe('04 February 2013 - 12:10 AM');
    expect(inNotation('2013-02-04T15:50', DATE_TIME_FORMAT)).toBe('04 February 2013 - 03:50 PM');
    expect(inNotation('', DATE_TIME_FORMAT)).toBe('');
  });

  it('5.3 tolerates what people type, day before month', () => {
    for (const text of ['1/2/2026', '01-02-2026', '1.2.2026', '01022026', ' 1 Feb 2026 ', '1st February, 2026'])
      expect(readDay(text), text).toBe('2026-02-01');
    expect(readDay('2026-02-01T08:00:00.000Z')).toBe('2026-02-01');
    for (const text of ['14/2/2013 10am', '14 feb 2013, 10.00 a.m.', '2013-02-14T10:00:00', '14/02/2013 - 10:00'])
      expect(readMoment(text), text).toBe('2013-02-14T10:00');
    expect(readMoment('14/2/2013 12:30 pm')).toBe('2013-02-14T12:30');
    expect(readYear(' 2013 ')).toBe('2013');
  });

  it('5.3 a day that the calendar does not have is named, not explained as a wrong notation', () => {
    const named = 'There is no 31 February 2026. Check the day and the month.';
    expect(dateTrouble('picker', '31/02/2026', {})).toBe(named);
    expect(dateTrouble('date', '2026-02-31', {})).toBe(named);
    expect(dateTrouble('date', '20260231', {})).toBe(named);
    expect(dateTrouble('moment', '31 February 2026 - 10:00 AM', {})).toBe(named);
    expect(dateTrouble('picker', '29 Feb 2025', {})).toContain('There is no 29 February 2025.');
    expect(dateTrouble('picker', '12/31/2026', {})).toContain('day, month, year');
    expect(dateTrouble('picker', '31/02', {})).toContain('day, month, year');
  });

  it('5.3 refuses what is no date', () => {
    for (const text of [
      '30/02/2026',
      '1/13/2026',
      '1/2/26',
      'tomorrow',
      '2026',
      '29/02/2025',
      '00/01/2026',
      '1 Xyz 2026',
    ])
      expect(readDay(text), text).toBeNull();
    for (const text of ['14/2/2013', '2013-02-14', '14/2/2013 13:00 pm', '14/2/2013 24:00', '14/2/2013 10:75', '10:00'])
      expect(readMoment(text), text).toBeNull();
    for (const text of ['13', '0999', '20133', 'year']) expect(readYear(text), text).toBeNull();
  });

  it('5.3 9.6 says what to change about a date outside its limits or between the steps', () => {
    expect(dateTrouble('picker', '31/12/2012', { min: '2013-02-14' })).toBe('Choose 14/02/2013 or later.');
    expect(dateTrouble('date', '2026-01-02', { max: '2026-01-01' })).toBe('Choose 2026-01-01 or earlier.');
    expect(dateTrouble('moment', '14/2/2013 10:07', { step: DATE_TIME_MINUTE_STEP })).toBe(
      'Choose a time in steps of 10 minutes, such as 10:10 AM.',
    );
    expect(dateTrouble('picker', '  ', { min: '2013-02-14' })).toBe('');
    expect(dateTrouble('picker', '14/02/2013', { min: '2013-02-14', max: '2013-02-14' })).toBe('');
  });
});

describe('days', () => {
  it('are spelled out for screen readers', () => {
    expect(spokenDate('2013-02-14')).toBe('Thursday 14 February 2013');
    expect(spokenDate('2013-02-04T15:50')).toBe('Monday 4 February 2013, 03:50 PM');
  });

  it('move over the ends of months', () => {
    expect(addDays('2024-02-28', 2)).toBe('2024-03-01');
    expect(addMonths('2026-01-31', 1)).toBe('2026-02-28');
    expect(addMonths('2026-03-31', -13)).toBe('2025-02-28');
    expect(addMonths('2024-02-29', 12)).toBe('2025-02-28');
  });

  it('are asked for by week from Monday, by month, or today alone', () => {
    expect(datePresets('2026-11-22')).toEqual([
      { label: 'Today', from: '2026-11-22', to: '2026-11-22' },
      { label: 'This week', from: '2026-11-16', to: '2026-11-22' },
      { label: 'This month', from: '2026-11-01', to: '2026-11-30' },
    ]);
  });
});

describe('the ends of the calendar', () => {
  it('holds days of four-digit years within them, and every step from there is a day too', () => {
    expect(within('9999-05-01')).toBe('9999-05-01');
    expect(within('9999-12-31T23:50')).toBe('9999-12-31T23:50');
    expect(within(addDays('1000-01-01', -1))).toBe('1000-01-01');
    expect(within(addDays('9999-12-31', 1))).toBe('9999-12-31');
    expect(within(addMonths('9999-12-31', 12))).toBe('9999-12-31');
  });
});
