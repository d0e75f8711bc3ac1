import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createApp } from '#product/app.ts';
import { Browser, startSchool } from '#test/harness/app.ts';
import { withClient } from '#test/harness/client.ts';

/** docs/decisions/0028: the process caches the page, and never shows an older one than the last commit left. */
let world: Awaited<ReturnType<typeof startSchool>>;
let registrar: Browser;
beforeEach(async () => {
  world = await startSchool();
  registrar = await world.as('registrar');
});
afterEach(() => world.close());

const ilorin = () => world.school.ilorin;
const address = () => `/institutions/${ilorin().id}`;
const run = (...statements: string[]) =>
  withClient(world.ownerUrl, async (client) => {
    for (const statement of statements) await client.query(statement);
  });

/** How many reads the page takes: one if it is cached. */
async function readsOf(browser: Browser, url = address()) {
  const reads = vi.spyOn(world.database, 'read');
  await browser.page(url);
  const { length } = reads.mock.calls;
  reads.mockRestore();
  return length;
}

/** The page of a process with an empty cache. */
async function pageElsewhere(url = address()) {
  const app = await createApp(world.services, { requestsPerMinute: false, maxEventLoopDelay: 0 });
  const { props } = await new Browser(app, world.services.secret, registrar.cookies).page(url);
  await app.close();
  return props as object;
}

test('the page is read once for all users who see the same', async () => {
  expect(await readsOf(registrar)).toBe(2);
  expect(await readsOf(registrar)).toBe(1);
  const teacher = await world.as('teacher');
  expect(await readsOf(teacher)).toBe(2);
  expect((await teacher.page(address())).props.figures.enrolled).toBeNull();
  expect((await registrar.page(address())).props.figures.enrolled).toBe(7);
});

const into = `(select id from batches where name = 'JSS 1 A' and session_id = (select id from academic_sessions
  where is_current and institution_id = batches.institution_id))`;
const changes: Record<string, (school: ReturnType<typeof ilorin>) => string> = {
  'the name of the institution': ({ id }) => `update institutions set name = 'Ilorin College' where id = ${id}`,
  'the dates of a session': ({ sessionIds }) =>
    `update academic_sessions set ends_on = ends_on + 1 where id = ${sessionIds.current}`,
  'the name of a term': ({ id }) => `update terms set name = name || ' (2)' where institution_id = ${id}`,
  'the name of a programme': ({ id }) => `update programs set name = 'Junior' where institution_id = ${id}`,
  'the name of a class': ({ id }) => `update classes set name = name || ' x' where institution_id = ${id}`,
  'the seats of a batch': ({ batchIds }) => `update batches set capacity = 77 where id = ${batchIds['JSS 2 A']}`,
  'the end of a batch': ({ batchIds }) => `update batches set closed_at = now() where id = ${batchIds['JSS 2 A']}`,
  'a removed offering': ({ id }) => `delete from course_offerings where institution_id = ${id}`,
  'a removed class teacher': ({ id }) => `delete from batch_teachers where institution_id = ${id}`,
  'a student in a batch': ({ batchIds, studentIds }) =>
    `update students s set batch_id = b.id, batch_name = b.name from batches b
     where b.id = ${batchIds['JSS 2 A']} and s.id = ${studentIds['Efe Omoregie']}`,
  'the gender of a student': ({ id }) =>
    `update students set gender = 'male' where institution_id = ${id} and batch_id = ${into}`,
  'a student who has left': ({ studentIds }) =>
    `update students set status = 'withdrawn' where id = ${studentIds['Aisha Bello']}`,
  'a first enrolment': ({ id, studentIds, batchIds, sessionIds }) =>
    `insert into enrolments (institution_id, student_id, batch_id, session_id, from_date)
     values (${id}, ${studentIds['Efe Omoregie']}, ${batchIds['JSS 2 A']}, ${sessionIds.current}, '2026-10-01')`,
};

test('whatever it shows changes at the next look', async () => {
  for (const [what, statement] of Object.entries(changes)) {
    await registrar.page(address());
    const before = await pageElsewhere();
    await run(statement(ilorin()));
    const { props } = await registrar.page(address());
    expect(props, what).not.toEqual(before);
    expect(props, what).toEqual(await pageElsewhere());
    expect(await readsOf(registrar), what).toBe(1);
  }
});

test('uncommitted changes are not shown, and a rollback changes nothing', async () => {
  await registrar.page(address());
  await withClient(world.ownerUrl, async (client) => {
    const rename = `update batches set name = name || ' II' where id = ${ilorin().batchIds['JSS 2 A']}`;
    await client.query('begin');
    await client.query('savepoint before');
    await client.query(rename);
    await client.query('rollback to before');
    await client.query(rename);
    expect(await readsOf(registrar)).toBe(1);
    await client.query('commit');
  });
  const { props } = await registrar.page(address());
  expect(JSON.stringify(props.batches)).toContain('JSS 2 A II');
  await run('begin', `update terms set name = name || ' never'`, 'rollback');
  expect(await readsOf(registrar)).toBe(1);
});

test('of two changes that end in another order than they began, each shows', async () => {
  const seats = async () =>
    ((await registrar.page(address())).props.batches as [number, string, number, number][]).map(
      ([, , , capacity]) => capacity,
    );
  await withClient(world.ownerUrl, async (early) => {
    await early.query('begin');
    await early.query(`update batches set capacity = 91 where id = ${ilorin().batchIds['JSS 1 A']}`);
    await run(`update batches set capacity = 92 where id = ${ilorin().batchIds['JSS 1 B']}`);
    expect(await seats()).toContain(92);
    await run('select akada_settle_counts()');
    expect(await seats()).toContain(92);
    await early.query('commit');
  });
  expect(await seats()).toEqual(expect.arrayContaining([91, 92]));
  await run('select akada_settle_counts()');
  expect(await seats()).toEqual(expect.arrayContaining([91, 92]));
});

test('another institution does not see it, nor do people whose access has ended', async () => {
  await registrar.page(address());
  const other = await world.as('registrar.offa');
  expect((await other.get(address())).statusCode).toBe(404);
  await run(`delete from memberships where account_id = (select id from accounts where username = 'registrar')`);
  expect((await registrar.get(address())).statusCode).not.toBe(200);
});

test('a past session is counted at each look', async () => {
  const past = `${address()}?academic_session=${ilorin().sessionIds.past}`;
  expect([await readsOf(registrar, past), await readsOf(registrar, past)]).toEqual([1, 1]);
});

test('a transaction adds one row, however many rows it changes, and one for each institution', async () => {
  const changes = () =>
    withClient(world.ownerUrl, async (client) => {
      const { rows } = await client.query<{ n: number }>(
        'select count(*)::int as n from structure_changes group by institution_id order by institution_id',
      );
      return rows.map(({ n }) => n);
    });
  await run('select akada_settle_counts()', 'begin', 'update terms set position = position', 'commit');
  const before = await changes();
  const { id } = ilorin();
  await run(
    'begin',
    `update batches set capacity = capacity + 1 where institution_id = ${id}`,
    `update classes set position = position + 1 where institution_id = ${id}`,
    `update students set gender = 'male' where institution_id = ${id}`,
    'commit',
  );
  const after = await changes();
  expect(after.map((n, at) => n - before[at]!).toSorted()).toEqual([0, 1]);
});
