import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect, type Database } from '#kernel/database.ts';
import { onCommitted } from '#kernel/look-for-work.ts';
import { withClient } from '#test/harness/client.ts';
import { freshDatabase } from '#test/harness/database.ts';
import { startJobs } from '#kernel/jobs/jobs.ts';
import { hearOthers, tellWorkers, warnOfIdleJobs } from '../../bin/server/other-processes.ts';

let fresh: Awaited<ReturnType<typeof freshDatabase>>;
beforeAll(async () => void (fresh = await freshDatabase()));
afterAll(() => fresh.drop());

test('a process that only serves works on nothing, and wakes the one that works at its commit', async () => {
  const [serving, working] = [connect({ url: fresh.appUrl, max: 2 }), connect({ url: fresh.appUrl, max: 2 })];
  const telling = tellWorkers(serving);
  const sender = await startJobs(fresh.appUrl, () => {}, undefined, telling.sent);
  const worker = await startJobs(fresh.appUrl, () => {});
  const done: string[] = [];
  await sender.work<{ name: string }>(
    'imports.run',
    async ({ name }) => void done.push(`${name} in the wrong process`),
  );
  await worker.work<{ name: string }>('imports.run', async ({ name }) => void done.push(name));
  const stopHearing = hearOthers(working, worker);
  const listens = `select from pg_stat_activity where datname = current_database() and query like 'listen%'`;
  await expect
    .poll(() => withClient(fresh.ownerUrl, async (client) => (await client.query(listens)).rowCount))
    .toBeGreaterThan(0);
  const from = performance.now();
  await serving.asSystem([], (tx) => sender.send(tx, 'imports.run', { name: 'roster' }));
  await expect.poll(() => done, { interval: 20 }).toEqual(['roster']);
  // Far less than the half minute after which it would be found anyway.
  expect(performance.now() - from).toBeLessThan(10_000);
  await telling.stop();

  const heard: string[] = [];
  const forget = onCommitted('outbox', () => heard.push('outbox'));
  await withClient(fresh.ownerUrl, (client) => client.query(`select pg_notify('akada_work', 'rows outbox')`));
  await expect.poll(() => heard).toContain('outbox');
  forget();
  stopHearing();
  await Promise.all([sender.stop(), worker.stop()]);
  await Promise.all([serving.close(), working.close()]);
});

test('jobs that nobody works on are told once, and again when it happens again', async () => {
  const own = connect({ url: fresh.appUrl, max: 1 });
  let looks = 0;
  const database: Database = {
    ...own,
    readAsSystem(ids, work) {
      looks += 1;
      return own.readAsSystem(ids, work);
    },
  };
  const told: object[] = [];
  const add = (state: string, ago: string) =>
    withClient(fresh.ownerUrl, (client) =>
      client.query(
        `insert into pgboss.job (name, state, start_after, started_on, heartbeat_on) values ('imports.run', $1, now() - $2::interval, now() - $2::interval, now())`,
        [state, ago],
      ),
    );
  const clear = () => withClient(fresh.ownerUrl, (client) => client.query('delete from pgboss.job'));
  await clear();
  await add('created', '1 minute');
  const stop = warnOfIdleJobs(database, (details) => void told.push(details), 20);
  const passes = () => {
    const before = looks;
    return expect.poll(() => looks).toBeGreaterThan(before + 2);
  };
  await passes();
  expect(told).toEqual([]);
  await add('created', '6 minutes');
  await expect.poll(() => told).toEqual([{ waiting: 1 }]);
  // Somebody works, if slowly.
  await add('active', '6 minutes');
  await passes();
  await clear();
  await expect.poll(() => told).toEqual([{ waiting: 1 }]);
  stop();
  await database.close();
});
