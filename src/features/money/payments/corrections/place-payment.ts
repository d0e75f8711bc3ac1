import { sql } from 'drizzle-orm';
import type { Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import type { Day } from '#kernel/dates.ts';
import { post } from '#features/money/ledger/post.ts';
import { allocate } from '../settling/allocate.ts';
import { creditOf, paymentName, type Share } from '../receive-payment.ts';
import { payments, paymentShares } from '../payments.schema.ts';
import { partOfPlacement, placementsOf } from './placements.ts';
import { whereIs, type LockedPayment } from '../settle-pending.ts';

/** Gives a payment in suspense to the students it is for. Students, invoices and the payment are locked by the caller. */
export async function placePayment(
  tx: Tx,
  actor: Actor,
  payment: LockedPayment,
  { shares, day }: { shares: Share[]; day: Day },
): Promise<void> {
  const { institutionId, id: paymentId, amount } = payment;
  if (!payment.inSuspense || shares.reduce((sum, share) => sum + share.amount, 0) !== amount)
    throw new Error(`Payment ${paymentId} is not in suspense, or the shares are not ${amount}.`);
  await tx.update(payments).set({ inSuspense: false }).where(whereIs(payment));
  const { made } = await placementsOf(tx, payment);
  await tx
    .insert(paymentShares)
    .values(shares.map(({ studentId, amount: part }) => ({ institutionId, paymentId, studentId, amount: part })))
    .onConflictDoUpdate({
      // Left empty when it was taken back into suspense.
      target: [paymentShares.institutionId, paymentShares.paymentId, paymentShares.studentId],
      set: { amount: sql`${paymentShares.amount} + excluded.amount` },
    });
  await allocate(
    tx,
    actor,
    institutionId,
    shares.flatMap(({ studentId, allocations }) => allocations.map((one) => ({ paymentId, studentId, ...one }))),
  );
  await post(tx, actor, institutionId, [
    {
      day,
      source: 'placement',
      sourceId: paymentId,
      part: partOfPlacement(made),
      description: `${paymentName(payment)} identified`,
      lines: [{ to: 'suspense', amount }, ...creditOf(shares, amount)],
    },
  ]);
}
