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
