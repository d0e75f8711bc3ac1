import { and, eq, sql } from 'drizzle-orm';
import type { Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import type { Day } from '#kernel/dates.ts';
import { post } from '#features/money/ledger/post.ts';
import { applyCredit } from '../settling/apply-credit.ts';
import { paymentName } from '../receive-payment.ts';
import { paymentShares, shareMoves } from '../payments.schema.ts';
import { releaseShare } from '../settling/release.ts';
import { sharesOf, type LockedPayment } from '../settle-pending.ts';

interface Move {
  from: number;
  to: number;
  amount: number;
  reason: string;
  day: Day;
}

/**
 * Moves part of one student's share of a payment to another, whose debts it pays; other credit pays what the first one
 * owes again. Both are locked by the caller.
 */
export async function moveShare(tx: Tx, actor: Actor, payment: LockedPayment, move: Move): Promise<number> {
  const id = await carryShare(tx, actor, payment, move);
  await applyCredit(tx, actor, payment.institutionId, [move.from, move.to], move.day);
  return id;
}

/** The same, but it pays nothing yet: it is credit. */
export async function carryShare(
  tx: Tx,
  actor: Actor,
  payment: LockedPayment,
  { from, to, amount, reason, day }: Move,
): Promise<number> {
  const { institutionId, id: paymentId } = payment;
  const share = (await sharesOf(tx, payment)).find(({ studentId }) => studentId === from)!;
  const bound = amount - (share.amount - share.allocated - share.refunded);
  if (bound > 0) await releaseShare(tx, actor, institutionId, { paymentId, studentId: from, amount: bound, day });
  await tx
    .update(paymentShares)
    .set({ amount: sql`${paymentShares.amount} - ${amount}` })
    .where(
      and(
        eq(paymentShares.institutionId, institutionId),
        eq(paymentShares.paymentId, paymentId),
        eq(paymentShares.studentId, from),
      ),
    );
  await tx
    .insert(paymentShares)
    .values({ institutionId, paymentId, studentId: to, amount })
    .onConflictDoUpdate({
      target: [paymentShares.institutionId, paymentShares.paymentId, paymentShares.studentId],
      set: { amount: sql`${paymentShares.amount} + ${amount}` },
    });
  const [move] = await tx
    .insert(shareMoves)
    .values({
      institutionId,
      paymentId,
      fromStudentId: from,
      toStudentId: to,
      amount,
      reason,
      accountId: actor.accountId,
    })
    .returning({ id: shareMoves.id });
  await post(tx, actor, institutionId, [
    {
      day,
      source: 'move',
      sourceId: move!.id,
      description: `Part of ${paymentName(payment)} moved`,
      lines: [
        { to: 'credit', amount, studentId: from },
        { to: 'credit', amount: -amount, studentId: to },
      ],
    },
  ]);
  return move!.id;
}
