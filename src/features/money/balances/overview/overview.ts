import { sql } from 'drizzle-orm';
import { can, institutionsInView, membershipIn, type Actor } from '#kernel/actor.ts';
import { today } from '#kernel/dates.ts';
import { NotAllowed } from '#kernel/errors.ts';
import { byWeek, collectedOn, givenSince, largestDebtors, owedBy } from './overview.queries.ts';
import { query, render, type Db } from '#kernel/database.ts';
import { isOverdueAtBank } from '#features/money/bank/reconciliation/not-seen.ts';

/** What a bursar looks at every morning, of one institution: one round trip. */
export async function moneyOverview(db: Db, actor: Actor, wanted: number | undefined) {
  const seen = institutionsInView(actor, wanted, 'payments.view').filter((id) => can(actor, 'fees.view', id));
  const [institutionId] = seen;
  if (!institutionId) throw new NotAllowed();
  const { currency, timeZone } = membershipIn(actor, institutionId)!;
  const day = today(timeZone);
  const [{ collected, takenBack }, owed, weeks, given, debtors, waiting] = await Promise.all([
    collectedOn(db, institutionId, day),
    owedBy(db, institutionId, day),
    byWeek(db, institutionId, day),
    givenSince(db, institutionId, day),
    largestDebtors(db, institutionId),
    waitingIn(db, institutionId, day),
  ]);
  return {
    institutionId,
    currency,
    day,
    collected,
    takenBack,
    weeks,
    given,
    debtors,
    waiting,
    institutions: seen.map((id) => ({ id, name: membershipIn(actor, id)!.name })),
    ages: owed.find(({ kind }) => kind === 'all')!,
    classes: owed.filter(({ kind }) => kind === 'class'),
    fees: owed.filter(({ kind }) => kind === 'fee'),
    can: { ledger: can(actor, 'ledger.view', institutionId), export: can(actor, 'payments.export', institutionId) },
  };
}
export type MoneyOverview = Awaited<ReturnType<typeof moneyOverview>>;

interface Waiting {
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
async function waitingIn(db: Db, institutionId: number, day: string): Promise<Waiting> {
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
