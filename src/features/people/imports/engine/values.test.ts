import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { batchIndex } from './batch-index.ts';
import { clean } from './headers.ts';
import { decideOrder, gather, noEvidence } from './date-order.ts';
import { readPhone } from '#kernel/phone.ts';
import { readDate } from './read-date.ts';
import { readBloodGroup, readGender, readStatus, splitName, splitTitle, tidyName } from './value-readers.ts';

const today = '2026-11-20';

describe('dates', () => {
  test.each([
    ['2014-11-13', '2014-11-13'],
    ['2014/1/3', '2014-01-03'],
    ['2014-11-13T00:00:00', '2014-11-13'],
    ['2014-11-13 00:00:00', '2014-11-13'],
    ['13/11/2014', '2014-11-13'],
    ['3.4.2009', '2009-04-03'],
    ['3-4-09', '2009-04-03'],
    ['3-4-98', '1998-04-03'],
    ['12 Sep 2009', '2009-09-12'],
    ['12th September, 2009', '2009-09-12'],
    ['12-Sept-09', '2009-09-12'],
    ['Sep 12, 2009', '2009-09-12'],
    ['Friday, 12 September 2009', '2009-09-12'],
    ['39799', '2008-12-17'],
    ['29/02/2012', '2012-02-29'],
    ['31/02/2010', null],
    ['29/02/2010', null],
    ['00/01/2010', null],
    ['2010', null],
    ['12 Foo 2009', null],
    ['12 Sepal 2009', null],
    ['yesterday', null],
    ['', null],
  ])('%j is %s', (value, day) => expect(readDate(value, 'dmy', today)).toBe(day));

  test('month first where the column is written so', () => {
    expect(readDate('4/2/2000', 'mdy', today)).toBe('2000-04-02');
    expect(readDate('25/12/2000', 'mdy', today)).toBeNull();
  });

  const decided = (...values: string[]) => {
    const evidence = noEvidence();
    values.forEach((value) => gather(evidence, value));
    return decideOrder(evidence);
  };
  test('one value above 12 decides for its column', () => {
    expect(decided('4/2/2000', '12/19/1997')).toMatchObject({ order: 'mdy', isGuess: false });
    expect(decided('4/2/2000', '19/12/1997')).toMatchObject({ order: 'dmy', isGuess: false });
  });
  test('where nothing decides, the day comes first and the person is asked', () => {
    expect(decided('4/2/2000', '1/1/2001')).toEqual({ order: 'dmy', isGuess: true, contradicting: 0 });
    expect(decided('2000-04-02')).toMatchObject({ isGuess: false });
  });
  test('values that contradict the others are counted', () =>
    expect(decided('25/12/2000', '12/25/2000', '26/12/2000')).toMatchObject({ order: 'dmy', contradicting: 1 }));

  test('every day is read back in either order', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date('1930-01-01'), max: new Date('2026-01-01'), noInvalidDate: true }),
        (date) => {
          const iso = date.toISOString().slice(0, 10);
          const [year, month, day] = iso.split('-');
          expect(readDate(`${day}/${month}/${year}`, 'dmy', today)).toBe(iso);
          expect(readDate(`${Number(month)}/${Number(day)}/${year}`, 'mdy', today)).toBe(iso);
        },
      ),
    );
  });
});

describe('phone numbers', () => {
  test.each([
    ['0803 123 4567', '+2348031234567'],
    ['08031234567', '+2348031234567'],
    ['8031234567', '+2348031234567'],
    ['2348031234567', '+2348031234567'],
    ['+234 (0) 803-123-4567', '+2348031234567'],
    ['002348031234567', '+2348031234567'],
    ['0703.123.4567', '+2347031234567'],
    ['+1 201 555 0123', '+12015550123'],
    ['+44 7400 123456', '+447400123456'],
    ['0803 123 456', null],
    ['080312345678', null],
    ['0803 123 45', null],
    ['01 234 5678', '+23412345678'],
    ['555-123-4567', null],
    ['0803123456x', null],
    ['0803 123 4567, 0805 123 4567', null],
    ['12', null],
  ])('in Nigeria %s is %s', (value, number) => expect(readPhone(value, 'NG')).toBe(number));

  test('belong to the country of the institution', () => {
    expect(readPhone('024 123 4567', 'GH')).toBe('+233241234567');
    expect(readPhone('555-123-4567', 'US')).toBeNull();
    expect(readPhone('201-555-0123', 'US')).toBe('+12015550123');
    expect(readPhone('0803 123 4567', 'JP')).toBe('+818031234567');
    expect(readPhone('06 12 34 56 78', 'FR')).toBe('+33612345678');
    expect(readPhone('+81 1', 'NG')).toBeNull();
    expect(readPhone('0803 123 4567', 'XX')).toBeNull();
  });
  test('are E.164 or nothing', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[+0-9() .-]{4,20}$/)), (value) => {
        expect(readPhone(value, 'NG') ?? '+2348031234567').toMatch(/^\+[1-9]\d{6,14}$/);
      }),
    );
  });
});

