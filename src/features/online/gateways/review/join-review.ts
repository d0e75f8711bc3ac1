import { allow, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import type { Tx } from '#kernel/database.ts';
import { ValidationError } from '#kernel/errors.ts';
import { lockPayment, paymentName } from '#features/money/payments/receive-payment.ts';
import { paidStatuses } from '#features/money/payments/payments.ts';
import { providers } from '../gateways.ts';
import { decideReview } from './decide-review.ts';
import { findReview } from './find-review.ts';

/** The transfer is the payment that was recorded already: nothing more is credited. Returns the payment's name. */
export async function joinReview(tx: Tx, actor: Actor, reviewId: number): Promise<string> {
  const review = await findReview(tx, actor, reviewId);
  const { institutionId, reason, paymentId, provider, reference } = review;
  allow(actor, 'payments.place', institutionId);
  if (reason !== 'recorded') throw new ValidationError('form', 'There is no recorded payment to join it to.');
  const payment = (await lockPayment(tx, institutionId, paymentId!))!;
  const name = paymentName(payment);
  await decideReview(tx, actor, review, { state: 'joined' });
  if (!paidStatuses.some((status) => status === payment.status))
    throw new ValidationError('form', `${name} has been reversed. Credit what was received instead.`);
  await record(tx, actor, 'payments.joinOnline', {
    institutionId,
    subject: { type: 'payment', id: paymentId! },
    summary: `joined ${providers[provider]} ${reference} to ${name}, which had been recorded already`,
  });
  return name;
}
