import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startSchool } from './harness/app.ts';
import { openHandbook, type Handbook } from './harness/handbook.ts';
import { coursesOn, figuresIn } from './harness/handbook-figures.ts';

/* Worked tables of handbooks: entered through the forms, and every figure compared with the one worked by hand. */
let world: Awaited<ReturnType<typeof startSchool>>;
beforeEach(async () => void (world = await startSchool()));
afterEach(() => world.close());

async function open(handbook: Handbook) {
  const school = await openHandbook(world, handbook);
  return { ...school, ...figuresIn(world, school) };
}

const everywhere = (gpa: string, cgpa: string, designation: string | null) => ({
  ...{ gpas: [gpa, gpa, gpa, gpa], cgpas: [cgpa, cgpa, cgpa, cgpa, cgpa], designation },
});
const five: [string, string, string][] = [
  ['A', '70', '5'],
  ['B', '60', '4'],
  ['C', '50', '3'],
  ['D', '45', '2'],
  ['E', '40', '1'],
  ['F', '0', '0'],
];

/*
 * A university with five points: the best 2 of 3 tests of 15, examination 70. The higher grade of a retake counts.
 *
 *         First Semester                                          Second Semester
 *         MTH 3u                    PHY 2u                        MTH 3u                 PHY 2u
 * Ada     15 9 12 | 42: 69 B        9 9 9 | 60: 78 A              0 A 9 | 30: 39 F       12 15 3 | 23: 50 C
 * Tunde   6 3 A | 31: 40 E          14 14 14 | pending            15 15 15 | 50: 80 A    10 A A | 35: 45 D
 *
 * Ada:   GPA (3·4 + 2·5)/5 = 22/5 = 4.40; then (3·0 + 2·3)/5 = 1.20. CGPA with the higher grades (3·4 + 2·5)/5 = 4.40.
 * Tunde: GPA 3·1/3 = 1.00 without the pending course; then (3·5 + 2·2)/5 = 3.80, and CGPA 3.80.
 *        Physics is settled with 42: 70 A. GPA (3 + 10)/5 = 2.60, and CGPA (3·5 + 2·5)/5 = 5.00.
 */
test('a university, 5 points: the best 2 of 3 tests, a pending result settled later, the higher grade of a retake', async () => {
  const school = await open({
    scale: {
      grades: five,
      classes: [
        ['First Class', '4.5'],
        ['Second Class Upper', '3.5'],
        ['Second Class Lower', '2.4'],
      ],
    },
    schemes: [
      {
        ...{ system: 'gpa', passMark: '40' },
        parts: [
          ['Test 1', '15', { group: 'Tests' }],
          ['Test 2', '15', { group: 'Tests' }],
          ['Test 3', '15', { group: 'Tests' }],
          ['Examination', '70'],
        ],
        more: { groups: { 1: { id: '', name: 'Tests', best: '2', position: 0 } }, repeats: 'highest' },
      },
    ],
    courses: { MTH: 3, PHY: 2 },
  });
  const first = await school.publish(0, {
    'Ada Obi': { MTH: '15 9 12 42', PHY: '9 9 9 60' },
    'Tunde Bakare': { MTH: '6 3 A 31', PHY: '14 14 14 P' },
  });
  const [ada, tunde] = [await school.cardOf('Ada Obi'), await school.cardOf('Tunde Bakare')];
  expect([coursesOn(ada), coursesOn(tunde)]).toEqual([
    { MTH: '69 B 400', PHY: '78 A 500' },
    { MTH: '40 E 100', PHY: 'pending' },
  ]);
  expect([ada.summary.inBatch, tunde.summary.inBatch]).toEqual([{ position: 1, of: 1, tied: false }, null]);
  expect([tunde.summary.notRanked, tunde.summary.gpa]).toEqual(['pending', { units: 3, points: 300, value: '1' }]);
  const paper = await school.paperOf('Tunde Bakare');
  expect(paper).toContain('best\u00a02');
  expect(paper).toMatch(/PD: pending/);
  expect(paper).toContain('A result is incomplete or pending: these figures are not final.');
  await school.publish(1, {
    'Ada Obi': { MTH: '0 A 9 30', PHY: '12 15 3 23' },
    'Tunde Bakare': { MTH: '15 15 15 50', PHY: '10 A A 35' },
  });
  expect([coursesOn(await school.cardOf('Ada Obi')), coursesOn(await school.cardOf('Tunde Bakare'))]).toEqual([
    { MTH: '39 F 0', PHY: '50 C 300' },
    { MTH: '80 A 500', PHY: '45 D 200' },
  ]);
  expect(await school.figuresOf('Ada Obi')).toEqual(everywhere('1.20', '4.40', 'Second Class Upper'));
  expect((await school.cardOf('Tunde Bakare')).summary.cgpa).toEqual({ units: 5, points: 1900, value: '3.8' });
  await school.correct(first, 'Tunde Bakare', ['PHY', 'examination', 'P', '42']);
  expect(await school.figuresOf('Tunde Bakare')).toEqual(everywhere('3.80', '5.00', 'First Class'));
  expect(await school.problems()).toEqual([]);
});

