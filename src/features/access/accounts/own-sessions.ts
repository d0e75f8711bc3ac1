import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import { NotFound } from '#kernel/errors.ts';
import { sessions } from '#kernel/identity.schema.ts';
import { endSession, endSessions } from './sign-in/open-session.ts';
import { recordSelf } from './own-record.ts';

/** Signs out one of the user's own devices. */
export async function endOwnSession(tx: Tx, actor: Actor, sessionId: number): Promise<void> {
  const [row] = await tx
    .select({ tokenHash: sessions.tokenHash })
    .from(sessions)
    .where(and(eq(sessions.id, sessionId), eq(sessions.accountId, actor.accountId!), isNull(sessions.endedAt)));
  if (!row) throw new NotFound('session');
  await endSession(tx, row.tokenHash);
  await recordSelf(tx, actor, 'accounts.endSession', 'signed out another device');
}

export async function endOtherSessions(tx: Tx, actor: Actor): Promise<number> {
  const ended = await endSessions(tx, actor.accountId!, actor.sessionId!);
  if (ended)
    await recordSelf(
      tx,
      actor,
      'accounts.endSession',
      `signed out ${ended === 1 ? '1 other device' : `${ended} other devices`}`,
    );
  return ended;
}

/** The user's open sessions, most recently used first. */
export const ownSessions = (tx: Tx, actor: Actor) =>
  tx
    .select({
      id: sessions.id,
      device: sql<string>`coalesce(${sessions.device}, 'Unknown device')`,
      address: sessions.address,
      createdAt: sql<string>`to_char(${sessions.createdAt} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`,
      lastSeenAt: sql<string>`to_char(${sessions.lastSeenAt} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`,
      isThis: sql<boolean>`${sessions.id} = ${actor.sessionId}`,
    })
    .from(sessions)
    .where(and(eq(sessions.accountId, actor.accountId!), sql`akada_session_alive(${sql.raw('sessions')})`))
    .orderBy(sql`${sessions.id} = ${actor.sessionId} desc`, sql`${sessions.lastSeenAt} desc`);
