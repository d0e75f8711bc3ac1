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
import { refundPayment } from './refund-payment.ts';
import { paidStatuses } from '../payments.ts';
import { leftOf, lockCorrection } from './lock-correction.ts';

export const Refund = z.object({ student_id: id, amount: amount(), reason: line(300, 'The reason') });

export const refundApproval = approvalKind({
  kind: 'payments.refund',
  label: 'Refund',
  permission: 'payments.approve',
  payload: Refund.extend({ paymentId: z.number() }),
  async act(tx, asker, { paymentId, ...input }) {
    await refund(tx, asker, paymentId, input, { isApproved: true });
    return { message: 'The refund is approved. It can be handed over now.' };
  },
  details: (_reader, { reason }) => [['Reason', reason]],
});

/** Owes part of a payment back. It is handed over afterwards (pay-out.ts). */
export async function refund(
  tx: Tx,
  actor: Actor,
  paymentId: number,
  input: z.infer<typeof Refund>,
  { isApproved = false } = {},
): Promise<string | Requested> {
  const { payment, shares, institutionId, day, name } = await lockCorrection(tx, actor, paymentId, 'payments.reverse');
  const inWords = (minor: number) => formatMoney({ minor, currency: payment.currency });
  if (!(paidStatuses as readonly string[]).includes(payment.status) || ['waiver', 'opening'].includes(payment.channel))
    throw new Conflict('There is no money of this payment to refund.');
  const share = shares.find(({ studentId }) => studentId === input.student_id);
  if (!share) throw new ValidationError('student_id', 'This payment isn’t for that student.');
  if (input.amount > leftOf(share))
    throw new ValidationError('amount', `Only ${inWords(leftOf(share))} of this payment can be refunded.`);
  if (!isApproved)
    return requestApproval(tx, actor, refundApproval, {
      institutionId,
      subject: { type: 'payment', id: paymentId },
      payload: { paymentId, ...input },
      summary: `refund ${inWords(input.amount)} of ${name}`,
    });
  const refundId = await refundPayment(tx, actor, payment, {
    studentId: input.student_id,
    amount: input.amount,
    reason: input.reason,
    day,
  });
  await record(tx, actor, 'payments.refund', {
    institutionId,
    summary: `refunded ${inWords(input.amount)} of ${name}`,
    subject: { type: 'payment', id: paymentId },
    details: { refund: refundId, reason: input.reason },
  });
  return name;
}
