import { z } from 'zod';
import { can, institutionsWhere, membershipIn, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { type Tx, hasKey } from '#kernel/database.ts';
import { today } from '#kernel/dates.ts';
import { Conflict, NotAllowed, NotFound } from '#kernel/errors.ts';
import { formatMoney } from '#kernel/money.ts';
import { choice, emptyIsNull, line } from '#kernel/schemas.ts';
import { refunds } from '#features/money/payments/payments.schema.ts';
import { payRefund } from '#features/money/payments/corrections/refund-payment.ts';
import { findPayment } from '#features/money/payments/records/receipts.ts';
import { holdOpenDay } from '../days/open-day.ts';

export const PayOut = z
  .object({
    channel: choice({ cash: 'Cash', transfer: 'Transfer', cheque: 'Cheque' }),
    reference: emptyIsNull(line(100, 'The reference')),
  })
  .superRefine(({ channel, reference }, context) => {
    if (channel !== 'cash' && reference === null)
      context.addIssue({ code: 'custom', path: ['reference'], message: 'Enter the reference.' });
  });

/** Hands an approved refund over. Cash comes from the drawer of the actor's open day. */
export async function payOut(tx: Tx, actor: Actor, refundId: number, { channel, reference }: z.infer<typeof PayOut>) {
  const refund = await lockRefund(tx, actor, refundId);
  const { institutionId, paymentId, amount } = refund;
  await findPayment(tx, actor, paymentId!);
  if (!can(actor, channel === 'cash' ? 'payments.take' : 'payments.reverse', institutionId)) throw new NotAllowed();
  if (refund.paidAt) throw new Conflict('This refund has been handed over already.');
  const cashierDayId = channel === 'cash' ? await holdOpenDay(tx, actor, institutionId) : null;
  const { currency, timeZone } = membershipIn(actor, institutionId)!;
  await payRefund(tx, actor, refund, { channel, reference, day: today(timeZone) });
  if (cashierDayId !== null)
    await tx
      .update(refunds)
      .set({ cashierDayId })
      .where(hasKey(refunds, institutionId, refundId));
  await record(tx, actor, 'payments.payOut', {
    institutionId,
    summary: `handed over a refund of ${formatMoney({ minor: amount, currency })} (${channel})`,
    subject: { type: 'payment', id: paymentId! },
    details: { refund: refundId, reference },
  });
  return paymentId!;
}

async function lockRefund(tx: Tx, actor: Actor, id: number) {
  for (const institutionId of institutionsWhere(actor, 'payments.take', 'payments.reverse')) {
    const [row] = await tx
      .select()
      .from(refunds)
      .where(hasKey(refunds, institutionId, id))
      .for('no key update');
    if (row) return row;
  }
  throw new NotFound('refund');
}
