import { readFile } from 'node:fs/promises';
import type { Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { requireConfirmed } from '#kernel/confirmed.ts';
import type { Tx } from '#kernel/database.ts';
import { findFile, type Files } from '#kernel/files.ts';
import { Conflict } from '#kernel/errors.ts';
import { pinKeys } from '../pin-keys.ts';
import { lockBatch, refuseOthers } from './confirm-printed.ts';

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
  const sealed = await readFile(files.path(storedAs));
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
