import { afterEach, beforeEach, expect, test } from 'vitest';
import { sql } from 'drizzle-orm';
import { startSchool } from '#test/harness/app.ts';
import { checkCounts } from '#test/harness/check-counts.ts';
import { withClient } from '#test/harness/client.ts';

/** Closing the world compares every count with the students (test/harness/check-counts.ts). */
let world: Awaited<ReturnType<typeof startSchool>>;
beforeEach(async () => void (world = await startSchool()));
afterEach(() => world.close());

const ilorin = () => world.school.ilorin;
const look = async <Row extends Record<string, unknown>>(query: ReturnType<typeof sql>) =>
  (await world.database.asSystem([ilorin().id], (tx) => tx.execute<Row>(query))).rows;
const countsOf = async (batchId: number) =>
  (
    await look<{ students: number; rows: number }>(
      sql`select coalesce(sum(students), 0) as students, count(*) as rows from batch_counts where batch_id = ${batchId}`,
    )
  )[0]!;
const settle = () => world.database.anonymous((tx) => tx.execute(sql`select akada_settle_counts()`));
const unassigned = () => [ilorin().studentIds['Efe Omoregie'], ilorin().studentIds['Aisha Bello']];

test('two simultaneous assignments both count, whatever is settled meanwhile', async () => {
  const [one, two] = [await world.as('registrar'), await world.as('owner')];
  const into = ilorin().batchIds['JSS 2 A'];
  const before = await countsOf(into);
  const assign = (browser: typeof one, studentId: number) =>
    browser.post('/students/batch-assignment', { batch_id: into, student_ids: [studentId] });
  const [first, second] = unassigned() as [number, number];
  const answers = await Promise.all([assign(one, first), assign(two, second), settle()]);
  expect(answers.slice(0, 2).map((answer) => 'statusCode' in answer && answer.statusCode)).toEqual([200, 200]);
  expect((await countsOf(into)).students).toBe(before.students + 2);
  await Promise.all([settle(), settle()]);
  expect((await countsOf(into)).students).toBe(before.students + 2);
  // Two at once skip each other's rows; the next one puts together what is left.
  await settle();
  expect(await countsOf(into)).toEqual({ students: before.students + 2, rows: 1 });
});

test('settling does not block and loses no uncommitted change', async () => {
  const into = ilorin().batchIds['JSS 2 A'];
  const before = await countsOf(into);
  await withClient(world.ownerUrl, async (client) => {
    await client.query('begin');
    await client.query('update students set batch_id = $1 where id = $2', [into, unassigned()[0]]);
    await settle();
    expect((await countsOf(into)).students).toBe(before.students);
    await client.query('commit');
  });
  await settle();
  expect(await countsOf(into)).toEqual({ students: before.students + 1, rows: 1 });
});

test('what is rolled back is not counted', async () => {
  const into = ilorin().batchIds['JSS 2 A'];
  const before = await countsOf(into);
  await withClient(world.ownerUrl, async (client) => {
    await client.query('begin');
    await client.query('update students set batch_id = $1 where id = $2', [into, unassigned()[0]]);
    await client.query('rollback');
  });
  expect(await countsOf(into)).toEqual(before);
});

test('a student with two enrolments in a session counts once, also when both come in one statement', async () => {
  const [studentId] = unassigned();
  const batchId = ilorin().batchIds['JSS 2 A'];
  const enrolled = async () =>
    (
      await look<{ n: number }>(sql`select sum(students) as n from session_counts
        where session_id = (select session_id from batches where id = ${batchId})`)
    )[0]!.n;
  const before = await enrolled();
  const ids = await look<{ id: number }>(sql`
    insert into enrolments (institution_id, student_id, batch_id, session_id, from_date, to_date)
    select institution_id, ${studentId}, id, session_id, '2026-09-14', '2026-09-15' from batches, generate_series(1, 2)
    where id = ${batchId} returning id`);
  expect([ids.length, await enrolled()]).toEqual([2, before + 1]);
  await look(sql`delete from enrolments where id = ${ids[0]!.id}`);
  expect(await enrolled()).toBe(before + 1);
  await look(sql`delete from enrolments where id = ${ids[1]!.id}`);
  expect(await enrolled()).toBe(before);
});

test('the check of each test finds a count that is wrong', async () => {
  await withClient(world.ownerUrl, async (client) => {
    await client.query('begin');
    await client.query('set local session_replication_role = replica');
    await client.query(`update students set gender = 'male' where gender = 'female'`);
    await expect(checkCounts(client)).rejects.toThrow('The counts of students are wrong');
    await client.query('select akada_recount()');
    await checkCounts(client);
    await client.query('rollback');
  });
});
