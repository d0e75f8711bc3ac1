import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startSchool, type Browser } from '#test/harness/app.ts';
import { addSampleScheme } from '#test/harness/sample-assessment.ts';

let world: Awaited<ReturnType<typeof startSchool>>;
let teacher: Browser;
let principal: Browser;
let here: string;
let ada: number;
let others: number[];

const ilorin = () => world.school.ilorin;
const within = <T>(work: Parameters<typeof world.database.asSystem<T>>[1]) =>
  world.database.asSystem([ilorin().id], work);
const rowsOf = <Row>(query: ReturnType<typeof sql>) => within(async (tx) => (await tx.execute(query)).rows as Row[]);

beforeAll(async () => {
  world = await startSchool();
  [teacher, principal] = await Promise.all([world.as('teacher'), world.as('principal')]);
  const batchId = ilorin().batchIds['JSS 1 B'];
  await within(async (tx) => {
    await addSampleScheme(tx, ilorin().id, ['Neatness', 'Punctuality']);
  });
  const [term] = await rowsOf<{ id: number }>(
    sql`select id::int as id from terms where institution_id = ${ilorin().id} and is_current`,
  );
  await (await world.as('registrar')).post('/mark-sheets', { termId: term!.id, batchIds: [batchId], dueOn: '' });
  const [sheet] = await rowsOf<{ id: number }>(sql`select id::int as id from mark_sheets`);
  here = `/mark-sheets/${sheet!.id}/notes`;
  const found = await rowsOf<{ id: number }>(
    sql`select student_id::int as id from session_students where batch_id = ${batchId} order by student_id`,
  );
  [ada, ...others] = found.map(({ id }) => id) as [number, ...number[]];
});
afterAll(() => world.close());

type Cell = [studentId: number | null, field: string, note: string, was?: string];
const save = (who: Browser, ...cells: Cell[]) =>
  who.post(here, { cells: cells.map(([studentId, field, note, was = '']) => ({ studentId, field, note, was })) });
const lead = () =>
  within((tx) =>
    tx.execute(sql`insert into batch_teachers (institution_id, batch_id, employee_id)
      select institution_id, batch_id, employee_id from course_offerings
      where batch_id = ${ilorin().batchIds['JSS 1 B']} and employee_id is not null limit 1`),
  );

test('only the class teacher and those who enter all marks write, and the principal writes the last remark alone', async () => {
  // The teacher teaches English there, but does not lead the batch yet.
  expect((await teacher.get(here)).statusCode).toBe(404);
  expect((await save(teacher, [ada, 'teacher', 'Reads well.'])).statusCode).toBe(404);
  await lead();
  expect((await teacher.page(here)).props).toMatchObject({
    writes: { teacher: true, principal: false },
    sheet: { traits: [{ name: 'Neatness' }, { name: 'Punctuality' }] },
  });
  expect((await save(teacher, [ada, 'teacher', '  Reads   well. '])).json()).toEqual({ saved: 1, problems: [] });
  expect((await save(teacher, [ada, 'principal', 'Excellent.'])).statusCode).toBe(403);
  expect((await save(principal, [ada, 'present', '58'])).statusCode).toBe(403);
  expect((await save(principal, [ada, 'principal', 'Excellent.'])).json()).toMatchObject({ saved: 1 });
  for (const role of ['student', 'guardian'] as const)
    expect((await (await world.as(role)).get(here)).statusCode).toBe(403);
  expect((await (await world.as('registrar.offa')).get(here)).statusCode).toBe(404);
});

test('what does not fit is named, and the rest is saved', async () => {
  const answer = await save(
    teacher,
    [ada, 'present', '61'],
    [ada, 'trait:neatness', 'b'],
    [others[0]!, 'trait:neatness', 'F'],
    [others[0]!, 'trait:courage', 'A'],
    [others[0]!, 'teacher', 'x'.repeat(201)],
    [null, 'opened', '60'],
    [999_999, 'present', '1'],
  );
  expect(answer.json()).toEqual({
    saved: 2,
    problems: [
      { studentId: ada, field: 'present', message: 'The school opened 60 times.' },
      { studentId: others[0], field: 'trait:neatness', message: 'Enter a letter from A to E.' },
      { studentId: others[0], field: 'trait:courage', message: expect.stringContaining('not rated here') },
      { studentId: others[0], field: 'teacher', message: 'A remark can have up to 200 characters.' },
      { studentId: 999_999, field: 'present', message: expect.stringContaining('no longer in the sheet') },
    ],
  });
  expect((await save(teacher, [ada, 'present', '58'])).json()).toMatchObject({ saved: 1 });
  const [fewer] = (await save(teacher, [null, 'opened', '50', '60'])).json().problems;
  expect(fewer.message).toBe('A student was present 58 times.');
  const { props } = await teacher.page(here);
  expect(props.sheet.timesOpened).toBe(60);
  expect(props.rows.find(({ id }: { id: number }) => id === ada).notes).toMatchObject({
    present: '58',
    'trait:neatness': 'B',
    teacher: 'Reads well.',
  });
});

test('of two people in one cell nobody overwrites the other, and both see what was entered', async () => {
  const registrar = await world.as('registrar');
  const { since } = (await teacher.page(here)).props;
  expect((await save(registrar, [ada, 'teacher', 'Reads much.', 'Reads well.'])).json()).toMatchObject({ saved: 1 });
  const [problem] = (await save(teacher, [ada, 'teacher', 'Reads too much.', 'Reads well.'])).json().problems;
  expect(problem).toMatchObject({ current: 'Reads much.', message: expect.stringMatching(/has since changed this/) });
  const { rows } = (await teacher.get(`${here}/changes?since=${since}`)).json();
  expect(rows).toMatchObject([{ id: ada, notes: { teacher: 'Reads much.' } }]);
  // Sending the same again changes nothing.
  expect((await save(registrar, [ada, 'teacher', 'Reads much.', 'Reads well.'])).json()).toEqual({
    saved: 0,
    problems: [],
  });
});

test('nothing changes once the sheet is published', async () => {
  await within((tx) => tx.execute(sql`update mark_sheets set state = 'published'`));
  const answer = await save(teacher, [ada, 'teacher', 'Late.', 'Reads much.']);
  expect(answer.json().errors.form).toMatch(/are published/);
  expect((await teacher.page(here)).props.writes).toEqual({ teacher: false, principal: false });
});
