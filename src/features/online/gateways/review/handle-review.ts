import { z } from 'zod';
import { allow, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import type { Tx } from '#kernel/database.ts';
import { line } from '#kernel/schemas.ts';
import { lockPayment } from '#features/money/payments/receive-payment.ts';
import { endPending } from '#features/money/payments/settle-pending.ts';
import { onlinePayments } from '../gateways.schema.ts';
import { providers } from '../gateways.ts';
import { whereOnline } from '../online/own-payment.ts';
import { decideReview } from './decide-review.ts';
import { findReview } from './find-review.ts';

export const HandleReview = z.object({ note: line(300, 'The note') });

/** Settled elsewhere, for example refunded at the provider: nothing is credited. */
export async function handleReview(
  tx: Tx,
  actor: Actor,
  reviewId: number,
  { note }: z.output<typeof HandleReview>,
): Promise<void> {
  const review = await findReview(tx, actor, reviewId);
  const { institutionId, onlinePaymentId, provider, reference } = review;
  allow(actor, 'payments.place', institutionId);
  if (onlinePaymentId) {
    const where = whereOnline({ institutionId, id: onlinePaymentId });
    const [online] = await tx.select().from(onlinePayments).where(where).for('no key update');
    const payment = (await lockPayment(tx, institutionId, online!.paymentId!))!;
    if (online!.status === 'review') {
      if (payment.status === 'pending') await endPending(tx, actor, payment, 'failed', note);
      await tx.update(onlinePayments).set({ status: 'handled', nextCheckAt: null }).where(where);
    }
  }
  await decideReview(tx, actor, review, { state: 'handled', note });
  await record(tx, actor, 'payments.handleOnline', {
    institutionId,
    subject: { type: 'online_review', id: reviewId },
    summary: `marked ${providers[provider]} ${reference} as handled without crediting it`,
    details: { note },
  });
}