/*
 * Pass or fail: industrial training earns its unit and no points. Mathematics 3 units, Physics 2, training 1.
 *
 *         First Semester                 Second Semester
 *         MTH     PHY     IND            MTH     PHY     IND
 * Ada     72 A    65 B    55 P           72 A    65 B    absent
 * Tunde   50 C    40 E    30 F           50 C    40 E    60 P
 *
 * Ada:   GPA (3·5 + 2·4)/5 = 23/5 = 4.60 twice, CGPA 46/10 = 4.60. Units earned 3 + 2 + 1 = 6.
 * Tunde: GPA (3·3 + 2·1)/5 = 11/5 = 2.20 twice, CGPA 22/10 = 2.20. Units earned 5, and training is to be repeated; then 6.
 */
test('pass or fail alone: units are earned, no points; a failure is repeated', async () => {
  const school = await open({
    scale: { grades: five },
    schemes: [
      { system: 'gpa', passMark: '40', parts: [['Examination', '100']] },
      {
        ...{ of: ['IND'], system: 'gpa', passMark: '50', parts: [['Logbook', '100']], more: { passFail: 'on' } },
        scale: {
          grades: [
            ['P', '50', '0'],
            ['F', '0', '0'],
          ],
        },
      },
    ],
    courses: { MTH: 3, PHY: 2, IND: 1 },
  });
  await school.publish(0, {
    'Ada Obi': { MTH: '72', PHY: '65', IND: '55' },
    'Tunde Bakare': { MTH: '50', PHY: '40', IND: '30' },
  });
  const [ada, tunde] = [await school.cardOf('Ada Obi'), await school.cardOf('Tunde Bakare')];
  expect(coursesOn(ada)).toEqual({ MTH: '72 A 500', PHY: '65 B 400', IND: 'judged P' });
  expect(coursesOn(tunde)).toEqual({ MTH: '50 C 300', PHY: '40 E 100', IND: 'judged F' });
  expect(ada.summary).toMatchObject({ counted: 2, passed: 2, gpa: { units: 5, points: 2300 }, cgpa: { earned: 6 } });
  expect(tunde.summary).toMatchObject({ cgpa: { earned: 5 }, repeats: ['T IND'], inBatch: { position: 2, of: 2 } });
  expect(await school.paperOf('Ada Obi')).toMatch(/P\/F: pass or fail, without points/);
  await school.publish(1, {
    'Ada Obi': { MTH: '72', PHY: '65', IND: 'A' },
    'Tunde Bakare': { MTH: '50', PHY: '40', IND: '60' },
  });
  const again = await school.cardOf('Ada Obi');
  expect([coursesOn(again)['IND'], again.summary.repeats, again.summary.cgpa!.earned]).toEqual(['absent F', [], 6]);
  const settled = (await school.cardOf('Tunde Bakare')).summary;
  expect([settled.repeats, settled.cgpa]).toEqual([[], { units: 10, points: 2200, value: '2.2', earned: 6 }]);
  expect(await school.figuresOf('Tunde Bakare')).toEqual(everywhere('2.20', '2.20', null));
  expect(await school.problems()).toEqual([]);
});

