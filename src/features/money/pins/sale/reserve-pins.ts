import { sql } from 'drizzle-orm';
import { query, type Tx } from '#kernel/database.ts';

export interface PinsOfOrder {
  institutionId: number;
  orderId: number;
}

/**
 * Reserves pins for an order that the caller has locked, the earliest made first. Returns how many: fewer than wanted if
 * the rest is sold out. Pins that another order is taking at this moment are passed over.
 */
export async function reservePins(
  tx: Tx,
  { institutionId, orderId }: PinsOfOrder,
  { kindId, quantity }: { kindId: number; quantity: number },
): Promise<number> {
  const reserved = await query<{ serial: number }>(
    tx,
    sql`
    with chosen as materialized (
      select p.serial from pins p join institutions i on i.id = p.institution_id
      where p.institution_id = ${institutionId} and p.kind_id = ${kindId}::bigint and p.status = 'available'
        and not p.is_card and p.expires_on >= (now() at time zone i.time_zone)::date
      order by p.serial limit ${quantity}::int for no key update of p skip locked)
    update pins p set status = 'reserved', order_id = ${orderId}::bigint
    from chosen where p.institution_id = ${institutionId} and p.serial = chosen.serial
    returning p.serial`,
  );
  return reserved.length;
}

/** Gives reserved pins back: an order expired, failed or is refunded. */
export async function releasePins(tx: Tx, { institutionId, orderId }: PinsOfOrder): Promise<void> {
  await tx.execute(sql`
    update pins set status = 'available', order_id = null
    where institution_id = ${institutionId} and order_id = ${orderId}::bigint and status = 'reserved'`);
}
