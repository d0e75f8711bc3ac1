import { sql, type SQL } from 'drizzle-orm';
import { query, render, type Db } from '#kernel/database.ts';

/** Something that the books say in two ways that differ. */
export interface Difference {
  /** What was compared: 'balance of a student'. */
  what: string;
  id: number;
  /** The amount or number that is stored, and the one that its rows give. */
  stored: number;
  counted: number;
}

/**
 * Compares every sum that is kept with the rows it is of, in the institutions of the transaction, and the ledger with
 * the documents. Empty while the books are right.
 */
export const checkBooks = (db: Db): Promise<Difference[]> => differencesIn(db, checks);

/** What the checks find: each selects the rows of one comparison that differ. */
export async function differencesIn(db: Db, checks: SQL[]): Promise<Difference[]> {
  const rows = await query<Difference>(db, render(sql.join(checks, sql` union all `)));
  return rows.map(({ what, id, stored, counted }) => ({
    what,
    id: Number(id),
    stored: Number(stored),
    counted: Number(counted),
  }));
}

const paid = sql`p.status in ('successful', 'partly_refunded', 'refunded')`;

const checks = [
  sql`select 'entry' as what, entry_id as id, 0::numeric as stored, sum(amount) as counted from ledger_lines
    group by institution_id, entry_id having sum(amount) <> 0`,
  sql`select 'balance of a student', coalesce(b.student_id, l.student_id), coalesce(b.owed, 0) - coalesce(b.credit, 0),
      coalesce(l.amount, 0)
    from student_balances b full join (
      select institution_id, student_id, sum(amount) as amount from ledger_lines where student_id is not null group by 1, 2) l
      using (institution_id, student_id)
    where coalesce(b.owed, 0) - coalesce(b.credit, 0) <> coalesce(l.amount, 0)`,
  sql`select 'open invoices of a student', coalesce(b.student_id, i.student_id), coalesce(b.owed, 0), coalesce(i.open, 0)
    from student_balances b full join (
      select institution_id, student_id, sum(open) as open from invoices group by 1, 2) i
      using (institution_id, student_id)
    where coalesce(b.owed, 0) <> coalesce(i.open, 0)`,
  sql`select 'credit of a student', coalesce(b.student_id, s.student_id), coalesce(b.credit, 0), coalesce(s.free, 0)
    from student_balances b full join (
      select s.institution_id, s.student_id, sum(s.amount - s.allocated - s.refunded) as free
      from payment_shares s join payments p on (p.institution_id, p.id) = (s.institution_id, s.payment_id)
      where ${paid} group by 1, 2) s using (institution_id, student_id)
    where coalesce(b.credit, 0) <> coalesce(s.free, 0)`,
  sql`select 'credit beside a debt of a student', student_id, owed, credit from student_balances where owed > 0 and credit > 0`,
  sql`select 'payments of an invoice', i.id, i.settled, coalesce(a.amount, 0) from invoices i left join (
      select institution_id, invoice_id, sum(amount) as amount from allocations group by 1, 2) a
      on (a.institution_id, a.invoice_id) = (i.institution_id, i.id)
    where i.settled <> coalesce(a.amount, 0)`,
  sql`select 'payment seen at the bank', p.id, p.is_seen_at_bank::int, (k.payment_id is not null)::int
    from payments p left join bank_line_payments k on (k.institution_id, k.payment_id) = (p.institution_id, p.id)
    where p.is_seen_at_bank <> (k.payment_id is not null)`,
  sql`select 'credit notes of an invoice', i.id, i.credited, coalesce(c.amount, 0) from invoices i left join (
      select institution_id, invoice_id, sum(amount) as amount from credit_notes group by 1, 2) c
      on (c.institution_id, c.invoice_id) = (i.institution_id, i.id)
    where i.credited <> coalesce(c.amount, 0)`,
  sql`select 'lines of an invoice', i.id, i.total, coalesce(l.amount, 0) from invoices i left join (
      select institution_id, invoice_id, sum(amount) as amount from invoice_lines group by 1, 2) l
      on (l.institution_id, l.invoice_id) = (i.institution_id, i.id)
    where i.total <> coalesce(l.amount, 0)`,
  sql`select 'dues of an invoice', i.id, i.total, coalesce(d.amount, 0) from invoices i left join (
      select institution_id, invoice_id, sum(amount) as amount from invoice_dues group by 1, 2) d
      on (d.institution_id, d.invoice_id) = (i.institution_id, i.id)
    where i.total <> coalesce(d.amount, 0)`,
  sql`select 'allocated of a share', s.payment_id, s.allocated, coalesce(a.amount, 0) from payment_shares s left join (
      select institution_id, payment_id, student_id, sum(amount) as amount from allocations group by 1, 2, 3) a
      on (a.institution_id, a.payment_id, a.student_id) = (s.institution_id, s.payment_id, s.student_id)
    where s.allocated <> coalesce(a.amount, 0)`,
  sql`select 'refunded of a share', s.payment_id, s.refunded, coalesce(r.amount, 0) from payment_shares s left join (
      select institution_id, payment_id, student_id, sum(amount) as amount from refunds group by 1, 2, 3) r
      on (r.institution_id, r.payment_id, r.student_id) = (s.institution_id, s.payment_id, s.student_id)
    where s.refunded <> coalesce(r.amount, 0)`,
  sql`select 'shares of a payment', p.id, p.amount, coalesce(s.amount, 0) from payments p left join (
      select institution_id, payment_id, sum(amount) as amount from payment_shares group by 1, 2) s
      on (s.institution_id, s.payment_id) = (p.institution_id, p.id)
    where coalesce(s.amount, 0) <> p.amount and (coalesce(s.amount, 0) <> 0 or ${paid} and not p.in_suspense and p.order_id is null)
      or (p.in_suspense or p.order_id is not null) and s.amount <> 0`,
  sql`select 'unidentified payments', a.id, coalesce(-l.amount, 0), coalesce(p.amount, 0) from ledger_accounts a
    left join (select institution_id, ledger_account_id, sum(amount) as amount from ledger_lines group by 1, 2) l
      on (l.institution_id, l.ledger_account_id) = (a.institution_id, a.id)
    left join (select institution_id, sum(amount) as amount from payments p where in_suspense and ${paid} group by 1) p
      on p.institution_id = a.institution_id
    where a.role = 'suspense' and coalesce(-l.amount, 0) <> coalesce(p.amount, 0)`,
  sql`select 'refunds payable', a.id, coalesce(-l.amount, 0), coalesce(r.amount, 0) from ledger_accounts a
    left join (select institution_id, ledger_account_id, sum(amount) as amount from ledger_lines group by 1, 2) l
      on (l.institution_id, l.ledger_account_id) = (a.institution_id, a.id)
    left join (select institution_id, sum(amount) as amount from refunds where paid_at is null group by 1) r
      on r.institution_id = a.institution_id
    where a.role = 'refunds' and coalesce(-l.amount, 0) <> coalesce(r.amount, 0)`,
  ...(['receipt', 'invoice', 'credit note'] as const).map((name) => {
    const numbers = {
      receipt: sql`select institution_id, receipt_number as number from payments where receipt_number is not null`,
      invoice: sql`select institution_id, number from invoices`,
      'credit note': sql`select institution_id, number from credit_notes`,
    }[name];
    return sql`select ${sql.raw(`'${name} numbers'`)}, 0::bigint, coalesce(max(c.value), 0)::numeric, count(n.number)::numeric
      from (${numbers}) n full join (select institution_id, value from counters where name = ${name}) c using (institution_id)
      group by institution_id
      having coalesce(max(c.value), 0) <> count(n.number) or coalesce(max(n.number), 0) <> count(n.number)`;
  }),
];
