import { and, eq, or, sql, type SQL } from 'drizzle-orm';
import { institutionsInView, institutionsWhere, type Actor } from '#kernel/actor.ts';
import { isOneOf, type Db, type Tx } from '#kernel/database.ts';
import { withTable } from '#kernel/database/with-table.ts';
import { NotFound } from '#kernel/errors.ts';
import type { Permission } from '#kernel/permissions.ts';
import { savedReports, type ReportKind } from '../reports.schema.ts';

const institution = sql`${withTable(savedReports.institutionId)}`;
const sharing = sql`saved_report_roles s where s.institution_id = ${institution} and s.report_id = ${withTable(savedReports.id)}`;

/** Whether a report is shared with any role. */
export const isShared = sql<boolean>`exists (select from ${sharing})`;

/** Whether its owner can't open it any more: the membership ended or is suspended, or the account is disabled. */
export const isOrphaned = sql<boolean>`not exists (select from accounts o where o.id = ${withTable(savedReports.accountId)}
  and o.disabled_at is null and (o.is_group_administrator or exists (select from memberships m
    where m.institution_id = ${institution} and m.account_id = o.id and m.suspended_at is null)))`;

const isSharedWith = ({ accountId }: Actor) => sql`exists (select from ${sharing}
  and exists (select from memberships m where m.institution_id = s.institution_id and m.role_id = s.role_id
    and m.account_id = ${accountId} and m.suspended_at is null))`;

/**
 * Reports that the actor can run: their own, those shared with one of their roles, and for people who share reports all
 * that are shared or whose owner left. Every query on saved reports starts here.
 */
export const visibleTo = (actor: Actor, wanted?: number): SQL =>
  and(
    isOneOf(savedReports.institutionId, institutionsInView(actor, wanted, 'reports.view')),
    or(
      eq(savedReports.accountId, actor.accountId ?? 0),
      isSharedWith(actor),
      and(isOneOf(savedReports.institutionId, institutionsWhere(actor, 'reports.share')), or(isShared, isOrphaned)),
    ),
  )!;

interface Owned {
  accountId: number;
}

/** The permission to change a report: the own, or one that others share. */
export const permissionToChange = (actor: Actor, { accountId }: Owned): Permission =>
  accountId === actor.accountId ? 'reports.create' : 'reports.share';

const columns = {
  institutionId: savedReports.institutionId,
  id: savedReports.id,
  kind: savedReports.kind,
  name: savedReports.name,
  description: savedReports.description,
  definition: savedReports.definition,
  accountId: savedReports.accountId,
  isOrphaned,
};
const isIt = (actor: Actor, id: number) => and(visibleTo(actor), eq(savedReports.id, id));

/** A report that the actor can run, of one kind or of either. */
export async function findReport(db: Db, actor: Actor, id: number, kind?: ReportKind) {
  const [found] = await db.select(columns).from(savedReports).where(isIt(actor, id));
  if (!found || (kind && found.kind !== kind)) throw new NotFound('report');
  return found;
}
export type SavedReport = Awaited<ReturnType<typeof findReport>>;

/** Locks a report of one kind, for its edit form. */
export const lockOf = (kind: ReportKind) => (tx: Tx, actor: Actor, id: number) => lockReport(tx, actor, id, kind);

/** The same, locked until the end of the transaction. */
export async function lockReport(tx: Tx, actor: Actor, id: number, kind?: ReportKind): Promise<SavedReport> {
  const [found] = await tx.select(columns).from(savedReports).where(isIt(actor, id)).for('no key update');
  if (!found || (kind && found.kind !== kind)) throw new NotFound('report');
  return found;
}
