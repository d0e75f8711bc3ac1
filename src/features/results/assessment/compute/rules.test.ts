import { expect, test } from 'vitest';
import { decimals, hundredthsOf } from '../hundredths.ts';
import { academicRecord, designationOf, academicStandings, carryOvers, cgpa } from './academic-record.ts';
import { checkComponents } from './check-components.ts';
import { aggregateOf } from './aggregate.ts';
import { checkScale } from '../scales/scales.ts';
import { classResults, courseStatistics, termResult, whyNotRanked } from './class-results.ts';
import { courseResult, resultOfTotal, type CourseResult } from './course-result.ts';
import { cumulative, type CumulativeRule } from './cumulative.ts';
import { fraction, fromText, gpaText, shown, toText } from './fraction.ts';
import { ordinal } from './positions.ts';
import { componentPresets, scalePresets } from './presets.ts';
import { proposePromotion } from './promotion.ts';
import { isLowBest, repeatsBy, type Entries, type GpaForm } from './types.ts';

const scale = (key: string) => scalePresets.find((preset) => preset.key === key)!;
const [waec, five] = [scale('waec'), scale('university-5')];
const { components } = componentPresets[2]!;
const result = (entries: Entries) => courseResult(entries, components, waec);
const told = ({ status, total, grade, passed }: CourseResult) =>
  [status, total && toText(total), grade, passed].map(String).join(' ');
const total = (text: string) => resultOfTotal(fromText(text), waec);

test.for([
  ['all entered', { test1: 1500, test2: 1050, assignment: 800, exam: 3100 }, 'complete 64.5 C4 true'],
  ['absent counts 0', { test1: 1500, test2: 'absent', assignment: 800, exam: 3100 }, 'complete 54 C6 true'],
  [
    'absent from everything',
    { test1: 'absent', test2: 'absent', assignment: 'absent', exam: 'absent' },
    'absent 0 F9 false',
  ],
  [
    'absent from all not exempt',
    { test1: 'exempt', test2: 'absent', assignment: 'absent', exam: 'absent' },
    'absent 0 F9 false',
  ],
  [
    'exempt: the rest of 80, 60 of it',
    { test1: 'exempt', test2: 1500, assignment: 500, exam: 4000 },
    'complete 75 A1 true',
  ],
  [
    'exempt: the rest of 90, exactly',
    { test1: 1000, test2: 1000, assignment: 'exempt', exam: 3000 },
    'complete 500/9 C5 true',
  ],
  [
    'exempt from everything',
    { test1: 'exempt', test2: 'exempt', assignment: 'exempt', exam: 'exempt' },
    'exempt null null null',
  ],
  ['withheld', { test1: 1500, test2: 1050, assignment: 'withheld', exam: 3100 }, 'withheld null null null'],
  ['withheld and missing', { test1: 1500, assignment: 'withheld', exam: 3100 }, 'withheld null null null'],
  ['not entered', { test1: 1500, test2: 1050, assignment: null, exam: 3100 }, 'incomplete null null null'],
  ['nothing at all', {}, 'incomplete null null null'],
  ['zero is a mark', { test1: 0, test2: 0, assignment: 0, exam: 0 }, 'complete 0 F9 false'],
  ['no rounding up: 74.99', { test1: 2000, test2: 2000, assignment: 999, exam: 2500 }, 'complete 74.99 B2 true'],
  ['no rounding up: 39.99', { test1: 0, test2: 0, assignment: 999, exam: 3000 }, 'complete 39.99 F9 false'],
] as [string, Entries, string][])('a course: %s', ([, entries, expected]) =>
  expect(told(result(entries))).toBe(expected),
);

test('2/3 of 100 by an exemption is below 66.67 and not called so', () => {
  const bands = [
    { from: 66_67, grade: 'A', points: 0, remark: '' },
    { from: 0, grade: 'F', points: 0, remark: '' },
  ];
  const parts = [60_00, 40_00].map((maximum, at) => ({ key: `${at}`, name: `${at}`, maximum }));
  const { total: exact, grade } = courseResult({ 0: 40_00, 1: 'exempt' }, parts, { bands, passMark: 66_67 });
  expect([shown(exact!), grade]).toEqual(['66.67', 'F']);
});

