import { expect, test } from 'vitest';
import { academicRecord, attemptsOf, designationOf, academicStandings, cgpa } from './academic-record.ts';
import { checkScale } from '../scales/scales.ts';
import { cumulative } from './cumulative.ts';
import { bandOf, resultOfTotal } from './course-result.ts';
import { fraction, fromText, shown, toText } from './fraction.ts';
import { positionsInEach } from './positions.ts';
import { scalePresets } from './presets.ts';
import { termResult } from './class-results.ts';
import type { Band } from './types.ts';

/* Worked figures that institutions and others have published. Facts and figures are theirs. */

const scale = (key: string) => scalePresets.find((preset) => preset.key === key)!;
type Course = readonly [course: string, units: number, mark: number];
const graded = (courses: readonly Course[], bands: readonly Band[], passMark: number) =>
  courses.map(([course, units, mark]) => ({
    course,
    units,
    result: resultOfTotal(fraction(mark), { bands, passMark }),
  }));
const bandsOf = (...rows: (readonly [from: number, grade: string, points: number])[]): Band[] =>
  rows.map(([from, grade, points]) => ({ from: from * 100, grade, points, remark: '' }));

/* Prince Sultan University, "Rules and Regulations of Undergraduate Study and Examinations", appendix B, page 45. */
test('Prince Sultan University: 36.25/12 = 3.02, 34/12 = 2.83, together 70.25/24 = 2.93', () => {
  const bands = bandsOf(
    [95, 'A+', 400],
    [90, 'A', 375],
    [85, 'B+', 350],
    [80, 'B', 300],
    [75, 'C+', 250],
    [70, 'C', 200],
    [65, 'D+', 150],
    [60, 'D', 100],
    [0, 'F', 0],
  );
  const semesters = [
    [
      ['ISC 103', 2, 85],
      ['CHEM 324', 3, 70],
      ['MATH 235', 3, 92],
      ['PHY 105', 4, 80],
    ],
    [
      ['ISC 101', 2, 96],
      ['CHEM 327', 3, 83],
      ['MATH 314', 4, 71],
      ['PHY 205', 3, 81],
    ],
  ] as const satisfies Course[][];
  expect(checkScale(bands)).toEqual([]);
  const record = academicRecord(
    semesters.map((courses) => graded(courses, bands, 60_00)),
    { repeats: 'all_attempts', probation: null },
  );
  expect(record.map(({ term }) => [term.points, term.units, shown(term.gpa!)])).toEqual([
    [3625, 12, '3.02'],
    [3400, 12, '2.83'],
  ]);
  expect(record.map(({ cumulative }) => [cumulative.points, cumulative.units, shown(cumulative.value!)])).toEqual([
    [3625, 12, '3.02'],
    [7025, 24, '2.93'],
  ]);
});

/* Calvary Polytechnic, "The Grading System": GPA example, and repeats count with all attempts. */
test('Calvary Polytechnic: A, B, C and D of 4, 3, 2 and 3 credit hours make 36/12 = 3.00', () => {
  const rows = [
    [4, 400],
    [3, 300],
    [2, 250],
    [3, 200],
  ] as const;
  const attempts = rows.map(([units, points], course) => ({ course, units, points, passed: true }));
  const { points, units, value } = cgpa(attempts, 'all_attempts');
  expect([points, units, shown(value!)]).toEqual([3600, 12, '3.00']);
});

/* University of Ibadan, four points: "How UI Calculates Students' CGPAs", Campus News, 4 April 2022. */
test('University of Ibadan: sixteen courses of 46 units make 168/46 = 3.65, First Class', () => {
  const marks = '3 82, 3 68, 3 75, 4 74, 3 65, 2 72, 3 58, 2 81, 2 74, 2 70, 4 68, 3 76, 3 81, 3 76, 3 88, 3 71';
  const courses = marks.split(', ').map((line, at): Course => {
    const [units, mark] = line.split(' ').map(Number);
    return [`course ${at}`, units!, mark!];
  });
  const four = scale('university-4');
  const { points, units, gpa } = termResult(graded(courses, four.bands, four.passMark));
  expect([points, units, shown(gpa!)]).toEqual([16_800, 46, '3.65']);
  expect(designationOf(gpa!, four.designations, 'gpa')?.name).toBe('First Class');
});

