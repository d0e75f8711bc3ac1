import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Actor } from '#kernel/actor.ts';
import type { Database, Db, Tx } from '#kernel/database.ts';
import { isConnectionLost } from '#kernel/database/failures.ts';
import { unknown, type Position } from '#kernel/database/replica.ts';
import { gatherWrites } from '#kernel/database/transaction.ts';
import { databaseError } from '#kernel/errors.ts';
import { putCookie, wroteCookie } from './cookies.ts';

/** By then a replica has it, or is left out for being late. */
const rememberedSeconds = 60;

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
