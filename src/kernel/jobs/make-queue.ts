import type { PgBoss } from 'pg-boss';
import { isOwnQueue, queueOptions, type Queue } from './queues.ts';

/** Creates a queue when this process first needs it. */
export function queueMaker(boss: PgBoss) {
  const ready = new Map<Queue, Promise<void>>();
  return (queue: Queue): Promise<void> => {
    const made = ready.get(queue) ?? makeQueue(boss, queue);
    ready.set(queue, made);
    made.catch(() => ready.delete(queue));
    return made;
  };
}

/** Creates the queue or updates its options. Checking first is several times cheaper. */
async function makeQueue(boss: PgBoss, queue: Queue): Promise<void> {
  const { rows: found } = await boss.getDb().executeSql(
    `select 1 from pgboss.queue where name = $1 and (heartbeat_seconds, retry_limit, retry_delay, retry_backoff,
      retry_delay_max, expire_seconds) = ($2, $3, $4, $5, $6, $7)`,
    [queue, ...optionsInOrder],
  );
  if (found.length) return;
  await boss.createQueue(queue, queueOptions);
  await boss.updateQueue(queue, queueOptions);
}

const { heartbeatSeconds, retryLimit, retryDelay, retryBackoff, retryDelayMax, expireInSeconds } = queueOptions;
const optionsInOrder = [heartbeatSeconds, retryLimit, retryDelay, retryBackoff, retryDelayMax, expireInSeconds];

// When the clock is set back, jobs that were just sent would wait until that time comes again, and a dead worker's
// heartbeat and the last poll would look fresh. No job of ours is scheduled later than its next retry.
const ahead = `now() + interval '${queueOptions.retryDelayMax + 30} seconds'`;

export const recallFromFuture = `
  update pgboss.job set start_after = least(start_after, now()), heartbeat_on = least(heartbeat_on, now())
  where ${isOwnQueue('name')}
    and ((state in ('created', 'retry') and start_after > ${ahead}) or (state = 'active' and heartbeat_on > ${ahead}));
  update pgboss.queue set monitor_claim_on = now(), monitor_on = now(), maintain_on = now()
  where greatest(monitor_claim_on, monitor_on, maintain_on) > ${ahead};
  update pgboss.version set cron_on = now(), bam_on = now() where greatest(cron_on, bam_on) > ${ahead}`;
