import { allow, type Actor, institutionsWhere } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { type Tx, type Db, prepareOnce, hasKey } from '#kernel/database.ts';
import { ValidationError, orNotFound } from '#kernel/errors.ts';
import { lockPayment, paymentName } from '#features/money/payments/receive-payment.ts';
import { paidStatuses } from '#features/money/payments/payments.ts';
import { providers, type ReviewState, reviewReasons, type Provider, type ReviewReason } from '../gateways.ts';
import { and, eq, inArray } from 'drizzle-orm';
import { onlineReviews, onlinePayments } from '../gateways.schema.ts';
import { z } from 'zod';
import { line } from '#kernel/schemas.ts';
import { endPending } from '#features/money/payments/settle-pending.ts';
import { whereOnline, type OnlinePayment } from '../online/plan-payment.ts';
import type { FoundAnswer, GatewayMode } from '../providers/gateway.ts';
import { formatMoney } from '#kernel/money.ts';
import { holdersOf, notify } from '#kernel/notify.ts';

/** The transfer is the payment that was recorded already: nothing more is credited. Returns the payment's name. */
export async function joinReview(tx: Tx, actor: Actor, reviewId: number): Promise<string> {
  const review = await findReview(tx, actor, reviewId);
  const { institutionId, reason, paymentId, provider, reference } = review;
  allow(actor, 'payments.place', institutionId);
  if (reason !== 'recorded') throw new ValidationError('form', 'There is no recorded payment to match it to.');
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

interface Decision {
  state: Exclude<ReviewState, 'open'>;
  note?: string;
}

/** Ends a review. It is locked last, behind what it is about: one decision wins. */
export async function decideReview(
  tx: Tx,
  actor: Actor,
  { institutionId, id }: Pick<Review, 'institutionId' | 'id'>,
  decision: Decision,
): Promise<void> {
  const where = hasKey(onlineReviews, institutionId, id);
  const [locked] = await tx.select().from(onlineReviews).where(where).for('no key update');
  if (locked!.state !== 'open') throw new ValidationError('form', 'Someone has already decided this.');
  await tx
    .update(onlineReviews)
    .set({ ...decision, decidedAt: new Date(), decidedBy: actor.accountId })
    .where(where);
}

export type Review = typeof onlineReviews.$inferSelect;

/** NotFound for those who can't see payments. */
export async function findReview(db: Db, actor: Actor, id: number): Promise<Review> {
  const seen = institutionsWhere(actor, 'payments.view', 'payments.place');
  const [row] = await db
    .select()
    .from(onlineReviews)
    .where(and(inArray(onlineReviews.institutionId, seen), eq(onlineReviews.id, id)));
  return orNotFound(row, 'payment');
}

export const HandleReview = z.object({ note: line(300, 'The note') });

/** Settled elsewhere, for example refunded at the provider: nothing is credited. */
export async function handleReview(tx: Tx, actor: Actor, reviewId: number, { note }: z.output<typeof HandleReview>) {
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

/** What a provider reported about money that was not ours to credit by itself. */
export interface ProviderReport {
  institutionId: number;
  provider: Provider;
  mode: GatewayMode;
  reference: string;
  answer: FoundAnswer | null;
  paymentId?: number | null;
  details?: Record<string, string>;
}

/** Opens a review of one of our payments; a repeated report opens none. */
export function openReview(tx: Tx, online: OnlinePayment, reason: ReviewReason, answer: FoundAnswer | null) {
  const { institutionId, provider, mode, reference, paymentId } = online;
  return insertReview(tx, { institutionId, provider, mode, reference, answer, paymentId }, reason, online);
}

export async function insertReview(
  tx: Tx,
  { institutionId, provider, mode, reference, answer, paymentId, details = {} }: ProviderReport,
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
