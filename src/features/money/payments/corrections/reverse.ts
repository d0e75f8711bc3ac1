import { z } from 'zod';
import type { Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { approvalKind } from '#kernel/contracts/approval-kind.ts';
import type { Tx } from '#kernel/database.ts';
import { Conflict } from '#kernel/errors.ts';
import { formatMoney } from '#kernel/money.ts';
import { line } from '#kernel/schemas.ts';
import type { Requested } from '#features/records/approvals/request-approval.ts';
import { requestApproval } from '#features/records/approvals/request-approval.ts';
import { reversePayment } from './reverse-payment.ts';
import { atBank } from '../at-bank.ts';
import { lockCorrection } from './lock-correction.ts';

export const Reverse = z.object({ reason: line(300, 'The reason') });

export const reverseApproval = approvalKind({
  kind: 'payments.reverse',
  label: 'Reversal',
  permission: 'payments.approve',
  payload: Reverse.extend({ paymentId: z.number() }),
  async act(tx, asker, { paymentId, reason }) {
    await reverse(tx, asker, paymentId, { reason }, { isApproved: true });
    return { message: 'The payment is reversed. Its receipt number is not used again.' };
  },
  details: (_reader, { reason }) => [['Reason', reason]],
});

/** Voids a payment whose money is not there: typed twice, or a cheque that bounced after it had cleared. */
export async function reverse(
  tx: Tx,
  actor: Actor,
  paymentId: number,
  { reason }: z.infer<typeof Reverse>,
  { isApproved = false } = {},
): Promise<string | Requested> {
  const { payment, institutionId, day, name } = await lockCorrection(tx, actor, paymentId, 'payments.reverse');
  if (payment.status !== 'successful')
    throw new Conflict(
      payment.status === 'reversed'
        ? 'This payment is reversed already.'
        : 'Only a successful payment without refunds can be reversed.',
    );
  if (!isApproved)
    return requestApproval(tx, actor, reverseApproval, {
      institutionId,
      subject: { type: 'payment', id: paymentId },
      payload: { paymentId, reason },
      summary: `reverse ${name} of ${formatMoney({ minor: payment.amount, currency: payment.currency })}`,
    });
  await reversePayment(tx, actor, payment, { reason, day });
  await atBank().openLineOf(tx, actor, payment, day);
  await record(tx, actor, 'payments.reverse', {
    institutionId,
    summary: `reversed ${name}`,
    subject: { type: 'payment', id: paymentId },
    details: { reason },
  });
  return name;
}
