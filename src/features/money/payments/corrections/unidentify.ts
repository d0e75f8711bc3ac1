import { z } from 'zod';
import type { Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { approvalKind } from '#kernel/contracts/approval-kind.ts';
import type { Tx } from '#kernel/database.ts';
import { Conflict } from '#kernel/errors.ts';
import { formatMoney } from '#kernel/money.ts';
import { line } from '#kernel/schemas.ts';
import { requestApproval, type Requested } from '#features/records/approvals/request-approval.ts';
import { placementsOf } from './placements.ts';
import { unidentifyPayment } from './unidentify-payment.ts';
import { lockCorrection } from './lock-correction.ts';

export const Unidentify = z.object({ reason: line(300, 'The reason') });

export const unidentifyApproval = approvalKind({
  kind: 'payments.unplace',
  label: 'Back to unidentified',
  permission: 'payments.approve',
  payload: Unidentify.extend({ paymentId: z.number() }),
  async act(tx, asker, { paymentId, reason }) {
    await unidentify(tx, asker, paymentId, { reason }, { isApproved: true });
    return { message: 'The payment is unidentified again. What it had paid is owed again.' };
  },
  details: (_reader, { reason }) => [['Reason', reason]],
});

/** Returns a payment that was given to the wrong student to the unidentified payments. */
export async function unidentify(
  tx: Tx,
  actor: Actor,
  paymentId: number,
  { reason }: z.infer<typeof Unidentify>,
  { isApproved = false } = {},
): Promise<string | Requested> {
  const { payment, shares, institutionId, day, name } = await lockCorrection(tx, actor, paymentId, 'payments.reverse');
  if (payment.inSuspense) throw new Conflict('This payment is unidentified already.');
  if (payment.status !== 'successful')
    throw new Conflict('Only a successful payment without refunds can be returned to the unidentified ones.');
  if ((await placementsOf(tx, payment)).current === null)
    throw new Conflict('This payment was never unidentified. Reverse it if it is wrong.');
  if (!isApproved)
    return requestApproval(tx, actor, unidentifyApproval, {
      institutionId,
      subject: { type: 'payment', id: paymentId },
      payload: { paymentId, reason },
      summary: `return ${name} of ${formatMoney({ minor: payment.amount, currency: payment.currency })} to the unidentified payments`,
    });
  await unidentifyPayment(tx, actor, payment, { day });
  await record(tx, actor, 'payments.unplace', {
    institutionId,
    summary: `returned ${name} to the unidentified payments`,
    subject: { type: 'payment', id: paymentId },
    details: { reason, students: shares.filter(({ amount }) => amount > 0).map(({ studentId }) => studentId) },
  });
  return name;
}
