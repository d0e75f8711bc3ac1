import { and, eq, sql } from 'drizzle-orm';
import { allow, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import type { Tx } from '#kernel/database.ts';
import { ValidationError, refuseDuplicate } from '#kernel/errors.ts';
import { billed } from '../billed.ts';
import { fees } from '../fees.schema.ts';
import { titleTaken } from './create-fee.ts';
import { lockFee } from './fee.queries.ts';

/** Ends a fee, so that nobody is billed with it any more, or opens it again. Its invoices stay as they are. */
export async function endFee(tx: Tx, actor: Actor, feeId: number, isEnding: boolean): Promise<string> {
  const fee = await lockFee(tx, actor, feeId);
  allow(actor, 'fees.edit', fee.institutionId);
  if (fee.isEnded === isEnding) return fee.title;
  await refuseDuplicate(
    tx
      .update(fees)
      .set({ endedAt: isEnding ? sql`now()` : null })
      .where(and(eq(fees.institutionId, fee.institutionId), eq(fees.id, feeId))),
    { fees_title: ['form', titleTaken(fee.title)['fees_title']![1]] },
  );
  await record(tx, actor, isEnding ? 'fees.endFee' : 'fees.reopenFee', {
    institutionId: fee.institutionId,
    summary: `${isEnding ? 'ended' : 'reopened'} the fee ${fee.title}`,
    subject: { type: 'fee', id: feeId },
  });
  return fee.title;
}

/** Deletes a fee that nothing was billed with, cancelled invoices included. */
export async function deleteFee(tx: Tx, actor: Actor, feeId: number): Promise<string> {
  const fee = await lockFee(tx, actor, feeId);
  const { institutionId, title } = fee;
  allow(actor, 'fees.edit', institutionId);
  if (await billed().isBilled(tx, fee))
    throw new ValidationError('form', `${title} has been billed and can’t be deleted. End it instead.`);
  await tx
    .update(fees)
    .set({ copiedFromId: null })
    .where(and(eq(fees.institutionId, institutionId), eq(fees.copiedFromId, feeId)));
  await tx.delete(fees).where(and(eq(fees.institutionId, institutionId), eq(fees.id, feeId)));
  await record(tx, actor, 'fees.deleteFee', {
    institutionId,
    summary: `deleted the fee ${title}`,
    subject: { type: 'fee', id: feeId },
    details: { title, particulars: fee.particulars },
  });
  return title;
}
