import { expect, test } from 'vitest';
import { fraction, fromText } from './fraction.ts';
import { farFromOwnMean, sameMarks } from '../checks/find-checks.ts';
import { componentPresets } from './presets.ts';
import { proposePromotion, type PromotionRule, type PromotionFigures } from './promotion.ts';
import type { Entries } from './types.ts';

const marked = (...marks: (number | null)[]): PromotionFigures['courses'] =>
  marks.map((mark, at) => ({
    course: at + 1,
    name: ['English Language', 'Mathematics'][at] ?? `Course ${at + 1}`,
    mark: mark === null ? null : fraction(mark),
    passed: mark === null ? null : mark >= 40,
  }));
const figures = (
  average: string,
  marks: (number | null)[],
  rest: Partial<PromotionFigures> = {},
): PromotionFigures => ({
  courses: marked(...marks),
  average: fromText(average),
  attendance: fraction(715, 10),
  owesFees: false,
  ...rest,
});
const rule: PromotionRule = {
  promote: { averageAtLeast: 50_00, compulsory: [1, 2], passesAtLeast: 3, attendanceAtLeast: 75_00, feesPaid: true },
  onTrial: { averageAtLeast: 45_00, compulsory: [1] },
};

test('a promoted student has the conditions met as reasons', () => {
  expect(proposePromotion(figures('63.2', [60, 45, 70, 20], { attendance: fraction(75) }), rule)).toEqual({
    outcome: 'promoted',
    reasons: [
      'Average 63.20 is at least 50.',
      'English Language passed (60.00).',
      'Mathematics passed (45.00).',
      'Passed 3 of 4 courses; 3 required.',
      'Attendance 75.00% is at least 75%.',
      'No fees are owed.',
    ],
  });
  expect(proposePromotion(figures('1', [1]), { promote: {} })).toEqual({ outcome: 'promoted', reasons: [] });
});

test('on trial or repeating, a student has the conditions missed as reasons, without rounding', () => {
  expect(proposePromotion(figures('49.996', [60, 38, 70, 20], { owesFees: true }), rule)).toEqual({
    outcome: 'on_trial',
    reasons: [
      'Average 49.996 is below 50.',
      'Mathematics not passed (38.00).',
      'Passed 2 of 4 courses; 3 required.',
      'Attendance 71.50% is below 75%.',
      'Fees are owed.',
    ],
  });
  expect(proposePromotion(figures('49.996', [39, 60, 70, 70]), rule).outcome).toBe('repeat');
  expect(proposePromotion(figures('44.99', [60, 60, 70, 70]), rule).outcome).toBe('repeat');
  expect(proposePromotion(figures('49', [60, 60, 70, 70]), { promote: rule.promote }).outcome).toBe('repeat');
  expect(proposePromotion(figures('90', [90]), { promote: { compulsory: [9] } })).toEqual({
    outcome: 'repeat',
    reasons: ['A compulsory course was not taken.'],
  });
});

test('a result that is missing leaves the proposal open', () => {
  expect(proposePromotion(figures('49', [60, null, 70, 20]), rule)).toEqual({
    outcome: 'undecided',
    reasons: [
      'Average: not final, no result yet in 1 course.',
      'Mathematics: no result yet.',
      'Passed 2 of 4 courses; 3 required. No result yet in 1.',
    ],
  });
  const attendance = { promote: { attendanceAtLeast: 75_00 } };
  expect(proposePromotion(figures('60', [60], { attendance: null }), attendance)).toEqual({
    outcome: 'undecided',
    reasons: ['Attendance: no figure yet.'],
  });
  const three = { promote: { passesAtLeast: 3 } };
  expect(proposePromotion(figures('60', [60, 60, 60, null]), three).outcome).toBe('promoted');
  expect(proposePromotion(figures('60', [60, 30, 30, null]), three).outcome).toBe('repeat');
});

test('a column filled with one mark is found, from five students on', () => {
  const { components } = componentPresets[0]!;
  const rows = (count: number): Entries[] =>
    Array.from({ length: count }, (_, at) => ({ ca: 30_00, exam: 40_00 + at * 50 }));
  const found = [{ component: 'ca', mark: 30_00, students: 5 }];
  expect(sameMarks(rows(5), components)).toEqual(found);
  expect(sameMarks([...rows(5), { ca: 'absent', exam: null }, {}], components)).toEqual(found);
  expect(sameMarks([...rows(5), { ca: 30_50 }], components)).toEqual([]);
  expect(sameMarks(rows(4), components)).toEqual([]);
});

test("a total 30 marks or more from the mean of the student's other courses is found, with three others at least", () => {
  const of = (...totals: number[]) =>
    farFromOwnMean(totals.map((total, course) => ({ course, total: fraction(total) })));
  expect(of(60, 65, 70, 35).map(({ course, words }) => [course, words])).toEqual([
    [3, '35.00 is 30.00 below the mean of the other courses (65.00).'],
  ]);
  expect(of(60, 65, 70, 36)).toEqual([]);
  expect(of(40, 41, 42, 99).map(({ course }) => course)).toEqual([3]);
  expect(of(60, 65, 20)).toEqual([]);
  expect(of()).toEqual([]);
});