/* Federal University Oye-Ekiti, Department of Business Administration, "Academic Grading System for Graduation". */
test('Federal University Oye-Ekiti: A, B, C and D in four courses of 3 units make 42/12 = 3.50', () => {
  const { bands, passMark, designations } = scale('university-5');
  const courses = [70, 60, 50, 45].map((mark, at): Course => [`course ${at}`, 3, mark]);
  const { points, units, gpa } = termResult(graded(courses, bands, passMark));
  expect([points, units, shown(gpa!), toText(gpa!)]).toEqual([4200, 12, '3.50', '3.5']);
  expect(designationOf(gpa!, designations, 'gpa')?.name).toBe('Second Class Upper');
});

/* myschool.ng, question 166663, on the five-point system: two semesters of 56 and 67 quality points (courses are ours). */
test('five points: 56/18 = 3.11, with 67 points of 20 units 123/38 = 3.24', () => {
  const one = attemptsOf(
    graded(
      [
        ['a', 8, 60],
        ['b', 4, 50],
        ['c', 6, 45],
      ],
      scale('university-5').bands,
      40_00,
    ),
  );
  const two = attemptsOf(
    graded(
      [
        ['d', 7, 70],
        ['e', 6, 50],
        ['f', 7, 45],
      ],
      scale('university-5').bands,
      40_00,
    ),
  );
  expect([cgpa(one, 'all_attempts'), cgpa(two, 'all_attempts')].map(({ points, units }) => [points, units])).toEqual([
    [5600, 18],
    [6700, 20],
  ]);
  expect(shown(cgpa(one, 'all_attempts').value!)).toBe('3.11');
  expect(shown(cgpa([...one, ...two], 'all_attempts').value!)).toBe('3.24');
});

/* Federal Polytechnic, Bida: the NBTE scale of 2015/2016. Federal Polytechnic, Damaturu, "Academic Policy": the example. */
test('the NBTE scale: Bida and the grades that Damaturu works with', () => {
  const { bands, passMark, designations } = scale('polytechnic');
  expect(bands.map(({ from, grade, points }) => `${from / 100} ${grade} ${points / 100}`).join(', ')).toBe(
    '75 A 4, 70 AB 3.5, 65 B 3.25, 60 BC 3, 55 C 2.75, 50 CD 2.5, 45 D 2.25, 40 E 2, 0 F 0',
  );
  const courses: Course[] = [
    ['1', 3, 75],
    ['2', 2, 60],
    ['3', 1, 65],
    ['4', 3, 55],
    ['5', 3, 40],
  ];
  const rows = graded(courses, bands, passMark);
  expect(rows.map(({ result }) => result.grade)).toEqual(['A', 'BC', 'B', 'C', 'E']);
  // 12.00 + 6.00 + 3.25 + 8.25 + 6.00 over 12 credit hours.
  const { points, units, gpa } = termResult(rows);
  expect([points, units, shown(gpa!)]).toEqual([3550, 12, '2.96']);
  expect(designationOf(gpa!, designations, 'gpa')?.name).toBe('Lower Credit');
  // Property Law: 4 credits at 80% are 16 grade points.
  expect(bandOf(fraction(80), bands).points * 4).toBe(16_00);
});

/* McPherson University, "Academic Regulations of Course System"; City Polytechnic Institute, "Rules and Guidelines". */
test('McPherson University: below 1.50 is probation, twice in a row withdrawal; City Polytechnic: 2.00 and three times', () => {
  const cgpas = ['1.6', '1.49', '1.5', '1.4', '1.4999'].map(fromText);
  expect(academicStandings(cgpas, { below: 150, withdrawalAfter: 2 })).toEqual([
    'good',
    'probation',
    'good',
    'probation',
    'withdrawal',
  ]);
  expect(academicStandings(['1.9', '1.9', '1.9', '2'].map(fromText), { below: 200, withdrawalAfter: 3 })).toEqual([
    'probation',
    'probation',
    'withdrawal',
    'good',
  ]);
});

/* "How to Calculate Student Positions in Class Automatically", EduVault, 10 May 2026: the ranking usual in Nigeria. */
test('totals of 485, 460, 460, 441 and 430 are 1st, 2nd, 2nd, 4th and 5th', () => {
  const totals = [441, 460, 485, 430, 460].map((total) => fraction(total));
  expect(positionsInEach(totals, (total) => total, [() => null])[0]!.map((row) => row!.position)).toEqual([
    4, 2, 1, 5, 2,
  ]);
});

/* "2025–26 High School Handbook" (info.wftigers.org), "Exams": two quarters count three times, the examination once. */
test('a semester of 90 and 70 with an examination of 90 is (80 × 3 + 90) / 4 = 82.5', () => {
  const marks = [90, 70, 90].map((mark) => fraction(mark));
  const semester = cumulative(marks, { kind: 'weighted', weights: [3, 3, 2], renormalises: false });
  expect(toText(semester!)).toBe('82.5');
});