test('gender, status and blood group are read from the words people use', () => {
  expect(['F', 'female', 'GIRL', 'M', 'Male', 'boy', 'Mr', 'x'].map(readGender)).toEqual([
    'female',
    'female',
    'female',
    'male',
    'male',
    'male',
    null,
    null,
  ]);
  expect(['Active', 'ENROLLED', 'Alumni', 'dropped out', 'maybe'].map(readStatus)).toEqual([
    'active',
    'active',
    'graduated',
    'withdrawn',
    null,
  ]);
  expect(['o positive', 'O+', '0+', 'AB -ve', 'a Neg', 'C'].map(readBloodGroup)).toEqual([
    'O+',
    'O+',
    'O+',
    'AB-',
    'A-',
    null,
  ]);
});

test('names in capitals are tidied, others stay as their owners write them', () => {
  expect(['ADEBAYO-OJO', "O'BRIEN", 'ÀDÙNNÍ ADÉ', 'McDonald', 'da Silva', 'A', '陈'].map(tidyName)).toEqual([
    'Adebayo-Ojo',
    "O'Brien",
    'Àdùnní Adé',
    'McDonald',
    'da Silva',
    'A',
    '陈',
  ]);
});

test('a full name is split at its comma, or by the position of the surname', () => {
  expect(splitName('Obi, Ada Ngozi', 'last')).toEqual({ surname: 'Obi', firstName: 'Ada', middleName: 'Ngozi' });
  expect(splitName('Obi Ada Ngozi', 'first')).toEqual({ surname: 'Obi', firstName: 'Ada', middleName: 'Ngozi' });
  expect(splitName('Ada Ngozi Obi', 'last')).toEqual({ surname: 'Obi', firstName: 'Ada', middleName: 'Ngozi' });
  expect(splitName('Obi', 'first')).toBeNull();
});

test('a title at either end of a full name is no part of it; names that are titles too stay', () => {
  expect(
    ['MRS. Folake Bakare', 'Bakare Folake (Mrs)', 'Mr & Mrs Bakare Bola', 'Alh. Dr. Musa Garba'].map(splitTitle),
  ).toEqual([
    { title: 'Mrs', name: 'Folake Bakare' },
    { title: 'Mrs', name: 'Bakare Folake' },
    { title: 'Mr & Mrs', name: 'Bakare Bola' },
    { title: 'Alh Dr', name: 'Musa Garba' },
  ]);
  for (const name of ['Prince Okoro', 'Mrs', 'Missa Bala', 'Drew Obi', 'Bakare Folake (late)'])
    expect(splitTitle(name)).toEqual({ title: '', name });
});

test('numbers stored as text for their zeros lose the marks, and nothing else does', () => {
  expect(['="0014"', "'0016", "'0803 123-4567", "'Tunde", '\'="0014"', '="a"&"b"'].map(clean)).toEqual([
    '0014',
    '0016',
    '0803 123-4567',
    "'Tunde",
    '="0014"',
    '="a"&"b"',
  ]);
});

test('cells are trimmed and composed, and disarmed formulas are armed again', () => {
  expect(['  Ada \u00a0 Obi\n', 'e\u0301', "'+2348031234567", "'quoted'", 'a\u200bb'].map(clean)).toEqual([
    'Ada Obi',
    'é',
    '+2348031234567',
    "'quoted'",
    'a b',
  ]);
});

describe('batches', () => {
  const index = batchIndex('2026/2027', [
    { id: 1, name: 'JSS 1 A', className: 'JSS 1', arm: 'A' },
    { id: 2, name: 'JSS 1 B', className: 'JSS 1', arm: 'B' },
    { id: 3, name: 'JSS 2 Gold', className: 'JSS 2', arm: 'Gold' },
  ]);
  test.each([
    ['JSS 1 A', '', 1],
    ['jss1a', '', 1],
    ['JSS1A', '', 1],
    ['JSS One A', '', 1],
    ['J.S.S. I A', '', 1],
    ['JS 1B', '', 2],
    ['JSS 1', 'B', 2],
    ['JSS 1 B', 'B', 2],
    ['JSS 2', '', 3],
    ['JSS 2', 'gold', 3],
    ['JSS 1', '', undefined],
    ['JSS 2', 'A', undefined],
    ['JSS 3 A', '', undefined],
  ])('%j with arm %j is batch %s', (name, arm, id) => expect(index.find(name, arm)?.id).toBe(id));
});
