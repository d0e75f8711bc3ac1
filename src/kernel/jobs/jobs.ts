import { isDeepStrictEqual } from 'node:util';
import type pg from 'pg';
import { PgBoss, type ScheduleOptions } from 'pg-boss';
import { type Db, query } from '../database.ts';
import { DiskFull } from '../errors.ts';
import { type Queue, queueOptions, isOwnQueue, queueMaker } from './queues.ts';
import { afterCommit } from '../database/transaction.ts';
import { lookForWork } from '../look-for-work.ts';

export interface Jobs {
  /** Queues a job in the caller's transaction: it runs if and only if that commits. */
  send(tx: Db, queue: Queue, data: object, options?: { singletonKey?: string; group?: number }): Promise<void>;
  /**
   * Works on a queue: one job at a time, or `concurrency` jobs but one at a time per group. What this process sends
   * starts at its commit, as does what one that does not work sends (NOTIFY), anything else within half a
   * minute.
   */
  work<Data extends object>(
    queue: string,
    handler: (data: Data, signal: AbortSignal) => Promise<void>,
    options?: { concurrency?: number; due?: string },
  ): Promise<void>;
  stop(): Promise<void>;
}

/** Scheduled work; if several processes run, one of them does it. */
export interface Timetable {
  /**
   * Schedules a job by cron; a job that came due while nothing was running is sent once afterwards. Null removes the
   * schedule.
   */
  schedule(queue: string, at: { cron: string; timeZone: string } | null, options?: ScheduleOptions): Promise<void>;
}

export interface Wakeable {
  /** Another process sent to this queue, or perhaps to any. */
  wake(queue: string | null): void;
}

/** Background work, declared beside the verb that it calls. `Services` is what it needs. */
export interface Job<Services = unknown, Data extends object = never> {
  queue: string;
  /** The schedule, in the installation's time zone; without it, the job runs when it is sent. */
  cron?: string;
  /** A query without parameters: the job runs within half a minute of the time when it finds a row. */
  due?: string;
  /** How many run at once, one at a time per group; one in total by default. */
  concurrency?: number;
  /** Must stop at the signal, and must be safe to repeat: an interrupted job runs again. */
  work(services: Services, data: Data, signal: AbortSignal): Promise<unknown>;
}

/** Works on what is sent. Scheduled jobs can start a minute late. */
export const startJob = <Services>(jobs: Jobs, services: Services, { queue, concurrency, due, work }: Job<Services>) =>
  jobs.work<never>(queue, async (data, signal) => void (await work(services, data, signal)), { concurrency, due });

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

/**
 * Starts the job runner as the application role, with its own connections. One that only sends works on no queue and
 * calls `onSent` instead.
 */
export async function startJobs(
  appUrl: string,
  onError: (error: Error) => void,
  hasRoom: () => boolean = () => true,
  onSent?: (queue: string) => void,
): Promise<Jobs & Timetable & Wakeable> {
  // Its statements are all short: no answer for this long means a dead connection.
  const limits: pg.PoolConfig = { connectionTimeoutMillis: 5_000, query_timeout: 30_000 };
  const boss = new PgBoss({
    connectionString: appUrl,
    max: onSent ? 1 : 4,
    schema: 'pgboss',
    migrate: false,
    createSchema: false,
    supervise: false,
    schedule: !onSent,
    monitorIntervalSeconds: 5,
    cronWorkerIntervalSeconds: 10,
    clock: steadyClock,
    ...limits,
  } as ConstructorParameters<typeof PgBoss>[0] & object);
  boss.on('error', onError);
  await boss.start();
  const workers = onSent ? undefined : wakeWorkers(boss, onError);
  const [ensureQueue, schedule] = await Promise.all([queueMaker(boss), scheduler(boss)]);
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
      afterCommit(tx, () => (workers ? workers.wake(queue) : onSent!(queue)));
    },
    async work(queue, handler, { concurrency, due } = {}) {
      if (!workers) return;
      await ensureQueue(queue);
      if (due) workers.sendWhen(queue, due);
      const options = { pollingIntervalSeconds, batchSize: 1, ...(concurrency && { groupConcurrency: 1 }) };
      // A worker each, since pg-boss wakes the first of several alone.
      for (let n = 0; n < (concurrency ?? 1); n += 1)
        await workers.add(queue, (settled) =>
          boss.work<never>(queue, options, async ([job]) => {
            if (!job) return;
            try {
              if (!hasRoom()) throw new DiskFull('There is no room for what the job would write.');
              await handler(job.data, job.signal);
              settled('done');
            } catch (error) {
              settled('failed');
              // pg-boss keeps it with the job and tells nobody.
              onError(Object.assign(error as Error, { queue }));
              throw error;
            }
          }),
        );
    },
    wake: (queue) => (queue === null ? workers?.lookAgain() : workers?.wake(queue)),
    async schedule(queue, at, options) {
      if (!workers) return;
      await ensureQueue(queue);
      await schedule(queue, at, options);
    },
    async stop() {
      await workers?.stop();
      await boss.stop({ graceful: true, timeout: 10_000 });
    },
  };
}

