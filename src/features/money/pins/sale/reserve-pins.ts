import { sql } from 'drizzle-orm';
import { query, type Tx } from '#kernel/database.ts';
import { newSecret, pinKeys } from '../pin-keys.ts';

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
  const reserved = await query<{ serial: number }>(tx)`
    with chosen as materialized (
      select p.serial from pins p join institutions i on i.id = p.institution_id
      where p.institution_id = ${institutionId} and p.kind_id = ${kindId}::bigint and p.status = 'available'
        and not p.is_card and p.expires_on >= (now() at time zone i.time_zone)::date
      order by p.serial limit ${quantity}::int for no key update of p skip locked)
    update pins p set status = 'reserved', order_id = ${orderId}::bigint
    from chosen where p.institution_id = ${institutionId} and p.serial = chosen.serial
    returning p.serial`;
  return reserved.length;
}

/** Gives reserved pins back: an order expired, failed or is refunded. */
export async function releasePins(tx: Tx, { institutionId, orderId }: PinsOfOrder): Promise<void> {
  await tx.execute(sql`
    update pins set status = 'available', order_id = null
    where institution_id = ${institutionId} and order_id = ${orderId}::bigint and status = 'reserved'`);
}

/**
 * Sells an order its pins: those reserved for it, and others for what has expired or been given back meanwhile. Each
 * gets its secret now, sealed for the order's page, so nobody can have read it before. Returns false, with nothing sold
 * and nothing reserved, if there are not enough. The order is locked.
 */
export async function sellPins(
  tx: Tx,
  secret: Buffer,
  order: PinsOfOrder,
  { kindId, quantity }: { kindId: number; quantity: number },
): Promise<boolean> {
  const { institutionId, orderId } = order;
  await query(
    tx,
    sql`
    update pins p set status = 'available', order_id = null from institutions i
    where i.id = p.institution_id and p.institution_id = ${institutionId} and p.order_id = ${orderId}::bigint
      and p.status = 'reserved' and p.expires_on < (now() at time zone i.time_zone)::date`,
  );
  const reserved = await reservedOf(tx, order);
  const missing = quantity - reserved.length;
  if (missing > 0 && (await reservePins(tx, order, { kindId, quantity: missing })) < missing) {
    await releasePins(tx, order);
    return false;
  }
  const serials = missing > 0 ? await reservedOf(tx, order) : reserved;
  await giveSecrets(tx, secret, institutionId, serials.slice(0, quantity));
  return true;
}

async function reservedOf(tx: Tx, { institutionId, orderId }: PinsOfOrder): Promise<number[]> {
  const rows = await query<{ serial: number }>(tx)`
    select serial from pins where institution_id = ${institutionId} and order_id = ${orderId}::bigint
    and status = 'reserved' order by serial for no key update`;
  return rows.map(({ serial }) => Number(serial));
}

/** Reserved pins become sold ones, with secrets that only their buyer can read. */
async function giveSecrets(tx: Tx, secret: Buffer, institutionId: number, serials: number[]): Promise<void> {
  const keys = pinKeys(secret, institutionId);
  const made = serials.map((serial) => {
    const digits = newSecret();
    const hash = `\\x${keys.hash(serial, digits).toString('hex')}`;
    return { serial, hash, lastFour: digits.slice(-4), sealed: `\\x${keys.seal(digits).toString('hex')}` };
  });
  await tx.execute(sql`
    update pins p set status = 'sold', sold_at = now(), secret_hash = m.hash, last_four = m."lastFour", sealed = m.sealed
    from jsonb_to_recordset(${JSON.stringify(made)}::jsonb)
      as m (serial bigint, hash bytea, "lastFour" text, sealed bytea)
    where p.institution_id = ${institutionId} and p.serial = m.serial and p.status = 'reserved'`);
}
