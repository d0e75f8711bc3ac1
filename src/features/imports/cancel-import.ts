import { sql } from 'drizzle-orm';
import type { Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import type { Tx } from '#kernel/database.ts';
import { Conflict } from '#kernel/errors.ts';
import { isImport } from './import-work.ts';
import { mayCancel } from './import-state.ts';
import { imports } from './imports.schema.ts';
import { lockImport } from './lock-import.ts';

/** Stops an import. What was imported row by row so far stays; answers how many students that are. */
export async function cancelImport(tx: Tx, actor: Actor, importId: number): Promise<number> {
  const { institutionId, state, importedCount } = await lockImport(tx, actor, importId);
  if (state === 'cancelled') return importedCount;
  if (!mayCancel(state)) throw new Conflict('This import has already ended. Load the page again to see it.');
  await tx
    .update(imports)
    .set({ state: 'cancelled', finishedAt: sql`now()` })
    .where(isImport({ institutionId, importId }));
  await record(tx, actor, 'students.import.cancel', {
    institutionId,
    subject: { type: 'import', id: importId },
    summary: importedCount ? `cancelled an import after ${importedCount} students` : 'cancelled an import',
  });
  return importedCount;
}
