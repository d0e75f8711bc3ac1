import { sql, type SQL } from 'drizzle-orm';

/**
 * The dues of an institution's open invoices `i`: `student_id`, `fee_id`, how many days `late` each is on a day, and what
 * is `open` of it, as payments cover the dues of an invoice from the earliest.
 */
export const openDuesBy = (institutionId: number, day: string, narrowed: SQL = sql``): SQL => sql`
  select i.student_id, i.fee_id, ${day}::date - d.due_on as late, greatest(0, least(d.amount,
      sum(d.amount) over (partition by d.invoice_id order by d.due_on, d.position) - i.settled - i.credited)) as open
  from invoices i
  -- One by one: what is open is little of all that was ever due.
  cross join lateral (select d.* from invoice_dues d
    where d.institution_id = ${institutionId} and d.invoice_id = i.id offset 0) d
  where i.institution_id = ${institutionId} and i.open > 0 ${narrowed}`;

/** The sums of `Ages` over rows with `late` and `open`. */
export const sumsByAge: SQL = sql`
  coalesce(sum(open) filter (where late <= 0), 0)::bigint as "notDue",
  coalesce(sum(open) filter (where late between 1 and 30), 0)::bigint as days30,
  coalesce(sum(open) filter (where late between 31 and 60), 0)::bigint as days60,
  coalesce(sum(open) filter (where late between 61 and 90), 0)::bigint as days90,
  coalesce(sum(open) filter (where late > 90), 0)::bigint as older`;
