import { sql } from 'drizzle-orm';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { query } from '#kernel/database.ts';
import { addSampleScheme } from '#test/harness/sample-assessment.ts';
import { startSchool, type Browser } from '#test/harness/app.ts';
import { withClient } from '#test/harness/client.ts';
import { verifyResults } from '../verification/verify-results.ts';

/*
 * JSS 1 A, English and Mathematics of the first term, published: Ada 71 and 65 (68.00, 1st), Tunde 66 and 60 (63.00, 2nd).
 * Then Musa of JSS 1 B, which has no results, joins: 80 and 80 (80.00) would be the best of three.
 */
let world: Awaited<ReturnType<typeof startSchool>>;
let registrar: Browser;
let principal: Browser;
let sheetId: number;
const ilorin = () => world.school.ilorin;
const student = (name: string) => (ilorin().studentIds as Record<string, number>)[name]!;
const batch = (name: string) => (ilorin().batchIds as Record<string, number>)[name]!;
const course = (code: string) => (ilorin().courseIds as Record<string, number>)[code]!;
const rows = <Row extends object>(statement: ReturnType<typeof sql>) =>
  world.database.asSystem([ilorin().id], (tx) => query<Row>(tx, statement));

const entries: Record<string, Record<'ENG' | 'MTH', [number, number]>> = {
  'Ada Obi': { ENG: [3000, 4100], MTH: [2000, 4500] },
  'Tunde Bakare': { ENG: [2500, 4100], MTH: [2000, 4000] },
  'Chidi Eze': { ENG: [2000, 2000], MTH: [1000, 2000] },
};

beforeEach(async () => {
  await world?.close();
  world = await startSchool();
  [registrar, principal] = await Promise.all([world.as('registrar'), world.as('principal')]);
  const { id } = ilorin();
  const batchId = batch('JSS 1 A');
  await world.database.asSystem([id], async (tx) => {
    await addSampleScheme(tx, id);
    await tx.execute(sql`insert into course_offerings (institution_id, batch_id, course_id)
      values (${id}, ${batchId}, ${course('ENG')}), (${id}, ${batchId}, ${course('MTH')})`);
  });
  const [term] = await rows<{ id: number }>(
    sql`select id::int as id from terms where institution_id = ${id} and is_current`,
  );
  await registrar.post('/mark-sheets', { termId: term!.id, batchIds: [batchId], dueOn: '' });
  [{ id: sheetId }] = (await rows<{ id: number }>(sql`select id::int as id from mark_sheets`)) as [{ id: number }];
  for (const code of ['ENG', 'MTH'] as const) {
    const cells = Object.entries(entries).flatMap(
      ([
        name,
        {
          [code]: [first, second],
        },
      ]) => cellsOf(name, code, first, second).map(({ courseId: _, ...cell }) => cell),
    );
    const saved = await registrar.post(`/mark-sheets/${sheetId}/courses/${course(code)}/marks`, { cells });
    expect(saved.json().problems).toEqual([]);
  }
  await registrar.post('/mark-sheets/lock', { ids: [sheetId] });
  await principal.post('/mark-sheets/approve', { ids: [sheetId], reason: 'Complete' });
  const published = await principal.post('/mark-sheets/publish', { ids: [sheetId] });
  expect([published.statusCode, published.body]).toEqual([303, '']);
});
afterAll(() => world?.close());

const cellsOf = (name: string, code: 'ENG' | 'MTH', first: number, second: number) =>
  Object.entries({ test: first, examination: second }).map(([component, entry]) => ({
    studentId: student(name),
    courseId: course(code),
    component,
    entry,
    was: null as number | null,
  }));

const late = (keepsFigures: boolean) => ({
  cells: [...cellsOf('Musa Garba', 'ENG', 3000, 5000), ...cellsOf('Musa Garba', 'MTH', 3000, 5000)],
  courses: (['ENG', 'MTH'] as const).map((code) => ({
    studentId: student('Musa Garba'),
    courseId: course(code),
    change: 'added' as const,
  })),
  keepsFigures,
});

const join = async () => {
  const joined = await registrar.post('/students/batch-assignment', {
    batch_id: batch('JSS 1 A'),
    student_ids: [student('Musa Garba')],
  });
  expect(joined.body).toBe('success');
};

const agree = async (body: object) => {
  const compared = await registrar.post(`/mark-sheets/${sheetId}/correction/compare`, body);
  expect([compared.statusCode, compared.json().message]).toEqual([200, undefined]);
  const { seen } = compared.json();
  const asked = await registrar.post(`/mark-sheets/${sheetId}/corrections`, {
    ...body,
    reason: 'Came in week 9',
    seen,
  });
  expect([asked.statusCode, asked.body]).toEqual([303, '']);
  const address = String(asked.headers.location);
  const { props } = await principal.page(address);
  const agreed = await principal.post(`${address}/approve`, { seen: props.seen });
  expect([agreed.statusCode, agreed.json().message]).toEqual([200, expect.stringContaining('published again')]);
  return { compared: compared.json(), address };
};

