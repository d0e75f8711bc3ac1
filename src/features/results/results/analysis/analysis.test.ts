import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startSchool, type Browser } from '#test/harness/app.ts';
import { addSampleScheme } from '#test/harness/sample-assessment.ts';
import { fraction } from '#features/results/assessment/compute/fraction.ts';
import { figuresOf, type AnalysisRow } from './figures.ts';
import { lastBefore, publishedMeans, trendOf } from './analysis.queries.ts';
import { type AnalysisProps, studentsAtRisk } from './analysis-view.ts';

/*
 * JSS 1, examination alone of what a scheme of 40 + 60 has. English: Ada 71, Tunde 64.5, Chidi 20 (JSS 1 A), Ngozi 53
 * (JSS 1 B); mathematics in JSS 1 A: Ada 80, Tunde 10, Chidi absent. The teacher teaches English in JSS 1 B alone.
 */
let world: Awaited<ReturnType<typeof startSchool>>;
let [termId, classId] = [0, 0];
const ilorin = () => world.school.ilorin;
const within = <T>(work: Parameters<typeof world.database.asSystem<T>>[1]) =>
  world.database.asSystem([ilorin().id], work);
const marks: [student: string, course: string, test: number | string, examination: number | string][] = [
  ['Ada Obi', 'ENG', 3000, 4100],
  ['Tunde Bakare', 'ENG', 2450, 4000],
  ['Chidi Eze', 'ENG', 1000, 1000],
  ['Ngozi Okafor', 'ENG', 2000, 3300],
  ['Ada Obi', 'MTH', 3500, 4500],
  ['Tunde Bakare', 'MTH', 500, 500],
  ['Chidi Eze', 'MTH', 'absent', 'absent'],
];
beforeAll(async () => {
  world = await startSchool();
  const registrar = await world.as('registrar');
  const { 'JSS 1 A': a, 'JSS 1 B': b } = ilorin().batchIds as Record<string, number>;
  const { ENG: english, MTH: mathematics } = ilorin().courseIds as Record<string, number>;
  await within(async (tx) => {
    await addSampleScheme(tx, ilorin().id);
    await tx.execute(sql`delete from course_offerings where institution_id = ${ilorin().id}`);
    await tx.execute(sql`insert into course_offerings (institution_id, batch_id, course_id, employee_id)
      select ${ilorin().id}, x.b, x.c, case when x.own then (select employee_id from memberships m
        join accounts u on u.id = m.account_id where m.institution_id = ${ilorin().id} and u.username = 'teacher') end
      from (values (${a}::bigint, ${english!}::bigint, false), (${a}, ${mathematics!}, false), (${b}, ${english!}, true))
        x (b, c, own)`);
    await tx.execute(sql`delete from batch_teachers where institution_id = ${ilorin().id}`);
    const { rows } = await tx.execute<{ term: number; class: number }>(sql`select t.id::int as term,
      (select class_id::int from batches where id = ${a!} and institution_id = t.institution_id) as class
      from terms t where t.institution_id = ${ilorin().id} and t.is_current`);
    [termId, classId] = [rows[0]!.term, rows[0]!.class];
  });
  await registrar.post('/mark-sheets', { termId, batchIds: [a, b], dueOn: '' });
  const students = ilorin().studentIds as Record<string, number>;
  await within((tx) =>
    tx.execute(sql`insert into marks (institution_id, student_id, term_id, course_id, entries)
      select ${ilorin().id}, x.s, ${termId}, c.id, jsonb_build_object('test', x.t, 'examination', x.e)
      from jsonb_to_recordset(${JSON.stringify(
        marks.map(([name, c, t, e]) => ({ s: students[name], c, t, e })),
      )}::jsonb) x (s bigint, c text, t jsonb, e jsonb)
      join courses c on c.institution_id = ${ilorin().id} and c.code = x.c`),
  );
});
afterAll(() => world.close());

const open = async (browser: Browser, query = '') =>
  (await browser.page(`/result-analysis?term=${termId}&class_id=${classId}${query}`)).props as unknown as AnalysisProps;

const shownIn = ({ analysis }: AnalysisProps) =>
  analysis!.opened!.rows.map((row) => `${row.student} ${'mean' in row ? row.mean : row.total}`);

