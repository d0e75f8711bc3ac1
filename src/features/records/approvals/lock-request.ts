import { and, eq } from 'drizzle-orm';
import { membershipIn, type Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import { Conflict, NotFound } from '#kernel/errors.ts';
import { visibleTo } from './approvals.queries.ts';
import { approvals, requestColumnsFor } from './approvals.schema.ts';
import { holds, isRequester, mayStop, type DecisionScope } from './deciders.ts';

export type LockedRequest = Awaited<ReturnType<typeof lockRequest>>;

/** Locks the waiting request before its subject. NotFound if the actor cannot see it. */
export async function lockRequest(tx: Tx, actor: Actor, id: number) {
  const [row] = await tx
    .select({ ...requestColumnsFor(actor), outcome: approvals.outcome })
    .from(approvals)
    .where(and(visibleTo(actor), eq(approvals.id, id)))
    .for('no key update');
  const isSeen =
    row &&
    membershipIn(actor, row.institutionId) &&
    (isRequester(actor, row) || mayStop(actor, row) || isKeptOut(actor, row));
  if (!isSeen) throw new NotFound('request');
  if (row.outcome) throw new Conflict(`This request was already ${row.outcome}. Reload the page.`);
  if (row.isExpired) throw new Conflict('This request has expired. Make a new request if it’s still needed.');
  return row;
}

/** Whether the actor could decide, but for being the person concerned, of the family, or in the requester's hands. */
const isKeptOut = (actor: Actor, row: DecisionScope) =>
  ((row.subjectType === 'account' && row.subjectId === actor.accountId) || row.isOfFamily || row.isInAskersHands) &&
  holds(actor, row.permission, row.institutionId);
