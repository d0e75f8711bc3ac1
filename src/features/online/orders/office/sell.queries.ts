import { sql } from 'drizzle-orm';
import { query, type Db } from '#kernel/database.ts';

/** What a cashier can sell: types with a price, and how many pins can be printed on a slip. */
export async function kindsToSell(db: Db, institutionId: number) {
  const rows = await query<{ id: number; name: string; price: number; stock: number }>(
    db,
    sql`
    select k.id, k.name, k.price, (select count(*)::int from pins p where p.institution_id = k.institution_id
      and p.kind_id = k.id and p.status = 'available' and not p.is_card
      and p.expires_on >= (now() at time zone i.time_zone)::date) as stock
    from pin_kinds k join institutions i on i.id = k.institution_id
    where k.institution_id = ${institutionId} and k.archived_at is null and k.price > 0 order by k.name`,
  );
  return rows.map((row) => ({ ...row, id: Number(row.id), price: Number(row.price) }));
}

/** Sellers whose sales the office receives. */
export async function sellersToPay(db: Db, institutionId: number) {
  const rows = await query<{ id: number; name: string }>(
    db,
    sql`select id, name from pin_sellers where institution_id = ${institutionId} and archived_at is null order by name`,
  );
  return rows.map((row) => ({ ...row, id: Number(row.id) }));
}
