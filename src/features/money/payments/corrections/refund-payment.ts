import { and, eq, sql } from 'drizzle-orm';
import type { Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import type { Day } from '#kernel/dates.ts';
import { post } from '#features/money/ledger/post.ts';
import { applyCredit } from '../settling/apply-credit.ts';
import { paymentName } from '../receive-payment.ts';
import { payments, paymentShares, refunds } from '../payments.schema.ts';
import { releaseShare } from '../settling/release.ts';
import { sharesOf, whereIs, type LockedPayment } from '../settle-pending.ts';

/**
 * Owes part of a student's share back: free credit first, then what it paid, the latest first; other credit pays
 * what is owed again. The caller has checked that so much is left of the share. Returns the refund's id; `payRefund` hands it over.
 */
export async function refundPayment(
  tx: Tx,
  actor: Actor,
  payment: LockedPayment,
  { studentId, amount, reason, day }: { studentId: number; amount: number; reason: string; day: Day },
): Promise<number> {
  const { institutionId, id: paymentId } = payment;
  const shares = await sharesOf(tx, payment);
  const share = shares.find((one) => one.studentId === studentId)!;
  const bound = amount - (share.amount - share.allocated - share.refunded);
  if (bound > 0) await releaseShare(tx, actor, institutionId, { paymentId, studentId, amount: bound, day });
  await tx
    .update(paymentShares)
    .set({ refunded: sql`${paymentShares.refunded} + ${amount}` })
    .where(
      and(
        eq(paymentShares.institutionId, institutionId),
        eq(paymentShares.paymentId, paymentId),
        eq(paymentShares.studentId, studentId),
      ),
    );
  const refunded = shares.reduce((sum, one) => sum + one.refunded, amount);
  await tx
    .update(payments)
    .set({ status: refunded === payment.amount ? 'refunded' : 'partly_refunded' })
    .where(whereIs(payment));
  const [refund] = await tx
    .insert(refunds)
    .values({ institutionId, paymentId, studentId, amount, reason, accountId: actor.accountId })
    .returning({ id: refunds.id });
  await post(tx, actor, institutionId, [
    {
      day,
      source: 'refund',
      sourceId: refund!.id,
      description: `Refund of ${paymentName(payment)}`,
      lines: [
        { to: 'credit', amount, studentId },
        { to: 'refunds', amount: -amount },
      ],
    },
  ]);
  if (bound > 0) await applyCredit(tx, actor, institutionId, [studentId], day);
  return refund!.id;
}

/** Hands over a refund that is payable. The caller has locked it. */
export async function payRefund(
  tx: Tx,
  actor: Actor,
  refund: { institutionId: number; id: number; amount: number },
  {
    channel,
    reference,
    day,
  }: { channel: 'cash' | 'transfer' | 'cheque' | 'gateway'; reference: string | null; day: Day },
): Promise<void> {
  const { institutionId, id, amount } = refund;
  await tx
    .update(refunds)
    .set({ channel, reference, paidOn: day, paidAt: sql`now()`, paidBy: actor.accountId })
    .where(and(eq(refunds.institutionId, institutionId), eq(refunds.id, id)));
  await post(tx, actor, institutionId, [
    {
      day,
      source: 'refund_payout',
      sourceId: id,
      description: `Refund paid (${channel})`,
      lines: [
        { to: 'refunds', amount },
        { to: channel, amount: -amount },
      ],
    },
  ]);
}
