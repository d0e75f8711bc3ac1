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
  gpas: [gpa, gpa, gpa, gpa],
  cgpas: [cgpa, cgpa, cgpa, cgpa, cgpa],
  designation,
});
const assessmentAndExam: Handbook['schemes'][0]['parts'] = [
  ['Assessment', '40'],
  ['Examination', '60'],
];
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
        system: 'gpa',
        passMark: '40',
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
 * A polytechnic with four points: continuous assessment 40, examination 60; every attempt counts.
 * Mathematics 3 units, Physics 2, Computing 4.
 *
 *         First Semester                                       Second Semester
 *         MTH           PHY           COM                      MTH           PHY          COM
 * Ada     30+46=76 A    28+40=68 B    25+36=61 BC              the same
 * Tunde   20+26=46 D    15+23=38 F    incomplete, 40           25+25=50 CD   16+24=40 E   30+42=72 AB
 *
 * Ada:   GPA (3·4 + 2·3.25 + 4·3)/9 = 30.5/9 = 3.39 twice, CGPA 61/18 = 3.39.
 * Tunde: GPA (3·2.25 + 2·0)/5 = 6.75/5 = 1.35; then (3·2.5 + 2·2 + 4·3.5)/9 = 25.5/9 = 2.83. CGPA 32.25/14 = 2.30.
 *        Computing is settled with 20+40=60 BC: CGPA (6.75 + 4·3 + 25.5)/18 = 44.25/18 = 2.46.
 */
test('a polytechnic, 4 points: assessment 40 and examination 60, an incomplete result, every attempt', async () => {
  const school = await open({
    scale: {
      grades: [
        ['A', '75', '4'],
        ['AB', '70', '3.5'],
        ['B', '65', '3.25'],
        ['BC', '60', '3'],
        ['C', '55', '2.75'],
        ['CD', '50', '2.5'],
        ['D', '45', '2.25'],
        ['E', '40', '2'],
        ['F', '0', '0'],
      ],
      classes: [
        ['Distinction', '3.5'],
        ['Upper Credit', '3'],
        ['Lower Credit', '2.5'],
        ['Pass', '2'],
      ],
    },
    schemes: [{ system: 'gpa', passMark: '40', parts: assessmentAndExam }],
    courses: { MTH: 3, PHY: 2, COM: 4 },
  });
  const ofAda = { MTH: '30 46', PHY: '28 40', COM: '25 36' };
  const first = await school.publish(0, {
    'Ada Obi': ofAda,
    'Tunde Bakare': { MTH: '20 26', PHY: '15 23', COM: 'I 40' },
  });
  const [ada, tunde] = [await school.cardOf('Ada Obi'), await school.cardOf('Tunde Bakare')];
  expect(coursesOn(ada)).toEqual({ MTH: '76 A 400', PHY: '68 B 325', COM: '61 BC 300' });
  expect(coursesOn(tunde)).toEqual({ MTH: '46 D 225', PHY: '38 F 0', COM: 'unfinished' });
  expect(tunde.summary).toMatchObject({
    notRanked: 'pending',
    inBatch: null,
    repeats: ['T PHY'],
    gpa: { units: 5, value: '1.35' },
  });
  expect(await school.paperOf('Tunde Bakare')).toMatch(/INC: incomplete/);
  await school.publish(1, {
    'Ada Obi': ofAda,
    'Tunde Bakare': { MTH: '25 25', PHY: '16 24', COM: '30 42' },
  });
  expect((await school.cardOf('Tunde Bakare')).summary).toMatchObject({
    repeats: [],
    gpa: { points: 2550 },
    cgpa: { units: 14, points: 3225, value: '129/56' },
  });
  await school.correct(first, 'Tunde Bakare', ['COM', 'assessment', 'I', '20']);
  expect(await school.figuresOf('Tunde Bakare')).toEqual(everywhere('2.83', '2.46', 'Pass'));
  expect((await school.cardOf('Ada Obi')).summary.cgpa).toEqual({ units: 18, points: 6100, value: '61/18' });
  expect(await school.problems()).toEqual([]);
});

/*
 * A secondary school with WAEC grades, A1 counting 1 to F9 counting 9: assessment 40, examination 60, averages, and the
 * aggregate of the best 3.
 *
 *         First Term                              Second Term
 *         ENG     MTH     BIO     CHE             ENG     MTH     BIO     CHE
 * Ada     75 A1   68 B3   55 C5   35 F9           70 B2   70 B2   60 C4   40 E8
 * Tunde   65 B3   60 C4   52 C6   45 D7           80 A1   75 A1   50 C6   absent F9
 *
 * Ada:   233/4 = 58.25, aggregate 1+3+5 = 9; then 240/4 = 60.00, cumulative 118.25/2 = 59.13, aggregate 2+2+4 = 8.
 * Tunde: 222/4 = 55.50, aggregate 3+4+6 = 13; then 205/4 = 51.25, cumulative 106.75/2 = 53.38, aggregate 1+1+6 = 8.
 */
