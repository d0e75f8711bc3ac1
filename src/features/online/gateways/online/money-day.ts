import { sql } from 'drizzle-orm';
import { query, type Tx } from '#kernel/database.ts';
import type { Day } from '#kernel/dates.ts';

/**
 * The day of the money in the institution's zone: when the provider received it, but never before it was asked for, in the
 * future, or in a closed period.
 */
export async function moneyDay(
  tx: Tx,
  institutionId: number,
  paidAt: Date | null,
  earliest: Date | null,
): Promise<Day> {
  const [fitting] = await query<{ day: Day }>(
    tx,
    sql`
    with said as (
      select (now() at time zone i.time_zone)::date as today, b.closed_through as closed,
        (coalesce(${earliest}::timestamptz, now()) at time zone i.time_zone)::date as earliest,
        (coalesce(${paidAt}::timestamptz, now()) at time zone i.time_zone)::date as paid
      from institutions i join ledger_books b on b.institution_id = i.id where i.id = ${institutionId}
      -- Nobody closes the books before it is posted.
      for key share of b),
    fitting as (select today, closed, least(greatest(paid, earliest), today) as day from said)
    select (case when day <= closed then today else day end)::text as day from fitting`,
  );
  return fitting!.day;
}