/*
 * A scale where low is good, 1.0 to 5.0: from 95 1.0, 80 2.0, 65 3.0, 50 4.0, else 5.0. Mathematics 5 units, Physics 3;
 * of a retake the better grade counts; up to 1.5 “Very good”, up to 2.5 “Good”.
 *
 *         First Semester           Second Semester
 *         MTH        PHY           MTH        PHY
 * Ada     80 2.0     95 1.0        96 1.0     60 4.0
 * Tunde   66 3.0     82 2.0        40 5.0     81 2.0
 *
 * Ada:   GPA (5·2 + 3·1)/8 = 13/8 = 1.63; then (5·1 + 3·4)/8 = 17/8 = 2.13. CGPA (5·1 + 3·1)/8 = 1.00.
 * Tunde: GPA (5·3 + 3·2)/8 = 21/8 = 2.63; then (5·5 + 3·2)/8 = 31/8 = 3.88. CGPA (5·3 + 3·2)/8 = 2.63: no class.
 */
test('a scale where low is good, 1.0 to 5.0: position, better grade, class, and what promotion asks', async () => {
  const school = await open({
    scale: {
      grades: [
        ['1,0', '95', '1'],
        ['2,0', '80', '2'],
        ['3,0', '65', '3'],
        ['4,0', '50', '4'],
        ['5,0', '0', '5'],
      ],
      classes: [
        ['Good', '2.5'],
        ['Very good', '1.5'],
      ],
    },
    schemes: [{ system: 'gpa', passMark: '50', parts: [['Examination', '100']], more: { repeats: 'highest' } }],
    courses: { MTH: 5, PHY: 3 },
  });
  const first = await school.publish(0, {
    'Ada Obi': { MTH: '80', PHY: '95' },
    'Tunde Bakare': { MTH: '66', PHY: '82' },
  });
  const [ada, tunde] = [await school.cardOf('Ada Obi'), await school.cardOf('Tunde Bakare')];
  expect(ada.summary).toMatchObject({ gpa: { value: '1.625' }, inBatch: { position: 1, of: 2 } });
  expect(tunde.summary).toMatchObject({ gpa: { value: '2.625' }, inBatch: { position: 2, of: 2 } });
  await school.publish(1, {
    'Ada Obi': { MTH: '96', PHY: '60' },
    'Tunde Bakare': { MTH: '40', PHY: '81' },
  });
  expect((await school.cardOf('Tunde Bakare')).summary).toMatchObject({ repeats: [], cgpa: { value: '2.625' } });
  expect(await school.figuresOf('Ada Obi')).toEqual(everywhere('2.13', '1.00', 'Very good'));
  // Mathematics of the first term was 66 by mistake: 96 is 1.0. GPA (5·1 + 3·2)/8 = 11/8, the best of the two.
  await school.correct(first, 'Tunde Bakare', ['MTH', 'examination', '66', '96']);
  const positions = await school.read<{ gpa: string; position: number }>(
    sql`select content #>> '{summary,gpa,value}' as gpa, (content #>> '{summary,inBatch,position}')::int as position
      from published_results where term_id = ${school.terms[0]!.id} and replaced_at is null and content #>> '{summary,gpa,value}' is not null
      order by 2`,
  );
  expect(positions).toEqual([
    { gpa: '1.375', position: 1 },
    { gpa: '1.625', position: 2 },
  ]);
  expect((await school.cardOf('Tunde Bakare')).summary.cgpa).toEqual({ units: 8, points: 1100, value: '1.375' });
  expect(await school.problems()).toEqual([]);
});
