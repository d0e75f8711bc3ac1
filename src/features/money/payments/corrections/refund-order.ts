import type { Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import type { Day } from '#kernel/dates.ts';
import type { AccountRole } from '#features/money/ledger/chart.ts';
import { post } from '#features/money/ledger/post.ts';
import { payments, refunds } from '../payments.schema.ts';
import { paymentName } from '../receive-payment.ts';
import { whereIs, type LockedPayment } from '../settle-pending.ts';

/**
 * Owes all of an order's payment back to its buyer: from what waits to be fulfilled, or from the income if it was. The
 * payment is locked and successful. Returns the refund's id; `payRefund` hands it over.
 */
export async function refundOrderPayment(
  tx: Tx,
  actor: Actor,
  payment: LockedPayment,
  { from, reason, day }: { from: AccountRole; reason: string; day: Day },
): Promise<number> {
  const { institutionId, id: paymentId, amount } = payment;
  if (payment.orderId === null || payment.status !== 'successful')
    throw new Error(`Payment ${paymentId} is ${payment.status} and can’t be refunded as an order.`);
  await tx.update(payments).set({ status: 'refunded' }).where(whereIs(payment));
  const [refund] = await tx
    .insert(refunds)
    .values({ institutionId, paymentId, amount, reason, accountId: actor.accountId })
    .returning({ id: refunds.id });
  await post(tx, actor, institutionId, [
    {
      day,
      source: 'refund',
      sourceId: refund!.id,
      description: `Refund of ${paymentName(payment)}`,
      lines: [
        { to: from, amount },
        { to: 'refunds', amount: -amount },
      ],
    },
  ]);
  return refund!.id;
}

/** Another amount than that of the order came for its pending payment. */
export async function changeOrderPayment(tx: Tx, payment: LockedPayment, amount: number): Promise<LockedPayment> {
  if (payment.status !== 'pending') throw new Error(`Payment ${payment.id} is ${payment.status}, not pending.`);
  await tx.update(payments).set({ amount }).where(whereIs(payment));
  return { ...payment, amount };
}
