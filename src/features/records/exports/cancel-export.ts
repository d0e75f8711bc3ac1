import { and, inArray, sql } from 'drizzle-orm';
import type { Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import type { Tx } from '#kernel/database.ts';
import { Conflict } from '#kernel/errors.ts';
import { activeStates, formatLabels } from './export-state.ts';
import { exportFiles } from './exports.schema.ts';
import { findExport, isOwnExport } from './find-export.ts';

/** Cancels a file that is queued or being made: the job notices, and keeps nothing. */
export async function cancelExport(tx: Tx, actor: Actor, id: number): Promise<string> {
  const [cancelled] = await tx
    .update(exportFiles)
    .set({ state: 'cancelled', finishedAt: sql`now()` })
    .where(and(isOwnExport(actor, id), inArray(exportFiles.state, [...activeStates])))
    .returning();
  if (!cancelled) {
    await findExport(tx, actor, id);
    throw new Conflict('This file is not being made any more, so there is nothing to cancel.');
  }
  const { institutionId, title, format } = cancelled;
  await record(tx, actor, 'exports.cancel', {
    institutionId,
    summary: `cancelled the file ${title} (${formatLabels[format]})`,
    subject: { type: 'export_file', id },
  });
  return title;
}
