import { accountName } from '#kernel/account-name.ts';
import { and, eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { membershipIn, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { clipped } from '#kernel/clipped.ts';
import type { Tx } from '#kernel/database.ts';
import { Refused } from '#kernel/errors.ts';
import { notify } from '#kernel/notify.ts';
import type { ApprovalKind } from '#kernel/approval-kind.ts';
import { approvalsAddress, approvalSubject } from './approvals-address.ts';
import { approvals } from './approvals.schema.ts';
import { decidersOf, isAnybodyThere, ownersOf } from './deciders.ts';
import { expireThose, expiryDays } from './expire-requests.ts';

export const waitHours = 24;

interface Wanted<Payload> {
  institutionId: number;
  subject: { type: string; id: number };
  /** What tells two requests about one subject apart: `role:4`. */
  about?: string;
  payload: Payload;
  /** After "wants to": 'give Musa Garba the role Bursar'. */
  summary: string;
}

/** The act was not done: somebody else has to approve it first. */
export class Requested {
  readonly id: number;
  /** For the person who asked. */
  readonly message: string;
  constructor(id: number, message: string) {
    this.id = id;
    this.message = message;
  }
}

/** Asks for a second person instead of acting. The caller has asked the actor's permission and checked the act. */
export async function requestApproval<Payload extends z.ZodType>(
  tx: Tx,
  actor: Actor,
  kind: ApprovalKind<Payload>,
  { institutionId, subject, payload, summary, ...wanted }: Wanted<z.input<Payload>>,
): Promise<Requested> {
  const askedBy = actor.accountId!;
  const about = [subject.type, subject.id, wanted.about].filter((part) => part !== undefined).join(':');
  const question = {
    institutionId,
    permission: kind.permission,
    askedBy,
    subjectType: subject.type,
    subjectId: subject.id,
  };
  const isAlone = !(await isAnybodyThere(tx, decidersOf(question)));
  // One that nobody decided in time does not stand in the way of the next.
  await expireThose(tx, institutionId, and(eq(approvals.kind, kind.kind), eq(approvals.about, about)));
  const [made] = await tx
    .insert(approvals)
    .values({
      ...question,
      ...{ kind: kind.kind, about, summary: clipped(summary, 300), payload: payload as Record<string, unknown> },
      expiresAt: sql`now() + make_interval(days => ${expiryDays})`,
      waitsUntil: isAlone ? sql`now() + make_interval(hours => ${waitHours})` : null,
    })
    .onConflictDoNothing()
    .returning({ id: approvals.id });
  if (!made) throw new Refused('form', 'This is already waiting for approval. Open Approvals to see it.');
  await record(tx, actor, 'approvals.ask', {
    institutionId,
    summary: `asked for approval to ${summary}`,
    subject: { type: subject.type, id: subject.id },
    details: { approval: made.id, kind: kind.kind, isAlone },
  });
  const at = membershipIn(actor, institutionId)?.name;
  await notify(tx, {
    institutionId,
    to: isAlone ? ownersOf(institutionId) : decidersOf(question),
    kind: 'approvals.asked',
    title: `${accountName(actor)} wants to ${summary}`,
    body: isAlone
      ? `Nobody else${at ? ` at ${at}` : ''} can approve this, so it can be done in ${waitHours} hours. Stop it if it is not right.`
      : 'Approve it or decline it.',
    href: approvalsAddress(institutionId),
    subject: approvalSubject(made.id),
  });
  if (isAlone) await writeToOwners(tx, institutionId, `${accountName(actor)} wants to ${summary}`);
  return new Requested(
    made.id,
    isAlone
      ? `Nobody else can approve this, so it waits ${waitHours} hours. All owners are notified. Complete it under Approvals after that.`
      : 'Sent for approval. You’ll be notified when somebody decides.',
  );
}

/** Outside the product too: a session that somebody took over could read its own bell. */
const writeToOwners = (tx: Tx, institutionId: number, what: string) =>
  tx.execute(sql`insert into outbox (institution_id, account_id, channel, recipient, subject, body)
    select ${institutionId}, a.id, case when a.email is null then 'sms' else 'email' end, coalesce(a.email, a.phone),
      'Waiting for you in Akada', ${`${what}. Nobody else can approve this, so it can be done in ${waitHours} hours. If it is not right, sign in and stop it under Approvals.`}
    from accounts a where a.id in (${ownersOf(institutionId)}) and a.disabled_at is null and coalesce(a.email, a.phone) is not null`);
