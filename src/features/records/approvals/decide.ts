import { and, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { accountName } from '#kernel/account-name.ts';
import { systemActor, type Actor, membershipIn } from '#kernel/actor.ts';
import { record, sentence, type PersonName, type Sentence } from '#kernel/audit.ts';
import { type Tx, hasKey } from '#kernel/database.ts';
import { Conflict, NotAllowed, ValidationError, EditConflict, type FieldConflict, NotFound } from '#kernel/errors.ts';
import { notify, takeBack } from '#kernel/notify.ts';
import { line } from '#kernel/schemas.ts';
import type { ActionResult, ApprovalKinds, ApprovalServices } from '#kernel/contracts/approval-kind.ts';
import { approvals, type Outcome, requestColumnsFor } from './approvals.schema.ts';
import * as deciders from './deciders.ts';
import { fieldLabel } from '#kernel/edit/changes.ts';
import { waitHours, approvalsAddress, approvalSubject } from './request-approval.ts';
import { loadRequester } from './requester.ts';
import { visibleTo } from './approvals.queries.ts';

type LockedRequest = Awaited<ReturnType<typeof lockRequest>>;

/** Locks the waiting request before its subject. NotFound if the actor cannot see it. */
async function lockRequest(tx: Tx, actor: Actor, id: number) {
  const [row] = await tx
    .select({ ...requestColumnsFor(actor), outcome: approvals.outcome })
    .from(approvals)
    .where(and(visibleTo(actor), eq(approvals.id, id)))
    .for('no key update');
  const isSeen =
    row &&
    membershipIn(actor, row.institutionId) &&
    (deciders.isRequester(actor, row) || deciders.mayStop(actor, row) || isKeptOut(actor, row));
  if (!isSeen) throw new NotFound('request');
  if (row.outcome) throw new Conflict(`This request was already ${row.outcome}. Reload the page.`);
  if (row.isExpired) throw new Conflict('This request has expired. Make a new request if it’s still needed.');
  return row;
}

/** Whether the actor could decide, but for being the person concerned, of the family, or in the requester's hands. */
const isKeptOut = (actor: Actor, row: deciders.DecisionScope) =>
  ((row.subjectType === 'account' && row.subjectId === actor.accountId) || row.isOfFamily || row.isInAskersHands) &&
  deciders.holds(actor, row.permission, row.institutionId);

export const Decline = z.object({ reason: line(300, 'The reason') });

/** Approves a request and performs its action in the same transaction. */
export async function approve(tx: Tx, actor: Actor, id: number, context: DecisionContext): Promise<ActionResult> {
  const request = await lockRequest(tx, actor, id);
  if (!deciders.mayDecide(actor, request)) throw new NotAllowed(whyNot(actor, request));
  const acted = await actFor(tx, actor, request, context, accountName(actor));
  await close(
    tx,
    actor,
    request,
    'approved',
    sentence`approved the request of ${asker(request)} to ${request.summary}`,
  );
  return acted;
}

function whyNot(actor: Actor, request: LockedRequest): string {
  if (actor.accountId === request.askedBy) return 'You requested this, so someone else has to approve it.';
  if (deciders.isRequester(actor, request))
    return 'You requested this with your other account, so someone else has to approve it.';
  if (request.isOfFamily) return 'This is about you or your own family, so someone else has to approve it.';
  if (request.isInAskersHands)
    return 'The requester has changed your account in the last 24 hours, so someone else has to approve it.';
  return 'You don’t have permission to decide this request. Ask someone who does.';
}

/** Completes the actor's own request after the waiting period that replaces a second person. */
export async function complete(tx: Tx, actor: Actor, id: number, context: DecisionContext): Promise<ActionResult> {
  const request = await lockRequest(tx, actor, id);
  if (actor.accountId !== request.askedBy) throw new ValidationError('form', 'Only the requester can complete this.');
  if (!request.waitsUntil) throw new ValidationError('form', 'Someone else has to approve this.');
  if (!request.isWaitOver) throw new Conflict('The 24-hour waiting period isn’t over yet. Try again later.');
  const isDestination = context.kinds.get(request.kind)?.isDestination;
  if (isDestination && (await deciders.hasDeciders(tx, deciders.decidersOf(request))))
    throw new Conflict('Another owner or group administrator can approve this now, so they have to.');
  const acted = await actFor(tx, actor, request, context, null);
  await close(tx, actor, request, 'completed', `completed after the wait: ${request.summary}`);
  return acted;
}

/** Carries out a change of a destination that has waited and that nobody has stopped. */
export async function completeByTime(
  tx: Tx,
  id: number,
  { institutionId, ...context }: DecisionContext & { institutionId: number },
) {
  const actor = systemActor(institutionId, 'Akada');
  const request = await lockRequest(tx, actor, id);
  if (!request.isWaitOver || (await deciders.hasDeciders(tx, deciders.decidersOf(request)))) return;
  const { after } = await actFor(tx, actor, request, context, null);
  await close(tx, actor, request, 'completed', `carried out after the wait: ${request.summary}`);
  return after;
}

/** Declines a request; an owner can also stop one in its waiting period. */
export async function decline(tx: Tx, actor: Actor, id: number, { reason }: z.infer<typeof Decline>): Promise<void> {
  const request = await lockRequest(tx, actor, id);
  if (!deciders.mayStop(actor, request))
    throw new NotAllowed('You don’t have permission to decide this request. Ask someone who does.');
  const summary = sentence`declined the request of ${asker(request)} to ${request.summary}`;
  await close(tx, actor, request, 'declined', summary, reason);
}

/** Withdraws the actor's own request. */
export async function withdraw(tx: Tx, actor: Actor, id: number): Promise<void> {
  const request = await lockRequest(tx, actor, id);
  if (actor.accountId !== request.askedBy) throw new ValidationError('form', 'Only the requester can withdraw this.');
  await close(tx, actor, request, 'withdrawn', `withdrew the request to ${request.summary}`);
}

const asker = ({ askedBy, asker: name }: LockedRequest): PersonName => ({ of: 'account', id: askedBy, name });

/** Closes the request. Call it last: until then, a second identical request is refused instead of waiting. */
async function close(
  tx: Tx,
  actor: Actor,
  request: LockedRequest,
  outcome: Outcome,
  summary: string | Sentence,
  reason?: string,
) {
  const { institutionId, id, askedBy } = request;
  await tx
    .update(approvals)
    .set({ outcome, decidedBy: actor.accountId, decidedAt: sql`now()`, reason })
    .where(hasKey(approvals, institutionId, id));
  await record(tx, actor, `approvals.${actions[outcome]}`, {
    institutionId,
    summary,
    subject: { type: request.subjectType, id: request.subjectId },
    details: { approval: id, kind: request.kind, ...(reason && { reason }) },
  });
  await takeBack(tx, institutionId, approvalSubject(id));
  await notify(tx, {
    institutionId,
    to: [askedBy],
    except: actor.accountId,
    kind: `approvals.${outcome}`,
    title: `${accountName(actor)} ${outcome} your request to ${request.summary}`,
    body: reason ?? null,
    href: approvalsAddress(institutionId),
  });
}

const actions: Record<Outcome, string> = {
  approved: 'approve',
  declined: 'decline',
  withdrawn: 'withdraw',
  completed: 'complete',
  expired: 'expire',
};

interface DecisionContext {
  kinds: ApprovalKinds;
  services: ApprovalServices;
  seen?: string;
}
/** Performs the action in the requester's name. `by` approved it; null after the waiting period. */
async function actFor(
  tx: Tx,
  decider: Actor,
  request: LockedRequest,
  context: DecisionContext,
  by: string | null,
): Promise<ActionResult> {
  await tellBefore(tx, request, context, by);
  return act(tx, decider, request, context);
}

async function act(
  tx: Tx,
  decider: Actor,
  request: LockedRequest,
  { kinds, services, seen }: DecisionContext,
): Promise<ActionResult> {
  const kind = kinds.get(request.kind);
  if (!kind) throw new Conflict('This type of request is no longer supported. Decline it.');
  const asker = await loadRequester(tx, request.askedBy, request.institutionId);
  try {
    const payload = kind.payload.parse(request.payload);
    return (await kind.act(tx, asker, payload, { services, decider, seen, approvalId: request.id })) ?? {};
  } catch (error) {
    if (!(error instanceof EditConflict)) throw error;
    throw new Conflict(
      `${error.conflicts.map(inWords).join(' ')} Decline this request, then make the change again if it is still needed.`,
    );
  }
}

/** Describes a conflict in the terms of the audit log. */
const inWords = ({ field, label, by }: FieldConflict) =>
  `${by ? `${by.person} has` : 'Someone has'} changed ${label ?? fieldLabel(field)} since this was requested.`;

/** Before it is in force, so that the message leaves through what is in force now. */
async function tellBefore(
  tx: Tx,
  request: LockedRequest,
  { kinds }: DecisionContext,
  by: string | null,
): Promise<void> {
  if (!kinds.get(request.kind)?.isDestination) return;
  const { institutionId, asker: name, askedBy, summary } = request;
  const title = by
    ? `${by} approved the request of ${name} to ${summary}`
    : `Nobody objected within ${waitHours} hours: the request of ${name} to ${summary} takes effect`;
  await notify(tx, {
    institutionId,
    to: deciders.administratorsOf(institutionId),
    except: askedBy,
    kind: 'approvals.changed',
    title,
    href: approvalsAddress(institutionId),
  });
  const body = `${title}. If this isn’t right, sign in and change it back.`;
  await deciders.writeToAdministrators(tx, institutionId, { event: 'approvals.changed', body });
}
