import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Actor } from '#kernel/actor.ts';
import type { Database, Db, Tx } from '#kernel/database.ts';
import { isConnectionLost } from '#kernel/database/failures.ts';
import { gatherWrites } from '#kernel/database/transaction.ts';
import { databaseError } from '#kernel/errors.ts';
import { putCookie, wroteCookie } from './cookies.ts';

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

/** By then a replica has it, or is left out for being late. */
const rememberedSeconds = 60;
/** Of a change whose position could not be asked for. */
const unknown: Position = 2n ** 63n;

/** What this browser wrote last: another process may have written it. */
const wroteAt = ({ cookies }: FastifyRequest): Position | undefined => {
  const value = cookies[wroteCookie];
  return value !== undefined && /^\d{1,20}$/.test(value) ? BigInt(value) : undefined;
};

/** After a change: from then on the person reads nothing older than it. */
export async function noteWrite(request: FastifyRequest): Promise<void> {
  const { replica } = request.server.services;
  if (replica) request.wroteAt = await replica.position().catch(() => unknown);
}

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

export function sendPosition(request: FastifyRequest, reply: FastifyReply): void {
  putCookie(reply, wroteCookie, String(request.wroteAt), { maxAge: rememberedSeconds });
}

export type Work<T> = (db: Db, actor: Actor, from: Database) => Promise<T>;

/**
 * A read of the replica, if it has what this person wrote last; else of the primary server, as if it fails there. The
 * primary server checks the session meanwhile, so that an access that was taken away is gone at once, and gets what the
 * read writes, such as entries in logs, before the result is given away.
 */
export async function readReplica<T>(
  request: FastifyRequest,
  actor: Actor,
  kind: 'read' | 'snapshot',
  work: Work<T>,
): Promise<T> {
  const { database, replica } = request.server.services;
  const onPrimary = () => database[kind](actor, (db) => work(db, actor, database));
  const copy = replica?.holding(request.wroteAt ?? wroteAt(request));
  if (!copy) return onPrimary();
  const checked = database.read(actor, async () => {});
  checked.catch(() => {});
  const writes: ((tx: Tx) => Promise<unknown>)[] = [];
  let result: T;
  try {
    // The session is the primary server's to check: this copy may not have it yet.
    result = await copy[kind]({ ...actor, token: null }, (db) => work(gatherWrites(db, writes), actor, copy));
  } catch (error) {
    await checked;
    const code = databaseError(error)?.code;
    // It took too long, and would there too.
    if (code === '57014') throw error;
    if (isConnectionLost(error)) replica!.leaveOut();
    return onPrimary();
  }
  await checked;
  if (writes.length > 0)
    await database.write(actor, async (tx) => {
      for (const write of writes) await write(tx);
    });
  return result;
}
