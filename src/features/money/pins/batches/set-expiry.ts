import { and, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { allow, membershipIn, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import type { Tx } from '#kernel/database.ts';
import { addDays, formatDay, today } from '#kernel/dates.ts';
import { ValidationError } from '#kernel/errors.ts';
import { day, line } from '#kernel/schemas.ts';
import { pinBatches } from '../pins.schema.ts';
import { lockBatch } from './confirm-printed.ts';

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
    .where(and(eq(pinBatches.institutionId, institutionId), eq(pinBatches.id, batchId)));
  await tx.execute(sql`update pins set expires_on = ${expiresOn}::date
    where institution_id = ${institutionId} and batch_id = ${batchId}::bigint and status in ('available', 'reserved', 'sold')`);
  await record(tx, actor, 'pins.setExpiry', {
    institutionId,
    summary: `changed the validity of batch ${batch.number} to ${formatDay(expiresOn)}`,
    subject: { type: 'pin_batch', id: batchId },
    details: { reason, before: batch.expiresOn },
  });
}
