import { sql } from 'drizzle-orm';
import { query, type Database } from '#kernel/database.ts';
import { committed, onCommitted, type WatchedRows } from '#kernel/look-for-work.ts';
import type { Wakeable } from '#kernel/jobs/jobs.ts';
import { isOwnQueue } from '#kernel/jobs/queues.ts';

/** Where processes that work hear what others committed: `rows outbox`, or `queue imports.run`. */
const channel = 'akada_work';
/** Milliseconds in which what one process has to tell becomes one message. */
const together = 200;
const rows: readonly WatchedRows[] = ['audit_entries', 'outbox'];

/**
 * For a process that runs no jobs: it notifies those that do, just after each commit. If a message is lost, they find
 * the work within half a minute.
 */
export function tellWorkers(database: Database): { sent: (queue: string) => void; stop: () => Promise<void> } {
  const topics = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let toldAt = -Infinity;
  const tell = () => {
    const told = [...topics];
    topics.clear();
    timer = undefined;
    toldAt = performance.now();
    return database
      .anonymous(
        (tx) =>
          query(
            tx,
          )`select pg_notify(${channel}, topic) from json_array_elements_text(${JSON.stringify(told)}::json) topic`,
      )
      .catch(() => {});
  };
  const add = (topic: string) => {
    topics.add(topic);
    timer ??= setTimeout(() => void tell(), Math.max(0, toldAt + together - performance.now()));
  };
  const forget = rows.map((one) => onCommitted(one, () => add(`rows ${one}`)));
  return {
    sent: (queue) => add(`queue ${queue}`),
    async stop() {
      for (const end of forget) end();
      clearTimeout(timer);
      if (topics.size > 0) await tell();
    },
  };
}

/** Wakes what works in this process for what others committed; returns how to end that. */
export const hearOthers = (database: Database, jobs: Wakeable): (() => void) =>
  database.listen(channel, (heard) => {
    const [kind, name = ''] = heard?.split(' ') ?? [];
    for (const one of rows) if (heard === null || (kind === 'rows' && one === name)) committed(one);
    if (heard === null || kind === 'queue') jobs.wake(heard && name);
  });

const looksEvery = 60_000;

/**
 * Says once that jobs have waited for five minutes and nobody works on any: where only processes that serve were
 * started, imports and messages would wait in silence.
 */
export function warnOfIdleJobs(
  database: Database,
  warn: (details: object, message: string) => void,
  every = looksEvery,
) {
  let isWarned = false;
  const look = async () => {
    const [found] = await database.readAsSystem(
      [],
      (db) => query<{ waiting: number; working: number }>(db)`
        select count(*) filter (where state <= 'retry' and start_after < now() - interval '5 minutes')::int as waiting,
          count(*) filter (where state = 'active' and coalesce(heartbeat_on, started_on) > now() - interval '1 minute')::int as working
        from pgboss.job where state <= 'active' and ${sql.raw(isOwnQueue('name'))}`,
    );
    const { waiting, working } = found!;
    const isIdle = waiting > 0 && working === 0;
    if (isIdle && !isWarned)
      warn({ waiting }, 'jobs have waited for five minutes: start a process with AKADA_ROLE=worker or both');
    isWarned = isIdle;
  };
  const timer = setInterval(() => void look().catch(() => {}), every).unref();
  return () => clearInterval(timer);
}
