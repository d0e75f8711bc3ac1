import { and, desc, eq } from 'drizzle-orm';
import { systemActor, type Actor } from '#kernel/actor.ts';
import type { Db, Tx } from '#kernel/database.ts';
import { NotFound, ValidationError } from '#kernel/errors.ts';
import { lockOrder } from '#features/online/orders/lock-order.ts';
import { orderCode, type OrderKey } from '#features/online/orders/order-code.ts';
import { describeOrder } from '#features/online/orders/buyer/describe-order.ts';
import type { Order } from '#features/online/orders/orders.schema.ts';
import { isPayable } from '#features/online/orders/orders.ts';
import { reopenOrder } from '#features/online/orders/sale/reopen-order.ts';
import type { Visitor } from '#features/online/orders/sale/reserve-unpaid.ts';
import { onlinePayments } from '../gateways.schema.ts';
import { moneyDay } from '../online/money-day.ts';
import { whereOnline, type OnlinePayment } from '../online/own-payment.ts';
import { recordAttempt } from '../online/record-attempt.ts';
import type { Claimed } from '../online/start-online.ts';

/** Buyers act without an account; the audit log says so. */
export const buyerActor = (institutionId: number): Actor => systemActor(institutionId, 'Buyer');

/** How long an attempt whose page is known is used again. */
const sameAttemptMinutes = 10;

/**
 * Gets an order ready to be paid and claims the start of a payment: the attempt of a moment ago, or a new one. An order
 * that expired is opened again, if there is still stock.
 */
export async function payOrder(tx: Tx, visitor: Visitor, key: OrderKey): Promise<Claimed> {
  const { secret } = visitor;
  const { institutionId, orderId } = key;
  const order = await lockOrder(tx, institutionId, orderId);
  if (!order) throw new NotFound('order');
  if (!isPayable(order.status))
    throw new ValidationError('form', 'This order has been paid. You don’t need to pay again.');
  const last = await lastAttempt(tx, key);
  const isFresh = last && Date.now() - last.createdAt.getTime() < sameAttemptMinutes * 60_000;
  if (order.status === 'created' && isFresh && last.status === 'open' && last.page)
    return claimed(secret, order, last, false);
  await reopenOrder(tx, order, visitor);
  const id = await recordAttempt(tx, buyerActor(institutionId), secret, institutionId, {
    amount: order.amount,
    currency: order.currency,
    day: await moneyDay(tx, institutionId, null, null),
    payerName: order.buyerName,
    payerContact: order.buyerEmail ?? order.buyerPhone,
    shares: [],
    note: await describeOrder(tx, order),
    accountId: null,
    orderId,
  });
  const [payment] = await tx
    .update(onlinePayments)
    .set({ status: 'starting' })
    .where(whereOnline({ institutionId, id }))
    .returning();
  return claimed(secret, order, payment!, true);
}

const claimed = (secret: Buffer, order: Order, payment: OnlinePayment, isClaimed: boolean): Claimed => ({
  payment,
  isClaimed,
  email: order.buyerEmail,
  name: order.buyerName ?? 'Buyer',
  returnTo: `/orders/${orderCode(secret, { institutionId: order.institutionId, orderId: order.id })}`,
});

/** The latest attempt to pay an order. */
export async function lastAttempt(db: Db, { institutionId, orderId }: OrderKey): Promise<OnlinePayment | undefined> {
  const [row] = await db
    .select()
    .from(onlinePayments)
    .where(and(eq(onlinePayments.institutionId, institutionId), eq(onlinePayments.orderId, orderId)))
    .orderBy(desc(onlinePayments.id))
    .limit(1);
  return row;
}
