import type { Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import type { Day } from '#kernel/dates.ts';
import { formatMoney } from '#kernel/money.ts';
import { refundOrderPayment } from '#features/money/payments/corrections/refund-order.ts';
import { settleWithCommit, type LockedPayment } from '#features/money/payments/settle-pending.ts';
import { whereOrder } from '../lock-order.ts';
import { isPayable, orderNumber, orderProblems, type OrderProblem } from '../orders.ts';
import { fulfil } from './fulfil.ts';
import type { Tx } from '#kernel/database.ts';
import { orders, type Order } from '../orders.schema.ts';
import { holdersOf, notify } from '#kernel/notify.ts';

export interface Settling {
  secret: Buffer;
  order: Order;
  payment: LockedPayment;
  day: Day;
}

/**
 * The money of an order's pending payment is there: posts it and fulfils the order. Money that comes a second time or of
 * another amount is owed back at once. Order and payment are locked, in this order.
 */
export async function settleOrder(tx: Tx, actor: Actor, { secret, order, payment, day }: Settling): Promise<void> {
  await settleWithCommit(tx, actor, payment, day, []);
  await applyPayment(tx, actor, { secret, order, payment: { ...payment, status: 'successful', day }, day });
}

/** What a successful payment does for its order: pays it, or is owed back. */
export async function applyPayment(tx: Tx, actor: Actor, { secret, order, payment, day }: Settling): Promise<void> {
  if (!isPayable(order.status)) return owe(tx, actor, { order, payment, day, problem: 'paid_twice' });
  if (payment.amount !== order.amount) return owe(tx, actor, { order, payment, day, problem: 'another_amount' });
  const paid = { status: 'paid', paymentId: payment.id, paidAt: new Date(), problem: null, reservedBy: null } as const;
  await tx.update(orders).set(paid).where(whereOrder(order));
  const problem = await fulfil(tx, actor, secret, { ...order, ...paid }, day);
  if (!problem) return;
  // Sold out: the buyer gets the next pins. Declined: a person decides, for the offer may be renewed.
  await tx.update(orders).set({ problem }).where(whereOrder(order));
  const done = problem === 'sold_out' ? 'and its buyer waits for the next pins. Make more, or refund it' : null;
  await tellOffice(
    tx,
    order,
    `${orderNumber(order.number)} is paid${done ? `, ${done}` : `: ${orderProblems[problem].toLowerCase()}`}`,
  );
}

/** Owes a payment back to the buyer; a refund that the office hands over like any other. */
async function owe(
  tx: Tx,
  actor: Actor,
  { order, payment, day, problem }: Omit<Settling, 'secret'> & { problem: OrderProblem },
): Promise<void> {
  const { institutionId, currency } = order;
  const reason = `${orderNumber(order.number)}: ${orderProblems[problem].toLowerCase()}`;
  await refundOrderPayment(tx, actor, payment, { from: 'orders', reason, day });
  await tx.update(orders).set({ problem }).where(whereOrder(order));
  const money = formatMoney({ minor: payment.amount, currency });
  await record(tx, actor, 'orders.owe', {
    institutionId,
    summary: `owes ${money} back for ${reason}`,
    subject: { type: 'order', id: order.id },
    details: { payment: payment.id, problem },
  });
  await tellOffice(tx, order, `${money} has to be refunded. ${reason}`);
}

/** Notifies the people who refund. */
const tellOffice = (tx: Tx, { institutionId, id }: Order, title: string) =>
  notify(tx, {
    institutionId,
    to: holdersOf(institutionId, 'payments.reverse'),
    kind: 'orders.problem',
    title,
    href: `/pin_transactions/${id}`,
  });
