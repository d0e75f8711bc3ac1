import { sql, and, eq } from 'drizzle-orm';
import { z } from 'zod';
import type { Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { approvalKind } from '#kernel/contracts/approval-kind.ts';
import type { Tx } from '#kernel/database.ts';
import { Conflict, ValidationError } from '#kernel/errors.ts';
import { formatMoney } from '#kernel/money.ts';
import { amount, id, line } from '#kernel/schemas.ts';
import { type Requested, requestApproval } from '#features/records/approvals/request-approval.ts';
import { paidStatuses } from '../payments.ts';
import { siblingsIn } from '../family/family-dues.queries.ts';
import { leftOf, lockCorrection } from './corrections.ts';
import type { Day } from '#kernel/dates.ts';
import { post } from '#features/money/ledger/post.ts';
import { applyCredit, releaseShare } from '../settling/apply-credit.ts';
import { paymentName } from '../receive-payment.ts';
import { paymentShares, shareMoves } from '../payments.schema.ts';
import { sharesOf, type LockedPayment } from '../settle-pending.ts';

export const Move = z.object({
  student_id: id,
  to_student_id: id,
  amount: amount(),
  reason: line(300, 'The reason'),
});

export const moveApproval = approvalKind({
  kind: 'payments.move',
  label: 'Move',
  permission: 'payments.approve',
  payload: Move.extend({ paymentId: z.number() }),
  async act(tx, asker, { paymentId, ...input }) {
    await move(tx, asker, paymentId, input, { isApproved: true });
    return { message: 'The money was moved and pays the other child’s fees.' };
  },
  details: (_reader, { reason }) => [['Reason', reason]],
});

/** Moves part of a payment to a sibling, whose debts it pays. */
export async function move(
  tx: Tx,
  actor: Actor,
  paymentId: number,
  input: z.infer<typeof Move>,
  { isApproved = false } = {},
): Promise<string | Requested> {
  const { student_id: from, to_student_id: to, reason } = input;
  const locked = await lockCorrection(tx, actor, paymentId, 'payments.reverse', [to]);
  const { payment, shares, institutionId, day, name } = locked;
  const inWords = (minor: number) => formatMoney({ minor, currency: payment.currency });
  if (!(paidStatuses as readonly string[]).includes(payment.status))
    throw new Conflict('This payment has no money left to move.');
  const share = shares.find(({ studentId }) => studentId === from);
  if (!share) throw new ValidationError('student_id', 'This payment isn’t for that student.');
  if (from === to) throw new ValidationError('to_student_id', 'Choose another child.');
  const { rows } = await tx.execute(
    sql`select from (${siblingsIn([institutionId], from)}) s where s.student_id = ${to}`,
  );
  if (rows.length === 0)
    throw new ValidationError(
      'to_student_id',
      'Money can be moved to a sibling only. Refund it, then take a new payment.',
    );
  if (input.amount > leftOf(share))
    throw new ValidationError('amount', `Only ${inWords(leftOf(share))} of this payment can be moved.`);
  if (!isApproved)
    return requestApproval(tx, actor, moveApproval, {
      institutionId,
      subject: { type: 'payment', id: paymentId },
      payload: { paymentId, ...input },
      summary: `move ${inWords(input.amount)} of ${name} to a sibling`,
    });
  await moveShare(tx, actor, payment, { from, to, amount: input.amount, reason, day });
  await record(tx, actor, 'payments.move', {
    institutionId,
    summary: `moved ${inWords(input.amount)} of ${name} to a sibling`,
    subject: { type: 'payment', id: paymentId },
    details: { from, to, reason },
  });
  return name;
}

interface MoveShareMove {
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
export async function moveShare(tx: Tx, actor: Actor, payment: LockedPayment, move: MoveShareMove): Promise<number> {
  const id = await carryShare(tx, actor, payment, move);
  await applyCredit(tx, actor, payment.institutionId, [move.from, move.to], move.day);
  return id;
}

/** The same, but it pays nothing yet: it is credit. */
export async function carryShare(
  tx: Tx,
  actor: Actor,
  payment: LockedPayment,
  { from, to, amount, reason, day }: MoveShareMove,
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
