import { sql } from 'drizzle-orm';
import type { Tx } from '#kernel/database.ts';

/** A type of pin with a batch, a seller, a pin, a try and an order that nobody has paid. */
export async function fillPins(tx: Tx, institutionId: number, accountId: number, surname: string): Promise<void> {
  await tx.execute(sql`
    with kind as (insert into pin_kinds (institution_id, name, type, price, valid_days)
      values (${institutionId}, ${surname}, 'registration', 500000, 365) returning id),
    seller as (insert into pin_sellers (institution_id, name, kind) values (${institutionId}, ${surname}, 'bank')),
    batch as (insert into pin_batches (institution_id, number, kind_id, purpose, quantity, first_serial, expires_on, state, account_id)
      select ${institutionId}, 1, id, 'orders', 1, 1, '2099-12-31', 'ready', ${accountId} from kind returning id, kind_id),
    pin as (insert into pins (institution_id, serial, batch_id, kind_id, is_card, expires_on)
      select ${institutionId}, 1, id, kind_id, false, '2099-12-31' from batch),
    counted as (insert into counters (institution_id, name, value)
      select ${institutionId}, name, 1 from unnest(array['order', 'pin', 'pin batch']) name),
    try as (insert into pin_tries (institution_id, serial, outcome, address, form) values (${institutionId}, 1, 'wrong', '::1', 'none'))
    insert into orders (institution_id, number, kind, pin_kind_id, unit_price, amount, currency, origin, expires_at, buyer_name)
    select ${institutionId}, 1, 'pins', id, 500000, 500000, 'NGN', '', now() + interval '30 minutes', ${surname} from kind`);
}
