import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect } from '#kernel/database.ts';
import { startJobs } from './jobs.ts';
import { queueOptions } from './queues.ts';
import { withClient } from '#test/harness/client.ts';
import { freshDatabase } from '#test/harness/database.ts';

let fresh: Awaited<ReturnType<typeof freshDatabase>>;
beforeAll(async () => void (fresh = await freshDatabase()));
afterAll(() => fresh.drop());

const ask = (query: string) => withClient(fresh.ownerUrl, async (client) => (await client.query(query)).rows);

test('a job that was sent before the clock was set back runs all the same', async () => {
  const database = connect({ url: fresh.appUrl, max: 2 });
  const sender = await startJobs(fresh.appUrl, () => {});
  await database.asSystem([], (tx) => sender.send(tx, 'imports.check', { number: 7 }));
  await sender.stop();
  await ask(`update pgboss.job set start_after = now() + interval '1 hour', created_on = now() + interval '1 hour'`);

  const jobs = await startJobs(fresh.appUrl, () => {});
  const numbers: number[] = [];
  await jobs.work<{ number: number }>('imports.check', async ({ number }) => void numbers.push(number));
  await expect.poll(() => numbers).toEqual([7]);
  await jobs.stop();
  await database.close();
});

test('a job starts at the commit that sends it, one after the other, also when it failed or its process died', async () => {
  const database = connect({ url: fresh.appUrl, max: 2 });
  const jobs = await startJobs(fresh.appUrl, () => {});
  const done: number[] = [];
  let failures = 1;
  await jobs.work<{ number: number }>('imports.undo', async ({ number }) => {
    if (number === 2 && failures-- > 0) throw new Error('once');
    done.push(number);
  });
  const from = performance.now();
  await database.asSystem([], async (tx) => {
    for (const number of [1, 2, 3]) await jobs.send(tx, 'imports.undo', { number });
  });
  await expect.poll(() => done, { interval: 20 }).toEqual([1, 3, 2]);
  // Far less than the half minute after which it would be found anyway.
  expect(performance.now() - from).toBeLessThan(20_000);
  // What a dead process had begun.
  await ask(`insert into pgboss.job (name, data, state, started_on, heartbeat_on, heartbeat_seconds, retry_limit)
    values ('imports.undo', '{"number": 4}', 'active', now() - interval '1 minute', now() - interval '1 minute', 10, 5)`);
  await database.asSystem([], (tx) => jobs.send(tx, 'imports.undo', { number: 5 }));
  await expect.poll(() => done.toSorted()).toEqual([1, 2, 3, 4, 5]);
  await jobs.stop();
  await database.close();
});

test('a job that may be due is sent when its query finds something, once', async () => {
  await ask(
    `create table due_here (id int); grant select on due_here to akada_app; insert into due_here values (1), (2)`,
  );
  const jobs = await startJobs(fresh.appUrl, () => {});
  let runs = 0;
  const work = async () => {
    runs += 1;
    await ask('delete from due_here');
  };
  await jobs.work('imports.photos' as never, work, { due: 'select from due_here' });
  await expect.poll(() => runs).toBe(1);
  expect(await ask(`select count(*)::int as n from pgboss.job where name = 'imports.photos'`)).toEqual([{ n: 1 }]);
  await jobs.stop();
});

test('a job waits for room on the disk', async () => {
  const database = connect({ url: fresh.appUrl, max: 2 });
  let hasRoom = false;
  const jobs = await startJobs(
    fresh.appUrl,
    () => {},
    () => hasRoom,
  );
  const done: string[] = [];
  await jobs.work<{ name: string }>('imports.run', async ({ name }) => void done.push(name));
  await database.asSystem([], (tx) => jobs.send(tx, 'imports.run', { name: 'roster' }));
  const state = async () => (await ask(`select state from pgboss.job where name = 'imports.run'`))[0]?.state as string;
  await expect.poll(state).toBe('retry');
  expect(done).toEqual([]);
  hasRoom = true;
  await expect.poll(() => done).toEqual(['roster']);
  await jobs.stop();
  await database.close();
});

test('a queue of an older version gets the options of this one', async () => {
  await ask(`update pgboss.queue set retry_limit = 20, retry_backoff = false`);
  const jobs = await startJobs(fresh.appUrl, () => {});
  await jobs.work('imports.check', async () => {});
  await jobs.stop();
  const rows = await ask(
    `select retry_limit::int as limit, retry_backoff as backoff from pgboss.queue where name = 'imports.check'`,
  );
  expect(rows).toEqual([{ limit: queueOptions.retryLimit, backoff: true }]);
});

test('a schedule is written when it is new or another, and removed when there is none', async () => {
  const schedules = () =>
    ask(`select cron, options - 'missed' as options, updated_on from pgboss.schedule where name = 'backup.nightly'`);
  const start = async (at: { cron: string; timeZone: string } | null, options = {}) => {
    const jobs = await startJobs(fresh.appUrl, () => {});
    await jobs.schedule('backup.nightly', at, options);
    await jobs.stop();
    return schedules();
  };
  const [first] = await start({ cron: '0 2 * * *', timeZone: 'Africa/Lagos' }, { retryLimit: 3 });
  expect(first).toMatchObject({ cron: '0 2 * * *', options: { retryLimit: 3, tz: 'Africa/Lagos' } });
  expect(await start({ cron: '0 2 * * *', timeZone: 'Africa/Lagos' }, { retryLimit: 3 })).toEqual([first]);
  expect(await start({ cron: '0 3 * * *', timeZone: 'Africa/Lagos' }, { retryLimit: 3 })).toMatchObject([
    { cron: '0 3 * * *' },
  ]);
  expect(await start({ cron: '0 3 * * *', timeZone: 'UTC' })).toMatchObject([{ options: { tz: 'UTC' } }]);
  expect(await start(null)).toEqual([]);
});
