import { sql } from 'drizzle-orm';
import { institutionsInView, membershipIn, type Actor } from '#kernel/actor.ts';
import { type Db, query } from '#kernel/database.ts';
import type { PinType, SellerKind } from '../pins.ts';

export interface KindRow {
  id: number;
  institutionId: number;
  name: string;
  type: PinType;
  program: string | null;
  price: number;
  currency: string;
  isOnSale: boolean;
  isArchived: boolean;
  /** To be sold online or as a slip. */
  online: number;
  reserved: number;
  /** Printed cards in the office. */
  cards: number;
  withSellers: number;
  sold: number;
  used: number;
  expired: number;
}

const ids = (actor: Actor, wanted: number | undefined) => sql.param(institutionsInView(actor, wanted, 'pins.view'));

/** Types of pins with their stock, those in use first. */
export async function kindRows(db: Db, actor: Actor, wanted: number | undefined): Promise<KindRow[]> {
  const rows = await query<KindRow>(db)`
    select k.id, k.institution_id as "institutionId", k.name, k.type, g.name as program, k.price, i.currency,
      k.is_on_sale as "isOnSale", k.archived_at is not null as "isArchived", s.*
    from pin_kinds k join institutions i on i.id = k.institution_id
    left join programs g on (g.institution_id, g.id) = (k.institution_id, k.program_id)
    cross join lateral (
      select count(*) filter (where status = 'available' and not is_card and is_valid)::int as online,
        count(*) filter (where status = 'reserved')::int as reserved,
        count(*) filter (where status = 'available' and is_card and is_valid and seller_id is null)::int as cards,
        count(*) filter (where status = 'available' and is_valid and seller_id is not null)::int as "withSellers",
        count(*) filter (where status = 'sold')::int as sold, count(*) filter (where status = 'used')::int as used,
        count(*) filter (where status = 'available' and not is_valid)::int as expired
      from (select status, is_card, seller_id, expires_on >= (now() at time zone i.time_zone)::date as is_valid from pins p
        where p.institution_id = k.institution_id and p.kind_id = k.id offset 0) p) s
    where k.institution_id = any (${ids(actor, wanted)}::int[])
    order by k.archived_at is not null, k.type, k.name, k.id`;
  return rows.map((row) => ({ ...row, id: Number(row.id), price: Number(row.price) }));
}

export interface SellerRow {
  id: number;
  institutionId: number;
  name: string;
  kind: SellerKind;
  contact: string | null;
  isArchived: boolean;
  currency: string;
  /** Handed over and not returned. */
  has: number;
  /** Used by applicants before the seller has paid for them. */
  unpaidUsed: number;
  /** Reported as sold and paid. */
  paid: number;
  /** What the used ones cost. */
  owes: number;
}

/** Sellers with what they hold and owe. */
export async function sellerRows(db: Db, actor: Actor, wanted: number | undefined): Promise<SellerRow[]> {
  const rows = await query<SellerRow>(db)`
    select s.id, s.institution_id as "institutionId", s.name, s.kind, s.contact, s.archived_at is not null as "isArchived",
      i.currency, p.*
    from pin_sellers s join institutions i on i.id = s.institution_id
    cross join lateral (
      select count(*) filter (where p.status = 'available')::int as has,
        count(*) filter (where p.status = 'used' and p.order_id is null)::int as "unpaidUsed",
        count(*) filter (where p.order_id is not null)::int as paid,
        coalesce(sum(k.price) filter (where p.status = 'used' and p.order_id is null), 0)::bigint as owes
      from pins p join pin_kinds k on (k.institution_id, k.id) = (p.institution_id, p.kind_id)
      where p.institution_id = s.institution_id and p.seller_id = s.id) p
    where s.institution_id = any (${ids(actor, wanted)}::int[])
    order by s.archived_at is not null, s.name, s.id`;
  return rows.map((row) => ({ ...row, id: Number(row.id), owes: Number(row.owes) }));
}

/** Institutions in which the actor may do something, for forms. */
export const placesOf = (actor: Actor, all: number[]) =>
  all.map((id) => {
    const { name, currency } = membershipIn(actor, id)!;
    return { id, name, currency };
  });
