import { and, eq } from 'drizzle-orm';
import { allow, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import type { Tx } from '#kernel/database.ts';
import { savedReports } from '../reports.schema.ts';
import { tellEndOfSchedules } from '../schedules/end-schedules.ts';
import { lockReport, permissionToChange } from './find-report.ts';

/** Deletes a saved report for everyone it is shared with. Returns its name. */
export async function deleteReport(tx: Tx, actor: Actor, reportId: number): Promise<string> {
  const report = await lockReport(tx, actor, reportId);
  const { institutionId, id, name, description, definition } = report;
  allow(actor, permissionToChange(actor, report), institutionId);
  await tellEndOfSchedules(tx, actor, report);
  await tx.delete(savedReports).where(and(eq(savedReports.institutionId, institutionId), eq(savedReports.id, id)));
  await record(tx, actor, 'reports.delete', {
    institutionId,
    summary: `deleted the report “${name}”`,
    subject: { type: 'saved_report', id },
    details: { name, description, definition },
  });
  return name;
}
