import { accountNameIn, accountNameOf } from '#kernel/account-name.ts';
import { and, arrayOverlaps, desc, eq, inArray, isNotNull, isNull, not, or, sql, type SQL } from 'drizzle-orm';
import { membershipIn, type Actor } from '#kernel/actor.ts';
import { type Db, pick } from '#kernel/database.ts';
import { NotFound } from '#kernel/errors.ts';
import type { ApprovalKinds } from '#kernel/contracts/approval-kind.ts';
import { declareList } from '#kernel/list/declare-list.ts';
import { approvals, iso, requestColumns, requestColumnsFor } from './approvals.schema.ts';
import { mayDecide, mayStop } from './deciders.ts';
import { sinceShown } from './since-shown.ts';

/** The actor's own requests, and those the actor can decide or, as an owner, stop. All queries start here. */
export function visibleTo(actor: Actor, wanted?: number): SQL {
  if (wanted !== undefined && !membershipIn(actor, wanted)) throw new NotFound('institution');
  const conditions = actor.institutions
    .filter(({ id }) => wanted === undefined || id === wanted)
    .map(({ id, isOwner, permissions }) => {
      const here = eq(approvals.institutionId, id);
      const isMine = eq(approvals.askedBy, actor.accountId!);
      if (isOwner) return here;
      const held = [...permissions, ''];
      const mayObject = and(isNotNull(approvals.waitsUntil), arrayOverlaps(approvals.objectors, held));
      return and(here, or(isMine, inArray(approvals.permission, held), mayObject))!;
    });
  return or(...conditions) ?? sql`false`;
}

export const isOpen = sql`(${approvals.outcome} is null and ${approvals.expiresAt} > now())`;

/** The latest changes to the record since the request, plus one to know whether there are more. */
const since = sql<{ what: string; at: string }[]>`(select coalesce(json_agg(e), '[]') from (
  select ${accountNameOf(sql`person`, sql`username`)} || ' ' || summary as what, ${iso(sql`audit_entries.at`)} as at
  from audit_entries where institution_id = approvals.institution_id and subject_type = approvals.subject_type
    and subject_id = approvals.subject_id and audit_entries.at > approvals.asked_at
    and details ?| array['changes', 'added', 'removed']
  order by id desc limit ${sinceShown + 1}) e)`;

const columns = {
  ...requestColumns,
  askedAt: iso(approvals.askedAt),
  expiresAt: iso(approvals.expiresAt),
  outcome: sql<string>`coalesce(${approvals.outcome}, 'expired')`,
  decider: sql<string | null>`${accountNameIn(sql`approvals.decided_by`)}`,
  decidedAt: sql<string>`${iso(sql`coalesce(${approvals.decidedAt}, ${approvals.expiresAt})`)}`,
  reason: approvals.reason,
};

/** Waiting requests, latest first, with what the reader can do. */
export async function waitingApprovals(db: Db, actor: Actor, kinds: ApprovalKinds, wanted?: number) {
  const found = await db
    .select({ ...columns, ...requestColumnsFor(actor), since })
    .from(approvals)
    .where(and(visibleTo(actor, wanted), isNull(approvals.outcome), isOpen))
    .orderBy(desc(approvals.id))
    .limit(waitingShown + 1);
  const rows = found.slice(0, waitingShown).map((row) => {
    const isMine = row.askedBy === actor.accountId;
    return {
      ...pick(row, 'institutionId', 'id', 'asker', 'summary', 'askedAt', 'expiresAt', 'waitsUntil'),
      isMine,
      label: kinds.get(row.kind)?.label ?? 'Other',
      ...shownOf(kinds.get(row.kind), actor, row),
      isOfFamily: row.isOfFamily && !isMine,
      since: isMine || mayDecide(actor, row) ? row.since : [],
      isDestination: kinds.get(row.kind)?.isDestination ?? false,
      can: {
        approve: mayDecide(actor, row),
        decline: mayStop(actor, row),
        withdraw: isMine,
        complete: isMine && row.isWaitOver,
      },
    };
  });
  return { waiting: rows, isCut: found.length > waitingShown };
}
export type WaitingApproval = Awaited<ReturnType<typeof waitingApprovals>>['waiting'][number];
const waitingShown = 200;

/** What its kind says of a request; nothing if the payload's format is outdated. */
function shownOf(
  kind: ReturnType<ApprovalKinds['get']>,
  actor: Actor,
  row: { id: number; payload: unknown; institutionId: number },
) {
  const payload = kind?.payload.safeParse(row.payload);
  const known = payload?.success ? kind : undefined;
  return {
    /** The payload's lines that the reader can see. */
    details: known?.details?.(actor, payload!.data, row.institutionId) ?? [],
    /** The page on which it is decided, if it has one. */
    reviewedAt: known?.reviewedAt?.(payload!.data) ?? null,
    /** Where everything is that the lines show some of. */
    allAt: known?.allAt?.(payload!.data, row.id) ?? null,
  };
}

/** Decided and expired requests, latest first. */
export const pastApprovals = declareList({
  id: approvals.id,
  visible: (actor, wanted) => [{ where: and(visibleTo(actor, wanted), not(isOpen)) }],
  filters: {},
  select: (db) =>
    db
      .select({
        ...pick(columns, 'institutionId', 'id', 'asker', 'summary', 'askedAt'),
        ...pick(columns, 'outcome', 'decider', 'decidedAt', 'reason'),
      })
      .from(approvals),
});
export type PastApproval = Awaited<ReturnType<typeof pastApprovals.readPage>>['rows'][number];
