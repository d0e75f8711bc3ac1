import { sql } from 'drizzle-orm';

/** The students whom a row of `payments` is for: 'Obi, Ada; Obi, Emeka'. */
export const names = sql<string | null>`(
  select string_agg(s.surname || ', ' || s.first_name, '; ' order by s.sort_name, s.id)
  from payment_shares h join students s on (s.institution_id, s.id) = (h.institution_id, h.student_id)
  where h.institution_id = payments.institution_id and h.payment_id = payments.id and h.amount > 0)`;
