import { setTimeout as wait } from 'node:timers/promises';
import { connect, query, type Database } from '#kernel/database.ts';
import type { Position, Replica } from '#kernel/database/replica.ts';

/** Milliseconds. */
const lookEvery = 1000;
const answersWithin = 2000;
const mostDelay = 10_000;

interface StandbyState {
  isStandby: boolean;
  position: Position;
}

interface Sides {
  /** What the primary server has written, which must arrive. */
  written: () => Promise<Position>;
  standbyState: () => Promise<StandbyState>;
  now?: () => number;
}

/**
 * Whether a replica is fit to be read, from looks at both servers. It is as late as the oldest position of the primary
 * server that it does not have yet: no clocks are compared.
 */
export function judgeReplica({ written, standbyState, now = () => performance.now() }: Sides) {
  let missing: { at: number; position: Position }[] = [];
  let has: Position | undefined;
  let seenAt = -Infinity;

  const delay = () => (has === undefined ? undefined : missing[0] ? now() - missing[0].at : 0);
  return {
    async look() {
      const at = now();
      try {
        const [position, found] = await inTime(Promise.all([written(), standbyState()]));
        if (!found.isStandby) throw new Error('It is no standby.');
        missing = [...missing, { at, position }].filter((one) => one.position > found.position);
        [has, seenAt] = [found.position, at];
      } catch {
        has = undefined;
      }
    },
    delay,
    /** Also a look that takes long leaves it out. */
    holds: (position: Position = 0n) =>
      has !== undefined && has >= position && delay()! <= mostDelay && now() - seenAt < lookEvery + answersWithin,
    leaveOut: () => void (has = undefined),
  };
}

async function inTime<T>(work: Promise<T>): Promise<T> {
  const late = new AbortController();
  work.catch(() => {});
  const tooLate = wait(answersWithin, undefined, { signal: late.signal, ref: false }).then(() => {
    throw new Error('No answer in time.');
  });
  tooLate.catch(() => {});
  return Promise.race([work, tooLate]).finally(() => late.abort());
}

/** Watches a read replica of the primary server until it is closed. */
export function openReplica(primary: Database, place: { url: string; max?: number }): Replica {
  const copy = connect(place);
  const positionOf = async (expression: 'pg_current_wal_insert_lsn' | 'pg_current_wal_flush_lsn') => {
    const [row] = await primary.readAsSystem([], (db) =>
      expression === 'pg_current_wal_flush_lsn'
        ? query<{ at: string }>(db)`select (pg_current_wal_flush_lsn() - '0/0')::text as at`
        : query<{ at: string }>(db)`select (pg_current_wal_insert_lsn() - '0/0')::text as at`,
    );
    return BigInt(row!.at);
  };
  const standbyState = async () => {
    const [row] = await copy.readAsSystem(
      [],
      (db) => query<{ isStandby: boolean; at: string }>(db)`
        select pg_is_in_recovery() as "isStandby", coalesce(pg_last_wal_replay_lsn() - '0/0', 0)::text as at`,
    );
    return { isStandby: row!.isStandby, position: BigInt(row!.at) };
  };
  const judged = judgeReplica({ written: () => positionOf('pg_current_wal_flush_lsn'), standbyState });
  let isClosed = false;
  let timer: NodeJS.Timeout | undefined;
  const lookAgain = () => {
    if (!isClosed) timer = setTimeout(() => void judged.look().then(lookAgain), lookEvery).unref();
  };
  void judged.look().then(lookAgain);

  return {
    holding: (position) => (judged.holds(position) ? copy : null),
    position: () => positionOf('pg_current_wal_insert_lsn'),
    leaveOut: judged.leaveOut,
    delay() {
      const late = judged.delay();
      return late === undefined ? undefined : late / 1000;
    },
    async close() {
      isClosed = true;
      clearTimeout(timer);
      await copy.close();
    },
  };
}
