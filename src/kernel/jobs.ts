import { PgBoss, type ScheduleOptions } from 'pg-boss';
import type { Db } from './database.ts';
import { rows } from './database.ts';
import type { Queue } from './queues.ts';

export interface Jobs {
  /** Puts a job into the queue in the caller's transaction: it runs if and only if that commits. */
  send(tx: Db, queue: Queue, data: object, options?: { singletonKey?: string }): Promise<void>;
  /** Does the jobs of a queue one after the other; looks for the next every half second, or less often. */
  work<Data extends object>(
    queue: Queue,
    handler: (data: Data, signal: AbortSignal) => Promise<void>,
    options?: { everySeconds?: number },
  ): Promise<void>;
  stop(): Promise<void>;
}

/** What happens by the clock: of several processes one does it. */
export interface Timetable {
  /** Has a job sent at a cron time; one that came due while nobody ran is sent once, afterwards. Null takes it back. */
  schedule(queue: Queue, at: { cron: string; timeZone: string } | null, options?: ScheduleOptions): Promise<void>;
}

/** Starts the job runner as the application role, on connections of its own. */
export async function startJobs(appUrl: string, onError: (error: Error) => void): Promise<Jobs & Timetable> {
  const boss = new PgBoss({
    connectionString: appUrl,
    max: 4,
    schema: 'pgboss',
    migrate: false,
    createSchema: false,
    superviseIntervalSeconds: 10,
    monitorIntervalSeconds: 10,
  } as ConstructorParameters<typeof PgBoss>[0] & object);
  boss.on('error', onError);
  await boss.start();
  return {
    async send(tx, queue, data, options) {
      const executeSql = async (text: string, values: unknown[] = []) => ({
        rows: await rows<never>(tx, { text }, values),
      });
      await boss.send(queue, data, { ...options, db: { executeSql } });
    },
    async work(queue, handler, { everySeconds = 0.5 } = {}) {
      await boss.work<never>(queue, { pollingIntervalSeconds: everySeconds, batchSize: 1 }, async ([job]) => {
        if (job) await handler(job.data, job.signal);
      });
    },
    async schedule(queue, at, options) {
      if (at) await boss.schedule(queue, at.cron, {}, { ...options, tz: at.timeZone, missed: 'once' });
      else await boss.unschedule(queue);
    },
    stop: () => boss.stop({ graceful: true, timeout: 10_000 }),
  };
}
