import { systemActor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import { recordPending } from '#features/money/payments/receive-payment.ts';
import { onlinePayments, onlineReviews } from '#features/online/gateways/gateways.schema.ts';

/** An online payment that waits, and something to review. */
export async function fillOnline(tx: Tx, institutionId: number, accountId: number): Promise<void> {
  const actor = systemActor(institutionId, 'The world', accountId);
  const of = { institutionId, provider: 'paystack', mode: 'live', reference: `AKD-${institutionId}-WAITS` } as const;
  const paymentId = await recordPending(tx, actor, institutionId, {
    channel: 'gateway',
    provider: of.provider,
    reference: of.reference,
    amount: 500_000,
    day: '2026-11-20',
    shares: [],
  });
  await tx
    .insert(onlinePayments)
    .values({ ...of, paymentId, amount: 500_000, currency: 'NGN', accountId, status: 'open' });
  await tx
    .insert(onlineReviews)
    .values({ ...of, reason: 'unknown', received: 500_000, receivedCurrency: 'NGN', paymentId });
}
