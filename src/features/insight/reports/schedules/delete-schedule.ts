import { and, eq } from 'drizzle-orm';
import type { Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import type { Tx } from '#kernel/database.ts';
import { reportSchedules } from '../reports.schema.ts';
import { findSchedule } from './find-schedule.ts';
import { whenText } from './when.ts';

/** Ends a schedule: its own owner, and those who may change the report. Returns the report’s name. */
export async function deleteSchedule(tx: Tx, actor: Actor, scheduleId: number): Promise<string> {
  const found = await findSchedule(tx, actor, scheduleId, true);
  const { institutionId, id, reportId, name } = found;
  await tx
    .delete(reportSchedules)
    .where(and(eq(reportSchedules.institutionId, institutionId), eq(reportSchedules.id, id)));
  await record(tx, actor, 'reports.unschedule', {
    institutionId,
    summary: `ended a schedule of the report “${name}”: ${whenText(found)}`,
    subject: { type: 'saved_report', id: reportId },
  });
  return name;
}
