import type { PgBoss } from 'pg-boss';
import { lookForWork } from '../look-for-work.ts';
import { recallFromFuture } from './make-queue.ts';
import { queueOptions, type Queue } from './queues.ts';

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
  name: Queue;
  /** Milliseconds, negative for what is overdue. */
  wait: number;
  isDue: boolean;
  isDead: boolean;
}

/**
 * Wakes the workers of queues: at once for what this process sends, and for all queues together, in one statement, for
 * what else is due. Idle workers ask the database nothing.
 */
export function wakeWorkers(boss: PgBoss, onError: (error: Error) => void) {
  const workers = new Map<Queue, string[]>();
  const due = new Map<Queue, string>();
  let supervisedAt = performance.now();
  const rowsOf = async <Row>(text: string, values?: unknown[]) =>
    (await boss.getDb().executeSql(text, values)).rows as Row[];

  const wake = (queue: Queue) => workers.get(queue)?.forEach((id) => boss.notifyWorker(id));

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
  async function sendDue(underWay: Set<Queue>): Promise<void> {
    const queries = [...due].filter(([queue]) => !underWay.has(queue));
    if (queries.length === 0) return;
    const rows = await rowsOf<{ name: Queue }>(
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
    sendWhen: (queue: Queue, query: string) => void due.set(queue, query),
    /** A worker that takes the next job as soon as it has settled one. */
    async add(queue: Queue, begin: (settled: (how: 'done' | 'failed') => void) => Promise<string>): Promise<void> {
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
