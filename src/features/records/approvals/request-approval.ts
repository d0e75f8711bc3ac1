import { accountName } from '#kernel/account-name.ts';
import { and, eq, sql, type SQL, isNull, lte } from 'drizzle-orm';
import type { z } from 'zod';
import { membershipIn, type Actor, systemActor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { clipped } from '#kernel/clipped.ts';
import { type Tx, render, type Database, query } from '#kernel/database.ts';
import { ValidationError } from '#kernel/errors.ts';
import { namedIn } from '#kernel/own-family/concerned.ts';
import { whoIsConcerned } from '#kernel/own-family/own-family.ts';
import { notify, takeBack } from '#kernel/notify.ts';
import type { ApprovalKind } from '#kernel/contracts/approval-kind.ts';
import { approvals, requestColumns } from './approvals.schema.ts';
import {
  administratorsOf,
  decidersOf,
  hasDeciders,
  holdersOfAny,
  ownersOf,
  writeToAdministrators,
} from './deciders.ts';
import type { Permission } from '#kernel/permissions.ts';
import type { Job } from '#kernel/jobs/jobs.ts';

export const waitHours = 24;

export interface ApprovalRequest<Payload> {
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
      kind: kind.kind,
      about,
      summary: clipped(summary, 300),
      payload: payload as Record<string, unknown>,
      expiresAt: sql`now() + make_interval(days => ${expiryDays})`,
      objectors: kind.isDestination ? [...settingsPermissions] : [],
      waitsUntil: isAlone ? sql`now() + make_interval(hours => ${waitHours})` : null,
    })
    .onConflictDoNothing()
    .returning({ id: approvals.id });
  if (!made) throw new ValidationError('form', 'This is already waiting for approval. Open Approvals to see it.');
  await record(tx, actor, 'approvals.ask', {
    institutionId,
    summary: `requested approval to ${summary}`,
    subject: { type: subject.type, id: subject.id },
    details: { approval: made.id, kind: kind.kind, isAlone },
  });
  const institution = membershipIn(actor, institutionId)?.name;
  const title = `${accountName(actor)} wants to ${summary}`;
  const alone = kind.isDestination
    ? `Nobody else${institution ? ` at ${institution}` : ''} can approve this, so it takes effect in ${waitHours} hours. Stop it under Approvals if it isn’t right.`
    : `Nobody else${institution ? ` at ${institution}` : ''} can approve this, so it can be completed in ${waitHours} hours. Stop it if it isn’t right.`;
  await notify(tx, {
    institutionId,
    to: told(institutionId, kind, { isAlone, deciders: decidersOf(scope) }),
    except: kind.isDestination ? askedBy : null,
    kind: 'approvals.asked',
    title,
    body: isAlone ? alone : 'Approve or decline it.',
    href: approvalsAddress(institutionId),
    subject: approvalSubject(made.id),
  });
  if (kind.isDestination)
    await writeToAdministrators(tx, institutionId, {
      event: 'approvals.asked',
      body: `${title}. ${isAlone ? alone : 'Until another owner or group administrator approves it under Approvals, nothing changes.'}`,
    });
  else if (isAlone)
    await writeToAdministrators(tx, institutionId, {
      event: 'approvals.asked',
      to: ownersOf(institutionId),
      body: `${title}. Nobody else can approve this, so it can be completed in ${waitHours} hours. If it isn’t right, sign in and stop it under Approvals.`,
    });
  return new Requested(made.id, isAlone ? (kind.isDestination ? takesEffect : waits) : sent(kind));
}

const waits = `Nobody else can approve this, so it waits ${waitHours} hours. All owners are notified. After that, complete it under Approvals.`;
const takesEffect = `Nobody else can approve this, so it takes effect in ${waitHours} hours unless someone stops it. Everyone with access to settings is notified.`;
const sent = ({ isDestination }: Pick<ApprovalKind, 'isDestination'>) =>
  isDestination
    ? 'Sent for approval by another owner or group administrator. Until then nothing changes. You’ll be notified of the decision.'
    : 'Sent for approval. You’ll be notified of the decision.';