test('a secondary school with WAEC grades: averages, positions, cumulative, and the aggregate of the best', async () => {
  const grades = ['A1 75', 'B2 70', 'B3 65', 'C4 60', 'C5 55', 'C6 50', 'D7 45', 'E8 40', 'F9 0'];
  const school = await open({
    scale: {
      grades: grades.map((grade, at): [string, string, string] => {
        const [name, from] = grade.split(' ');
        return [name!, from!, String(at + 1)];
      }),
    },
    schemes: [{ system: 'average', passMark: '40', parts: assessmentAndExam, more: { aggregateOf: '3' } }],
    courses: { ENG: 1, MTH: 1, BIO: 1, CHE: 1 },
  });
  await school.publish(0, {
    'Ada Obi': { ENG: '30 45', MTH: '28 40', BIO: '20 35', CHE: '15 20' },
    'Tunde Bakare': { ENG: '25 40', MTH: '25 35', BIO: '22 30', CHE: '20 25' },
  });
  const first = await school.cardOf('Tunde Bakare');
  expect(coursesOn(first)).toEqual({ ENG: '65 B3 300', MTH: '60 C4 400', BIO: '52 C6 600', CHE: '45 D7 700' });
  expect(first.summary).toMatchObject({ average: '55.5', aggregate: 1300, inBatch: { position: 2, of: 2 } });
  expect((await school.cardOf('Ada Obi')).summary).toMatchObject({ average: '58.25', aggregate: 900, passed: 3 });
  await school.publish(1, {
    'Ada Obi': { ENG: '30 40', MTH: '30 40', BIO: '25 35', CHE: '20 20' },
    'Tunde Bakare': { ENG: '35 45', MTH: '30 45', BIO: '20 30', CHE: 'A A' },
  });
  expect((await school.cardOf('Ada Obi')).summary).toMatchObject({
    average: '60',
    cumulative: '59.125',
    aggregate: 800,
    inBatch: { position: 1, of: 2 },
  });
  const tunde = await school.cardOf('Tunde Bakare');
  expect(coursesOn(tunde)).toEqual({ ENG: '80 A1 100', MTH: '75 A1 100', BIO: '50 C6 600', CHE: 'absent F9 900' });
  expect(tunde.summary).toMatchObject({ average: '51.25', cumulative: '53.375', aggregate: 800 });
  const paper = await school.paperOf('Tunde Bakare');
  expect(paper).toContain('Aggregate of 3');
  expect(paper).toContain('53.38');
  expect(await school.problems()).toEqual([]);
});

/*
 * Points with three decimals, a GPA cut off after three, and training that is passed or failed alone.
 * A 4, A- 3.667, B+ 3.333, C 2. Mathematics 3 units, Physics 4, training 1.
 *
 *         First Semester                 Second Semester
 *         MTH     PHY     IND            MTH     PHY     IND
 * Ada     72 A-   65 B+   55 P           72 A-   65 B+   absent
 * Tunde   50 C    66 B+   30 F           50 C    66 B+   60 P
 *
 * Ada:   GPA (3·3.667 + 4·3.333)/7 = 24.333/7 = 3.4761… Units earned 3 + 4 + 1 = 8.
 * Tunde: GPA (3·2 + 4·3.333)/7 = 19.332/7 = 2.7617…: 2.761, not 2.762. CGPA 38.664/14, the same.
 *        Units earned 7, and training is to be repeated; then 8.
 */
