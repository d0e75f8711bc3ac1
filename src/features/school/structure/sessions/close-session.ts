import { sql, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import { type Actor, can } from '#kernel/actor.ts';
import { type Tx, type Db, query, hasKey } from '#kernel/database.ts';
import type { UnfinishedWork, EndingSession } from '#kernel/contracts/unfinished-work.ts';
import { ValidationError } from '#kernel/errors.ts';
import { optionalLine } from '#kernel/schemas.ts';
import { lockSession } from '../lock-rows.ts';
import { academicSessions } from '../structure.schema.ts';
import { recordAction } from '../record-change.ts';
import { countOf } from '#ui/format.ts';

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
    `${session.name} has ${what}. Enter a reason for closing it anyway.`,
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
    .where(hasKey(academicSessions, institutionId, id));
  const action = isClosed ? 'close' : 'reopen';
  const subject = { institutionId, type: 'session', id } as const;
  await recordAction(
    tx,
    actor,
    `structure.${action}Session`,
    subject,
    `${isClosed ? 'closed' : 'reopened'} the session ${name}`,
    {
      from: closedAt ? 'closed' : 'open',
      to: isClosed ? 'closed' : 'open',
      ...(closing && closing.unfinished.length > 0 && closing),
    },
  );
}

/** What a session leaves unfinished: '3 mark sheets not published', with a few names. */
export interface UnfinishedItem {
  kind: string;
  what: string;
  examples: string[];
  more: number;
  /** The page to finish it on; null without permission. */
  href: string | null;
}

/** All kinds of which there is something. Sends its queries at once. */
export async function unfinishedIn(
  db: Db,
  actor: Actor,
  works: readonly UnfinishedWork[],
  session: EndingSession,
): Promise<UnfinishedItem[]> {
  const counted = await Promise.all(works.map((work) => countNamed(db, work.found(session))));
  return works.flatMap(({ kind, one, many, href, may }, at) => {
    const { count, examples } = counted[at]!;
    if (count === 0) return [];
    const isOpen = may.some((permission) => can(actor, permission, session.institutionId));
    return {
      kind,
      what: countOf(count, one, many),
      examples,
      more: count - examples.length,
      href: isOpen ? href(session) : null,
    };
  });
}

/** How many rows a query with a column `name` has, and the first three names. */
async function countNamed(db: Db, found: SQL): Promise<{ count: number; examples: string[] }> {
  const [row] = await query<{ count: number; examples: string[] }>(db)`
    select count(*)::int as count, coalesce((array_agg(name order by name))[1:3], '{}') as examples from (${found}) f`;
  return row!;
}
