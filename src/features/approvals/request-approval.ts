import { accountName } from '#kernel/account-name.ts';
import { and, eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { membershipIn, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { clipped } from '#kernel/clipped.ts';
import { rowsOf, type Tx } from '#kernel/database.ts';
import { Refused } from '#kernel/errors.ts';
import { queueMessages, reachable } from '#kernel/messages/queue.ts';
import { namedIn } from '#kernel/own-family/concerned.ts';
import { whoIsConcerned } from '#kernel/own-family/own-family.ts';
import { notify } from '#kernel/notify.ts';
import type { ApprovalKind } from '#kernel/contracts/approval-kind.ts';
import { approvalsAddress, approvalSubject } from './approvals-address.ts';
import { approvals } from './approvals.schema.ts';
import { decidersOf, hasDeciders, ownersOf } from './deciders.ts';
import { expireMatching, expiryDays } from './expire-requests.ts';

export const waitHours = 24;

interface ApprovalRequest<Payload> {
  institutionId: number;
  subject: { type: string; id: number };
  /** Distinguishes requests about the same subject: `role:4`. */
  about?: string;
  payload: Payload;
  /** Follows "wants to": 'add the role Bursar to Musa Garba'. */
  summary: string;
}

/** The action was not performed: it needs approval first. */
export class Requested {
  readonly id: number;
  /** For the requester. */
  readonly message: string;
  constructor(id: number, message: string) {
    this.id = id;
    this.message = message;
  }
}

/** Requests approval instead of acting. The caller has checked the actor's permission and the input. */
export async function requestApproval<Payload extends z.ZodType>(
  tx: Tx,
  actor: Actor,
  kind: ApprovalKind<Payload>,
  { institutionId, subject, payload, summary, ...wanted }: ApprovalRequest<z.input<Payload>>,
): Promise<Requested> {
  const askedBy = actor.accountId!;
  const about = [subject.type, subject.id, wanted.about].filter((part) => part !== undefined).join(':');
  const concerns = await whoIsConcerned(tx, namedIn('', {}, { payload, [`${subject.type}Id`]: subject.id }));
  const scope = {
    institutionId,
    permission: kind.permission,
    askedBy,
    subjectType: subject.type,
    subjectId: subject.id,
    concerns,
  };
  const isAlone = !(await hasDeciders(tx, decidersOf(scope)));
  // An expired request must not block a new one.
  await expireMatching(tx, institutionId, and(eq(approvals.kind, kind.kind), eq(approvals.about, about)));
  const [made] = await tx
    .insert(approvals)
    .values({
      ...scope,
      ...{ kind: kind.kind, about, summary: clipped(summary, 300), payload: payload as Record<string, unknown> },
      expiresAt: sql`now() + make_interval(days => ${expiryDays})`,
      waitsUntil: isAlone ? sql`now() + make_interval(hours => ${waitHours})` : null,
    })
    .onConflictDoNothing()
    .returning({ id: approvals.id });
  if (!made) throw new Refused('form', 'This is already waiting for approval. Open Approvals to see it.');
  await record(tx, actor, 'approvals.ask', {
    institutionId,
    summary: `requested approval to ${summary}`,
    subject: { type: subject.type, id: subject.id },
    details: { approval: made.id, kind: kind.kind, isAlone },
  });
  const institution = membershipIn(actor, institutionId)?.name;
  await notify(tx, {
    institutionId,
    to: isAlone ? ownersOf(institutionId) : decidersOf(scope),
    kind: 'approvals.asked',
    title: `${accountName(actor)} wants to ${summary}`,
    body: isAlone
      ? `Nobody else${institution ? ` at ${institution}` : ''} can approve this, so it can be completed in ${waitHours} hours. Stop it if it isn’t right.`
      : 'Approve or decline it.',
    href: approvalsAddress(institutionId),
    subject: approvalSubject(made.id),
  });
  if (isAlone) await writeToOwners(tx, institutionId, `${accountName(actor)} wants to ${summary}`);
  return new Requested(
    made.id,
    isAlone
      ? `Nobody else can approve this, so it waits ${waitHours} hours. All owners are notified. After that, complete it under Approvals.`
      : 'Sent for approval. You’ll be notified of the decision.',
  );
}

/** Also by e-mail or SMS, because someone who took over a session could read its notifications. */
async function writeToOwners(tx: Tx, institutionId: number, title: string): Promise<void> {
  const owners = await rowsOf<{ id: number; email: string | null; phone: string | null }>(
    tx,
    sql`select a.id, a.email, a.phone from accounts a
      where a.id in (${ownersOf(institutionId)}) and a.disabled_at is null and coalesce(a.email, a.phone) is not null order by a.id`,
  );
  const body = `${title}. Nobody else can approve this, so it can be completed in ${waitHours} hours. If it isn’t right, sign in and stop it under Approvals.`;
  await queueMessages(
    tx,
    institutionId,
    owners.map(({ id, ...contacts }) => ({
      ...{ ...reachable(contacts)!, subject: 'Waiting for approval in Akada', body },
      ...{ accountId: Number(id), event: 'approvals.asked' },
    })),
  );
}
