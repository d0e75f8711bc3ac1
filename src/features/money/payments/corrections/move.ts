import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { approvalKind } from '#kernel/contracts/approval-kind.ts';
import type { Tx } from '#kernel/database.ts';
import { Conflict, ValidationError } from '#kernel/errors.ts';
import { formatMoney } from '#kernel/money.ts';
import { amount, id, line } from '#kernel/schemas.ts';
import type { Requested } from '#features/records/approvals/request-approval.ts';
import { requestApproval } from '#features/records/approvals/request-approval.ts';
import { moveShare } from './move-share.ts';
import { paidStatuses } from '../payments.ts';
import { siblingsIn } from '../family/family-dues.queries.ts';
import { leftOf, lockCorrection } from './lock-correction.ts';

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
    return { message: 'The money is moved, and pays what the other child owes.' };
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
    throw new Conflict('There is no money of this payment to move.');
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
