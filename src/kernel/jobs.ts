import type pg from 'pg';
import { PgBoss } from 'pg-boss';
import type { Db } from './database.ts';
import { rows } from './database.ts';
import { DiskFull } from './errors.ts';

/** Every queue there is; the migrator makes them, for the server's role may not. */
export const queues = ['imports.check', 'imports.run'] as const;
export type Queue = (typeof queues)[number];

/**
 * A job whose process died is taken up again after its heartbeat has been missing; handlers therefore do nothing
 * twice. Tries go on for days, ever more rarely: a full disk or a database that is away passes, and a job that gave up
 * would leave its work half-way for good. The migrator applies the options to queues that are there.
 */
export const queueOptions = {
  heartbeatSeconds: 10,
  retryLimit: 5000,
  retryDelay: 1,
  retryBackoff: true,
  retryDelayMax: 30,
  expireInSeconds: 3600,
};

export interface Jobs {
  /** Puts a job into the queue in the caller's transaction: it runs if and only if that commits. */
  send(tx: Db, queue: Queue, data: object, options?: { singletonKey?: string }): Promise<void>;
  work<Data extends object>(queue: Queue, handler: (data: Data, signal: AbortSignal) => Promise<void>): Promise<void>;
  stop(): Promise<void>;
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
): Promise<Jobs> {
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
  const recalling = setInterval(() => void recall(), superviseEvery * 1000);
  return {
    async send(tx, queue, data, options) {
      const executeSql = async (text: string, values: unknown[] = []) => ({
        rows: await rows<never>(tx, { text }, values),
      });
      await boss.send(queue, data, { ...options, db: { executeSql } });
    },
    async work(queue, handler) {
      await boss.work<never>(queue, { pollingIntervalSeconds: 0.5, batchSize: 1 }, async ([job]) => {
        if (job && !hasRoom()) throw new DiskFull('There is no room for what the job would write.');
        if (job) await handler(job.data, job.signal);
      });
    },
    async stop() {
      clearInterval(recalling);
      await boss.stop({ graceful: true, timeout: 10_000 });
    },
  };
}

// A clock that was set back makes jobs that were just sent wait for the hour to come again; a dead worker's heartbeat and
// the last look for one seem fresh until then. No job of ours is meant for later than its next try.
const ahead = `now() + interval '${queueOptions.retryDelayMax + 30} seconds'`;
const recallFromFuture = `
  update pgboss.job set start_after = least(start_after, now()), heartbeat_on = least(heartbeat_on, now())
  where name in (${queues.map((name) => `'${name}'`).join(', ')})
    and ((state in ('created', 'retry') and start_after > ${ahead}) or (state = 'active' and heartbeat_on > ${ahead}));
  update pgboss.queue set monitor_claim_on = now(), monitor_on = now(), maintain_on = now()
  where greatest(monitor_claim_on, monitor_on, maintain_on) > ${ahead};
  update pgboss.version set cron_on = now(), bam_on = now() where greatest(cron_on, bam_on) > ${ahead}`;
