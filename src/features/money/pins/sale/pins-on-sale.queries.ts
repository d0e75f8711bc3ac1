import { asc, and, eq } from 'drizzle-orm';
import { countOf } from '#ui/format.ts';
import { formatDay } from '#kernel/dates.ts';
import { type Db, query } from '#kernel/database.ts';
import type { PinType } from '../pins.ts';
import { pinKeys } from '../pin-keys.ts';
import { pins } from '../pins.schema.ts';
import type { PinsOfOrder } from './reserve-pins.ts';

/** More are shown as so many. */
const countedStock = 100;

export interface PinOnSale {
  kindId: number;
  name: string;
  type: PinType;
  /** Minor units. */
  price: number;
  currency: string;
  /** How long a pin that is bought now is valid: 'until 30 Sep 2027'. */
  validity: string;
  /** How many can be bought online, up to 100. */
  stock: number;
  mostPerOrder: number;
  /** Where to buy it for cash; null if nowhere. */
  soldAt: string | null;
}

/** The kinds of pins on sale for a program, those for every program included; without a program, all of the type. */
export async function pinsOnSale(
  db: Db,
  institutionId: number,
  programId: number | null,
  type: PinType = 'registration',
): Promise<PinOnSale[]> {
  const rows = await query<Omit<PinOnSale, 'validity'> & { expiresOn: string | null; validDays: number }>(db)`
    select k.id as "kindId", k.name, k.type, k.price, i.currency, k.most_per_order as "mostPerOrder", k.sold_at as "soldAt",
      k.valid_days as "validDays", s.stock, s.expires_on::text as "expiresOn"
    from pin_kinds k join institutions i on i.id = k.institution_id
    cross join lateral (
      select count(*)::int as stock, min(p.expires_on) as expires_on from (
        select expires_on from pins p
        where p.institution_id = k.institution_id and p.kind_id = k.id and p.status = 'available' and not p.is_card
          and p.expires_on >= (now() at time zone i.time_zone)::date
        order by p.serial limit ${countedStock}::int) p) s
    where k.institution_id = ${institutionId} and k.type = ${type} and k.is_on_sale and k.archived_at is null
      and (k.program_id is null or ${programId}::bigint is null or k.program_id = ${programId}::bigint)
    order by k.price, k.name`;
  return rows.map(({ expiresOn, validDays, ...kind }) => ({
    ...kind,
    kindId: Number(kind.kindId),
    price: Number(kind.price),
    validity: expiresOn ? `until ${formatDay(expiresOn)}` : `for ${countOf(validDays, 'day')}`,
  }));
}

/** The pins of an order, readable. Only for the buyer's page and the slip of the sale. */
export async function boughtPins(db: Db, secret: Buffer, { institutionId, orderId }: PinsOfOrder) {
  const rows = await db
    .select({
      serial: pins.serial,
      sealed: pins.sealed,
      lastFour: pins.lastFour,
      status: pins.status,
      expiresOn: pins.expiresOn,
    })
    .from(pins)
    .where(and(eq(pins.institutionId, institutionId), eq(pins.orderId, orderId)))
    .orderBy(asc(pins.serial));
  const keys = pinKeys(secret, institutionId);
  return rows.map(({ sealed, ...pin }) => ({ ...pin, secret: sealed && keys.unseal(sealed) }));
}
