import { and, eq, sql } from 'drizzle-orm';
import type { Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import type { Tx } from '#kernel/database.ts';
import { payments } from '../payments.schema.ts';
import { lockPayment, paymentName } from '../receive-payment.ts';
import type { ReceiptPaper } from '../print/receipt-paper.ts';
import { findPayment } from './find-payment.ts';

/**
 * Records a print once it is drawn. Returns false, and records nothing, if the paper is out of date: someone else has
 * printed the original or reversed the payment meanwhile.
 */
export async function printReceipt(tx: Tx, actor: Actor, id: number, drawn: ReceiptPaper): Promise<boolean> {
  const { institutionId } = await findPayment(tx, actor, id);
  const payment = (await lockPayment(tx, institutionId, id))!;
  const isDuplicate = payment.printedAt !== null;
  if (isDuplicate !== (drawn.duplicateOn !== null) || (payment.status === 'reversed') !== (drawn.void !== null))
    return false;
  await tx
    .update(payments)
    .set({ printedAt: sql`now()` })
    .where(and(eq(payments.institutionId, institutionId), eq(payments.id, id)));
  await record(tx, actor, 'payments.print', {
    institutionId,
    summary: `printed ${payment.receiptNumber === null ? 'the slip' : 'the receipt'} of ${paymentName(payment)}${isDuplicate ? ' again' : ''}`,
    subject: { type: 'payment', id },
    details: { paper: drawn.paper },
  });
  return true;
}