test('absent fails even where everyone passes', () => {
  const grading = { ...waec, passMark: 0 };
  expect(
    courseResult({ test1: 'absent', test2: 'absent', assignment: 'absent', exam: 'absent' }, components, grading)
      .passed,
  ).toBe(false);
  expect(
    courseResult({ test1: 0, test2: 'absent', assignment: 'absent', exam: 'absent' }, components, grading).passed,
  ).toBe(true);
});

test('a mark that no sheet could hold is an error, not a result', () => {
  for (const mark of [-1, 2001, 0.5, Number.NaN, '12' as never])
    expect(() => result({ test1: mark, test2: 0, assignment: 0, exam: 0 })).toThrow('test1');
});

/* Best 2 of 3 tests of 20, which count 20 each, though Test 3 is marked out of 40; examination 60. */
const tests = [20_00, 20_00, 40_00].map((maximum, at) => ({
  key: `t${at + 1}`,
  name: `Test ${at + 1}`,
  maximum,
  ...(maximum === 40_00 && { weight: 20_00 }),
  group: { name: 'Tests', best: 2 },
}));
const bestOfTests = [...tests, { key: 'exam', name: 'Examination', maximum: 60_00 }];

test.for([
  ['the lowest is dropped', { t1: 1000, t2: 1500, t3: 3600, exam: 3000 }, 'complete 63 C4 true'],
  ['of equal ones one is dropped', { t1: 1500, t2: 1500, t3: 3000, exam: 3000 }, 'complete 60 C4 true'],
  ['an absence is dropped', { t1: 'absent', t2: 1500, t3: 3600, exam: 3000 }, 'complete 63 C4 true'],
  ['two absences: one counts 0', { t1: 'absent', t2: 'absent', t3: 3600, exam: 3000 }, 'complete 48 D7 true'],
  ['exempt from one: the others count', { t1: 'exempt', t2: 1500, t3: 1000, exam: 3000 }, 'complete 50 C6 true'],
  ['exempt from two: 18 + 30 of 80', { t1: 'exempt', t2: 'exempt', t3: 3600, exam: 3000 }, 'complete 60 C4 true'],
  ['not entered', { t1: 1000, t2: 1500, exam: 3000 }, 'incomplete null null null'],
  ['absent from all', { t1: 'absent', t2: 'absent', t3: 'absent', exam: 'absent' }, 'absent 0 F9 false'],
] as [string, Entries, string][])('the best 2 of 3 count: %s', ([, entries, expected]) => {
  expect(checkComponents(bestOfTests)).toEqual([]);
  expect(told(courseResult(entries, bestOfTests, waec))).toBe(expected);
});

test('a term: absent counts as 0, exempt not at all, withheld and incomplete have no part yet', () => {
  const of = (...results: CourseResult[]) =>
    termResult(results.map((one, course) => ({ course, units: 2, result: one })));
  const absent = result({ test1: 'absent', test2: 'absent', assignment: 'absent', exam: 'absent' });
  const exempt = result({ test1: 'exempt', test2: 'exempt', assignment: 'exempt', exam: 'exempt' });
  const withheld = result({ test1: 'withheld' });
  const term = of(total('70'), total('50'), absent, exempt);
  expect([term.status, toText(term.sum), term.counted, toText(term.average!)]).toEqual(['complete', '120', 3, '40']);
  expect([term.passed, term.failed, term.units, term.unitsPassed]).toEqual([2, 1, 6, 4]);
  expect([of(total('70'), result({})).status, of(result({}), withheld).status, of(exempt).status, of().status]).toEqual(
    ['incomplete', 'withheld', 'empty', 'empty'],
  );
  expect(toText(of(total('70'), withheld).average!)).toBe('70');
  expect([of(exempt).average, of(exempt).gpa]).toEqual([null, null]);

  const rule = { minimumCourses: 2 };
  expect(whyNotRanked(of(total('70'), total('50')), rule)).toBe(null);
  expect(whyNotRanked(of(total('70'), exempt), rule)).toBe('too_few_courses');
  expect(whyNotRanked(of(exempt), { minimumCourses: 0 })).toBe('too_few_courses');
  expect(whyNotRanked(of(total('70'), total('50'), withheld), rule)).toBe('withheld');
  expect(whyNotRanked(of(total('70'), total('50'), result({})), rule)).toBe('incomplete');
  expect(whyNotRanked(of(total('70'), total('50'), result({})), { ...rule, includesIncomplete: true })).toBe(null);
});

