import { and, eq } from 'drizzle-orm';
import { prepareOnce, type Tx } from '#kernel/database.ts';
import type { FoundAnswer, GatewayMode } from '../providers/gateway.ts';
import { formatMoney } from '#kernel/money.ts';
import { holdersOf, notify } from '#kernel/notify.ts';
import { onlineReviews } from '../gateways.schema.ts';
import { providers, reviewReasons, type Provider, type ReviewReason } from '../gateways.ts';
import type { OnlinePayment } from '../online/own-payment.ts';

/** What a provider reported about money that was not ours to credit by itself. */
export interface Reported {
  institutionId: number;
  provider: Provider;
  mode: GatewayMode;
  reference: string;
  answer: FoundAnswer | null;
  paymentId?: number | null;
  details?: Record<string, string>;
}

/** Opens a review of one of our payments; a repeated report opens none. */
export function openReview(
  tx: Tx,
  online: OnlinePayment,
  reason: ReviewReason,
  answer: FoundAnswer | null,
): Promise<void> {
  const { institutionId, provider, mode, reference, paymentId } = online;
  return insertReview(tx, { institutionId, provider, mode, reference, answer, paymentId }, reason, online);
}

export async function insertReview(
  tx: Tx,
  { institutionId, provider, mode, reference, answer, paymentId, details = {} }: Reported,
  reason: ReviewReason,
  online?: OnlinePayment,
): Promise<void> {
  const { raw = {}, channel = '' } = answer ?? {};
  const [made] = await tx
    .insert(onlineReviews)
    .values({
      institutionId,
      reason,
      provider,
      mode,
      reference,
      paymentId,
      ...(online && { onlinePaymentId: online.id, expected: online.amount, expectedCurrency: online.currency }),
      ...(answer && { providerId: answer.providerId, received: answer.amount.minor }),
      ...(answer && { receivedCurrency: answer.amount.currency }),
      details: {
        ...raw,
        ...(channel && { channel }),
        ...(answer && answer.reference !== reference && { reportedReference: answer.reference }),
        ...(answer?.account && { account: answer.account }),
        ...details,
      },
    })
    .onConflictDoNothing()
    .returning({ id: onlineReviews.id });
  if (!made) return;
  const received = answer ? formatMoney({ minor: answer.amount.minor, currency: answer.amount.currency }) : 'Money';
  await notify(tx, {
    institutionId,
    to: holdersOf(institutionId, 'payments.place'),
    kind: 'payments.needsReview',
    title: `A payment through ${providers[provider]} needs review`,
    body: `${received}, ${reference}: ${reviewReasons[reason].toLowerCase()}. Nothing was credited.`,
    href: '/online-payments/review',
    subject: `online-review:${made.id}`,
  });
}

/** What was to be decided has come right by itself. */
export const closeReviews = (
  tx: Tx,
  { institutionId, id }: Pick<OnlinePayment, 'institutionId' | 'id'>,
  note: string,
) =>
  prepareOnce(
    tx
      .update(onlineReviews)
      .set({ state: 'handled', note, decidedAt: new Date() })
      .where(
        and(
          eq(onlineReviews.institutionId, institutionId),
          eq(onlineReviews.onlinePaymentId, id),
          eq(onlineReviews.state, 'open'),
        ),
      ),
  );
