import type pg from 'pg';
import { PgBoss, type ScheduleOptions } from 'pg-boss';
import { type Db, query } from '../database.ts';
import { DiskFull } from '../errors.ts';
import type { Queue } from './queues.ts';
import { afterCommit } from '../database/transaction.ts';
import { queueMaker } from './make-queue.ts';
import { wakeWorkers } from './wake-workers.ts';

export interface Jobs {
  /** Queues a job in the caller's transaction: it runs if and only if that commits. */
  send(tx: Db, queue: Queue, data: object, options?: { singletonKey?: string; group?: number }): Promise<void>;
  /**
   * Works on a queue: one job at a time, or `atOnce` jobs but one at a time per group. What this process sends starts at
   * its commit, what another one sends within half a minute.
   */
  work<Data extends object>(
    queue: Queue,
    handler: (data: Data, signal: AbortSignal) => Promise<void>,
    options?: { atOnce?: number; due?: string },
  ): Promise<void>;
  stop(): Promise<void>;
}

/** Scheduled work; if several processes run, one of them does it. */
export interface Timetable {
  /**
   * Schedules a job by cron; a job that came due while nothing was running is sent once afterwards. Null removes the
   * schedule.
   */
  schedule(queue: Queue, at: { cron: string; timeZone: string } | null, options?: ScheduleOptions): Promise<void>;
}

/** Background work, declared beside the verb that it calls. `Services` is what it needs. */
export interface Job<Services = unknown, Data extends object = never> {
  queue: Queue;
  /** The schedule, in the installation's time zone; without it, the job runs when it is sent. */
  cron?: string;
  /** A query without parameters: the job runs within half a minute of the time when it finds a row. */
  due?: string;
  /** How many run at once, one at a time per group; one in total by default. */
  atOnce?: number;
  /** Must stop at the signal, and must be safe to repeat: an interrupted job runs again. */
  work(services: Services, data: Data, signal: AbortSignal): Promise<unknown>;
}

/** Works on what is sent. Scheduled jobs can start a minute late. */
export const startJob = <Services>(jobs: Jobs, services: Services, { queue, atOnce, due, work }: Job<Services>) =>
  jobs.work<never>(queue, async (data, signal) => void (await work(services, data, signal)), { atOnce, due });

/** Whether it begins by the clock, without being sent. */
export const isTimed = ({ cron, due }: Pick<Job, 'cron' | 'due'>): boolean => Boolean(cron ?? due);

/** The same, and registers its schedule, or removes one that it had. */
export async function scheduleJob<Services>(
  jobs: Jobs & Timetable,
  services: Services,
  job: Job<Services>,
  timeZone: string,
): Promise<void> {
  await startJob(jobs, services, job);
  await jobs.schedule(job.queue, job.cron ? { cron: job.cron, timeZone } : null);
}

/** Workers are woken (wake-workers.ts): pg-boss would ask for each of them, whether there is anything or not. */
const pollingIntervalSeconds = 86_400;

// pg-boss measures its pauses with this: with the wall clock, setting it back an hour would make them an hour longer.
const steadyClock = {
  now: () => Math.floor(performance.timeOrigin + performance.now()),
  setTimeout: (work: () => void, milliseconds: number) => setTimeout(work, milliseconds),
  clearTimeout: (timer: unknown) => clearTimeout(timer as NodeJS.Timeout),
  setInterval: (work: () => void, milliseconds: number) => setInterval(work, milliseconds),
  clearInterval: (timer: unknown) => clearInterval(timer as NodeJS.Timeout),
};

/** Starts the job runner as the application role, with its own connections. */
export async function startJobs(
  appUrl: string,
  onError: (error: Error) => void,
  hasRoom: () => boolean = () => true,
): Promise<Jobs & Timetable> {
  // Its statements are all short: no answer for this long means a dead connection.
  const limits: pg.PoolConfig = { connectionTimeoutMillis: 5_000, query_timeout: 30_000 };
  const boss = new PgBoss({
    connectionString: appUrl,
    max: 4,
    schema: 'pgboss',
    migrate: false,
    createSchema: false,
    supervise: false,
    monitorIntervalSeconds: 5,
    cronWorkerIntervalSeconds: 10,
    clock: steadyClock,
    ...limits,
  } as ConstructorParameters<typeof PgBoss>[0] & object);
  boss.on('error', onError);
  await boss.start();
  const workers = wakeWorkers(boss, onError);
  const ensureQueue = queueMaker(boss);
  return {
    async send(tx, queue, data, options) {
      await ensureQueue(queue);
      const executeSql = async (text: string, values: unknown[] = []) => ({
        rows: await query<never>(tx, { text, values }),
      });
      const { group, ...more } = options ?? {};
      await boss.send(queue, data, {
        ...more,
        ...(group !== undefined && { group: { id: String(group) } }),
        db: { executeSql },
      });
      afterCommit(tx, () => workers.wake(queue));
    },
    async work(queue, handler, { atOnce, due } = {}) {
      await ensureQueue(queue);
      if (due) workers.sendWhen(queue, due);
      const options = { pollingIntervalSeconds, batchSize: 1, ...(atOnce && { groupConcurrency: 1 }) };
      // A worker each, since pg-boss wakes the first of several alone.
      for (let n = 0; n < (atOnce ?? 1); n += 1)
        await workers.add(queue, (settled) =>
          boss.work<never>(queue, options, async ([job]) => {
            if (!job) return;
            try {
              if (!hasRoom()) throw new DiskFull('There is no room for what the job would write.');
              await handler(job.data, job.signal);
              settled('done');
            } catch (error) {
              settled('failed');
              throw error;
            }
          }),
        );
    },
    async schedule(queue, at, options) {
      await ensureQueue(queue);
      if (at) await boss.schedule(queue, at.cron, {}, { ...options, tz: at.timeZone, missed: 'once' });
      else await boss.unschedule(queue);
    },
    async stop() {
      await workers.stop();
      await boss.stop({ graceful: true, timeout: 10_000 });
    },
  };
}