test('a course over its students', () => {
  const absent = result({ test1: 'absent', test2: 'absent', assignment: 'absent', exam: 'absent' });
  const figures = courseStatistics([total('70'), total('35.5'), absent, result({}), result({ exam: 'withheld' })]);
  expect({
    ...figures,
    average: toText(figures.average!),
    highest: toText(figures.highest!),
    lowest: toText(figures.lowest!),
  }).toEqual({ entered: 3, absent: 1, passed: 1, average: '211/6', highest: '70', lowest: '0' });
  expect(courseStatistics([result({})])).toMatchObject({ entered: 0, average: null, highest: null, lowest: null });
});

test('a class: positions in batch and class, per course and over all; a withheld student has none', () => {
  const parts = [{ key: 'exam', name: 'Examination', maximum: 100_00 }];
  const student = (id: number, batch: number, ...marks: Entries['exam'][]) => ({
    student: id,
    batch,
    bands: waec.bands,
    registrations: marks.map((exam, course) => ({
      course,
      units: 1,
      components: parts,
      passMark: 4000,
      entries: { exam },
    })),
  });
  const { students, ofClass, ofBatches } = classResults(
    [
      student(1, 1, 8000, 6000),
      student(2, 1, 6000, 8000),
      student(3, 2, 7000, 7000),
      student(4, 2, 9000, 'withheld'),
      student(5, 2, 5000, 'absent'),
    ],
    { rankBy: 'average', minimumCourses: 2 },
  );
  const place = (one: { position: number; of: number } | null) => (one ? `${ordinal(one.position)} of ${one.of}` : '–');
  expect(students.map((row) => [place(row.inClass), place(row.inBatch), row.notRanked])).toEqual([
    ['1st of 4', '1st of 2', null],
    ['1st of 4', '1st of 2', null],
    ['1st of 4', '1st of 2', null],
    ['–', '–', 'withheld'],
    ['4th of 4', '2nd of 2', null],
  ]);
  expect(students.map(({ courses }) => courses.map((row) => `${place(row.inClass)}, ${place(row.inBatch)}`))).toEqual([
    ['2nd of 5, 1st of 2', '3rd of 3, 2nd of 2'],
    ['4th of 5, 2nd of 2', '1st of 3, 1st of 2'],
    ['3rd of 5, 2nd of 3', '2nd of 3, 1st of 1'],
    ['1st of 5, 1st of 3', '–, –'],
    ['5th of 5, 3rd of 3', '–, –'],
  ]);
  expect(toText(ofClass.get(0)!.average!)).toBe('70');
  expect([
    ofClass.get(1)!.entered,
    ofBatches.get(2)!.get(1)!.entered,
    toText(ofBatches.get(1)!.get(1)!.average!),
  ]).toEqual([4, 2, '70']);
});

test('ordinals', () => {
  expect([1, 2, 3, 4, 11, 12, 13, 21, 22, 101, 111, 113].map(ordinal).join(' ')).toBe(
    '1st 2nd 3rd 4th 11th 12th 13th 21st 22nd 101st 111th 113th',
  );
});

test('a term missed: left out of a mean, 0 in fixed weights, shared out if so chosen, fatal to "last"', () => {
  const weights = [20, 30, 50];
  const of = (rule: CumulativeRule, ...terms: (string | null)[]) => {
    const value = cumulative(
      terms.map((text) => text && fromText(text)).map((term) => term || null),
      rule,
    );
    return value && toText(value);
  };
  const [fixed, shared] = [false, true].map((renormalises) => ({ kind: 'weighted', weights, renormalises }) as const);
  expect(of({ kind: 'mean' }, '60', null, '70')).toBe('65');
  expect(of(fixed!, '60', null, '70')).toBe('47');
  expect(of(shared!, '60', null, '70')).toBe('470/7');
  expect([of(fixed!, '60'), of(fixed!, '60', '50')]).toEqual(['60', '54']);
  expect([of({ kind: 'last' }, '60', null), of({ kind: 'last' }, null, '60')]).toEqual([null, '60']);
  expect([of({ kind: 'mean' }, null, null), of(shared!, null), of(fixed!, null), of({ kind: 'mean' })]).toEqual([
    null,
    null,
    null,
    null,
  ]);
  expect(() => of(fixed!, '1', '2', '3', '4')).toThrow('4 terms, but 3 weights');
});

