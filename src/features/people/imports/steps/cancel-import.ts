import { sql } from 'drizzle-orm';
import type { Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import type { Tx } from '#kernel/database.ts';
import { Conflict } from '#kernel/errors.ts';
import { isImport } from '../work/import-work.ts';
import { mayCancel } from '../import-state.ts';
import { imports } from '../imports.schema.ts';
import { countedOf } from '../kinds/kind-words.ts';
import { notifyOfSeats } from '../work/record-changes.ts';
import { lockImport } from './lock-import.ts';

/** Cancels an import. Rows that were already imported stay; returns how many people they are. */
export async function cancelImport(tx: Tx, actor: Actor, importId: number) {
  const { institutionId, state, importedCount, kind } = await lockImport(tx, actor, importId);
  const kept = { kind, importedCount };
  if (state === 'cancelled') return kept;
  if (!mayCancel(state)) throw new Conflict('This import has already finished. Reload the page to see it.');
  await tx
    .update(imports)
    .set({ state: 'cancelled', finishedAt: sql`now()` })
    .where(isImport({ institutionId, importId }));
  if (importedCount) await notifyOfSeats(tx, actor, { institutionId, importId });
  await record(tx, actor, `${kind}.import.cancel`, {
    institutionId,
    subject: { type: 'import', id: importId },
    summary: importedCount ? `cancelled an import after ${countedOf(kind, importedCount)}` : 'cancelled an import',
  });
  return kept;
}