/** Accounts that are notified in the product: of a change of a destination, all owners and group administrators. */
function told(
  institutionId: number,
  { isDestination }: Pick<ApprovalKind, 'isDestination'>,
  { isAlone, deciders }: { isAlone: boolean; deciders: SQL },
): SQL {
  if (!isDestination) return isAlone ? ownersOf(institutionId) : deciders;
  const administrators = administratorsOf(institutionId);
  return isAlone ? sql`${administrators} union ${holdersOfAny(institutionId, settingsPermissions)}` : administrators;
}

/** Permissions for settings. Their holders can object to a change that an owner makes alone. */
const settingsPermissions: readonly Permission[] = [
  'accounts.edit',
  'admissions.edit',
  'assessment.edit',
  'customFields.edit',
  'fees.edit',
  'institutions.edit',
  'ledger.edit',
  'lookups.edit',
  'payments.place',
  'payments.settings',
  'pins.edit',
  'roles.edit',
  'sending.settings',
  'site.edit',
  'structure.edit',
];

export const approvalsAddress = (institutionId: number) => `/approvals?institution_id=${institutionId}`;

/** The subject of notifications about a request. */
export const approvalSubject = (id: number) => `approval:${id}`;

const expiryDays = 14;

export const expireRequestsHourly: Job<{ database: Database }> = {
  queue: 'approvals.expire',
  cron: '23 * * * *',
  work: ({ database }) => expireRequests(database),
};

declare module '#kernel/jobs/queues.ts' {
  interface Queues {
    'approvals.expire': true;
  }
}

/** Expires undecided requests of all institutions. */
export async function expireRequests(database: Database): Promise<void> {
  const rows = await database.anonymous(
    (tx) =>
      query<{ institutionId: number; id: string }>(tx, render)`
      select institution_id as "institutionId", id from akada_approvals_expired()`,
  );
  for (const { institutionId, id } of rows)
    await database.asSystem([institutionId], (tx) => expireMatching(tx, institutionId, eq(approvals.id, Number(id))));
}

/** Expires the matching overdue requests, and notifies their requesters and deciders. */
async function expireMatching(tx: Tx, institutionId: number, matching: SQL | undefined): Promise<void> {
  const isOver = and(isNull(approvals.outcome), lte(approvals.expiresAt, sql`now()`));
  const expired = await tx
    .update(approvals)
    .set({ outcome: 'expired', decidedAt: sql`${approvals.expiresAt}` })
    .where(and(eq(approvals.institutionId, institutionId), matching, isOver))
    .returning(requestColumns);
  const actor = systemActor(institutionId, 'Akada');
  for (const request of expired) {
    const { id, kind, summary, asker, askedBy, subjectType, subjectId, waitsUntil } = request;
    await record(tx, actor, 'approvals.expire', {
      institutionId,
      summary: `expired a request not decided within ${expiryDays} days: ${summary}`,
      subject: { type: subjectType, id: subjectId },
      details: { approval: id, kind },
    });
    const wasRead = await takeBack(tx, institutionId, approvalSubject(id));
    const about = { institutionId, kind: 'approvals.expired', href: approvalsAddress(institutionId) };
    await notify(tx, {
      ...about,
      to: [askedBy],
      title: `Your request to ${summary} expired`,
      body: waitsUntil
        ? `It wasn’t completed within ${expiryDays} days. Make a new request if it’s still needed.`
        : `Nobody decided it within ${expiryDays} days. Make a new request if it’s still needed.`,
    });
    const deciders = waitsUntil ? ownersOf(institutionId) : decidersOf(request);
    await notify(tx, {
      ...about,
      // Includes people who read it and lost the permission since.
      to: sql`${deciders} union select unnest(${sql.param(wasRead)}::bigint[])`,
      except: askedBy,
      title: `The request of ${asker} to ${summary} expired`,
      body: `Nobody decided it within ${expiryDays} days. No action is needed.`,
    });
  }
}
