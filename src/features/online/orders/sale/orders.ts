import { type Actor, systemActor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import type { Day } from '#kernel/dates.ts';
import { formatMoney } from '#kernel/money.ts';
import { refundOrderPayment } from '#features/money/payments/corrections/refund-order.ts';
import { settleWithCommit, type LockedPayment } from '#features/money/payments/settle-pending.ts';
import { whereOrder, lockOrder } from '../order-code.ts';
import {
  isPayable,
  orderNumber,
  orderProblems,
  type OrderProblem,
  waitMinutes,
  type OrderKind,
  orderKinds,
} from '../orders.ts';
import { fulfil, reserveUnpaid, type Visitor } from './sell.ts';
import { type Tx, type Database, query } from '#kernel/database.ts';
import { orders, type Order } from '../orders.schema.ts';
import { holdersOf, notify } from '#kernel/notify.ts';
import { releasePins } from '#features/money/pins/sale/reserve-pins.ts';
import { and, eq, isNull, sql } from 'drizzle-orm';
import { take } from '#kernel/counters.ts';
import { ValidationError } from '#kernel/errors.ts';
import { institutions } from '#kernel/identity.schema.ts';
import { countOf } from '#ui/format.ts';
import { pinKinds } from '#features/money/pins/pins.schema.ts';
import { ownHosts, ownOrigin } from '#features/school/site/own-hosts.ts';
import { dayInBooks } from '#features/money/ledger/day-in-books.ts';

interface Settling {
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

/** Ends an order that was not paid; what it reserved comes back. It can be paid all the same, if there is still stock. */
export async function endOrder(tx: Tx, order: Order, status: 'failed' | 'expired'): Promise<void> {
  if (order.status !== 'created') return;
  await releasePins(tx, { institutionId: order.institutionId, orderId: order.id });
  await tx.update(orders).set({ status, reservedBy: null }).where(whereOrder(order));
}

export interface Buyer {
  name: string | null;
  email: string | null;
  /** In E.164. */
  phone: string | null;
}

type Columns = Omit<typeof orders.$inferInsert, 'number' | 'currency' | 'amount' | 'expiresAt' | 'origin'>;

/** Inserts an order under the next number; its amount follows from price and quantity. */
export async function insertOrder(tx: Tx, origin: string, columns: Columns): Promise<Order> {
  const { institutionId, quantity = 1, unitPrice, kind } = columns;
  const [institution] = await tx
    .select({ currency: institutions.currency, hosts: ownHosts(sql`${institutionId}::int`) })
    .from(institutions)
    .where(eq(institutions.id, institutionId));
  const number = await take(tx, institutionId, 'order');
  const [order] = await tx
    .insert(orders)
    .values({
      ...columns,
      number,
      origin: ownOrigin(institution!.hosts, origin),
      amount: unitPrice * quantity,
      currency: institution!.currency,
      expiresAt: expiry(kind),
    })
    .returning();
  return order!;
}

export const expiry = (kind: OrderKind) =>
  sql<Date>`now() + make_interval(mins => ${waitMinutes[kind]}::int)` as unknown as Date;

const buyerColumns = ({ name, email, phone }: Buyer) => ({
  buyerName: name,
  buyerEmail: email,
  buyerPhone: phone,
});

/** A kind of pin that is on sale, with the price of now. Locked: sales and reservations of a kind follow each other. */
export async function kindOnSale(tx: Tx, institutionId: number, kindId: number) {
  const [kind] = await tx
    .select()
    .from(pinKinds)
    .where(and(eq(pinKinds.institutionId, institutionId), eq(pinKinds.id, kindId), isNull(pinKinds.archivedAt)))
    .for('no key update');
  return kind;
}

interface PinOrder {
  institutionId: number;
  kindId: number;
  quantity: number;
  buyer: Buyer;
  origin: string;
  /** Whose unpaid orders are counted; null for the demonstration. */
  visitor: Visitor | null;
}

/** An order of pins, which are reserved until it expires. The price is ours, whatever the buyer’s page said. */
export async function createPinOrder(tx: Tx, wanted: PinOrder): Promise<Order> {
  const { institutionId, kindId, quantity, buyer, origin, visitor } = wanted;
  const kind = await kindOnSale(tx, institutionId, kindId);
  if (!kind?.isOnSale || kind.price === 0)
    throw new ValidationError('kind_id', 'This pin isn’t sold online. Choose another one, or ask the school.');
  if (quantity > kind.mostPerOrder)
    throw new ValidationError('quantity', `You can buy up to ${countOf(kind.mostPerOrder, 'pin')} at once.`);
  const order = await insertOrder(tx, origin, {
    institutionId,
    kind: 'pins',
    pinKindId: kindId,
    quantity,
    unitPrice: kind.price,
    ...buyerColumns(buyer),
  });
  return reserveUnpaid(tx, order, visitor);
}

type FeeKind = 'application' | 'acceptance';

interface FeeOf {
  institutionId: number;
  applicationId: number;
  kind: FeeKind;
  /** Minor units, from the intake: never from a form. */
  amount: number;
  buyer: Buyer;
  origin: string;
}

/**
 * The order of an application's fee. One that waits for its payment is used again; a paid one is refused. The
 * application is locked by the caller.
 */
export async function createFeeOrder(tx: Tx, { institutionId, applicationId, kind, amount, buyer, origin }: FeeOf) {
  const known = await tx
    .select()
    .from(orders)
    .where(and(isFee(institutionId, applicationId, kind), sql`${orders.status} <> 'refunded'`))
    .for('no key update');
  if (known.some(({ status }) => status === 'paid' || status === 'fulfilled'))
    throw new ValidationError('form', `The ${orderKinds[kind].toLowerCase()} has been paid already.`);
  const waiting = known.find((order) => order.amount === amount);
  if (waiting) return renew(tx, waiting);
  return insertOrder(tx, origin, { institutionId, kind, applicationId, unitPrice: amount, ...buyerColumns(buyer) });
}

async function renew(tx: Tx, order: Order): Promise<Order> {
  const [renewed] = await tx
    .update(orders)
    .set({ status: 'created', expiresAt: expiry(order.kind) })
    .where(whereOrder(order))
    .returning();
  return renewed!;
}

const isFee = (institutionId: number, applicationId: number, kind: FeeKind) =>
  and(eq(orders.institutionId, institutionId), eq(orders.applicationId, applicationId), eq(orders.kind, kind));

/** Makes a locked order ready to be paid once more: what it reserved before is reserved again, or it is sold out. */
export async function reopenOrder(tx: Tx, order: Order, visitor: Visitor): Promise<void> {
  if (!isPayable(order.status))
    throw new ValidationError('form', 'This order has been paid. You don’t need to pay again.');
  if (order.kind === 'pins') await reserveUnpaid(tx, order, visitor);
  else
    await tx
      .update(orders)
      .set({ status: 'created', expiresAt: expiry(order.kind) })
      .where(whereOrder(order));
}

export interface ServeServices {
  database: Database;
  secret: Buffer;
}

/** Gives pins that became free or were made to buyers who paid after the last one was sold, who paid first first. */
export async function serveNext({ database, secret }: ServeServices, signal?: AbortSignal): Promise<void> {
  const kinds = await database.anonymous(
    (tx) =>
      query<{ institutionId: number; kindId: number }>(tx)`
      select institution_id as "institutionId", pin_kind_id as "kindId" from akada_pins_waited_for()`,
  );
  for (const { institutionId, kindId } of kinds) {
    const one = () => database.asSystem([institutionId], (tx) => serveOne(tx, secret, institutionId, kindId));
    while (!signal?.aborted && (await one()));
  }
}

/** Whether the first who waits got their pins. */
async function serveOne(tx: Tx, secret: Buffer, institutionId: number, kindId: number): Promise<boolean> {
  const [first] = await query<{ id: number; today: string }>(tx)`
    select o.id, (now() at time zone i.time_zone)::date::text as today
    from orders o join institutions i on i.id = o.institution_id
    where o.institution_id = ${institutionId} and o.pin_kind_id = ${kindId}::bigint and o.status = 'paid'
      and o.problem = 'sold_out' order by o.paid_at, o.id limit 1`;
  const order = first && (await lockOrder(tx, institutionId, Number(first.id)));
  if (!order) return false;
  // Refunded or served meanwhile.
  if (order.status !== 'paid' || order.problem !== 'sold_out') return true;
  const day = (await dayInBooks(tx, institutionId))(first.today);
  return (await fulfil(tx, systemActor(institutionId, 'Pins'), secret, order, day)) === null;
}
