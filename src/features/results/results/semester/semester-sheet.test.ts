import { expect, test } from 'vitest';
import { fraction } from '#features/results/assessment/compute/fraction.ts';
import type { CardCourse, ReportCard } from '../cards/card-promotion.ts';
import { remarkOf, semesterSheetOf } from './semester-sheet.ts';

const course = (code: string, units: number, points: number | null, more: Partial<CardCourse> = {}) =>
  ({
    id: 1,
    code,
    title: code,
    units,
    parts: [],
    entries: {},
    status: 'complete',
    total: '50',
    grade: 'C',
    points,
    remark: null,
    passed: points !== 0,
    earlier: [],
    cumulative: null,
    position: null,
    average: null,
    highest: null,
    lowest: null,
    ...more,
  }) as CardCourse;
const card = (id: number, courses: CardCourse[], cgpa: string, repeats: string[] = []) =>
  ({
    student: { id, surname: 'Obi', firstName: `Ada${id}`, middleName: null, number: `N${id}`, gender: null },
    courses,
    summary: {
      gpa: { units: 5, points: 1300, value: '13/5' },
      previous: { units: 0, points: 0, value: null },
      cgpa: { units: 5, points: 1300, value: cgpa },
      repeats,
    },
  }) as unknown as ReportCard;
const none = { probation: null, earlier: new Map() };

test('courses stand with their units, each cell with total, grade and points, and figures in three groups', () => {
  const cards = [
    card(1, [course('MTH 101', 3, 300), course('GNS 101', 2, 200)], '13/5'),
    card(2, [course('MTH 101', 3, 0)], '0'),
  ];
  const { courses, rows, hasGaps } = semesterSheetOf(cards, none);
  expect(courses.map(({ code, units }) => [code, units])).toEqual([
    ['GNS 101', 2],
    ['MTH 101', 3],
  ]);
  expect(rows[0]!.cells.map((cell) => [cell?.total, cell?.grade, cell?.points])).toEqual([
    ['50', 'C', '4'],
    ['50', 'C', '9'],
  ]);
  expect(rows[1]!.cells[0]).toBeNull();
  expect(hasGaps).toBe(true);
  expect(rows[0]!.current).toEqual({ units: 5, points: '13', value: '2.60' });
});

test('a remark names what to repeat and the probation that the exact CGPA means', () => {
  const taken = [course('ENG 101', 3, 300)];
  expect(remarkOf(card(1, [], '1'), none)).toBe('No courses');
  const rule = { probation: { below: 150, withdrawalAfter: 2 }, earlier: new Map([[2, [fraction(149, 100)]]]) };
  expect(remarkOf(card(1, taken, '1.5'), rule)).toBe('Good standing');
  expect(remarkOf(card(1, taken, '1.4999', ['MTH 101', 'PHY 102']), rule)).toBe('Probation. Repeat MTH 101, PHY 102');
  expect(remarkOf(card(2, taken, '1.4999'), rule)).toBe('Withdrawal');
  expect(remarkOf(card(1, taken, '1', ['MTH 101']), none)).toBe('Repeat MTH 101');
  expect(remarkOf(card(1, [course('A', 3, null, { status: 'withheld' })], '1'), rule)).toBe('Result withheld');
});
