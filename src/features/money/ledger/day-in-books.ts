import { type Tx, query } from '#kernel/database.ts';
import type { Day } from '#kernel/dates.ts';

/**
 * The day on which something that nobody dates is posted: its own, or today if the books are closed there. Nobody closes
 * them before the transaction ends.
 */
export async function dayInBooks(tx: Tx, institutionId: number): Promise<(day: Day) => Day> {
  const [book] = await query<{ closed: Day | null; today: Day }>(tx)`
    select b.closed_through::text as closed, (now() at time zone i.time_zone)::date::text as today
    from ledger_books b join institutions i on i.id = b.institution_id
    where b.institution_id = ${institutionId} for key share of b`;
  const { closed, today } = book!;
  return (day) => (closed && day <= closed ? today : day);
}
