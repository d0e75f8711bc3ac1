import { setTimeout as sleep } from 'node:timers/promises';
import { connect } from '#kernel/database.ts';
import { startJobs } from '#kernel/jobs/jobs.ts';
import { appUrlOf } from '#kernel/postgres/roles.ts';
import { quantiles } from './quantiles.ts';
import { ms, type Row } from './report.ts';

declare module '#kernel/jobs/queues.ts' {
  interface Queues {
    bench: true;
  }
}

const sent = 200;

/** From the wish that a job be done to its start, one after the other, in a process that does jobs. */
export async function jobRows(ownerUrl: string): Promise<Row[]> {
  const appUrl = appUrlOf(ownerUrl);
  const database = connect({ url: appUrl, max: 1 });
  const jobs = await startJobs(appUrl, console.error);
  const waits: number[] = [];
  let started = Promise.withResolvers<void>();
  await jobs.work('bench', async () => started.resolve());
  for (let turn = 0; turn < sent; turn += 1) {
    started = Promise.withResolvers();
    const from = performance.now();
    await database.asSystem([], (tx) => jobs.send(tx, 'bench', {}));
    await started.promise;
    waits.push(performance.now() - from);
    // The one before is settled by then.
    await sleep(20);
  }
  await jobs.stop();
  await database.close();
  const { p50, p99 } = quantiles(waits);
  return [{ what: 'a job, from send to start: p99', value: p99, unit: 'ms', budget: 50, note: `p50 ${ms(p50)}` }];
}
