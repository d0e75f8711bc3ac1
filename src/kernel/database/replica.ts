import { setTimeout as wait } from 'node:timers/promises';
import type { Database } from '../database.ts';

/** A place in PostgreSQL's log of changes, in bytes. A later change has a higher one. */
export type Position = bigint;

export interface Replica {
  /** The replica, if it has everything up to there and is not late; else null: ask the primary server. */
  holding(position: Position | undefined): Database | null;
  /** Everything committed before this was called is before it. */
  position(): Promise<Position>;
  /** Leaves it out until it has been looked at again. */
  leaveOut(): void;
  /** Seconds that it is behind; undefined while it is not there. */
  delay(): number | undefined;
  close(): Promise<void>;
}

/** Of a change whose position could not be asked for. */
export const unknown: Position = 2n ** 63n;

/** For a job: the replica, as soon as it has everything that was committed before; null if that takes long. */
export async function upToDate(replica: Replica): Promise<Database | null> {
  const position = await replica.position().catch(() => unknown);
  for (let looks = 0; looks < 20 && replica.delay() !== undefined; looks += 1) {
    const copy = replica.holding(position);
    if (copy) return copy;
    await wait(200);
  }
  return null;
}
