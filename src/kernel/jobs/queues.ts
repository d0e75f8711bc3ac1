import type { PgBoss } from 'pg-boss';

/**
 * Names of the queues that something else names, to send a job to or to say what deletes old data. A feature merges its
 * own into this interface beside its job, so that a misspelt queue does not compile.
 */
export interface Queues {
  'backup.nightly': true;
  'backup.drill': true;
}
export type Queue = keyof Queues & string;

/**
 * A job whose process died runs again when its heartbeat stops; handlers are therefore idempotent. Retries continue for
 * days at growing intervals: a full disk or a missing database passes, and a job that gave up would leave its work half
 * done for good. An existing queue gets these options when its worker starts.
 */
export const queueOptions = {
  heartbeatSeconds: 10,
  retryLimit: 5000,
  retryDelay: 1,
  retryBackoff: true,
  retryDelayMax: 30,
  expireInSeconds: 3600,
};

/** SQL condition on a column with a queue's name: our queues, not pg-boss's own. */
export const isOwnQueue = (column: string) => `${column} not like '\\_\\_pgboss%'`;

/** Creates a queue, or updates its options, when this process first needs it. */
export async function queueMaker(boss: PgBoss): Promise<(queue: string) => Promise<void>> {
  const { rows } = await boss.getDb().executeSql(
    `select name from pgboss.queue where (heartbeat_seconds, retry_limit, retry_delay, retry_backoff, retry_delay_max,
      expire_seconds) = ($1, $2, $3, $4, $5, $6)`,
    optionsInOrder,
  );
  const ready = new Map((rows as { name: string }[]).map(({ name }) => [name, Promise.resolve()]));
  return (queue) => {
    const made = ready.get(queue) ?? makeQueue(boss, queue);
    ready.set(queue, made);
    made.catch(() => ready.delete(queue));
    return made;
  };
}

async function makeQueue(boss: PgBoss, queue: string): Promise<void> {
  await boss.createQueue(queue, queueOptions);
  await boss.updateQueue(queue, queueOptions);
}

const { heartbeatSeconds, retryLimit, retryDelay, retryBackoff, retryDelayMax, expireInSeconds } = queueOptions;
const optionsInOrder = [heartbeatSeconds, retryLimit, retryDelay, retryBackoff, retryDelayMax, expireInSeconds];
