import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { systemActor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import { issueInvoices } from '#features/money/invoices/issue-invoices.ts';
import { lockOpenInvoices } from '#features/money/invoices/open-invoices.ts';
import { receivePayment } from '#features/money/payments/receive-payment.ts';
import { shareOldestFirst } from '#features/money/payments/settle-pending.ts';
import { draftBills } from '../draft-bills.ts';
import { addFee } from '#test/harness/sample-fees.ts';
import type { fees } from '#features/money/fees/fees.schema.ts';
import { chargeFinesEverywhere, chargeFinesOf } from './charge-fines.job.ts';
import { startSchool } from '#test/harness/app.ts';

let world: Awaited<ReturnType<typeof startSchool>>;
beforeEach(async () => void (world = await startSchool()));
afterEach(() => world.close());

const ilorin = () => world.school.ilorin;
const ada = () => ilorin().studentIds['Ada Obi'];
const work = <T>(act: (tx: Tx) => Promise<T>) => world.database.asSystem([ilorin().id], act);
const actor = () => systemActor(ilorin().id, 'Test');
const run = (day: string) => chargeFinesOf(world.database, ilorin().id, day);

/** Bills Ada ₦100,000 in two halves, due on 14 Sep and 2 Nov, with a rule for fines. */
const bill = (fine: Partial<typeof fees.$inferInsert>) =>
  work(async (tx) => {
    const instalments = [{ dueOn: '2026-09-14', percent: 5000 }, { dueOn: '2026-11-02' }];
    const fee = await addFee(tx, ilorin(), { instalments, fine });
    return issueInvoices(tx, actor(), ilorin().id, await draftBills(tx, ilorin().id, fee.id, [ada()], '2026-09-14'));
  });

const fines = () =>
  work(async (tx) => {
    const { rows } = await tx.execute<{ for: string; total: number; on: string }>(sql`
      select fine_for as for, total, issued_on::text as on from invoices where kind = 'fine' order by id`);
    return rows.map((row) => [row.for, row.total, row.on]);
  });
const pay = (amount: number, day: string) =>
  work(async (tx) => {
    const open = await lockOpenInvoices(tx, ilorin().id, [ada()]);
    await receivePayment(tx, actor(), ilorin().id, {
      channel: 'cash',
      amount,
      day,
      shares: [shareOldestFirst(ada(), amount, open)],
    });
  });

test('a fine is charged once for each late instalment, however often and however many at once it runs', async () => {
  await bill({ fineHow: 'once', fineAmount: 2_000_00, fineGraceDays: 7 });
  await run('2026-09-21');
  expect(await fines()).toEqual([]);
  await Promise.all([run('2026-09-22'), run('2026-09-22'), run('2026-09-22')]);
  await run('2026-09-22');
  await run('2026-10-30');
  expect(await fines()).toEqual([['instalment 1', 2_000_00, '2026-09-22']]);
  await run('2026-11-10');
  expect(await fines()).toEqual([
    ['instalment 1', 2_000_00, '2026-09-22'],
    ['instalment 2', 2_000_00, '2026-11-10'],
  ]);
});

test('a daily fine grows day by day up to its cap; a missed night is made up for, a repeated one changes nothing', async () => {
  await bill({ fineHow: 'daily', fineAmount: 100_00, fineGraceDays: 0, fineCap: 450_00 });
  for (const day of ['2026-09-15', '2026-09-15', '2026-09-16', '2026-09-18', '2026-09-16', '2026-09-19', '2026-09-20'])
    await run(day);
  expect(await fines()).toEqual([
    ['instalment 1, 2026-09-15', 100_00, '2026-09-15'],
    ['instalment 1, 2026-09-16', 100_00, '2026-09-16'],
    ['instalment 1, 2026-09-18', 200_00, '2026-09-18'],
    ['instalment 1, 2026-09-19', 50_00, '2026-09-19'],
  ]);
});

test('a percentage is of what is unpaid of the instalment; what is paid in time is not fined, and a fine bears no fine', async () => {
  await bill({ fineHow: 'percent', finePercent: 500, fineGraceDays: 0 });
  await pay(30_000_00, '2026-09-14');
  await run('2026-09-15');
  expect(await fines()).toEqual([['instalment 1', 1_000_00, '2026-09-15']]);
  await pay(71_000_00, '2026-10-01');
  await run('2026-12-01');
  expect(await fines()).toHaveLength(1);
  const { rows } = await work((tx) =>
    tx.execute(sql`select owed, credit from student_balances where student_id = ${ada()}`),
  );
  expect(rows).toEqual([{ owed: 0, credit: 0 }]);
  const income = await work((tx) =>
    tx.execute(sql`select sum(l.amount)::bigint as sum from ledger_lines l
      join ledger_accounts a on (a.institution_id, a.id) = (l.institution_id, l.ledger_account_id) where a.role = 'fine'`),
  );
  expect(income.rows).toEqual([{ sum: -1_000_00 }]);
});

test('nothing is charged in a closed period, without a rule, or to an erased record', async () => {
  await bill({});
  await run('2026-12-01');
  await bill({ fineHow: 'once', fineAmount: 2_000_00 });
  await work((tx) => tx.execute(sql`update ledger_books set closed_through = '2026-12-01'`));
  await run('2026-12-01');
  expect(await fines()).toEqual([]);
  const erase = (at: string | null) =>
    work((tx) => tx.execute(sql`update students set anonymised_at = ${at} where id = ${ada()}`));
  await erase('2026-12-02');
  await run('2026-12-02');
  expect(await fines()).toEqual([]);
  await erase(null);
  await run('2026-12-02');
  expect(await fines()).toHaveLength(2);
});

test('the nightly job finds the institutions with late instalments by itself', async () => {
  await bill({ fineHow: 'once', fineAmount: 2_000_00 });
  // The clock of the database is behind the invoice's dates or after them: what it charges is what is due by then.
  const { rows } = await work((tx) =>
    tx.execute<{ n: number }>(sql`select count(*)::int as n from invoice_dues
      where due_on < (now() at time zone 'Africa/Lagos')::date`),
  );
  await chargeFinesEverywhere(world.database);
  await chargeFinesEverywhere(world.database);
  expect(await fines()).toHaveLength(rows[0]!.n);
});
