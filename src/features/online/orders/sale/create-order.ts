import { and, eq, isNull, sql } from 'drizzle-orm';
import { take } from '#kernel/counters.ts';
import type { Tx } from '#kernel/database.ts';
import { ValidationError } from '#kernel/errors.ts';
import { institutions } from '#kernel/identity.schema.ts';
import { countOf } from '#ui/format.ts';
import { pinKinds } from '#features/money/pins/pins.schema.ts';
import { ownHosts, ownOrigin } from '#features/school/site/own-hosts.ts';
import { orders, type Order } from '../orders.schema.ts';
import { waitMinutes, type OrderKind } from '../orders.ts';
import { reserveUnpaid, type Visitor } from './reserve-unpaid.ts';

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

export const buyerColumns = ({ name, email, phone }: Buyer) => ({
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