/** While jobs are due that nobody has taken: a worker is busy, or the group's turn has not come. */
const again = 1_000;
/** Seconds in which a job that is due is sent once. */
const onceIn = 20;
/** By then pg-boss has written that a job failed. */
const untilWritten = 500;
/** Old jobs are removed, and statistics kept, so often. */
const supervisesEvery = 3_600_000;

// Of unfinished jobs alone: until the first is due, or the process of one that runs has been silent for too long.
const unfinished = `
  with unfinished as (
    select name, case state when 'active' then coalesce(heartbeat_on, started_on) + interval '${queueOptions.heartbeatSeconds} seconds'
      else start_after end as due, state = 'active' as "isActive"
    from pgboss.job where state <= 'active' and name = any($1))
  select name, extract(epoch from min(due) - now())::float8 * 1000 as wait,
    bool_or(due <= now() and not "isActive") as "isDue", bool_or(due < now() and "isActive") as "isDead"
  from unfinished group by name`;

interface Found {
  name: string;
  /** Milliseconds, negative for what is overdue. */
  wait: number;
  isDue: boolean;
  isDead: boolean;
}

/**
 * Wakes the workers of queues: at once for what this process sends, and for all queues together, in one statement, for
 * what else is due. Idle workers ask the database nothing.
 */
function wakeWorkers(boss: PgBoss, onError: (error: Error) => void) {
  const workers = new Map<string, string[]>();
  const due = new Map<string, string>();
  let supervisedAt = performance.now();
  const rowsOf = async <Row>(text: string, values?: unknown[]) =>
    (await boss.getDb().executeSql(text, values)).rows as Row[];

  const wake = (queue: string) => workers.get(queue)?.forEach((id) => boss.notifyWorker(id));

  async function look(): Promise<number | undefined> {
    await rowsOf(recallFromFuture);
    const rows = await rowsOf<Found>(unfinished, [[...workers.keys()]]);
    for (const { name, isDead } of rows) if (isDead) await boss.supervise(name);
    if (performance.now() - supervisedAt > supervisesEvery) {
      supervisedAt = performance.now();
      await boss.supervise();
    }
    await sendDue(new Set(rows.map(({ name }) => name)));
    for (const { name, isDue } of rows) if (isDue) wake(name);
    return rows.length > 0 ? Math.max(again, Math.min(...rows.map(({ wait }) => wait))) : undefined;
  }

  /** All that can be due by the clock is looked at in one statement. */
  async function sendDue(underWay: Set<string>): Promise<void> {
    const queries = [...due].filter(([queue]) => !underWay.has(queue));
    if (queries.length === 0) return;
    const rows = await rowsOf<{ name: string }>(
      queries.map(([queue, query]) => `select '${queue}' as name where exists (${query})`).join(' union all '),
    );
    for (const { name } of rows) {
      // Several processes may have found it.
      await boss.send(name, {}, { singletonSeconds: onceIn });
      wake(name);
    }
  }

  const looking = lookForWork(look, onError);

  return {
    wake,
    lookAgain: () => looking.wake(),
    sendWhen: (queue: string, query: string) => void due.set(queue, query),
    /** A worker that takes the next job as soon as it has settled one. */
    async add(queue: string, begin: (settled: (how: 'done' | 'failed') => void) => Promise<string>): Promise<void> {
      const ids = workers.get(queue) ?? [];
      workers.set(queue, ids);
      ids.push(
        await begin((how) => {
          wake(queue);
          // Its next try comes after a pause.
          if (how === 'failed') looking.wake(untilWritten);
        }),
      );
      looking.wake();
    },
    stop: looking.stop,
  };
}

/** Writes a schedule that is not there as it is wanted: at most starts all are. */
async function scheduler(boss: PgBoss): Promise<Timetable['schedule']> {
  const schedules = new Map((await boss.getSchedules()).map(({ name, cron, options }) => [name, { cron, options }]));
  return async (queue, at, others) => {
    const found = schedules.get(queue);
    if (!at) {
      if (found) await boss.unschedule(queue);
      schedules.delete(queue);
      return;
    }
    const options: ScheduleOptions = { ...others, tz: at.timeZone, missed: 'once' };
    const wanted = { cron: at.cron, options };
    if (isDeepStrictEqual(found, wanted)) return;
    await boss.schedule(queue, at.cron, {}, options);
    schedules.set(queue, wanted);
  };
}

// When the clock is set back, jobs that were just sent would wait until that time comes again, and a dead worker's
// heartbeat and the last poll would look fresh. No job of ours is scheduled later than its next retry.
const ahead = `now() + interval '${queueOptions.retryDelayMax + 30} seconds'`;

const recallFromFuture = `
  update pgboss.job set start_after = least(start_after, now()), heartbeat_on = least(heartbeat_on, now())
  where ${isOwnQueue('name')}
    and ((state in ('created', 'retry') and start_after > ${ahead}) or (state = 'active' and heartbeat_on > ${ahead}));
  update pgboss.queue set monitor_claim_on = now(), monitor_on = now(), maintain_on = now()
  where greatest(monitor_claim_on, monitor_on, maintain_on) > ${ahead};
  update pgboss.version set cron_on = now(), bam_on = now() where greatest(cron_on, bam_on) > ${ahead}`;
