import { and, eq, sql } from 'drizzle-orm';
import type { Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import type { Day } from '#kernel/dates.ts';
import { post } from '#features/money/ledger/post.ts';
import { applyCredit } from '../settling/apply-credit.ts';
import { paymentName } from '../receive-payment.ts';
import { payments, paymentShares } from '../payments.schema.ts';
import { partOfPlacement, placementsOf } from './placements.ts';
import { releaseShare } from '../settling/release.ts';
import { idsOf, sharesOf, whereIs, type LockedPayment } from '../settle-pending.ts';

/**
 * Takes an identified payment back into suspense: from the invoices that it paid, then from everybody's credit. Its
 * students are locked by the caller, and nothing of it was refunded.
 */
export async function unidentifyPayment(
  tx: Tx,
  actor: Actor,
  payment: LockedPayment,
  { day }: { day: Day },
): Promise<void> {
  const { institutionId, id, amount, inSuspense, status } = payment;
  const { made, current } = await placementsOf(tx, payment);
  if (inSuspense || status !== 'successful' || current === null) throw new Error(`Payment ${id} was not identified.`);
  const shares = await sharesOf(tx, payment);
  for (const { studentId, allocated } of shares)
    if (allocated > 0)
      await releaseShare(tx, actor, institutionId, { paymentId: id, studentId: studentId!, amount: allocated, day });
  // The rows stay: moves and what was allocated refer to them.
  await tx
    .update(paymentShares)
    .set({ amount: sql`0` })
    .where(and(eq(paymentShares.institutionId, institutionId), eq(paymentShares.paymentId, id)));
  await tx.update(payments).set({ inSuspense: true }).where(whereIs(payment));
  await post(tx, actor, institutionId, [
    {
      day,
      source: 'placement',
      sourceId: id,
      part: `${partOfPlacement(made - 1)} undone`.trim(),
      reversesId: current,
      description: `${paymentName(payment)} unidentified again`,
      lines: [
        ...shares.map((share) => ({ to: 'credit' as const, amount: share.amount, studentId: share.studentId! })),
        { to: 'suspense', amount: -amount },
      ],
    },
  ]);
  await applyCredit(tx, actor, institutionId, idsOf(shares), day);
}
