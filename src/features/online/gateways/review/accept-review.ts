import { z } from 'zod';
import { allow, membershipIn, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { approvalKind } from '#kernel/contracts/approval-kind.ts';
import { type Tx, hasKey } from '#kernel/database.ts';
import { ValidationError } from '#kernel/errors.ts';
import { formatMoney } from '#kernel/money.ts';
import { requestApproval, type Requested } from '#features/records/approvals/request-approval.ts';
import { receiptNumber } from '#features/money/payments/payments.ts';
import { acceptable, providers } from '../gateways.ts';
import { allocateOldestFirst } from '#features/money/invoices/dues/allocate.ts';
import { lockOpenInvoices } from '#features/money/invoices/open-invoices.ts';
import { lockOrder } from '#features/online/orders/order-code.ts';
import type { Order } from '#features/online/orders/orders.schema.ts';
import { applyPayment } from '#features/online/orders/sale/orders.ts';
import { changeOrderPayment } from '#features/money/payments/corrections/refund-order.ts';
import { lockPayment, receivePayment } from '#features/money/payments/receive-payment.ts';
import {
  changePending,
  endPending,
  reopenPending,
  settlePending,
  type LockedPayment,
} from '#features/money/payments/settle-pending.ts';
import { onlinePayments, onlineReviews } from '../gateways.schema.ts';
import { ownerOf } from '../online/receive-event.ts';
import { areThere, lockPayers } from '../online/settle-online.ts';
import { lockReceiver, receiveTransfer, moneyDay } from '../online/receive-transfer.ts';
import { notifyOfPayment, whereOnline, type OnlinePayment } from '../online/plan-payment.ts';
import { decideReview, findReview, type Review } from './reviews.ts';

export const acceptReviewApproval = approvalKind({
  kind: 'payments.acceptOnline',
  label: 'Online payment',
  permission: 'payments.approve',
  payload: z.object({ reviewId: z.number() }),
  async act(tx, asker, { reviewId }, { services }) {
    return { message: String(await acceptReview(tx, asker, services.secret, reviewId, { approved: true })) };
  },
});

/**
 * Credits what a provider has really received, once a second person agrees: to the students it was meant for, or to
 * unidentified payments if nobody knows whose it is.
 */
export async function acceptReview(
  tx: Tx,
  actor: Actor,
  secret: Buffer,
  reviewId: number,
  { approved = false } = {},
): Promise<string | Requested> {
  const review = await findReview(tx, actor, reviewId);
  const { institutionId, received, provider, reference } = review;
  allow(actor, 'payments.place', institutionId);
  const { currency } = membershipIn(actor, institutionId)!;
  if (!acceptable.includes(review.reason) || !received || review.receivedCurrency !== currency)
    throw new ValidationError('form', 'This can’t be credited here. Mark it as handled once you have settled it.');
  const money = formatMoney({ minor: received, currency });
  if (!approved) {
    if (review.state !== 'open') throw new ValidationError('form', 'Someone has already decided this.');
    return requestApproval(tx, actor, acceptReviewApproval, {
      institutionId,
      subject: { type: 'online_review', id: reviewId },
      payload: { reviewId },
      summary: `credit ${money} that ${providers[provider]} received as ${reference}`,
    });
  }
  const receipt = await creditReceived(tx, actor, secret, review, received);
  await record(tx, actor, 'payments.acceptOnline', {
    institutionId,
    subject: { type: 'online_review', id: reviewId },
    summary: `credited ${money} from ${providers[provider]} (${reference}) after a review, ${receiptNumber(receipt)}`,
  });
  return `${money} is credited, ${receiptNumber(receipt)}.`;
}

/** Credits what a review is about, as two people have agreed. Returns the receipt number. */
async function creditReceived(tx: Tx, actor: Actor, secret: Buffer, review: Review, received: number): Promise<number> {
  if (review.onlinePaymentId) return creditKnown(tx, actor, secret, review, received);
  return review.reason === 'recorded'
    ? creditOwner(tx, actor, review, received)
    : toSuspense(tx, actor, review, received);
}

/** Into a student's own account, and another one than the recorded payment. */
async function creditOwner(tx: Tx, actor: Actor, review: Review, received: number): Promise<number> {
  const amount = { minor: received, currency: review.receivedCurrency! };
  const owner = await ownerOf(tx, review, review.details['account']!);
  if (owner === null || (await lockReceiver(tx, { ...review, amount }, owner)))
    return toSuspense(tx, actor, review, received);
  await decideReview(tx, actor, review, { state: 'accepted' });
  const senderName = review.details['senderName'];
  const { receipt } = await receiveTransfer(
    tx,
    actor,
    { ...review, amount, paidAt: review.createdAt, senderName },
    owner,
  );
  return receipt;
}

async function creditKnown(tx: Tx, actor: Actor, secret: Buffer, review: Review, received: number): Promise<number> {
  const { institutionId, onlinePaymentId, createdAt } = review;
  const where = whereOnline({ institutionId, id: onlinePaymentId! });
  const [seen] = await tx.select().from(onlinePayments).where(where);
  const order = seen!.orderId === null ? null : (await lockOrder(tx, institutionId, seen!.orderId))!;
  const students = await lockPayers(tx, institutionId, seen!.paymentId!);
  const [online] = await tx.select().from(onlinePayments).where(where).for('no key update');
  const payment = (await lockPayment(tx, institutionId, online!.paymentId!))!;
  await decideReview(tx, actor, review, { state: 'accepted' });
  if (online!.status === 'paid') throw new ValidationError('form', 'This payment has since been credited.');
  const waiting = payment.status === 'pending' ? payment : await reopenPending(tx, payment);
  const ids = students.map(({ id }) => id);
  if (order) return creditOrder(tx, actor, review, { secret, order, online: online!, waiting, received });
  if (!areThere(students)) return giveToSuspense(tx, actor, review, { online: online!, waiting, received });
  const shares = await sharesOfReceived(tx, institutionId, ids, received);
  const changed = await changePending(tx, waiting, shares);
  const day = await moneyDay(tx, institutionId, createdAt, online!.createdAt);
  await tx.update(onlinePayments).set({ status: 'paid', nextCheckAt: null }).where(where);
  await notifyOfPayment(tx, actor, online!, received);
  return settlePending(tx, actor, changed, day);
}

/** An order is fulfilled if all of it came; any other amount is owed back to the buyer. */
async function creditOrder(
  tx: Tx,
  actor: Actor,
  review: Review,
  paid: { secret: Buffer; order: Order; online: OnlinePayment; waiting: LockedPayment; received: number },
): Promise<number> {
  const { secret, order, online, waiting, received } = paid;
  const day = await moneyDay(tx, order.institutionId, review.createdAt, online.createdAt);
  const changed = await changeOrderPayment(tx, waiting, received);
  await tx.update(onlinePayments).set({ status: 'paid', nextCheckAt: null }).where(whereOnline(online));
  await notifyOfPayment(tx, actor, online, received);
  const receipt = await settlePending(tx, actor, changed, day);
  const payment: LockedPayment = { ...changed, status: 'successful', day, receiptNumber: receipt };
  await applyPayment(tx, actor, { secret, order, payment, day });
  return receipt;
}

/** The students it was for are gone: their payment ends, and the money waits to be identified. */
async function giveToSuspense(
  tx: Tx,
  actor: Actor,
  review: Review,
  { online, waiting, received }: { online: OnlinePayment; waiting: LockedPayment; received: number },
): Promise<number> {
  await endPending(tx, actor, waiting, 'failed', 'The student’s record has been merged since');
  await tx.update(onlinePayments).set({ status: 'handled', nextCheckAt: null }).where(whereOnline(online));
  return receiveUnidentified(tx, actor, review, received, 1);
}

/** What was received over the students' dues, the oldest first; what is left is the first one's credit. */
async function sharesOfReceived(tx: Tx, institutionId: number, studentIds: number[], received: number) {
  const open = await lockOpenInvoices(tx, institutionId, studentIds);
  const { allocations, rest } = allocateOldestFirst(open, received);
  const shares = new Map(studentIds.map((id) => [id, 0]));
  for (const { invoiceId, amount } of allocations) {
    const { studentId } = open.find(({ id }) => id === invoiceId)!;
    shares.set(Number(studentId), shares.get(Number(studentId))! + amount);
  }
  shares.set(studentIds[0]!, shares.get(studentIds[0]!)! + rest);
  return Array.from(shares, ([studentId, amount]) => ({ studentId, amount })).filter(({ amount }) => amount > 0);
}

async function toSuspense(tx: Tx, actor: Actor, review: Review, received: number): Promise<number> {
  await decideReview(tx, actor, review, { state: 'accepted' });
  return receiveUnidentified(tx, actor, review, received);
}

async function receiveUnidentified(tx: Tx, actor: Actor, review: Review, amount: number, referenceAgain = 0) {
  const { institutionId, id, provider, mode, reference, createdAt } = review;
  const day = await moneyDay(tx, institutionId, createdAt, createdAt);
  const { id: paymentId, receipt } = await receivePayment(tx, actor, institutionId, {
    channel: 'gateway',
    provider,
    reference: reference.slice(0, 100),
    referenceAgain,
    amount,
    day,
    shares: [],
    isTest: mode === 'test',
  });
  await tx
    .update(onlineReviews)
    .set({ paymentId })
    .where(hasKey(onlineReviews, institutionId, id));
  return receipt!;
}
