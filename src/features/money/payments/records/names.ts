import { sql } from 'drizzle-orm';

/** The students whom a row of `payments` is for: 'Obi, Ada; Obi, Emeka'. What an order is for stands in its note. */
export const names = sql<string | null>`coalesce((
  select string_agg(s.surname || ', ' || s.first_name, '; ' order by s.sort_name, s.id)
  from payment_shares h join students s on (s.institution_id, s.id) = (h.institution_id, h.student_id)
  where h.institution_id = payments.institution_id and h.payment_id = payments.id and h.amount > 0),
  case when payments.order_id is not null then payments.note end)`;

/** What was refunded of a row of `payments`. */
export const refundedOf = sql`(select coalesce(sum(r.amount), 0) from refunds r
  where r.institution_id = payments.institution_id and r.payment_id = payments.id)`;
