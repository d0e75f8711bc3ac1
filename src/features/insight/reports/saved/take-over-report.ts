import { and, eq } from 'drizzle-orm';
import { allow, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import type { Tx } from '#kernel/database.ts';
import { Conflict, refuseDuplicate } from '#kernel/errors.ts';
import { savedReports } from '../reports.schema.ts';
import { lockReport } from './find-report.ts';

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
      .where(and(eq(savedReports.institutionId, institutionId), eq(savedReports.id, id))),
    { saved_reports_name: ['name', `You have a report named “${name}” already. Rename yours first.`] },
  );
  await record(tx, actor, 'reports.takeOver', {
    institutionId,
    summary: `took over the report “${name}”`,
    subject: { type: 'saved_report', id },
    details: { accountId: { from: accountId, to: actor.accountId } },
  });
  return name;
}
