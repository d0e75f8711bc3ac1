import { and, eq, or, sql, type SQL, inArray } from 'drizzle-orm';
import { allow, type Actor, institutionsInView, institutionsWhere, can } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { type Tx, isOneOf, type Db, hasKey } from '#kernel/database.ts';
import { Conflict, refuseDuplicate, NotFound, ValidationError, NotAllowed } from '#kernel/errors.ts';
import { savedReports, type ReportKind, savedReportRoles } from '../reports.schema.ts';
import { withTable } from '#kernel/database/with-table.ts';
import type { Permission } from '#kernel/permissions.ts';
import type { ReportParts } from '#kernel/contracts/report.ts';
import { changesBetween } from '#kernel/edit/changes.ts';
import { edits, type OpenedValues } from '#kernel/edit/edit.ts';
import { editRecord } from '#kernel/edit/edit-record.ts';
import { checkDesign } from '../design/check-design.ts';
import { definitionOf, DesignFields, formOf, NamedReport } from '../design/design-fields.ts';
import { ReportDefinition } from '../engine/definition.ts';
import { reportRegistry } from '../engine/usable-fields.ts';
import { nameTaken } from './save-report.ts';
import { z } from 'zod';
import { roles } from '#kernel/identity.schema.ts';
import { id, list } from '#kernel/schemas.ts';

/** Makes the actor the owner of a report whose owner left. */
export async function takeOverReport(tx: Tx, actor: Actor, reportId: number): Promise<string> {
  const { institutionId, id, name, accountId, isOrphaned } = await lockReport(tx, actor, reportId);
  allow(actor, 'reports.share', institutionId);
  if (accountId === actor.accountId) return name;
  if (!isOrphaned)
    throw new Conflict('The owner of this report still works here. Copy the report, or ask the owner to delete it.');
  await refuseDuplicate(
    tx
      .update(savedReports)
      .set({ accountId: actor.accountId! })
      .where(hasKey(savedReports, institutionId, id)),
    { saved_reports_name: ['name', `You already have a report named “${name}”. Rename yours first.`] },
  );
  await record(tx, actor, 'reports.takeOver', {
    institutionId,
    summary: `took over the report “${name}”`,
    subject: { type: 'saved_report', id },
    details: { accountId: { from: accountId, to: actor.accountId } },
  });
  return name;
}

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

export const EditReport = edits(NamedReport.extend(DesignFields.shape));

/** What a saved report is about belongs together: fields, filters and order of one user type mean nothing in another. */
const parts = ['subject', 'selected_fields', 'filters', 'sort', 'group_by'];

/** Changes a text report. The registry says which fields there are. */
export const editReport = (registry: Required<ReportParts>) =>
  editRecord({
    action: 'reports.edit',
    type: 'saved_report',
    table: savedReports,
    may: permissionToChange,
    fields: EditReport,
    lock: lockOf('text'),
    inForm: ({ name, description, definition }) => ({
      name,
      description,
      ...formOf(ReportDefinition.parse(definition)),
    }),
    together: [parts],
    merging: () => ({
      words: {
        subject: (value) => reportRegistry(registry).get(String(value))?.subject.label ?? String(value),
        ...Object.fromEntries(
          ['selected_fields', 'filters', 'sort'].map((part) => [part, (value: unknown) => sizeOf(part, String(value))]),
        ),
      },
    }),
    read: ({ input: { name, description, ...design } }) => ({ name, description, definition: definitionOf(design) }),
    compare: (before, values) => changesBetween(before, values),
    check: ({ tx, actor, before, values }) =>
      checkDesign(
        tx,
        {
          actor,
          institutionId: before.institutionId,
          parts: registry,
          before: ReportDefinition.parse(before.definition),
        },
        values.definition,
      ),
    taken: () => nameTaken,
    nameOf: ({ values }) => `the report “${values.name}”`,
  });

/** A part of a definition in words, for the question which of two to keep. */
export function sizeOf(part: string, value: string): string {
  if (part === 'selected_fields')
    return value
      .split(' ')
      .filter(Boolean)
      .join(', ')
      .replaceAll(/remove_[a-z]+_/g, '');
  const parsed = JSON.parse(value) as { groups?: { rules: { field: string }[] }[] } | { field: string }[];
  const names = Array.isArray(parsed) ? parsed : (parsed.groups ?? []).flatMap(({ rules }) => rules);
  return names.map(({ field }) => field.replaceAll('_', ' ')).join(', ') || 'None';
}

const longestName = 80;

