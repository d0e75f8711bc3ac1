import { and, eq } from 'drizzle-orm';
import { allow, institutionsWhere, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import type { Tx } from '#kernel/database.ts';
import { isOneOf } from '#kernel/database.ts';
import { Conflict, NotFound, ValidationError } from '#kernel/errors.ts';
import { files } from '#kernel/tables.ts';
import { pinBatches } from '../pins.schema.ts';

/** A batch of the actor's institutions, locked. */
export async function lockBatch(tx: Tx, actor: Actor, batchId: number) {
  const [batch] = await tx
    .select()
    .from(pinBatches)
    .where(
      and(
        isOneOf(pinBatches.institutionId, institutionsWhere(actor, 'pins.view', 'pins.make')),
        eq(pinBatches.id, batchId),
      ),
    )
    .for('no key update');
  if (!batch) throw new NotFound('batch');
  return batch;
}

/** The sheet is for the person who made the batch, until it is printed. */
export function refuseOthers(actor: Actor, batch: Awaited<ReturnType<typeof lockBatch>>): void {
  allow(actor, 'pins.make', batch.institutionId);
  if (batch.printedAt) throw new Conflict('This sheet was confirmed as printed. Its pins can’t be read again.');
  if (batch.accountId !== actor.accountId)
    throw new Conflict('Only the person who made these pins can open their sheet.');
  if (batch.state !== 'ready' || batch.fileId === null) throw new ValidationError('form', 'The sheet isn’t ready yet.');
}

/**
 * The cards are on paper: deletes what can still be read of them. Returns the place of the file, to be discarded after
 * the commit.
 */
export async function confirmPrinted(tx: Tx, actor: Actor, batchId: number): Promise<string> {
  const batch = await lockBatch(tx, actor, batchId);
  refuseOthers(actor, batch);
  const { institutionId } = batch;
  await tx
    .update(pinBatches)
    .set({ printedAt: new Date(), printedBy: actor.accountId, secrets: null, fileId: null })
    .where(and(eq(pinBatches.institutionId, institutionId), eq(pinBatches.id, batchId)));
  const [file] = await tx
    .delete(files)
    .where(and(eq(files.institutionId, institutionId), eq(files.id, batch.fileId!)))
    .returning({ storedAs: files.storedAs });
  await record(tx, actor, 'pins.confirmPrinted', {
    institutionId,
    summary: `confirmed the sheet of batch ${batch.number} as printed`,
    subject: { type: 'pin_batch', id: batchId },
  });
  return file!.storedAs;
}
