import { and, eq, sql } from 'drizzle-orm';
import type { Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import { Refused } from '#kernel/errors.ts';
import { lockSession } from '../lock-rows.ts';
import { academicSessions } from '../structure.schema.ts';
import { recordAction } from '../record-change.ts';

/** Closes a session: everything in it becomes read-only. Returns its name. */
export async function closeSession(tx: Tx, actor: Actor, sessionId: number): Promise<string> {
  const session = await lockSession(tx, actor, sessionId);
  if (session.isCurrent)
    throw new Refused('form', `${session.name} is the current session. Make another session current first.`);
  if (!session.closedAt) await setClosed(tx, actor, session, true);
  return session.name;
}

/** Reopens a session for corrections. Returns its name. */
export async function reopenSession(tx: Tx, actor: Actor, sessionId: number): Promise<string> {
  const session = await lockSession(tx, actor, sessionId);
  if (session.closedAt) await setClosed(tx, actor, session, false);
  return session.name;
}

async function setClosed(
  tx: Tx,
  actor: Actor,
  session: Awaited<ReturnType<typeof lockSession>>,
  isClosed: boolean,
): Promise<void> {
  const { institutionId, id, name, closedAt } = session;
  await tx
    .update(academicSessions)
    .set({ closedAt: isClosed ? sql`now()` : null })
    .where(and(eq(academicSessions.institutionId, institutionId), eq(academicSessions.id, id)));
  const action = isClosed ? 'close' : 'reopen';
  await recordAction(
    tx,
    actor,
    `structure.${action}Session`,
    { institutionId, type: 'session', id, name },
    `${isClosed ? 'closed' : 'reopened'} the session ${name}`,
    {
      from: closedAt ? 'closed' : 'open',
      to: isClosed ? 'closed' : 'open',
    },
  );
}