test('carry-overs are failed courses until they are passed, and each repeat is seen at its term', () => {
  const course = (name: string, mark: number, units = 3) => ({
    course: name,
    units,
    result: resultOfTotal(fraction(mark), five),
  });
  const terms = [
    [course('MTH 101', 30), course('GST 101', 38, 0), course('PHY 101', 39)],
    [course('MTH 101', 35), course('PHY 101', 60)],
    [course('MTH 101', 70), { course: 'GST 101', units: 0, result: result({ exam: 'withheld' }) }],
  ];
  const record = (repeats: 'all_attempts' | 'replaces') =>
    academicRecord(terms, { repeats, probation: { below: 100, withdrawalAfter: 2 } });
  expect(record('replaces').map((row) => row.carryOvers.map((open) => open.course))).toEqual([
    ['MTH 101', 'GST 101', 'PHY 101'],
    ['MTH 101', 'GST 101'],
    ['GST 101'],
  ]);
  const figures = (repeats: 'all_attempts' | 'replaces') =>
    record(repeats).map(
      ({ cumulative: { value, units }, academicStanding }) => `${toText(value!)} of ${units}: ${academicStanding}`,
    );
  expect(figures('all_attempts')).toEqual(['0 of 6: probation', '1 of 12: good', '1.8 of 15: good']);
  expect(figures('replaces')).toEqual(['0 of 6: probation', '2 of 6: good', '4.5 of 6: good']);
  expect(carryOvers([])).toEqual([]);
});

test('a part out of any maximum counts its weight, exactly; exempt, the others share the whole', () => {
  const bands = [{ from: 0, grade: 'X', points: 0, remark: '' }];
  const parts = [
    { key: 'test', name: 'Test', maximum: 50_00, weight: 20_00 },
    { key: 'project', name: 'Project', maximum: 30_00, weight: 10_00 },
    { key: 'exam', name: 'Examination', maximum: 70_00 },
  ];
  expect(checkComponents(parts)).toEqual([]);
  const totalOf = (entries: Entries) => toText(courseResult(entries, parts, { bands, passMark: 40_00 }).total!);
  // 37 of 50 counting 20 = 14.8; 20 of 30 counting 10 = 6 2/3; with 51: 72 7/15.
  expect(totalOf({ test: 37_00, project: 20_00, exam: 51_00 })).toBe('1087/15');
  expect(totalOf({ test: 50_00, project: 30_00, exam: 70_00 })).toBe('100');
  expect(totalOf({ test: 'absent', project: 30_00, exam: 70_00 })).toBe('80');
  // Without the test 80 are left: (6 2/3 + 51) / 80.
  expect(totalOf({ test: 'exempt', project: 20_00, exam: 51_00 })).toBe('865/12');
  const [short] = checkComponents([...parts.slice(0, 2), { key: 'exam', name: 'Examination', maximum: 60_00 }]);
  expect(short!.message).toBe('What the parts count adds up to 90. It must add up to 100.');
});

test('of several attempts the higher grade counts, with its own units; of equal ones the first', () => {
  const attempt = (course: string, units: number, points: number) => ({ course, units, points, passed: points > 0 });
  // MTH 101 as 3u F, 3u B (4), 2u C (3); GST 101 as 2u D (2) and 1u D (2): (12 + 4) / 5.
  const attempts = [
    attempt('MTH 101', 3, 0),
    attempt('GST 101', 2, 200),
    attempt('MTH 101', 3, 400),
    attempt('GST 101', 1, 200),
    attempt('MTH 101', 2, 300),
  ];
  const { units, points, value } = cgpa(attempts, 'highest');
  expect([units, points, toText(value!)]).toEqual([5, 1600, '3.2']);
  // The latest: MTH 2u C, GST 1u D: (6 + 2) / 3.
  expect(toText(cgpa(attempts, 'replaces').value!)).toBe('8/3');
  // All: (0 + 4 + 12 + 2 + 6) / 11.
  expect(toText(cgpa(attempts, 'all_attempts').value!)).toBe('24/11');
});

test('standing: a period without a CGPA neither breaks nor lengthens a row; without a limit there is no withdrawal', () => {
  const low = fraction(1);
  expect(academicStandings([null, low, null, low], { below: 150, withdrawalAfter: 2 })).toEqual([
    null,
    'probation',
    null,
    'withdrawal',
  ]);
  expect(academicStandings([low, low, low], { below: 150, withdrawalAfter: null })).toEqual([
    'probation',
    'probation',
    'probation',
  ]);
});

