import { and, eq, sql } from 'drizzle-orm';
import { can, systemActor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import type { Tx } from '#kernel/database.ts';
import { NotAllowed, NotFound, ValidationError } from '#kernel/errors.ts';
import { holdersOf, notify } from '#kernel/notify.ts';
import { loadRequester } from '#features/records/approvals/requester.ts';
import { reportSchedules } from '../reports.schema.ts';
import { findReport, permissionToChange } from '../saved/change-reports.ts';

type Schedule = typeof reportSchedules.$inferSelect;

/** Why it can’t go on: its owner left, or may not send this report any more. */
export async function stopReason(tx: Tx, { institutionId, accountId, reportId }: Schedule): Promise<string | null> {
  try {
    const owner = await loadRequester(tx, accountId, institutionId);
    const report = await findReport(tx, owner, reportId);
    return can(owner, permissionToChange(owner, report), institutionId)
      ? null
      : 'The person who set it up can’t send this report any more.';
  } catch (error) {
    if (error instanceof NotFound) return 'The person who set it up can’t open this report any more.';
    if (error instanceof ValidationError || error instanceof NotAllowed)
      return 'The person who set it up no longer works here.';
    throw error;
  }
}

/** Stops it, and tells its owner and the people who share reports. */
export async function stopSchedule(tx: Tx, schedule: Schedule, name: string, reason: string): Promise<void> {
  const { institutionId, id, accountId, reportId } = schedule;
  await tx
    .update(reportSchedules)
    .set({ stoppedAt: sql`now()`, stopReason: reason })
    .where(and(eq(reportSchedules.institutionId, institutionId), eq(reportSchedules.id, id)));
  await record(tx, systemActor(institutionId, 'Scheduled reports'), 'reports.stopSchedule', {
    institutionId,
    summary: `stopped a schedule of the report “${name}”`,
    subject: { type: 'saved_report', id: reportId },
    details: { reason },
  });
  await notify(tx, {
    institutionId,
    to: sql`select ${accountId}::bigint union ${holdersOf(institutionId, 'reports.share')}`,
    kind: 'reports.scheduleStopped',
    href: `/report-schedules?institution_id=${institutionId}&report=${reportId}`,
    title: `The report “${name}” is no longer sent`,
    body: `${reason} Edit the schedule to send it in your name, or delete it.`,
  });
}
