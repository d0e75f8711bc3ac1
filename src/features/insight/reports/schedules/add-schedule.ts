import { and, eq } from 'drizzle-orm';
import { allow, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import type { Tx } from '#kernel/database.ts';
import { ValidationError } from '#kernel/errors.ts';
import { reportSchedules } from '../reports.schema.ts';
import { lockReport, permissionToChange } from '../saved/find-report.ts';
import { nextRunOf } from './next-run.ts';
import { refuseNobody, refuseOthers, writeRecipients } from './recipients.ts';
import { whenOf, type ScheduleFields } from './schedule-fields.ts';
import { whenText } from './when.ts';

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
  if (kind !== 'text') throw new ValidationError('repeats', 'Graphs can’t be sent. Choose a list.');
  refuseNobody({ roles, accounts });
  const isHere = and(eq(reportSchedules.institutionId, institutionId), eq(reportSchedules.reportId, reportId));
  if ((await tx.$count(reportSchedules, isHere)) >= mostSchedules)
    throw new ValidationError('repeats', `A report can have ${mostSchedules} schedules. Delete one first.`);
  await refuseOthers(tx, report, { roles, accounts });
  const when = whenOf(input);
  const [made] = await tx
    .insert(reportSchedules)
    .values({
      institutionId,
      reportId,
      accountId: actor.accountId!,
      ...when,
      nextAt: nextRunOf(institutionId, when),
    })
    .returning({ id: reportSchedules.id });
  await writeRecipients(tx, { institutionId, scheduleId: made!.id }, { roles, accounts });
  await record(tx, actor, 'reports.schedule', {
    institutionId,
    summary: `scheduled the report “${name}”: ${whenText(when)}`,
    subject: { type: 'saved_report', id: reportId },
    details: { ...when, roles, accounts },
  });
  return whenText(when);
}
