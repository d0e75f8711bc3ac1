import { expect, test } from 'vitest';
import { scalePresets } from '#features/results/assessment/compute/presets.ts';
import { recordFigures, type RecordCourse, type RecordTerm } from '#features/results/results/record/record-figures.ts';
import { toText } from '#features/results/assessment/compute/fraction.ts';
import { readinessOf } from './candidates.queries.ts';

const course = (code: string, units: number, points: number, more: Partial<RecordCourse> = {}): RecordCourse => ({
  code,
  title: code,
  units,
  status: 'complete',
  total: null,
  grade: 'X',
  points,
  passed: points > 0,
  ...more,
});
const term = (position: number, courses: RecordCourse[], more: Partial<RecordTerm> = {}): RecordTerm => ({
  session: '2025/2026',
  year: 2025,
  term: `Term ${position}`,
  position,
  batch: null,
  className: null,
  program: null,
  system: 'gpa',
  courses,
  average: null,
  inBatch: null,
  repeats: null,
  gpaForm: null,
  termId: position,
  publishedId: position,
  publishedAt: null,
  ...more,
});
const { designations } = scalePresets.find(({ key }) => key === 'university-5')!;
const rule = {
  repeats: 'all_attempts',
  designations: [...designations],
  probation: { below: 300, withdrawalAfter: 2 },
} as const;
const lacks = (records: RecordTerm[], more: object = {}) =>
  readinessOf({
    records,
    figures: recordFigures(records, { ...rule, designations: [...designations] }),
    required: ['A', 'B', 'C'],
    lastTerms: [
      { id: 1, name: 'First Term' },
      { id: 2, name: 'Second Term' },
    ],
    rule: {
      isFinalClass: true,
      className: 'ND 2',
      designations: [...designations],
      unitsRequired: 6,
      passMark: 4000,
      ...more,
    },
  });

test('figures term by term: a failed course is repeated until it is passed, and each term on probation counts', () => {
  const records = [
    term(1, [course('A', 2, 500), course('B', 3, 0)]),
    term(2, [course('B', 3, 100)]),
    term(3, [course('C', 3, 500)]),
  ];
  const figures = recordFigures(records, { ...rule, designations: [...designations] });
  expect(figures.terms.map(({ repeats, academicStanding }) => [repeats, academicStanding])).toEqual([
    [['B'], 'probation'],
    [[], 'withdrawal'],
    [[], 'withdrawal'],
  ]);
  // 10 + 0 + 3 + 15 points of 11 units.
  expect([toText(figures.overall!), figures.units, figures.unitsPassed]).toEqual(['28/11', 11, 8]);
  expect(figures.designation).toBe('Second Class Lower');
});

test('what is missing is named: failed, never taken, withheld, units, class and the lowest class of the award', () => {
  expect(lacks([])).toEqual({ isReady: false, reasons: ['No results are published'], outstanding: [] });
  const open = course('C', 3, 0, { status: 'withheld', points: null, passed: null });
  expect(lacks([term(1, [course('A', 2, 500), course('B', 3, 0), open])])).toEqual({
    isReady: false,
    reasons: ['No final result in C', 'Not passed: B', '2 units passed of 6 required'],
    outstanding: ['C', 'B'],
  });
  const low = lacks([term(1, [course('A', 2, 99), course('B', 3, 99), course('C', 3, 100)])], { isFinalClass: false });
  expect(low.reasons).toEqual(['ND 2 is not the final class', 'CGPA of 0.99 is below 1.00 (Pass)']);
  const exempt = course('C', 3, 0, { status: 'exempt', points: null, passed: null });
  expect(lacks([term(1, [course('A', 3, 500), course('B', 3, 500), exempt])]).isReady).toBe(true);
  expect(lacks([term(1, [course('A', 3, 500), course('B', 3, 500)])]).reasons).toEqual(['No result in C']);
});

test('a school asks for each term of the last session and the pass mark, judged by the exact mean', () => {
  const average = (position: number, value: string) => term(position, [], { system: 'average', average: value });
  expect(lacks([average(1, '60')]).reasons).toEqual(['No published result of Second Term']);
  expect(lacks([average(1, '40'), average(2, '39.99')]).reasons).toEqual([
    'Average of 39.995 is below the pass mark of 40.00',
  ]);
  expect(lacks([average(1, '40'), average(2, '40')]).isReady).toBe(true);
});
