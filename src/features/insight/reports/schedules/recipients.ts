import { and, asc, eq, sql, type SQL } from 'drizzle-orm';
import { type Db, type Tx, query } from '#kernel/database.ts';
import { ValidationError } from '#kernel/errors.ts';
import { reportScheduleRecipients, type reportSchedules, type savedReports } from '../reports.schema.ts';
import type { Permission } from '#kernel/permissions.ts';
import type { ReportParts } from '#kernel/contracts/report.ts';
import { queueMessages } from '#kernel/messages/queue.ts';
import { notify } from '#kernel/notify.ts';
import { askedRules, ReportDefinition } from '../engine/definition.ts';
import { reportRegistry } from '../engine/usable-fields.ts';
import { whenText } from './when.ts';

interface Recipients {
  roles: number[];
  accounts: number[];
}

export function refuseNobody({ roles, accounts }: Recipients): void {
  if (roles.length + accounts.length === 0)
    throw new ValidationError('roles', 'Choose a role or a person who gets the report.');
}

/** People who can’t open the report would get a link that leads nowhere. */
export async function refuseOthers(
  tx: Tx,
  report: { institutionId: number; id: number },
  { roles, accounts }: Recipients,
): Promise<void> {
  const { institutionId, id } = report;
  const [found] = await query<{ roles: number; readers: number }>(tx)`select
    (select count(*)::int from saved_report_roles s where s.institution_id = ${institutionId} and s.report_id = ${id}
      and s.role_id = any (${sql.param(roles)}::bigint[])) as roles,
    (select count(*)::int from accounts a
      where a.id = any (${sql.param(accounts)}::bigint[]) and ${isReader(report)}) as readers`;
  if (found!.roles < new Set(roles).size)
    throw new ValidationError('roles', 'A role can’t open this report. Share the report with the role first.');
  if (found!.readers < new Set(accounts).size)
    throw new ValidationError('accounts', 'Someone can’t open this report. Share it with one of their roles first.');
}

export async function recipientsOf(db: Db, { institutionId, id }: { institutionId: number; id: number }) {
  const { roleId, accountId } = reportScheduleRecipients;
  const found = await db
    .select({ roleId, accountId })
    .from(reportScheduleRecipients)
    .where(and(eq(reportScheduleRecipients.institutionId, institutionId), eq(reportScheduleRecipients.scheduleId, id)))
    .orderBy(asc(roleId), asc(accountId));
  return {
    roles: found.flatMap((row) => row.roleId ?? []),
    accounts: found.flatMap((row) => row.accountId ?? []),
  };
}

/** Exactly these from now on. */
export async function writeRecipients(
  tx: Tx,
  to: { institutionId: number; scheduleId: number },
  { roles, accounts }: Recipients,
): Promise<void> {
  await tx
    .delete(reportScheduleRecipients)
    .where(
      and(
        eq(reportScheduleRecipients.institutionId, to.institutionId),
        eq(reportScheduleRecipients.scheduleId, to.scheduleId),
      ),
    );
  await tx
    .insert(reportScheduleRecipients)
    .values([
      ...[...new Set(roles)].map((roleId) => ({ ...to, roleId })),
      ...[...new Set(accounts)].map((accountId) => ({ ...to, accountId })),
    ]);
}

interface Report {
  institutionId: number;
  id: number;
}

/** A role of the account `a` here that has the permission. */
const holds = (institutionId: number, permission: Permission): SQL => sql`exists (
  select from memberships m join roles r on (r.institution_id, r.id) = (m.institution_id, m.role_id)
  where m.institution_id = ${institutionId} and m.account_id = a.id and m.suspended_at is null
    and (r.key = 'owner' or ${permission} = any (r.permissions)))`;

/**
 * People with an account of the institution who can open a report, as `visibleTo` in find-report.ts says for each of
 * them: its owner, those it is shared with, and people who share reports.
 */
export const isReader = ({ institutionId, id }: Report): SQL => {
  const shared = sql`saved_report_roles s where s.institution_id = ${institutionId} and s.report_id = ${id}`;
  return sql`a.disabled_at is null and ${holds(institutionId, 'reports.view')} and (
    exists (select from saved_reports o where o.institution_id = ${institutionId} and o.id = ${id} and o.account_id = a.id)
    or exists (select from ${shared} and exists (select from memberships m where m.institution_id = s.institution_id
      and m.role_id = s.role_id and m.account_id = a.id and m.suspended_at is null))
    or (exists (select from ${shared}) and ${holds(institutionId, 'reports.share')}))`;
};

interface Sending {
  schedule: typeof reportSchedules.$inferSelect;
  report: typeof savedReports.$inferSelect;
  /** The base of links; null while nobody knows it, and there are notifications alone. */
  origin: string | null;
  parts: Required<ReportParts>;
}

interface Recipient {
  id: string;
  email: string | null;
  mayExport: boolean;
}

/**
 * Links to a report for those of its recipients who can open it now. They carry the report’s name and no data: each
 * reader signs in, and the report is run with their own rights.
 */
export async function sendLinks(tx: Tx, { schedule, report, origin, parts }: Sending): Promise<number> {
  const { institutionId } = schedule;
  const definition = ReportDefinition.safeParse(report.definition);
  const subject = reportRegistry(parts).get(report.definition.subject)?.subject;
  const isAsking = definition.success && askedRules(definition.data.filters).length > 0;
  const recipients = await query<Recipient>(tx)`
    select a.id::text as id, a.email, ${subject ? holds(institutionId, subject.exporting) : sql`false`} as "mayExport"
    from accounts a where ${isReader({ institutionId, id: report.id })}
      and exists (select from report_schedule_recipients x where x.institution_id = ${institutionId} and x.schedule_id = ${schedule.id}
        and (x.account_id = a.id or exists (select from memberships m where m.institution_id = x.institution_id
          and m.role_id = x.role_id and m.account_id = a.id and m.suspended_at is null)))
    order by a.id`;
  const [school] = await query<{ name: string }>(tx)`select name from institutions where id = ${institutionId}`;
  const page = `/reports/${report.id}`;
  await notify(tx, {
    institutionId,
    to: recipients.map(({ id }) => Number(id)),
    kind: 'reports.scheduled',
    href: page,
    title: `Your report “${report.name}”`,
    body: whenText(schedule),
  });
  const textFor = ({ mayExport }: Recipient) =>
    [
      `The report “${report.name}” of ${school!.name} is ready for you.`,
      `Open it: ${origin}${page}`,
      ...(mayExport && !isAsking ? [`Download it as PDF, as of now: ${origin}${page}/rows.pdf`] : []),
      `Sign in to see the records that you have access to. ${whenText(schedule)}.`,
    ].join('\n\n');
  if (origin)
    await queueMessages(
      tx,
      institutionId,
      recipients.flatMap((recipient) =>
        recipient.email
          ? [
              {
                channel: 'email' as const,
                recipient: recipient.email,
                subject: `${report.name}, ${school!.name}`,
                body: textFor(recipient),
                event: 'reports.scheduled',
                accountId: Number(recipient.id),
              },
            ]
          : [],
      ),
    );
  return recipients.length;
}
