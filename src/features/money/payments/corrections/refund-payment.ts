import { and, eq, sql } from 'drizzle-orm';
import type { Actor } from '#kernel/actor.ts';
import { type Tx, query, hasKey } from '#kernel/database.ts';
import type { Day } from '#kernel/dates.ts';
import { post } from '#features/money/ledger/post.ts';
import { applyCredit, releaseShare } from '../settling/apply-credit.ts';
import { paymentName, creditOf, type Share } from '../receive-payment.ts';
import { payments, paymentShares, refunds } from '../payments.schema.ts';
import { sharesOf, whereIs, type LockedPayment } from '../settle-pending.ts';
import { allocate } from '../settling/allocate.ts';

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
    .where(hasKey(refunds, institutionId, id));
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

/** How often a payment was identified, and the entry that stands; null while it is in suspense or was never there. */
export async function placementsOf(tx: Tx, { institutionId, id }: Pick<LockedPayment, 'institutionId' | 'id'>) {
  const [found] = await query<{ made: number; current: number | null }>(tx)`
    select count(*)::int as made, max(e.id) filter (where not exists (
      select from ledger_entries b where b.institution_id = e.institution_id and b.reverses_id = e.id)) as current
    from ledger_entries e where e.institution_id = ${institutionId} and e.source = 'placement' and e.source_id = ${id}
      and e.reverses_id is null`;
  return { made: Number(found!.made), current: found!.current === null ? null : Number(found!.current) };
}

/** The part of the ledger's source that posts a placement: another one each time. */
export const partOfPlacement = (before: number) => (before === 0 ? '' : `turn ${before + 1}`);
