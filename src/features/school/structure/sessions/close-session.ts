import { and, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import type { UnfinishedWork } from '#kernel/contracts/unfinished-work.ts';
import { ValidationError } from '#kernel/errors.ts';
import { optionalLine } from '#kernel/schemas.ts';
import { lockSession } from '../lock-rows.ts';
import { academicSessions } from '../structure.schema.ts';
import { recordAction } from '../record-change.ts';
import { unfinishedIn } from './unfinished.ts';

export const CloseSession = z.object({
  /** By kind of unfinished work. */
  reasons: z.record(z.string().max(40), optionalLine(300, 'The reason')).default({}),
});

/**
 * Closes a session: everything in it becomes read-only (decision 0081). Each kind of unfinished work needs a reason.
 * Returns its name.
 */
export async function closeSession(
  tx: Tx,
  actor: Actor,
  works: readonly UnfinishedWork[],
  sessionId: number,
  { reasons }: z.output<typeof CloseSession>,
): Promise<string> {
  const session = await lockSession(tx, actor, sessionId);
  if (session.isCurrent)
    throw new ValidationError('form', `${session.name} is the current session. Make another session current first.`);
  if (session.closedAt) return session.name;
  const unfinished = await unfinishedIn(tx, actor, works, session);
  const missing = unfinished.filter(({ kind }) => !reasons[kind]);
  const [first, ...others] = missing.map(({ kind, what }): [string, string] => [
    `reasons.${kind}`,
    `${session.name} has ${what}. Give the reason for closing it all the same.`,
  ]);
  if (first) throw new ValidationError(...first, Object.fromEntries(others));
  await setClosed(tx, actor, session, {
    unfinished: unfinished.map(({ kind, what }) => ({ kind, what, reason: reasons[kind]! })),
  });
  return session.name;
}

/** Reopens a session for corrections. Returns its name. */
export async function reopenSession(tx: Tx, actor: Actor, sessionId: number): Promise<string> {
  const session = await lockSession(tx, actor, sessionId);
  if (session.closedAt) await setClosed(tx, actor, session, null);
  return session.name;
}

async function setClosed(
  tx: Tx,
  actor: Actor,
  session: Awaited<ReturnType<typeof lockSession>>,
  closing: { unfinished: { kind: string; what: string; reason: string }[] } | null,
): Promise<void> {
  const isClosed = closing !== null;
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
      ...(closing && closing.unfinished.length > 0 && closing),
    },
  );
}
