import type pg from 'pg';
import { PgBoss, type ScheduleOptions } from 'pg-boss';
import { type Db, rows } from '../database.ts';
import { DiskFull } from '../errors.ts';
import type { Queue } from './queues.ts';
import { queueMaker, recallFromFuture } from './make-queue.ts';

export interface Jobs {
  /** Puts a job into the queue in the caller's transaction: it runs if and only if that commits. */
  send(tx: Db, queue: Queue, data: object, options?: { singletonKey?: string; group?: number }): Promise<void>;
  /**
   * Does the jobs of a queue one after the other, or so many `atOnce` but one at a time of each group; looks for the next
   * every half second, or less often.
   */
  work<Data extends object>(
    queue: Queue,
    handler: (data: Data, signal: AbortSignal) => Promise<void>,
    options?: { everySeconds?: number; atOnce?: number },
  ): Promise<void>;
  stop(): Promise<void>;
}

/** What happens by the clock: of several processes one does it. */
export interface Timetable {
  /** Has a job sent at a cron time; one that came due while nobody ran is sent once, afterwards. Null takes it back. */
  schedule(queue: Queue, at: { cron: string; timeZone: string } | null, options?: ScheduleOptions): Promise<void>;
}

/** Work that happens in the background, declared beside the verb that it calls. `Services` is what it works with. */
export interface Job<Services = unknown, Data extends object = never> {
  queue: Queue;
  /** When it runs by the clock of the installation; without it, it runs when somebody sends it. */
  cron?: string;
  /** How many run at once, one at a time of each group; without it one after the other. */
  atOnce?: number;
  /** Stops at the signal. What it does must be safe to do again: a job that was cut off is repeated. */
  work(services: Services, data: Data, signal: AbortSignal): Promise<unknown>;
}

/** Looks for work that was sent. What runs by the clock is early enough a minute later. */
export const startJob = <Services>(jobs: Jobs, services: Services, { queue, cron, atOnce, work }: Job<Services>) =>
  jobs.work<never>(queue, async (data, signal) => void (await work(services, data, signal)), {
    ...(cron ? { everySeconds: 60 } : { atOnce }),
  });

/** Has the work done at its times. */
export async function scheduleJob<Services>(
  jobs: Jobs & Timetable,
  services: Services,
  job: Job<Services> & { cron: string },
  timeZone: string,
): Promise<void> {
  await startJob(jobs, services, job);
  await jobs.schedule(job.queue, { cron: job.cron, timeZone });
}

const superviseEvery = 10;

// pg-boss measures its pauses with it: by the clock on the wall, one that is set back an hour would last an hour more.
const steadyClock = {
  now: () => Math.floor(performance.timeOrigin + performance.now()),
  setTimeout: (work: () => void, milliseconds: number) => setTimeout(work, milliseconds),
  clearTimeout: (timer: unknown) => clearTimeout(timer as NodeJS.Timeout),
  setInterval: (work: () => void, milliseconds: number) => setInterval(work, milliseconds),
  clearInterval: (timer: unknown) => clearInterval(timer as NodeJS.Timeout),
};

/** Starts the job runner as the application role, on connections of its own. */
export async function startJobs(
  appUrl: string,
  onError: (error: Error) => void,
  hasRoom: () => boolean = () => true,
): Promise<Jobs & Timetable> {
  // Each of its statements is short: one without an answer for so long is on a connection that is no more.
  const limits: pg.PoolConfig = { connectionTimeoutMillis: 5_000, query_timeout: 30_000 };
  const boss = new PgBoss({
    connectionString: appUrl,
    max: 4,
    schema: 'pgboss',
    migrate: false,
    createSchema: false,
    superviseIntervalSeconds: superviseEvery,
    monitorIntervalSeconds: superviseEvery,
    clock: steadyClock,
    ...limits,
  } as ConstructorParameters<typeof PgBoss>[0] & object);
  boss.on('error', onError);
  await boss.start();
  const recall = () =>
    boss
      .getDb()
      .executeSql(recallFromFuture)
      .then(() => {}, onError);
  await recall();
  const ensureQueue = queueMaker(boss);
  const recalling = setInterval(() => void recall(), superviseEvery * 1000);
  return {
    async send(tx, queue, data, options) {
      await ensureQueue(queue);
      const executeSql = async (text: string, values: unknown[] = []) => ({
        rows: await rows<never>(tx, { text }, values),
      });
      const { group, ...more } = options ?? {};
      await boss.send(queue, data, {
        ...more,
        ...(group !== undefined && { group: { id: String(group) } }),
        db: { executeSql },
      });
    },
    async work(queue, handler, { everySeconds = 0.5, atOnce } = {}) {
      const concurrency = atOnce ? { localConcurrency: atOnce, groupConcurrency: 1 } : {};
      await ensureQueue(queue);
      const polling = { pollingIntervalSeconds: everySeconds, batchSize: 1, ...concurrency };
      await boss.work<never>(queue, polling, async ([job]) => {
        if (job && !hasRoom()) throw new DiskFull('There is no room for what the job would write.');
        if (job) await handler(job.data, job.signal);
      });
    },
    async schedule(queue, at, options) {
      await ensureQueue(queue);
      if (at) await boss.schedule(queue, at.cron, {}, { ...options, tz: at.timeZone, missed: 'once' });
      else await boss.unschedule(queue);
    },
    async stop() {
      clearInterval(recalling);
      await boss.stop({ graceful: true, timeout: 10_000 });
    },
  };
}
