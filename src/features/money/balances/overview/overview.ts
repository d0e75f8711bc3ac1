import type { Ages } from '#features/money/invoices/dues/ages.ts';
import { sql } from 'drizzle-orm';
import { can, institutionsInView, membershipIn, type Actor } from '#kernel/actor.ts';
import { today } from '#kernel/dates.ts';
import { NotAllowed } from '#kernel/errors.ts';
import { render, type Db, query } from '#kernel/database.ts';
import { isOverdueAtBank } from '#features/money/bank/reconciliation/figures.ts';
import { openDuesBy, sumsByAge } from '#features/money/invoices/dues/ages-in-sql.ts';
import { collected } from '#features/money/payments/collected.ts';
import { givenSums, sessionStart } from '../given/given.queries.ts';

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
  const rows = await query<Waiting>(db, render)`
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
    left join book_proofs b on b.institution_id = ${institutionId}`;
  return rows[0]!;
}

type Row<Fields> = Fields & Record<string, unknown>;

type Collected = Row<{ channel: string; cashier: string | null; count: number; amount: number }>;

/** What came in on a day by channel and cashier, and how much of earlier or the same money went back on it. */
async function collectedOn(db: Db, institutionId: number, day: string) {
  const date = sql`${day}::date`;
  const rows = await query<Collected & { what: string }>(db, render)`
    select m.what, m.channel, a.name as cashier, count(*)::int as count, sum(m.amount)::bigint as amount
    from (${collected({ institutionId, from: date, to: date })}) m left join accounts a on a.id = m.account_id
    group by m.what, m.channel, a.name order by sum(m.amount) desc, m.channel, a.name`;
  const backBy = (what: string) =>
    rows.filter((row) => row.what === what).reduce((sum, { amount }) => sum - Number(amount), 0);
  return {
    collected: rows
      .filter(({ what }) => what === 'received')
      .map(({ channel, cashier, count, amount }): Collected => ({ channel, cashier, count, amount: Number(amount) })),
    takenBack: { reversed: backBy('reversed'), refunded: backBy('refunded') },
  };
}

export type AmountsOwed = Row<Ages & { kind: 'all' | 'class' | 'fee'; id: number | null; name: string | null }>;

/** Open dues by age: of all, of each class and of each fee, in one pass over what is open. */
async function owedBy(db: Db, institutionId: number, day: string): Promise<AmountsOwed[]> {
  const rows = await query<AmountsOwed>(db, render)`
    with due as (${openDuesBy(institutionId, day)}),
    sums as (
      select grouping(b.class_id) = 0 as by_class, grouping(due.fee_id) = 0 as by_fee, b.class_id, due.fee_id,
        sum(open) as open, ${sumsByAge}
      from due join students s on s.institution_id = ${institutionId} and s.id = due.student_id
      left join batches b on b.institution_id = ${institutionId} and b.id = s.batch_id
      where open > 0 group by grouping sets ((), (b.class_id), (due.fee_id)))
    select case when by_class then 'class' when by_fee then 'fee' else 'all' end as kind, coalesce(class_id, fee_id) as id,
      coalesce(c.name, f.title) as name, "notDue", days30, days60, days90, older
    from sums left join classes c on c.institution_id = ${institutionId} and c.id = class_id
    left join fees f on f.institution_id = ${institutionId} and f.id = fee_id
    order by kind, open desc nulls last, id`;
  return rows;
}

export type Week = Row<{ week: string; expected: number; collected: number }>;

/** What was due and what came in, by week from Monday: eight weeks back, four ahead. */
async function byWeek(db: Db, institutionId: number, day: string): Promise<Week[]> {
  // Written out, not looked up: PostgreSQL then knows how few rows the span has.
  const monday = sql`date_trunc('week', ${day}::timestamp)::date`;
  const span = sql`between ${monday} - 49 and ${monday} + 34`;
  const rows = await query<Week>(db, render)`
    with week as (select ${monday} + 7 * n as starts from generate_series(-7, 4) n),
    expected as (
      select date_trunc('week', d.due_on)::date as starts, sum(d.amount) as amount from invoice_dues d
      where d.institution_id = ${institutionId} and d.due_on ${span} and not exists (
        -- The cancelled are few, and have an index.
        select from invoices i where (i.institution_id, i.id) = (d.institution_id, d.invoice_id) and i.cancelled_at is not null)
      group by 1),
    came as (
      select date_trunc('week', m.day)::date as starts, sum(m.amount) as amount
      from (${collected({ institutionId, from: sql`${monday} - 49`, to: sql`${monday} + 34` })}) m group by 1)
    select week.starts as week, coalesce(e.amount, 0)::bigint as expected, coalesce(c.amount, 0)::bigint as collected
    from week left join expected e using (starts) left join came c using (starts) order by week.starts`;
  return rows;
}

/** What was given since the session began: the sums of the register of the same period. */
async function givenSince(db: Db, institutionId: number, day: string) {
  const from = sessionStart(institutionId);
  const [[since], rows] = await Promise.all([
    query<{ day: string }>(db)`select ${from}::text as day`,
    givenSums(db, { institutionId, from, to: sql`${day}::date` }),
  ]);
  return { since: since!.day, rows };
}

type Debtor = Row<{ id: number; name: string; batch: string | null; owed: number }>;

/** Who owes most. */
async function largestDebtors(db: Db, institutionId: number): Promise<Debtor[]> {
  const rows = await query<Debtor>(db, render)`
    select s.id, concat_ws(', ', s.surname, s.first_name) as name, t.name as batch, b.owed
    from (select student_id, owed from student_balances where institution_id = ${institutionId} and owed > 0
      order by owed desc, student_id limit 10) b
    join students s on s.institution_id = ${institutionId} and s.id = b.student_id
    left join batches t on (t.institution_id, t.id) = (s.institution_id, s.batch_id)
    order by b.owed desc, s.id`;
  return rows;
}
