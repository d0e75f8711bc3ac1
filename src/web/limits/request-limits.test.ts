import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemActor } from '#kernel/actor.ts';
import { connect } from '#kernel/database.ts';
import { createApp } from '#product/app.ts';
import { withClient } from '#test/harness/client.ts';
import { Browser, startSchool } from '#test/harness/app.ts';
import { takePersonalTurns } from './request-limits.ts';

let world: Awaited<ReturnType<typeof startSchool>>;
let registrar: Browser;
beforeAll(async () => {
  world = await startSchool();
  registrar = await world.as('registrar');
});
afterAll(() => world.close());

const inBackground = { 'x-requested-with': 'XMLHttpRequest', accept: 'application/json' };
const custom = (count: number) => Array.from({ length: count }, (_, at) => `custom.${at + 1}=a`).join('&');

test('800 filters in an address are refused with a message before the database is queried, for every list, count and file', async () => {
  const student = await world.as('student');
  for (const browser of [student, registrar]) {
    const answer = await browser.get(`/students?${custom(800)}`, inBackground);
    expect(answer.statusCode).toBe(422);
    expect(answer.json()).toMatchObject({ message: 'You can use up to 10 filters at once. Remove some.' });
  }
  for (const path of [
    '/employees',
    '/guardians',
    '/students/batch-assignment',
    '/students/export.csv',
    '/students/cards',
    '/students/cards.pdf',
  ])
    expect((await registrar.get(`${path}?${custom(11)}`, inBackground)).statusCode, path).toBe(422);
});

test('ten filters are taken; two ends of one range are one filter, and what is no filter does not count', async () => {
  const ranges = 'admitted_from=2020-01-01&admitted_to=2026-01-01&born_from=2001-01-01&born_to=2020-01-01';
  const rest = `q=obi&sort=-name&institution_id=${world.school.ilorin.id}&class=&status=`;
  expect((await registrar.get(`/students?${custom(8)}&${ranges}&${rest}`, inBackground)).statusCode).not.toBe(422);
  expect((await registrar.get(`/students?${custom(9)}&${ranges}&${rest}`, inBackground)).statusCode).toBe(422);
});

test('one value is taken so often only: repeating it does not make a statement grow', async () => {
  const query = Array.from({ length: 201 }, () => 'status=active').join('&');
  expect((await registrar.get(`/students?${query}`, inBackground)).statusCode).toBe(422);
});

test('a slow statement in a read is cut; one in a write, a snapshot or a job is not', async () => {
  const impatient = connect({ url: world.appUrl, max: 2, readTimeout: 100 });
  const actor = systemActor(world.school.ilorin.id, 'Test');
  const slow = sql`select pg_sleep(0.4)`;
  try {
    await expect(impatient.read(actor, (db) => db.execute(slow))).rejects.toMatchObject({ code: '57014' });
    await impatient.write(actor, (tx) => tx.execute(slow));
    await impatient.snapshot(actor, (tx) => tx.execute(slow));
    await impatient.asSystem([], (tx) => tx.execute(slow));
    // The limit of a read ends with it, also on the same connection.
    await Promise.all([impatient.read(actor, async () => {}), impatient.read(actor, async () => {})]);
    const [row] = (await impatient.anonymous((tx) => tx.execute(sql`show statement_timeout`))).rows;
    expect(row).toEqual({ statement_timeout: '20s' });
  } finally {
    await impatient.close();
  }
});

test('a list that takes too long gets a message, as temporarily unavailable', async () => {
  const impatient = connect({ url: world.appUrl, max: 2, readTimeout: 100 });
  const app = await createApp(
    { ...world.services, database: impatient },
    { requestsPerMinute: false, maxEventLoopDelay: 0 },
  );
  try {
    await withClient(world.ownerUrl, async (client) => {
      await client.query('begin');
      await client.query('lock table students in access exclusive mode');
      const answer = await new Browser(app, world.services.secret, registrar.cookies).get('/students', inBackground);
      await client.query('rollback');
      expect(answer.statusCode).toBe(503);
      expect(answer.json().message).toBe(
        'This took too long and was stopped. Use fewer filters or a longer search word, then try again.',
      );
    });
  } finally {
    await app.close();
    await impatient.close();
  }
});

test('a user’s heavy requests run three at a time; more wait in a queue, and beyond it are refused', async () => {
  const inTurn = takePersonalTurns({ concurrency: 3, inLine: 2, patience: 60_000 });
  const gates: (() => void)[] = [];
  const begun: number[] = [];
  const start = (person: number, name: number) =>
    inTurn(person, () => new Promise<number>((resolve) => void (begun.push(name), gates.push(() => resolve(name)))));
  const mine = [1, 2, 3, 4, 5].map((name) => start(7, name));
  const refused = start(7, 6);
  const others = start(8, 70);
  await expect(refused).rejects.toMatchObject({
    seconds: 5,
    message: 'Several of your requests are still running. Wait for them to finish, then try again.',
  });
  expect(begun).toEqual([1, 2, 3, 70]);
  gates[0]!();
  await mine[0];
  await expect.poll(() => begun).toEqual([1, 2, 3, 70, 4]);
  while (begun.length < 6 || gates.length) {
    gates.shift()?.();
    await Promise.resolve();
  }
  expect(await Promise.all([...mine, others])).toEqual([1, 2, 3, 4, 5, 70]);
});

test('a request that waits too long is refused and leaves the queue', async () => {
  const inTurn = takePersonalTurns({ concurrency: 1, inLine: 5, patience: 20 });
  let end = () => {};
  const first = inTurn(7, () => new Promise<void>((resolve) => (end = resolve)));
  await expect(inTurn(7, async () => 'served')).rejects.toMatchObject({ seconds: 5 });
  const left = new AbortController();
  const abandoned = takePersonalTurns({ concurrency: 0, inLine: 1, patience: 60_000 })(
    7,
    async () => 'served',
    () => left.signal,
  );
  left.abort();
  await expect(abandoned).rejects.toThrow();
  end();
  await first;
  await expect(inTurn(7, async () => 'served')).resolves.toBe('served');
});

test('searches of one person that hang do not keep her from plain pages, nor anyone from searching', async () => {
  const app = await createApp(world.services, {
    requestsPerMinute: false,
    maxEventLoopDelay: 0,
    heavyRequests: { patience: 30 },
  });
  const browser = new Browser(app, world.services.secret, registrar.cookies);
  const other = new Browser(app, world.services.secret, (await world.as('principal')).cookies);
  try {
    await withClient(world.ownerUrl, async (client) => {
      await client.query('begin');
      await client.query('lock table guardians in access exclusive mode');
      const hanging = [1, 2, 3, 4].map((at) => browser.get(`/guardians/find?q=obi${at}`, inBackground));
      await expect
        .poll(async () => {
          const { rows } = await client.query(
            `select count(*)::int as n from pg_locks where not granted and relation = 'guardians'::regclass`,
          );
          return rows[0].n;
        })
        .toBe(4);
      const refused = await browser.get('/students?q=obi', inBackground);
      expect(refused.statusCode).toBe(429);
      expect(refused.headers['retry-after']).toBe('5');
      expect((await browser.get('/students', inBackground)).statusCode).toBe(200);
      expect((await other.get('/students?q=obi', inBackground)).statusCode).toBe(200);
      await client.query('rollback');
      expect((await Promise.all(hanging)).map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200]);
      expect((await browser.get('/students?q=obi', inBackground)).statusCode).toBe(200);
    });
  } finally {
    await app.close();
  }
});