/** Copies a report that the actor can run. The copy is the actor’s own and not shared. */
export async function copyReport(tx: Tx, actor: Actor, reportId: number) {
  const { institutionId, kind, name: original, description, definition } = await lockReport(tx, actor, reportId);
  allow(actor, 'reports.create', institutionId);
  const accountId = actor.accountId!;
  const own = await tx
    .select({ name: sql<string>`lower(${savedReports.name})` })
    .from(savedReports)
    .where(and(eq(savedReports.institutionId, institutionId), eq(savedReports.accountId, accountId)));
  const name = freeName(original, new Set(own.map((report) => report.name)));
  const [copy] = await refuseDuplicate(
    tx
      .insert(savedReports)
      .values({ institutionId, kind, name, description, definition, accountId })
      .returning({ id: savedReports.id }),
    nameTaken,
  );
  await record(tx, actor, 'reports.copy', {
    institutionId,
    summary: `copied the report “${original}” as “${name}”`,
    subject: { type: 'saved_report', id: copy!.id },
    details: { name, copyOf: reportId, definition },
  });
  return { id: copy!.id, name };
}

/** “Phone list copy”, “Phone list copy 2”, … */
function freeName(name: string, taken: ReadonlySet<string>): string {
  for (let at = 1; ; at += 1) {
    const end = at === 1 ? ' copy' : ` copy ${at}`;
    const free = name.slice(0, longestName - end.length) + end;
    if (!taken.has(free.toLowerCase())) return free;
  }
}

export const ShareReport = edits(z.object({ roles: list(id) }));

/** Shares a report with roles of its institution. What each reader sees depends on the reader. */
export const shareReport = editRecord({
  action: 'reports.share',
  type: 'saved_report',
  table: savedReports,
  may: 'reports.share',
  fields: ShareReport,
  async lock(tx, actor, reportId) {
    const report = await lockReport(tx, actor, reportId);
    return { ...report, roles: await rolesOf(tx, report) };
  },
  sets: ['roles'],
  check: ({ tx, before, values }) => refuseForeign(tx, before.institutionId, values.roles),
  async alsoWrite({ tx, before: { institutionId, id: reportId }, values }) {
    await tx
      .delete(savedReportRoles)
      .where(and(eq(savedReportRoles.institutionId, institutionId), eq(savedReportRoles.reportId, reportId)));
    const rows = values.roles.map((roleId) => ({ institutionId, reportId, roleId }));
    if (rows.length) await tx.insert(savedReportRoles).values(rows);
  },
  nameOf: ({ before }) => `the report “${before.name}”`,
});

async function rolesOf(tx: Tx, { institutionId, id: reportId }: { institutionId: number; id: number }) {
  const found = await tx
    .select({ id: savedReportRoles.roleId })
    .from(savedReportRoles)
    .where(and(eq(savedReportRoles.institutionId, institutionId), eq(savedReportRoles.reportId, reportId)))
    .orderBy(savedReportRoles.roleId);
  return found.map((role) => role.id!);
}

async function refuseForeign(tx: Tx, institutionId: number, wanted: number[]): Promise<void> {
  if (wanted.length === 0) return;
  const known = await tx
    .select({ id: roles.id })
    .from(roles)
    .where(and(eq(roles.institutionId, institutionId), inArray(roles.id, wanted)))
    .for('key share');
  if (known.length < new Set(wanted).size)
    throw new ValidationError('roles', 'A role no longer exists. Choose one from the list.');
}

export interface SharingPage {
  report: { id: number; name: string };
  roles: { id: number; name: string; mayRun: boolean }[];
  shared: number[];
  opened: OpenedValues;
}

/** The roles that a report is and can be shared with. */
export async function sharingOf(db: Db, actor: Actor, reportId: number) {
  const report = await findReport(db, actor, reportId);
  const { institutionId, id, name } = report;
  if (!can(actor, 'reports.share', institutionId)) throw new NotAllowed();
  const found = await db
    .select({
      id: roles.id,
      name: roles.name,
      mayRun: sql<boolean>`${roles.key} = 'owner' or 'reports.view' = any (${roles.permissions})`,
      isShared: sql<boolean>`exists (select from saved_report_roles s where s.institution_id = ${withTable(roles.institutionId)}
        and s.role_id = ${withTable(roles.id)} and s.report_id = ${id})`,
    })
    .from(roles)
    .where(eq(roles.institutionId, institutionId))
    .orderBy(roles.id);
  return {
    report: { id, name },
    roles: found.map(({ isShared: _, ...role }) => role),
    shared: found.filter(({ isShared }) => isShared).map((role) => role.id),
  };
}