test('figures by course, batch and gender agree with those worked by hand, and open their rows', async () => {
  const principal = await world.as('principal');
  const { analysis } = await open(principal);
  // 71, 64.5, 20, 53, 80, 10, 0: Chidi was absent in mathematics.
  expect(analysis!.figures).toEqual({
    results: 7,
    mean: '42.64',
    median: '53',
    highest: '80',
    lowest: '0',
    passed: 4,
    passRate: 57,
  });
  expect(
    analysis!.groups.map(({ label, results, mean, median, passed }) => [label, results, mean, median, passed]),
  ).toEqual([
    ['English Language', 4, '52.13', '58.75', 3],
    ['Mathematics', 3, '30.00', '10', 1],
  ]);
  const byBatch = await open(principal, '&by=batch');
  expect(byBatch.analysis!.groups.map(({ label, mean }) => [label, mean])).toEqual([
    ['JSS 1 A', '40.92'],
    ['JSS 1 B', '53.00'],
  ]);
  expect(analysis!.grades.find(({ grade }) => grade === 'A1')).toEqual({ grade: 'A1', count: 1 });
  expect(analysis!.opened).toBeNull();
  const failed = await open(principal, `&course_id=${ilorin().courseIds.MTH}&outcome=failed`);
  expect(shownIn(failed)).toEqual(['Bakare, Tunde 10', 'Eze, Chidi 0']);
  // Every figure opens what it is made of.
  expect(shownIn(await open(principal, '&rows=students'))).toEqual([
    'Obi, Ada 75.50',
    'Okafor, Ngozi 53.00',
    'Bakare, Tunde 37.25',
    'Eze, Chidi 10.00',
  ]);
  expect(shownIn(await open(principal, '&extreme=highest'))).toEqual(['Obi, Ada 80']);
  expect(shownIn(await open(principal, '&gender=female&rows=results'))).toHaveLength(
    (await open(principal, '&gender=female')).analysis!.figures!.results,
  );
  const untaught = await open(principal, '&employee_id=none&by=teacher&rows=results');
  expect(untaught.analysis!.groups.map(({ key, results }) => [key, results])).toEqual([[null, 6]]);
  expect(shownIn(untaught)).toHaveLength(6);
  const risk = await open(principal, '&failing=2');
  expect(risk.analysis!.risks.map(({ student, failed: courses }) => [student, courses])).toEqual([
    ['Eze, Chidi', ['English Language', 'Mathematics']],
  ]);
});

test('a teacher sees the figures of own courses alone; families see none', async () => {
  const teacher = await world.as('teacher');
  const { analysis, classes } = await open(teacher);
  expect(new Set(classes.map((one) => one.classId))).toEqual(new Set([classId]));
  expect(analysis!.figures).toMatchObject({ results: 1, mean: '53.00' });
  expect(analysis!.choices.batches.map(({ name }) => name)).toEqual(['JSS 1 B']);
  // Another course or batch by its address shows nothing.
  for (const query of [`&course_id=${ilorin().courseIds.MTH}`, `&batch_id=${ilorin().batchIds['JSS 1 A']}`])
    expect((await open(teacher, query)).analysis).toMatchObject({
      figures: null,
      groups: [],
      opened: query.includes('course') ? { rows: [] } : null,
      risks: [],
      trend: [],
    });
  const all = await open(teacher, '&rows=students');
  expect(shownIn(all)).toEqual(['Okafor, Ngozi 53.00']);
  expect(shownIn(await open(teacher, '&extreme=highest'))).toEqual(['Okafor, Ngozi 53']);
  expect([all.analysis!.canOpenResults, all.analysis!.choices.teachers.length]).toEqual([false, 1]);
  expect(shownIn(await open(teacher, '&employee_id=none&rows=results'))).toEqual([]);
  for (const who of ['guardian', 'student', 'bursar'])
    expect((await (await world.as(who)).get('/result-analysis')).statusCode, who).toBe(403);
  const offa = await world.as('registrar.offa');
  expect((await offa.page(`/result-analysis?term=${termId}&class_id=${classId}`)).props.chosen).toBeNull();
});

const row = (studentId: number, total: number, passed: boolean): AnalysisRow => ({
  studentId,
  student: `S${studentId}`,
  number: '',
  gender: null,
  batchId: 1,
  courseId: total,
  course: `C${total}`,
  employeeId: null,
  total: fraction(total),
  grade: null,
  passed,
});

test('students are at risk by failed courses, or by points lost since the last published term', () => {
  const rows = [row(1, 20, false), row(1, 30, false), row(2, 60, true), row(2, 61, true), row(3, 55, true)];
  const before = new Map([
    [2, fraction(80)],
    [3, fraction(65)],
  ]);
  const risks = studentsAtRisk(rows, { failing: 2, fell: 10 }, before);
  expect(risks.map(({ studentId, average, lost }) => [studentId, average, lost])).toEqual([
    [1, '25.00', null],
    [2, '60.50', '19.50'],
  ]);
  expect(figuresOf(rows.slice(0, 4))).toMatchObject({ median: '45', mean: '42.75', passRate: 50 });
  expect(figuresOf([])).toBeNull();
});

test('students are compared with themselves: in the same courses, and in terms in which half of them were here', () => {
  const term = (studentId: number, termId: number, totals: object) => ({
    studentId,
    termId,
    term: `Term ${termId}`,
    session: '',
    totals: Object.entries(totals).map(([code, total]) => ({ code, total: String(total) })),
  });
  const means = publishedMeans(
    [term(1, 1, { ENG: 50, MTH: 90 }), term(2, 1, { ENG: 61 }), term(1, 2, { ENG: 40 }), term(3, 2, { ART: 99 })],
    new Map([1, 2, 3].map((id) => [id, new Set(['ENG'])])),
  );
  expect(trendOf(means, 3)).toEqual([{ termId: 1, term: 'Term 1', session: '', students: 2, mean: '55.50' }]);
  expect([...lastBefore(means, 2)]).toEqual([
    [1, fraction(50)],
    [2, fraction(61)],
  ]);
});