/* German: 1.0 from 95, 1.3 from 90, 2.0 from 80, 4.0 from 50, else 5.0. Fewer points are better. */
const german = (
  [
    [95, '1,0', 100],
    [90, '1,3', 130],
    [80, '2,0', 200],
    [50, '4,0', 400],
    [0, '5,0', 500],
  ] as const
).map(([from, grade, points]) => ({ from: from * 100, grade, points, remark: '' }));

test('where few points are good: the scale, the better of two grades, classes, probation and averages asked for', () => {
  expect(isLowBest(german)).toBe(true);
  expect(scalePresets.filter(({ bands }) => isLowBest(bands)).map(({ key }) => key)).toEqual(['waec-points', 'german']);
  expect(checkScale(german)).toEqual([]);
  const wrong = german.map((band) => (band.grade === '2,0' ? { ...band, points: 120 } : band));
  expect(checkScale(wrong).map(({ index, message }) => [index, message])).toEqual([
    [2, '2,0 earns 1.2 points, fewer than 1,3 (1.3). If fewer points are better, a lower grade can’t have fewer.'],
  ]);
  const attempts = [400, 130, 200].map((points) => ({ course: 'M', units: 5, points, passed: true }));
  expect(cgpa(attempts, repeatsBy('highest', german)).points).toBe(5 * 130);
  const classes = [
    { from: 150, name: 'Sehr gut', upTo: true },
    { from: 250, name: 'Gut', upTo: true },
  ] as const;
  const classOf = (value: string) => designationOf(fromText(value), classes, 'gpa')?.name ?? null;
  expect(['1.5', '1.5001', '2.5', '2.51'].map(classOf)).toEqual(['Sehr gut', 'Gut', 'Gut', null]);
  // Averages are of marks, of which many are good.
  expect(designationOf(fromText('2'), classes, 'average')?.name).toBe('Sehr gut');
  const standings = academicStandings(['3.5', '3.51', '4'].map(fromText), {
    below: 350,
    withdrawalAfter: 2,
    isAbove: true,
  });
  expect(standings).toEqual(['good', 'probation', 'withdrawal']);
  const asked = (average: string) =>
    proposePromotion(
      { average: fromText(average), courses: [], isLowBest: true, attendance: null, owesFees: false },
      { promote: { averageAtLeast: 400 } },
    );
  expect([asked('4'), asked('4.01')]).toEqual([
    { outcome: 'promoted', reasons: ['Average 4.00 is at most 4.'] },
    { outcome: 'repeat', reasons: ['Average 4.01 is above 4.'] },
  ]);
});

test('points have three decimals, and a GPA is rounded or cut off: nothing is lost in between', () => {
  const attempts = [
    { course: 'A', units: 3, points: 366.7, passed: true },
    { course: 'B', units: 4, points: 333.3, passed: true },
  ];
  const found = cgpa([...attempts, ...attempts, ...attempts], 'all_attempts');
  expect([found.points, toText(found.value!)]).toEqual([7299.9, '24333/7000']);
  // 2.76171…
  const value = fraction(19332, 7000);
  expect([undefined, 'round2', 'cut2', 'round3', 'cut3'].map((form) => gpaText(value, form as GpaForm))).toEqual([
    '2.76',
    '2.76',
    '2.76',
    '2.762',
    '2.761',
  ]);
  expect(gpaText(fraction(4499, 1000), 'cut2')).toBe('4.49');
  expect(['3.333', '3.3', '12', '3.3333', ''].map((text) => hundredthsOf(text, 3))).toEqual([
    333.3,
    330,
    1200,
    undefined,
    undefined,
  ]);
  expect([hundredthsOf('3.333'), decimals(333.3), decimals(1250), decimals(7)]).toEqual([
    undefined,
    '3.333',
    '12.5',
    '0.07',
  ]);
});

test('an aggregate adds up the best points by the direction of the scale, once everything is settled', () => {
  const of = (...points: number[]) => points.map((own) => ({ ...total('70'), points: own }));
  expect(aggregateOf(of(100, 900, 300, 200), { of: 3, best: 'low' })).toBe(600);
  expect(aggregateOf(of(100, 900, 300, 200), { of: 3, best: 'high' })).toBe(1400);
  expect(aggregateOf(of(100, 900), { of: 3, best: 'low' })).toBe(null);
  expect(aggregateOf([...of(100, 900, 300), result({ exam: 'pending' })], { of: 3, best: 'low' })).toBe(null);
});
