import { sql } from 'drizzle-orm';
import { query, render, type Db } from '#kernel/database.ts';
import { isOverdueAtBank } from '#features/money/payments/reconciliation/not-seen.ts';

export interface Waiting {
  reviews: number;
  suspense: number;
  suspenseAmount: number;
  cheques: number;
  chequeAmount: number;
  openDays: number;
  unapprovedDays: number;
  /** Of cashiers, not explained yet. */
  openDifferences: number;
  /** Transfers, slips and cheques that the bank should have shown by now. */
  unseen: number;
  unseenAmount: number;
  differences: number | null;
  checkedAt: string | null;
}

/** What waits for a person. */
export async function waitingIn(db: Db, institutionId: number, day: string): Promise<Waiting> {
  const rows = await query<Waiting>(
    db,
    render(sql`
    select r.reviews, s.count as suspense, s.amount as "suspenseAmount", c.count as cheques, c.amount as "chequeAmount",
      d.open as "openDays", d.unapproved as "unapprovedDays", f.count as "openDifferences",
      n.count as unseen, n.amount as "unseenAmount", b.difference_count as differences,
      to_char(b.checked_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "checkedAt"
    from (select count(*)::int as reviews from online_reviews where institution_id = ${institutionId} and state = 'open') r
    cross join (select count(*)::int, coalesce(sum(amount), 0)::bigint as amount from payments
      where institution_id = ${institutionId} and in_suspense) s
    cross join (select count(*)::int, coalesce(sum(amount), 0)::bigint as amount from payments
      where institution_id = ${institutionId} and status = 'pending' and channel = 'cheque') c
    cross join (select count(*) filter (where closed_at is null and day < ${day})::int as open,
        count(*) filter (where closed_at is not null)::int as unapproved from cashier_days
      where institution_id = ${institutionId} and approved_at is null) d
    cross join (select count(*)::int from cashier_differences
      where institution_id = ${institutionId} and explained_at is null) f
    cross join (select count(*)::int, coalesce(sum(amount), 0)::bigint as amount from payments
      where institution_id = ${institutionId} and ${isOverdueAtBank()}) n
    left join book_proofs b on b.institution_id = ${institutionId}`),
  );
  return rows[0]!;
}
