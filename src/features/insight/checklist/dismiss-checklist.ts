import { eq } from 'drizzle-orm';
import { allow, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import type { Tx } from '#kernel/database.ts';
import { dismissedChecklists } from './checklist.schema.ts';

/** Removes the checklist of an institution from everybody's home page, or puts it back. */
export async function dismissChecklist(
  tx: Tx,
  actor: Actor,
  institutionId: number,
  isDismissed: boolean,
): Promise<void> {
  allow(actor, 'institutions.edit', institutionId);
  const changed = isDismissed
    ? await tx.insert(dismissedChecklists).values({ institutionId }).onConflictDoNothing()
    : await tx.delete(dismissedChecklists).where(eq(dismissedChecklists.institutionId, institutionId));
  if (!changed.rowCount) return;
  await record(tx, actor, isDismissed ? 'checklist.dismiss' : 'checklist.restore', {
    institutionId,
    summary: isDismissed ? 'dismissed the set-up checklist' : 'restored the set-up checklist',
    subject: { type: 'institution', id: institutionId },
  });
}
