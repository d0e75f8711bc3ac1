import { and, eq } from 'drizzle-orm';
import { z } from 'zod';
import { allow, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import type { Tx } from '#kernel/database.ts';
import { Refused } from '#kernel/errors.ts';
import { line } from '#kernel/schemas.ts';
import { lockPayment } from '#features/receivables/receive-payment.ts';
import { endPending } from '#features/receivables/settle-pending.ts';
import { onlinePayments, onlineReviews } from '../gateways.schema.ts';
import { providers } from '../gateways.ts';
import { whereOnline } from '../online/own-payment.ts';
import { findReview, lockReview } from './find-review.ts';

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
  const locked = await lockReview(tx, institutionId, reviewId);
  if (locked.state !== 'open') throw new Refused('form', 'Somebody has decided this already.');
  await tx
    .update(onlineReviews)
    .set({ state: 'handled', note, decidedAt: new Date(), decidedBy: actor.accountId })
    .where(and(eq(onlineReviews.institutionId, institutionId), eq(onlineReviews.id, reviewId)));
  await record(tx, actor, 'payments.handleOnline', {
    institutionId,
    subject: { type: 'online_review', id: reviewId },
    summary: `marked ${providers[provider]} ${reference} as handled without crediting it`,
    details: { note },
  });
}
