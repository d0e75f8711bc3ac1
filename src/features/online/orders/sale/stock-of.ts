import { and, eq, sql } from 'drizzle-orm';
import { query, type Tx } from '#kernel/database.ts';
import { pinKinds } from '#features/money/pins/pins.schema.ts';
import type { Order } from '../orders.schema.ts';

/** Locks a kind of pin, after the order and before its pins: two people who take pins of one stock don't count the same ones. */
export const lockKind = (tx: Tx, institutionId: number, kindId: number) =>
  tx
    .select({ id: pinKinds.id })
    .from(pinKinds)
    .where(and(eq(pinKinds.institutionId, institutionId), eq(pinKinds.id, kindId)))
    .for('no key update');

/** Pins of a kind that can be sold without a card, free or promised. */
export async function stockOf(tx: Tx, institutionId: number, kindId: number): Promise<number> {
  const [row] = await query<{ count: number }>(
    tx,
    sql`select count(*)::int as count from pins p join institutions i on i.id = p.institution_id
      where p.institution_id = ${institutionId} and p.kind_id = ${kindId}::bigint and p.status = 'available'
        and not p.is_card and p.expires_on >= (now() at time zone i.time_zone)::date`,
  );
  return row!.count;
}

/** Pins of a kind that buyers have paid for and wait for; with an order, by those who paid before it. */
export async function pinsOwed(
  tx: Tx,
  institutionId: number,
  kindId: number,
  before?: Pick<Order, 'id' | 'paidAt'>,
): Promise<number> {
  const [row] = await query<{ count: number }>(
    tx,
    sql`select coalesce(sum(quantity), 0)::int as count from orders
      where institution_id = ${institutionId} and pin_kind_id = ${kindId}::bigint and status = 'paid' and problem = 'sold_out'
        ${before ? sql`and (paid_at, id) < (${before.paidAt}::timestamptz, ${before.id}::bigint)` : sql``}`,
  );
  return row!.count;
}

/** Whether an order that was just paid can have its pins now: they are reserved, or nobody who paid before waits for them. */
export async function isNext(tx: Tx, order: Order): Promise<boolean> {
  const { institutionId, id, quantity, pinKindId } = order;
  const [row] = await query<{ reserved: number }>(
    tx,
    sql`select count(*)::int as reserved from pins p join institutions i on i.id = p.institution_id
      where p.institution_id = ${institutionId} and p.order_id = ${id} and p.status = 'reserved'
        and p.expires_on >= (now() at time zone i.time_zone)::date`,
  );
  const missing = quantity - row!.reserved;
  if (missing <= 0) return true;
  await lockKind(tx, institutionId, pinKindId!);
  const owed = await pinsOwed(tx, institutionId, pinKindId!, order);
  return (await stockOf(tx, institutionId, pinKindId!)) - owed >= missing;
}
