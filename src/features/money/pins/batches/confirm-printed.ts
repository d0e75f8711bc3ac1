import { and, eq, sql } from 'drizzle-orm';
import { allow, institutionsWhere, type Actor, membershipIn } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { type Tx, isOneOf, hasKey } from '#kernel/database.ts';
import { Conflict, ValidationError, orNotFound } from '#kernel/errors.ts';
import { files } from '#kernel/tables.ts';
import { pinBatches } from '../pins.schema.ts';
import { readFile } from 'node:fs/promises';
import { requireConfirmed } from '#kernel/confirmed.ts';
import { findFile, type Files } from '#kernel/files.ts';
import { pinKeys } from '../pin-keys.ts';
import { z } from 'zod';
import { addDays, formatDay, today } from '#kernel/dates.ts';
import { day, line } from '#kernel/schemas.ts';

/** A batch of the actor's institutions, locked. */
async function lockBatch(tx: Tx, actor: Actor, batchId: number) {
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
  return orNotFound(batch, 'batch');
}

/** The sheet is for the person who made the batch, until it is printed. */
function refuseOthers(actor: Actor, batch: Awaited<ReturnType<typeof lockBatch>>): void {
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
    .where(hasKey(pinBatches, institutionId, batchId));
  const [file] = await tx
    .delete(files)
    .where(hasKey(files, institutionId, batch.fileId!))
    .returning({ storedAs: files.storedAs });
  await record(tx, actor, 'pins.confirmPrinted', {
    institutionId,
    summary: `confirmed the sheet of batch ${batch.number} as printed`,
    subject: { type: 'pin_batch', id: batchId },
  });
  return file!.storedAs;
}

/** Whether the sheet can be opened by the actor, who has just confirmed. */
export async function maySheetOpen(tx: Tx, actor: Actor, batchId: number): Promise<void> {
  refuseOthers(actor, await lockBatch(tx, actor, batchId));
}

/** The sheet of a batch, for the person who made it, who has confirmed within ten minutes. Each opening is recorded. */
export async function openSheet(
  tx: Tx,
  actor: Actor,
  { files, secret }: { files: Files; secret: Buffer },
  batchId: number,
): Promise<{ content: Buffer; name: string; isPdf: boolean }> {
  await requireConfirmed(tx, actor);
  const batch = await lockBatch(tx, actor, batchId);
  refuseOthers(actor, batch);
  const { institutionId, number, layout } = batch;
  const { storedAs } = await findFile(tx, institutionId, batch.fileId!);
  const sealed = await readFile(await files.local(storedAs));
  const text = pinKeys(secret, institutionId).unseal(sealed);
  if (text === null) throw new Conflict('This sheet can’t be read with the key of this installation.');
  await record(tx, actor, 'pins.openSheet', {
    institutionId,
    summary: `opened the sheet of batch ${number}`,
    subject: { type: 'pin_batch', id: batchId },
  });
  const isPdf = layout !== 'csv';
  return { content: Buffer.from(text, 'base64'), name: `pins-${number}.${isPdf ? 'pdf' : 'csv'}`, isPdf };
}

export const SetExpiry = z.object({ expires_on: day, reason: line(300, 'The reason') });

/** Extends a batch, or lets it expire now: every pin of it that nobody has used. */
export async function setExpiry(
  tx: Tx,
  actor: Actor,
  batchId: number,
  { expires_on: expiresOn, reason }: z.infer<typeof SetExpiry>,
): Promise<void> {
  const batch = await lockBatch(tx, actor, batchId);
  const { institutionId } = batch;
  allow(actor, 'pins.void', institutionId);
  if (batch.state !== 'ready') throw new ValidationError('expires_on', 'This batch is still being made.');
  const longest = addDays(today(membershipIn(actor, institutionId)!.timeZone), 1830);
  if (expiresOn > longest) throw new ValidationError('expires_on', 'Pins can be valid for up to five years.');
  await tx
    .update(pinBatches)
    .set({ expiresOn })
    .where(hasKey(pinBatches, institutionId, batchId));
  await tx.execute(sql`update pins set expires_on = ${expiresOn}::date
    where institution_id = ${institutionId} and batch_id = ${batchId}::bigint and status in ('available', 'reserved', 'sold')`);
  await record(tx, actor, 'pins.setExpiry', {
    institutionId,
    summary: `changed the validity of batch ${batch.number} to ${formatDay(expiresOn)}`,
    subject: { type: 'pin_batch', id: batchId },
    details: { reason, before: batch.expiresOn },
  });
}
