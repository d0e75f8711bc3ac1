import { openDatabase } from '#kernel/database.ts';
import { checkBooks } from '#features/money/balances/proof/check-books.ts';
import type pg from 'pg';

/** A term's invoice and its payment for every student, `terms` times; only those of the last term are open. */
export async function fillBooks(client: pg.Client, institutionId: number, terms: number): Promise<void> {
  for (let ago = terms - 1; ago >= 0; ago -= 1) await fillTerm(client, institutionId, ago);
  await client.query(`delete from student_balances where institution_id = $1`, [institutionId]);
  await client.query(
    `insert into student_balances (institution_id, student_id, owed, credit)
     select institution_id, student_id, sum(total - settled), 0 from invoices where institution_id = $1 group by 1, 2`,
    [institutionId],
  );
  await client.query(
    `insert into counters (institution_id, name, value) select $1, n.name, n.value from (values
       ('invoice', (select max(number) from invoices where institution_id = $1)),
       ('receipt', (select max(receipt_number) from payments where institution_id = $1))) n (name, value)
     on conflict (institution_id, name) do update set value = excluded.value`,
    [institutionId],
  );
  await client.query('vacuum analyze');
  const wrong = await checkBooks(openDatabase(client));
  if (wrong.length > 0) throw new Error(`The books of the benchmark are wrong: ${JSON.stringify(wrong.slice(0, 3))}`);
}

const fee = 100_000_00;

/** Written as a replica: no trigger and no foreign key looks at each of the rows, and they are checked at the end. */
async function fillTerm(client: pg.Client, institutionId: number, ago: number): Promise<void> {
  const isLast = ago === 0;
  // Three terms a year.
  const starts = `(date '2026-09-14' - ${ago * 120})`;
  const dues = `(date '2026-09-28' - ${ago * 120})`;
  await client.query('begin');
  await client.query('set local session_replication_role = replica');
  const all = (sql: string) => client.query(sql);
  await all(`create temp table term on commit drop as
    select s.id as student_id, s.batch_id, row_number() over (order by s.id) as n,
      (select coalesce(max(id), 0) from invoices) as i0, (select coalesce(max(id), 0) from payments) as p0,
      (select coalesce(max(id), 0) from ledger_entries) as e0,
      (select coalesce(max(number), 0) from invoices) as number0,
      (select coalesce(max(receipt_number), 0) from payments) as receipt0,
      ${isLast ? `(s.id % 4) * ${fee / 4}` : fee}::bigint as paid
    from students s where s.institution_id = ${institutionId} and s.status = 'active'`);
  await all(`insert into invoices (institution_id, id, number, student_id, kind, title, issued_on, batch_id, total, settled, code)
    overriding system value select ${institutionId}, i0 + n, number0 + n, student_id, 'single', 'School fees', ${starts}, batch_id, ${fee},
      paid, left(replace(md5((i0 + n)::text), '+', '-'), 16) from term`);
  await all(`insert into invoice_lines (institution_id, invoice_id, position, name, amount, ledger_account_id)
    select ${institutionId}, i0 + n, 1, 'Tuition', ${fee}, (select id from ledger_accounts where institution_id = ${institutionId} and role = 'income') from term`);
  await all(`insert into invoice_dues (institution_id, invoice_id, position, due_on, amount)
    select ${institutionId}, i0 + n, d, ${dues} + (d - 1) * 35, ${fee / 2} from term, generate_series(1, 2) d`);
  await all(`insert into payments (institution_id, id, channel, reference, status, amount, currency, day, receipt_number, receipt_at, code)
    overriding system value select ${institutionId}, p0 + n, 'transfer', 'FT' || (p0 + n), 'successful', paid, 'NGN',
      ${starts} + (n % 60)::int, receipt0 + row_number() over (order by n), now(), left(md5('p' || (p0 + n)), 16)
    from term where paid > 0`);
  await all(`insert into payment_shares (institution_id, payment_id, student_id, amount, allocated)
    select ${institutionId}, p0 + n, student_id, paid, paid from term where paid > 0`);
  await all(`insert into allocations (institution_id, payment_id, student_id, invoice_id, amount)
    select ${institutionId}, p0 + n, student_id, i0 + n, paid from term where paid > 0`);
  await all(`insert into ledger_entries (institution_id, id, day, source, source_id, description, currency)
    overriding system value
    select ${institutionId}, e0 + 2 * n - 1, ${starts}, 'invoice', i0 + n, 'INV School fees', 'NGN' from term
    union all
    select ${institutionId}, e0 + 2 * n, ${starts} + (n % 60)::int, 'payment', p0 + n, 'Payment received (transfer)', 'NGN'
    from term where paid > 0`);
  const account = (role: string) =>
    `(select id from ledger_accounts where institution_id = ${institutionId} and role = '${role}')`;
  await all(`insert into ledger_lines (institution_id, entry_id, position, ledger_account_id, amount, student_id, day)
    select ${institutionId}, e0 + 2 * n - 1, 1, ${account('receivable')}, ${fee}, student_id, ${starts} from term
    union all select ${institutionId}, e0 + 2 * n - 1, 2, ${account('income')}, -${fee}, null, ${starts} from term
    union all select ${institutionId}, e0 + 2 * n, 1, ${account('transfer')}, paid, null, ${starts} + (n % 60)::int
      from term where paid > 0
    union all select ${institutionId}, e0 + 2 * n, 2, ${account('receivable')}, -paid, student_id,
      ${starts} + (n % 60)::int from term where paid > 0`);
  for (const table of ['invoices', 'payments', 'ledger_entries'])
    await all(`select setval(pg_get_serial_sequence('${table}', 'id'), (select max(id) from ${table}))`);
  await client.query('commit');
}