interface Shown {
  name: string;
  average: string;
  position: number | null;
  english: string | null;
  isAdded: boolean;
}
const shown = async () =>
  (
    await rows<Shown>(sql`select s.first_name as name, r.content #>> '{summary,average}' as average,
        (r.content #>> '{summary,inBatch,position}')::int as position, r.content #>> '{courses,0,average}' as english,
        r.content ? 'addedOn' as "isAdded"
      from published_results r join students s on (s.institution_id, s.id) = (r.institution_id, r.student_id)
      where r.replaced_at is null order by s.first_name`)
  ).map(({ name, average, position, english, isAdded }) => [name, average, position, english, isAdded]);

const verify = async () => {
  const reports = await withClient(world.ownerUrl, (client) => verifyResults(client, world.services.secret));
  return reports.find(({ institution }) => institution === 'Ilorin Grammar School')!;
};

test('who joins a published class arm is warned about, listed, and gets a result; the others stay as published', async () => {
  const warning = `/students/batch-assignment/published-terms?batch_id=${batch('JSS 1 A')}`;
  expect((await registrar.get(warning, { accept: 'application/json' })).json()).toEqual([{ term: 'First Term' }]);
  const elsewhere = `/students/batch-assignment/published-terms?batch_id=${batch('JSS 1 B')}`;
  expect((await registrar.get(elsewhere, { accept: 'application/json' })).json()).toEqual([]);
  expect((await registrar.page(`/mark-sheets/${sheetId}`)).props.late).toEqual([]);
  await join();
  expect((await registrar.page(`/mark-sheets/${sheetId}`)).props.late).toEqual([
    { id: student('Musa Garba'), name: 'Garba, Musa' },
  ]);
  const { props } = await registrar.page(`/mark-sheets/${sheetId}/students/${student('Musa Garba')}/correction`);
  expect(props.late.takes.toSorted()).toEqual([course('ENG'), course('MTH')].toSorted());
  expect(props.courses).toEqual([]);

  const before = await shown();
  const { compared, address } = await agree(late(true));
  expect(compared.affected.map(({ name, isLate }: { name: string; isLate: boolean }) => [name, isLate])).toEqual([
    ['Garba, Musa', true],
  ]);
  expect(compared.classOnly).toEqual([]);
  const [own] = (await shown()).filter(([name]) => name === 'Musa');
  // The class average of English as published: (71 + 66 + 40) / 3.
  expect(own).toEqual(['Musa', '80', null, '59', true]);
  expect((await shown()).filter(([name]) => name !== 'Musa')).toEqual(before);
  expect((await registrar.page(`/mark-sheets/${sheetId}`)).props.late).toEqual([]);
  expect((await principal.page(address)).props.comparison.affected).toMatchObject([{ isLate: true }]);
  expect(await verify()).toMatchObject({ sealed: 4, problems: [] });
  const told = await rows<{ kind: string }>(sql`select distinct kind from notifications where kind like 'results.%'`);
  expect(told).toEqual([{ kind: 'results.published' }]);
  const [entry] = await rows<{ summary: string }>(
    sql`select summary from audit_entries where action = 'results.correct'`,
  );
  expect(entry!.summary).toMatch(/^added 1 late result with 2 .* to published results of JSS 1 A/);
});

test('by choice the class is computed again with the late result, as a correction of the others', async () => {
  await join();
  await agree(late(false));
  expect(await shown()).toEqual([
    ['Ada', '68', 2, '64.25', false],
    ['Chidi', '35', 4, '64.25', false],
    ['Musa', '80', 1, '64.25', true],
    ['Tunde', '63', 3, '64.25', false],
  ]);
  expect(await verify()).toMatchObject({ sealed: 7, problems: [] });
  // A first result that only pretends to be an addition is named.
  await withClient(world.ownerUrl, (client) =>
    client.query(`delete from published_results where student_id = ${student('Ada Obi')} and replaced_at is not null`),
  );
  expect((await verify()).problems.join(' ')).toContain('says that it corrects one, but there is none before it');
});

test('a late result needs its courses and marks, a place in the class arm, and no other result of the term', async () => {
  const compare = async (body: object) =>
    (await registrar.post(`/mark-sheets/${sheetId}/correction/compare`, body)).json().message as string;
  expect(await compare(late(true))).toBe('A student has no published result here. Reload the page.');
  await join();
  expect(await compare({ ...late(true), courses: [] })).toBe(
    'Musa Garba has no published result yet. Add the courses with their marks.',
  );
  expect(await compare({ ...late(true), cells: [] })).toMatch(/^Enter the marks of /);
  const changed = { ...cellsOf('Ada Obi', 'ENG', 2000, 4100)[0]!, was: 3000 };
  expect(await compare({ ...late(true), cells: [...late(true).cells, changed] })).toMatch(
    /^The figures of the class can stay only/,
  );
});
