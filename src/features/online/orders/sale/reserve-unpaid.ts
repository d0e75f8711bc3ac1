import { createHmac } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { query, type Tx } from '#kernel/database.ts';
import { ValidationError } from '#kernel/errors.ts';
import { networkOf } from '#kernel/network-of.ts';
import { keyFor } from '#kernel/secrets/sealed.ts';
import { countOf } from '#ui/format.ts';
import { releasePins, reservePins } from '#features/money/pins/sale/reserve-pins.ts';
import { whereOrder } from '../lock-order.ts';
import { orders, type Order } from '../orders.schema.ts';
import { waitMinutes } from '../orders.ts';
import { lockKind, pinsOwed, stockOf } from './stock-of.ts';

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
  query<Unpaid>(
    tx,
    sql`select quantity, coalesce(reserved_by, '{}') as keys from orders
      where institution_id = ${institutionId} and pin_kind_id = ${pinKindId} and status = 'created' and id <> ${id}`,
  );

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
  const [unknown] = await query<{ domain: string | null }>(
    tx,
    sql`select akada_unknown_mail_domain(${institutionId}, ${buyerEmail}) as domain`,
  );
  const key = keyFor(secret, 'orders.reservedBy');
  return Object.entries({
    address: networkOf(address),
    cookie,
    phone: buyerPhone,
    // One mailbox, with or without +tag.
    mailbox: buyerEmail?.toLowerCase().replace(/\+[^@]*@/, '@'),
    domain: unknown!.domain,
  }).flatMap(([what, value]) =>
    value
      ? [createHmac('sha256', key).update(`${institutionId}:${what}:${value}`).digest('base64url').slice(0, 22)]
      : [],
  );
}

export const soldOut = (left: number) =>
  new ValidationError(
    'quantity',
    left === 0
      ? 'These pins are sold out. Try again later, or ask the school.'
      : `Only ${countOf(left, 'pin is', 'pins are')} left. Order fewer.`,
  );
