import type pg from 'pg';

/**
 * Books of a whole school: an invoice of four lines in two instalments for each student, and so many payments of
 * NGN 1,000 on it, with everything that posting them writes. The rows are right by construction (`checkBooks` agrees).
 */
export async function insertMoney(client: pg.Client, institutionId: number, paymentsEach: number): Promise<void> {
  const run = (text: string, ...values: unknown[]) => client.query(text, [institutionId, ...values]);
  await client.query('set session_replication_role = replica');
  await run(
    `insert into invoices (institution_id, number, student_id, kind, title, issued_on, batch_id, total, settled, code)
    select $1, row_number() over (order by id), id, 'single', 'First term fees', current_date - 60, batch_id,
      20000000 + id % 1000 * 1000, $2::bigint * 100000, left(md5('i' || id), 16)
    from students where institution_id = $1`,
    paymentsEach,
  );
  await run(`insert into invoice_lines (institution_id, invoice_id, position, name, amount, ledger_account_id)
    select $1, i.id, n, 'Charge ' || n, case when n < 4 then 5000000 else i.total - 15000000 end, a.id
    from invoices i cross join generate_series(1, 4) n
    join ledger_accounts a on a.institution_id = $1 and a.role = 'income' where i.institution_id = $1`);
  await run(`insert into invoice_dues (institution_id, invoice_id, position, due_on, amount)
    select $1, id, n, current_date - 75 + n * 30 + (id % 30)::int, case n when 1 then 10000000 else total - 10000000 end
    from invoices cross join generate_series(1, 2) n where institution_id = $1`);
  await run(
    `insert into payments (institution_id, channel, status, amount, currency, day, receipt_number, receipt_at, code)
    select $1, (array['cash', 'transfer', 'pos'])[1 + n % 3], 'successful', 100000, 'NGN', current_date - n % 60, n, now(),
      left(md5('p' || n), 16)
    from generate_series(1, (select count(*)::int from invoices where institution_id = $1) * $2::int) n`,
    paymentsEach,
  );
  // Receipts count through the students again and again.
  const share = `select p.id as payment_id, i.id as invoice_id, i.student_id, p.amount, p.channel, p.day from payments p
    join invoices i on i.institution_id = $1 and i.number = 1 + (p.receipt_number - 1) %
      (select count(*)::int from invoices where institution_id = $1) where p.institution_id = $1`;
  await run(`insert into payment_shares (institution_id, payment_id, student_id, amount, allocated)
    select $1, payment_id, student_id, amount, amount from (${share}) s`);
  await run(`insert into allocations (institution_id, payment_id, student_id, invoice_id, amount)
    select $1, payment_id, student_id, invoice_id, amount from (${share}) s`);
  await run(`insert into ledger_entries (institution_id, day, source, source_id, description, currency)
    select $1, issued_on, 'invoice', id, 'INV-' || lpad(number::text, 6, '0') || ' First term fees', 'NGN'
    from invoices where institution_id = $1
    union all select $1, day, 'payment', id, 'Payment received (' || channel || ')', 'NGN' from payments where institution_id = $1`);
  await run(`insert into ledger_lines (institution_id, entry_id, position, ledger_account_id, amount, student_id, day)
    select $1, e.id, n, a.id, case n when 1 then i.total else -i.total end, case n when 1 then i.student_id end, e.day
    from ledger_entries e join invoices i on (i.institution_id, i.id) = (e.institution_id, e.source_id)
    cross join generate_series(1, 2) n
    join ledger_accounts a on a.institution_id = $1 and a.role = case n when 1 then 'receivable' else 'income' end
    where e.institution_id = $1 and e.source = 'invoice'`);
  await run(`insert into ledger_lines (institution_id, entry_id, position, ledger_account_id, amount, student_id, day)
    select $1, e.id, n, a.id, case n when 1 then s.amount else -s.amount end, case n when 2 then s.student_id end, e.day
    from ledger_entries e join (${share}) s on e.source = 'payment' and s.payment_id = e.source_id
    cross join generate_series(1, 2) n
    join ledger_accounts a on a.institution_id = $1 and a.role = case n when 1 then s.channel else 'receivable' end
    where e.institution_id = $1`);
  await run(`insert into student_balances (institution_id, student_id, owed)
    select $1, student_id, total - settled from invoices where institution_id = $1`);
  await run(`insert into counters (institution_id, name, value)
    select $1, 'invoice', count(*) from invoices where institution_id = $1
    union all select $1, 'receipt', count(*) from payments where institution_id = $1
    on conflict (institution_id, name) do update set value = excluded.value`);
  await client.query('set session_replication_role = origin');
  await client.query(
    'analyze invoices, invoice_lines, invoice_dues, payments, payment_shares, allocations, ledger_entries, ledger_lines, student_balances',
  );
}
