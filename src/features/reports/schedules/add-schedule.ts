import { sql } from 'drizzle-orm';
import { allow, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { rowsOf, type Tx } from '#kernel/database.ts';
import { Refused } from '#kernel/errors.ts';
import { reportScheduleRecipients, reportSchedules } from '../reports.schema.ts';
import { lockReport, permissionToChange } from '../saved/find-report.ts';
import { nextRun } from './next-run.ts';
import { isReader } from './readers.ts';
import type { ScheduleFields } from './schedule-fields.ts';
import { whenText, type When } from './when.ts';

/** More would be one e-mail after another. */
const mostSchedules = 10;

/** Sends a saved report again and again: to people who can open it, each of whom sees their own rows. */
export async function addSchedule(
  tx: Tx,
  actor: Actor,
  reportId: number,
  { roles, accounts, ...input }: ScheduleFields,
): Promise<string> {
  const report = await lockReport(tx, actor, reportId, 'text');
  const { institutionId, name, kind } = report;
  allow(actor, permissionToChange(actor, report), institutionId);
  if (kind !== 'text') throw new Refused('repeats', 'Graphs can’t be sent. Choose a list.');
  if (roles.length + accounts.length === 0)
    throw new Refused('roles', 'Choose a role or a person who gets the report.');
  await refuseOthers(tx, report, { roles, accounts });
  const when: When = {
    ...{ repeats: input.repeats, hour: input.hour },
    weekday: input.repeats === 'weekly' ? input.weekday : null,
    monthDay: input.repeats === 'monthly' ? input.month_day : null,
  };
  const next = nextRun(sql`${institutionId}::int`, {
    ...{ repeats: sql`${when.repeats}::text`, weekday: sql`${when.weekday}::int` },
    ...{ monthDay: sql`${when.monthDay}::text`, hour: sql`${when.hour}::int` },
  });
  const [made] = await tx
    .insert(reportSchedules)
    .values({ ...{ institutionId, reportId, accountId: actor.accountId! }, ...when, nextAt: next })
    .returning({ id: reportSchedules.id });
  const to = { institutionId, scheduleId: made!.id };
  await tx
    .insert(reportScheduleRecipients)
    .values([
      ...[...new Set(roles)].map((roleId) => ({ ...to, roleId })),
      ...[...new Set(accounts)].map((accountId) => ({ ...to, accountId })),
    ]);
  await record(tx, actor, 'reports.schedule', {
    institutionId,
    summary: `scheduled the report “${name}”: ${whenText(when)}`,
    subject: { type: 'saved_report', id: reportId },
    details: { ...when, roles, accounts },
  });
  return whenText(when);
}

/** Who couldn’t open the report would get a link that leads nowhere. */
async function refuseOthers(
  tx: Tx,
  report: { institutionId: number; id: number },
  { roles, accounts }: Pick<ScheduleFields, 'roles' | 'accounts'>,
): Promise<void> {
  const { institutionId, id } = report;
  const [found] = await rowsOf<{ roles: number; schedules: number; readers: string[] }>(
    tx,
    sql`select
      (select count(*)::int from saved_report_roles s where s.institution_id = ${institutionId} and s.report_id = ${id}
        and s.role_id = any (${sql.param(roles)}::bigint[])) as roles,
      (select count(*)::int from report_schedules s where s.institution_id = ${institutionId} and s.report_id = ${id}) as schedules,
      (select coalesce(array_agg(a.id::text), '{}') from accounts a
        where a.id = any (${sql.param(accounts)}::bigint[]) and ${isReader(report)}) as readers`,
  );
  if (found!.schedules >= mostSchedules)
    throw new Refused('repeats', `A report can have ${mostSchedules} schedules. Delete one first.`);
  if (found!.roles < new Set(roles).size)
    throw new Refused('roles', 'A role can’t open this report. Share the report with the role first.');
  if (found!.readers.length < new Set(accounts).size)
    throw new Refused('accounts', 'Somebody can’t open this report. Share it with a role of theirs first.');
}
