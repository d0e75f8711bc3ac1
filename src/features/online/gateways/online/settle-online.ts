import { and, asc, eq, sql } from 'drizzle-orm';
import type { Actor } from '#kernel/actor.ts';
import { prepareOnce, query, type Tx } from '#kernel/database.ts';
import { differences, type FoundAnswer, type GatewayAnswer } from '../providers/gateway.ts';
import { lockOrder } from '#features/online/orders/lock-order.ts';
import type { Order } from '#features/online/orders/orders.schema.ts';
import { endOrder } from '#features/online/orders/sale/end-order.ts';
import { settleOrder } from '#features/online/orders/sale/settle-order.ts';
import { lockPayment } from '#features/money/payments/receive-payment.ts';
import {
  endPending,
  reopenPending,
  settleWithCommit,
  type LockedPayment,
} from '#features/money/payments/settle-pending.ts';
import { onlinePaymentItems, onlinePayments } from '../gateways.schema.ts';
import { providers } from '../gateways.ts';
import { closeReviews, openReview } from '../review/open-review.ts';
import { areThere, lockPayers } from './lock-payers.ts';
import { moneyDay } from './money-day.ts';
import { whereOnline, type OnlinePayment } from './own-payment.ts';
import { notifyOfPayment } from './notify-of-payment.ts';
import { askForHours, giveUpAfterHours, nextCheck } from './next-check.ts';

/**
 * Applies what the provider answered about a payment, once: for a webhook, the return page or the job. Locks the students
 * or the order, then the online payment and the payment, and decides by what it finds behind the locks.
 */
export async function settleOnline(
  tx: Tx,
  actor: Actor,
  secret: Buffer,
  seen: OnlinePayment,
  answer: GatewayAnswer,
): Promise<void> {
  const { institutionId, paymentId } = seen;
  const order = seen.orderId === null ? null : (await lockOrder(tx, institutionId, seen.orderId))!;
  // Sent together, carried out in this order.
  const [students, [online], payment] = await Promise.all([
    lockPayers(tx, institutionId, paymentId!),
    prepareOnce(tx.select().from(onlinePayments).where(whereOnline(seen)).for('no key update')),
    lockPayment(tx, institutionId, paymentId!),
  ]);
  const outcome = await apply(tx, actor, { online: online!, payment: payment!, students, order, secret }, answer);
  if (order && outcome.status === 'failed' && order.status === 'created' && !(await isWaiting(tx, online!)))
    await endOrder(tx, order, 'failed');
  await prepareOnce(
    tx
      .update(onlinePayments)
      .set({
        ...outcome,
        checkedAt: sql`now()`,
        checks: sql`${onlinePayments.checks} + 1`,
        nextCheckAt: outcome.status === 'paid' ? null : nextCheck(online!),
      })
      .where(whereOnline(online!)),
  );
}

interface Locked {
  online: OnlinePayment;
  payment: LockedPayment;
  students: Awaited<ReturnType<typeof lockPayers>>;
  /** What is paid for, if it is no fee of a student. */
  order: Order | null;
  secret: Buffer;
}
type Outcome = Pick<OnlinePayment, 'status' | 'said'> & { providerId?: string };

async function apply(tx: Tx, actor: Actor, locked: Locked, answer: GatewayAnswer): Promise<Outcome> {
  const { online, payment } = locked;
  const said = answer.status;
  if (online.status === 'paid' || online.status === 'handled') {
    if (answer.status === 'reversed') await openReview(tx, online, 'reversed', answer);
    return { status: online.status, said: online.said };
  }
  if (answer.status === 'successful') return credit(tx, actor, locked, answer);
  if (online.status === 'review') return { status: 'review', said };
  // A bank transfer under way may take days; one that nobody has begun is given up sooner.
  const patience = said === 'pending' ? askForHours : giveUpAfterHours;
  const isOld = Date.now() - online.createdAt.getTime() > patience * 3_600_000;
  const ending = said === 'failed' || said === 'reversed' ? 'failed' : isOld ? 'abandoned' : null;
  if (!ending) return { status: online.status, said };
  const name = providers[online.provider];
  if (payment.status === 'pending')
    await endPending(tx, actor, payment, ending, ending === 'failed' ? `${name}: ${said}` : `Not paid at ${name}`);
  return { status: ending, said };
}

/** The provider has the money: credits it, or hands it to a person if it is not what was asked for. */
async function credit(tx: Tx, actor: Actor, locked: Locked, answer: FoundAnswer): Promise<Outcome> {
  const { online, payment, students, order, secret } = locked;
  const { institutionId, amount: minor, currency, provider } = online;
  const [different] = differences(answer, { reference: online.reference, amount: { minor, currency } });
  if (different === 'reference') {
    // An answer about another payment: nothing is known about this one.
    await openReview(tx, online, 'reference', answer);
    return { status: online.status, said: online.said };
  }
  if (different || (!order && !areThere(students))) {
    await openReview(tx, online, different ?? 'late', answer);
    return { status: 'review', said: answer.status, providerId: answer.providerId };
  }
  const waiting = payment.status === 'pending' ? payment : await reopenPending(tx, payment);
  const [items, day] = await Promise.all([
    itemsOf(tx, online),
    moneyDay(tx, institutionId, answer.paidAt, online.createdAt),
    closeReviews(tx, online, `Credited: ${providers[provider]} reported the expected payment.`),
    notifyOfPayment(tx, actor, online),
  ]);
  if (order) {
    await settleOrder(tx, actor, { secret, order, payment: waiting, day });
    return { status: 'paid', said: answer.status, providerId: answer.providerId };
  }
  const wanted = items.map((item) => ({ invoiceId: item.invoiceId!, amount: item.amount }));
  await settleWithCommit(tx, actor, waiting, day, wanted);
  return { status: 'paid', said: answer.status, providerId: answer.providerId };
}

/** Whether another attempt to pay the same order is under way. */
async function isWaiting(tx: Tx, { institutionId, orderId, id }: OnlinePayment): Promise<boolean> {
  const rows = await query(
    tx,
    sql`select from online_payments where institution_id = ${institutionId} and order_id = ${orderId}::bigint
      and id <> ${id}::bigint and status in ('recorded', 'starting', 'open')`,
  );
  return rows.length > 0;
}

const itemsOf = (tx: Tx, { institutionId, id }: OnlinePayment) =>
  prepareOnce(
    tx
      .select({ invoiceId: onlinePaymentItems.invoiceId, amount: onlinePaymentItems.amount })
      .from(onlinePaymentItems)
      .where(and(eq(onlinePaymentItems.institutionId, institutionId), eq(onlinePaymentItems.onlinePaymentId, id)))
      .orderBy(asc(onlinePaymentItems.invoiceId)),
  );
