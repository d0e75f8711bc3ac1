import type { Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import type { Tx } from '#kernel/database.ts';
import type { Day } from '#kernel/dates.ts';
import { recordFeePaid } from '#features/admission/admissions/decisions/record-fee-paid.ts';
import type { AccountRole } from '#features/money/ledger/chart.ts';
import { post } from '#features/money/ledger/post.ts';
import { releasePins } from '#features/money/pins/sale/reserve-pins.ts';
import { sellPins } from '#features/money/pins/sale/sell-pins.ts';
import { messageBuyer } from '../buyer/message-buyer.ts';
import { whereOrder } from '../lock-order.ts';
import { orders, type Order } from '../orders.schema.ts';
import { orderNumber, type OrderKind, type OrderProblem } from '../orders.ts';
import { isNext } from './stock-of.ts';

/** Where the money of an order goes once it is fulfilled. */
export const incomeOf: Record<OrderKind, AccountRole> = {
  pins: 'pin_sales',
  application: 'application_fees',
  acceptance: 'acceptance_fees',
};

/** Gives a paid order what it is for, once: the order is locked. Returns why it can't be given. */
export async function fulfil(
  tx: Tx,
  actor: Actor,
  secret: Buffer,
  order: Order,
  day: Day,
): Promise<OrderProblem | null> {
  const { institutionId, id: orderId, kind, quantity, pinKindId } = order;
  if (order.status !== 'paid') throw new Error(`Order ${orderId} is ${order.status}, not paid.`);
  if (kind === 'pins' && !order.hasCards) {
    const of = { institutionId, orderId };
    if (!(await isNext(tx, order))) {
      await releasePins(tx, of);
      return 'sold_out';
    }
    if (!(await sellPins(tx, secret, of, { kindId: pinKindId!, quantity }))) return 'sold_out';
  }
  if (kind !== 'pins') {
    const fee = { institutionId, applicationId: order.applicationId!, kind, isPaid: true };
    if (!(await recordFeePaid(tx, actor, fee))) return 'declined';
  }
  await tx.update(orders).set({ status: 'fulfilled', fulfilledAt: new Date(), problem: null }).where(whereOrder(order));
  await post(tx, actor, institutionId, [
    {
      day,
      source: 'order',
      sourceId: orderId,
      description: `${orderNumber(order.number)} fulfilled`,
      lines: [
        { to: 'orders', amount: order.amount },
        { to: incomeOf[kind], amount: -order.amount },
      ],
    },
  ]);
  await record(tx, actor, 'orders.fulfil', {
    institutionId,
    summary: `fulfilled ${orderNumber(order.number)}`,
    subject: { type: 'order', id: orderId },
  });
  await messageBuyer(tx, secret, order);
  return null;
}
