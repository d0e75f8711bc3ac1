import type { Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { type Tx, query, hasKey } from '#kernel/database.ts';
import type { Day } from '#kernel/dates.ts';
import { recordFeePaid } from '#features/admission/admissions/decisions/accept-offer.ts';
import type { AccountRole } from '#features/money/ledger/chart.ts';
import { post } from '#features/money/ledger/post.ts';
import { releasePins, sellPins, reservePins } from '#features/money/pins/sale/reserve-pins.ts';
import { orders, type Order } from '../orders.schema.ts';
import { orderNumber, type OrderKind, orderKinds, waitMinutes } from '../orders.ts';
import { eq, sql } from 'drizzle-orm';
import { institutions } from '#kernel/identity.schema.ts';
import { reachable } from '#kernel/messages/queue.ts';
import { queueForVisitor } from '#kernel/messages/visitor-messages.ts';
import { countOf } from '#ui/format.ts';
import { orderCode, whereOrder } from '../order-code.ts';
import { pinKinds } from '#features/money/pins/pins.schema.ts';
import { ValidationError } from '#kernel/errors.ts';
import { networkOf } from '#kernel/network-of.ts';
import { keyedHash, keyFor } from '#kernel/secrets/keys.ts';

/** Where the money of an order goes once it is fulfilled. */
export const incomeOf: Record<OrderKind, AccountRole> = {
  pins: 'pin_sales',
  application: 'application_fees',
  acceptance: 'acceptance_fees',
};

/** Gives a paid order what it is for, once: the order is locked. Returns why it can't be given. */
export async function fulfil(tx: Tx, actor: Actor, secret: Buffer, order: Order, day: Day) {
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

/** Sends the buyer the link of the order, by e-mail or SMS. The link shows the pins, so nobody else can read the message. */
async function messageBuyer(tx: Tx, secret: Buffer, order: Order): Promise<void> {
  const { institutionId, id: orderId, kind, quantity, buyerEmail, buyerPhone, origin } = order;
  const to = reachable({ email: buyerEmail, phone: buyerPhone });
  // At the office the buyer leaves with a card or a slip.
  if (!to) return;
  const [institution] = await tx
    .select({ name: institutions.name })
    .from(institutions)
    .where(eq(institutions.id, institutionId));
  const what = kind === 'pins' ? `Your ${countOf(quantity, 'pin')}` : orderKinds[kind];
  const link = `${origin}/orders/${orderCode(secret, { institutionId, orderId })}`;
  // Beyond the limits the order's own page shows the same.
  await queueForVisitor(tx, institutionId, {
    ...to,
    event: 'orders.paid',
    keyKind: 'order',
    subject: `${what} from ${institution!.name}`,
    body: `${institution!.name}: ${orderNumber(order.number)} is paid. ${what}: ${link} Do not share this link.`,
  });
}

/** Locks a kind of pin, after the order and before its pins: two people who take pins of one stock don't count the same ones. */
const lockKind = (tx: Tx, institutionId: number, kindId: number) =>
  tx
    .select({ id: pinKinds.id })
    .from(pinKinds)
    .where(hasKey(pinKinds, institutionId, kindId))
    .for('no key update');

/** Pins of a kind that can be sold without a card, free or promised. */
export async function stockOf(tx: Tx, institutionId: number, kindId: number): Promise<number> {
  const [row] = await query<{ count: number }>(tx)`
    select count(*)::int as count from pins p join institutions i on i.id = p.institution_id
    where p.institution_id = ${institutionId} and p.kind_id = ${kindId}::bigint and p.status = 'available'
      and not p.is_card and p.expires_on >= (now() at time zone i.time_zone)::date`;
  return row!.count;
}

/** Pins of a kind that buyers have paid for and wait for; with an order, by those who paid before it. */
export async function pinsOwed(tx: Tx, institutionId: number, kindId: number, before?: Pick<Order, 'id' | 'paidAt'>) {
  const [row] = await query<{ count: number }>(tx)`select coalesce(sum(quantity), 0)::int as count from orders
    where institution_id = ${institutionId} and pin_kind_id = ${kindId}::bigint and status = 'paid' and problem = 'sold_out'
      ${before ? sql`and (paid_at, id) < (${before.paidAt}::timestamptz, ${before.id}::bigint)` : sql``}`;
  return row!.count;
}

/** Whether an order that was just paid can have its pins now: they are reserved, or nobody who paid before waits for them. */
async function isNext(tx: Tx, order: Order): Promise<boolean> {
  const { institutionId, id, quantity, pinKindId } = order;
  const [row] = await query<{ reserved: number }>(tx)`
    select count(*)::int as reserved from pins p join institutions i on i.id = p.institution_id
    where p.institution_id = ${institutionId} and p.order_id = ${id} and p.status = 'reserved'
      and p.expires_on >= (now() at time zone i.time_zone)::date`;
  const missing = quantity - row!.reserved;
  if (missing <= 0) return true;
  await lockKind(tx, institutionId, pinKindId!);
  const owed = await pinsOwed(tx, institutionId, pinKindId!, order);
  return (await stockOf(tx, institutionId, pinKindId!)) - owed >= missing;
}

/** Somebody without an account, as the request shows them. */
export interface Visitor {
  secret: Buffer;
  /** Of the network. */
  address: string;
  /** Of the browser: signed by the server. */
  cookie: string;
}

/** How many pins of a stock one visitor may reserve without having paid: a tenth, at least five. */
export const mostUnpaid = (stock: number): number => Math.max(5, Math.floor(stock / 10));

/**
 * How long pins stay reserved. Half an hour while more than half of the stock is left, then shorter with what is left, so
 * that the last pins go to those who pay; never less than it takes to pay: `30 × 2 × left / stock` minutes, from 8 to 30.
 */
export const reservedMinutes = (left: number, stock: number): number =>
  Math.max(8, Math.min(waitMinutes.pins, Math.round((waitMinutes.pins * 2 * left) / Math.max(stock, 1))));

/**
 * Reserves an order's pins until it is paid or expires, and refuses more than one visitor may have unpaid. The order is
 * locked or new; the kind of pin is locked here, so that two orders at once count each other.
 */
export async function reserveUnpaid(tx: Tx, order: Order, visitor: Visitor | null): Promise<Order> {
  const { institutionId, id: orderId, quantity } = order;
  const kindId = order.pinKindId!;
  const of = { institutionId, orderId };
  await lockKind(tx, institutionId, kindId);
  await releasePins(tx, of);
  const unpaid = await unpaidOrders(tx, order);
  const free = await stockOf(tx, institutionId, kindId);
  const stock = free + unpaid.reduce((sum, other) => sum + other.quantity, 0);
  const keys = visitor ? await keysOf(tx, order, visitor) : null;
  if (keys) refuseTooMany(unpaid, { keys, quantity, most: mostUnpaid(stock) });
  // Those who have paid come first.
  const left = free - (await pinsOwed(tx, institutionId, kindId));
  if (left < quantity) throw soldOut(Math.max(left, 0));
  const reserved = await reservePins(tx, of, { kindId, quantity });
  if (reserved < quantity) throw soldOut(reserved);
  const minutes = reservedMinutes(left - quantity, stock);
  const [now] = await tx
    .update(orders)
    .set({
      status: 'created',
      reservedBy: keys,
      expiresAt: sql`now() + make_interval(mins => ${minutes}::int)` as unknown as Date,
    })
    .where(whereOrder(order))
    .returning();
  return now!;
}

interface Unpaid {
  quantity: number;
  keys: string[];
}

/** The other orders of the same kind of pin that wait for their payment. */
const unpaidOrders = (tx: Tx, { institutionId, id, pinKindId }: Order): Promise<Unpaid[]> =>
  query<Unpaid>(tx)`select quantity, coalesce(reserved_by, '{}') as keys from orders
    where institution_id = ${institutionId} and pin_kind_id = ${pinKindId} and status = 'created' and id <> ${id}`;

function refuseTooMany(unpaid: Unpaid[], { keys, quantity, most }: { keys: string[]; quantity: number; most: number }) {
  const held = keys.map((key) =>
    unpaid.filter((other) => other.keys.includes(key)).reduce((sum, other) => sum + other.quantity, 0),
  );
  const left = most - Math.max(...held);
  if (quantity <= left) return;
  throw new ValidationError(
    'quantity',
    left > 0
      ? `You can reserve ${countOf(left, 'more pin', 'more pins')} before you pay. Order fewer, or pay for your other orders first.`
      : `${countOf(most, 'pin is', 'pins are')} reserved by you or on your network and not paid yet. Pay for them first, or try again in a few minutes.`,
  );
}

/** What an order is counted by. Keyed and of one institution: nothing can be read from them or compared elsewhere. */
async function keysOf(tx: Tx, order: Order, { secret, address, cookie }: Visitor): Promise<string[]> {
  const { institutionId, buyerEmail, buyerPhone } = order;
  const [unknown] = await query<{ domain: string | null }>(tx)`
    select akada_unknown_mail_domain(${institutionId}, ${buyerEmail}) as domain`;
  const key = keyFor(secret, 'orders.reservedBy');
  return Object.entries({
    address: networkOf(address),
    cookie,
    phone: buyerPhone,
    // One mailbox, with or without +tag.
    mailbox: buyerEmail?.toLowerCase().replace(/\+[^@]*@/, '@'),
    domain: unknown!.domain,
  }).flatMap(([what, value]) =>
    value ? [keyedHash(key, `${institutionId}:${what}:${value}`).toString('base64url').slice(0, 22)] : [],
  );
}

export const soldOut = (left: number) =>
  new ValidationError(
    'quantity',
    left === 0
      ? 'These pins are sold out. Try again later, or ask the school.'
      : `Only ${countOf(left, 'pin is', 'pins are')} left. Order fewer.`,
  );
