import type pg from 'pg';
import { PgBoss } from 'pg-boss';
import { queueOptions } from '#kernel/jobs/queues.ts';
import type { KeptJobs } from './contents.ts';

/** Unfinished jobs run again; jobs that were waiting in the database belonged to its old rows. */
export async function sendAgain(client: pg.Client, ownerUrl: string, jobs: KeptJobs) {
  await client.query(`delete from pgboss.job`);
  if (!jobs.length) return;
  const boss = new PgBoss({ connectionString: ownerUrl, max: 1, supervise: false, schedule: false, migrate: false });
  boss.on('error', () => {});
  await boss.start();
  try {
    const executeSql = async (text: string, values: unknown[] = []) => client.query(text, values);
    for (const queue of new Set(jobs.map((job) => job.queue))) await boss.createQueue(queue, queueOptions);
    for (const { queue, data, key } of jobs)
      await boss.send(queue, data, { ...(key && { singletonKey: key }), db: { executeSql } });
  } finally {
    await boss.stop({ graceful: false });
  }
}
