import { expect, test } from 'vitest';
import { attemptsOf, designationOf, cgpa } from './academic-record.ts';
import { bandOf, courseResult, resultOfTotal } from './course-result.ts';
import { cumulative } from './cumulative.ts';
import { fraction, ofHundredths, fromText, shown, toText } from './fraction.ts';
import { positionsInEach } from './positions.ts';
import { componentPresets, scalePresets } from './presets.ts';
import { proposePromotion } from './promotion.ts';
import { termResult } from './class-results.ts';

/* The figures of domain.md, "Assessment". */

const scale = (key: string) => scalePresets.find((preset) => preset.key === key)!;
const five = scale('university-5');
const graded = (course: string, units: number, mark: number) => ({
  course,
  units,
  result: resultOfTotal(fraction(mark), five),
});
/** 2u A, 3u B, 2u D, 3u F, 0u A. */
const first = [graded('a', 2, 70), graded('b', 3, 60), graded('c', 2, 45), graded('d', 3, 39), graded('e', 0, 90)];
const retake = graded('d', 3, 75);

test('GPA is 26/10 = 2.60 with the failed units in it and the zero-unit course out of it', () => {
  const { points, units, unitsPassed, gpa, status } = termResult(first);
  expect({ points, units, unitsPassed, status }).toEqual({
    points: 2600,
    units: 10,
    unitsPassed: 7,
    status: 'complete',
  });
  expect(shown(gpa!)).toBe('2.60');
});

test('a retake of the F at A makes 3.15 with all attempts and 4.10 with replacement', () => {
  const attempts = attemptsOf([...first, retake]);
  const [all, replaced] = [cgpa(attempts, 'all_attempts'), cgpa(attempts, 'replaces')];
  expect([shown(all.value!), all.units, all.unitsPassed]).toEqual(['3.15', 13, 10]);
  expect([shown(replaced.value!), replaced.units, replaced.unitsPassed]).toEqual(['4.10', 10, 10]);
  expect(toText(all.value!)).toBe('41/13');
});

test('CGPA is not the mean of GPAs', () => {
  const [one, two] = [termResult(first), termResult([retake])];
  const record = cgpa(attemptsOf([...first, retake]), 'all_attempts');
  expect([one, two].map(({ gpa }) => toText(gpa!))).toEqual(['2.6', '5']);
  expect(shown(record.value!)).not.toBe(shown(cumulative([one.gpa, two.gpa], { kind: 'mean' })!));
});

test.for([
  ['waec', '75 A1, 74.99 B2, 70 B2, 65 B3, 60 C4, 55 C5, 50 C6, 45 D7, 40 E8, 39.99 F9, 0 F9, 100 A1'],
  ['university-5', '70 A 5, 69.99 B 4, 60 B 4, 50 C 3, 45 D 2, 40 E 1, 39.99 F 0'],
  ['university-4', '70 A 4, 60 B 3, 50 C 2, 45 D 1, 44.99 F 0'],
  [
    'polytechnic',
    '75 A 4, 70 AB 3.5, 65 B 3.25, 60 BC 3, 55 C 2.75, 50 CD 2.5, 45 D 2.25, 40 E 2, 39.99 F 0, 74.995 AB 3.5',
  ],
] as const)('%s grades at its limits, on the exact mark', ([key, lines]) => {
  for (const line of lines.split(', ')) {
    const [mark, grade, points] = line.split(' ');
    const band = bandOf(fromText(mark!), scale(key).bands);
    expect([mark, band.grade, points && toText(ofHundredths(band.points))]).toEqual([mark, grade, points]);
  }
});

test.for([
  [
    'university-5',
    '4.50 First Class, 4.4999 Second Class Upper, 3.5 Second Class Upper, 2.4 Second Class Lower, 1.5 Third Class, 1 Pass, 0.99 null',
  ],
  ['university-4', '3.5 First Class, 3 Second Class Upper, 2 Second Class Lower, 1 Third Class, 0.99 null'],
  ['polytechnic', '3.5 Distinction, 3 Upper Credit, 2.5 Lower Credit, 2 Pass, 1.99 null'],
] as const)('%s names classes at its limits', ([key, lines]) => {
  for (const line of lines.split(', ')) {
    const [value, ...name] = line.split(' ');
    const found = designationOf(fromText(value!), scale(key).designations, 'gpa')?.name ?? null;
    expect([value, String(found)]).toEqual([value, name.join(' ')]);
  }
});

test('components in use: 40/60, 30/70 and 20+20+10/50', () => {
  const sums = componentPresets.map(({ components }) => components.map(({ maximum }) => maximum / 100));
  expect(sums).toEqual([
    [40, 60],
    [30, 70],
    [20, 20, 10, 50],
  ]);
  const entries = { test1: 1550, test2: 1800, assignment: 725, exam: 3425 };
  const result = courseResult(entries, componentPresets[2]!.components, scale('waec'));
  expect([toText(result.total!), result.grade, result.passed]).toEqual(['75', 'A1', true]);
});

test('positions are 1, 1, 3', () => {
  const [found] = positionsInEach(['66.7', '200/3', '66.7', '70', '70'].map(fromText), (value) => value, [() => null]);
  expect(found!.map((row) => `${row?.position}${row?.tied ? '=' : ''}`)).toEqual(['3=', '5', '3=', '1=', '1=']);
});

test('the third term is cumulative: the mean of the terms, weighted, or itself alone', () => {
  const terms = ['58.5', '61', '70.25'].map(fromText);
  const weights = [20, 30, 50];
  expect(toText(cumulative(terms, { kind: 'mean' })!)).toBe('63.25');
  expect(toText(cumulative(terms, { kind: 'weighted', weights, renormalises: false })!)).toBe('65.125');
  expect(toText(cumulative(terms, { kind: 'last' })!)).toBe('70.25');
});

const [english, mathematics] = [1, 2];
const courses = (...marks: number[]) =>
  marks.map((mark, at) => ({
    course: at + 1,
    name: ['English', 'Mathematics'][at] ?? `Course ${at + 1}`,
    mark: fraction(mark),
    passed: mark >= 40,
  }));
const figures = (average: string, ...marks: number[]) => ({
  courses: courses(...marks),
  average: fromText(average),
  attendance: null,
  owesFees: false,
});

test('JSS 1–2 promote at an average of 50 including English and Mathematics', () => {
  const rule = { promote: { averageAtLeast: 50_00, compulsory: [english, mathematics], passAt: 50_00 } };
  const outcome = (average: string, ...marks: number[]) => proposePromotion(figures(average, ...marks), rule).outcome;
  expect(outcome('50', 50, 50)).toBe('promoted');
  expect(outcome('49.999', 60, 60)).toBe('repeat');
  expect(outcome('70', 49, 90)).toBe('repeat');
  expect(outcome('70', 90, 49)).toBe('repeat');
});

test('SS 1 needs 50 in six subjects including both', () => {
  const rule = { promote: { passesAtLeast: 6, compulsory: [english, mathematics], passAt: 50_00 } };
  const outcome = (...marks: number[]) => proposePromotion(figures('50', ...marks), rule).outcome;
  expect(outcome(50, 50, 50, 50, 50, 50, 10, 10)).toBe('promoted');
  expect(outcome(50, 50, 50, 50, 50, 49, 49, 49)).toBe('repeat');
  expect(outcome(50, 49, 50, 50, 50, 50, 50, 50)).toBe('repeat');
});