test('points and a GPA with three decimals, cut off; training passed or failed alone earns its unit', async () => {
  const school = await open({
    scale: {
      grades: [
        ['A', '75', '4'],
        ['A-', '70', '3.667'],
        ['B+', '65', '3.333'],
        ['C', '50', '2'],
        ['F', '0', '0'],
      ],
      classes: [
        ['Merit', '3.4'],
        ['Pass', '2.76'],
      ],
    },
    schemes: [
      { system: 'gpa', passMark: '50', parts: [['Examination', '100']], more: { gpaForm: 'cut3' } },
      {
        of: ['IND'],
        system: 'gpa',
        passMark: '50',
        parts: [['Logbook', '100']],
        more: { passFail: 'on' },
        scale: {
          grades: [
            ['P', '50', '0'],
            ['F', '0', '0'],
          ],
        },
      },
    ],
    courses: { MTH: 3, PHY: 4, IND: 1 },
  });
  await school.publish(0, {
    'Ada Obi': { MTH: '72', PHY: '65', IND: '55' },
    'Tunde Bakare': { MTH: '50', PHY: '66', IND: '30' },
  });
  const [ada, tunde] = [await school.cardOf('Ada Obi'), await school.cardOf('Tunde Bakare')];
  expect(coursesOn(ada)).toEqual({ MTH: '72 A- 366.7', PHY: '65 B+ 333.3', IND: 'judged P' });
  expect(coursesOn(tunde)).toEqual({ MTH: '50 C 200', PHY: '66 B+ 333.3', IND: 'judged F' });
  expect(ada.summary).toMatchObject({ counted: 2, passed: 2, gpa: { units: 7, points: 2433.3 }, cgpa: { earned: 8 } });
  expect(tunde.summary).toMatchObject({ cgpa: { earned: 7 }, repeats: ['T IND'], inBatch: { position: 2, of: 2 } });
  expect(await school.paperOf('Ada Obi')).toMatch(/P\/F: pass or fail, without points/);
  await school.publish(1, {
    'Ada Obi': { MTH: '72', PHY: '65', IND: 'A' },
    'Tunde Bakare': { MTH: '50', PHY: '66', IND: '60' },
  });
  const again = await school.cardOf('Ada Obi');
  expect([coursesOn(again)['IND'], again.summary.repeats, again.summary.cgpa!.earned]).toEqual(['absent F', [], 8]);
  const settled = (await school.cardOf('Tunde Bakare')).summary;
  expect([settled.repeats, settled.cgpa]).toEqual([[], { units: 14, points: 3866.4, value: '4833/1750', earned: 8 }]);
  expect(await school.figuresOf('Tunde Bakare')).toEqual(everywhere('2.761', '2.761', 'Pass'));
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

/*
 * The WAEC points that are offered, with the aggregate of the best six of seven.
 *
 *         ENG     MTH     BIO     CHE     PHY     GEO     HIS
 * Ada     75 A1   74 B2   65 B3   64 C4   55 C5   45 D7   39 F9       1+2+3+4+5+7 = 22, 417/7
 * Tunde   100 A1  70 B2   69 B3   60 C4   54 C6   44 E8   absent F9   1+2+3+4+6+8 = 24, 397/7
 */
test('the WAEC points that are offered are saved at once; the aggregate is of the best six', async () => {
  const school = await open({
    scale: 'waec-points',
    schemes: [{ system: 'average', passMark: '40', parts: [['Examination', '100']], more: { aggregateOf: '6' } }],
    courses: { ENG: 1, MTH: 1, BIO: 1, CHE: 1, PHY: 1, GEO: 1, HIS: 1 },
  });
  await school.publish(0, {
    'Ada Obi': { ENG: '75', MTH: '74', BIO: '65', CHE: '64', PHY: '55', GEO: '45', HIS: '39' },
    'Tunde Bakare': { ENG: '100', MTH: '70', BIO: '69', CHE: '60', PHY: '54', GEO: '44', HIS: 'A' },
  });
  const [ada, tunde] = [await school.cardOf('Ada Obi'), await school.cardOf('Tunde Bakare')];
  expect(coursesOn(ada)).toEqual({
    ENG: '75 A1 100',
    MTH: '74 B2 200',
    BIO: '65 B3 300',
    CHE: '64 C4 400',
    PHY: '55 C5 500',
    GEO: '45 D7 700',
    HIS: '39 F9 900',
  });
  expect(coursesOn(tunde)).toEqual({
    ENG: '100 A1 100',
    MTH: '70 B2 200',
    BIO: '69 B3 300',
    CHE: '60 C4 400',
    PHY: '54 C6 600',
    GEO: '44 E8 800',
    HIS: 'absent F9 900',
  });
  expect(ada.summary).toMatchObject({ average: '417/7', aggregate: 2200, inBatch: { position: 1, of: 2 } });
  expect(tunde.summary).toMatchObject({ average: '397/7', aggregate: 2400, inBatch: { position: 2, of: 2 } });
  expect(await school.problems()).toEqual([]);
});

/*
 * The German scale that is offered. Mathematics 5 units, Physics 3, English 2.
 *
 *         MTH    PHY    ENG
 * Ada     92 1   80 3   50 4   (5·1 + 3·3 + 2·4)/10 = 22/10 = 2.20
 * Tunde   91 2   49 5   29 6   (5·2 + 3·5 + 2·6)/10 = 37/10 = 3.70
 */
test('the German scale that is offered is saved at once, and few points are good', async () => {
  const school = await open({
    scale: 'german',
    schemes: [{ system: 'gpa', passMark: '50', parts: [['Examination', '100']] }],
    courses: { MTH: 5, PHY: 3, ENG: 2 },
  });
  await school.publish(0, {
    'Ada Obi': { MTH: '92', PHY: '80', ENG: '50' },
    'Tunde Bakare': { MTH: '91', PHY: '49', ENG: '29' },
  });
  const [ada, tunde] = [await school.cardOf('Ada Obi'), await school.cardOf('Tunde Bakare')];
  expect(coursesOn(ada)).toEqual({ MTH: '92 1 100', PHY: '80 3 300', ENG: '50 4 400' });
  expect(coursesOn(tunde)).toEqual({ MTH: '91 2 200', PHY: '49 5 500', ENG: '29 6 600' });
  expect(ada.summary).toMatchObject({ passed: 3, gpa: { value: '2.2' }, inBatch: { position: 1, of: 2 } });
  expect(tunde.summary).toMatchObject({ passed: 1, gpa: { value: '3.7' }, inBatch: { position: 2, of: 2 } });
  expect(await school.paperOf('Ada Obi')).toContain('sehr gut');
  expect(await school.problems()).toEqual([]);
});
