import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { systemActor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import { post } from '#features/money/ledger/post.ts';
import { cancelInvoice, creditInvoice, lockInvoice } from '#features/money/invoices/credit-invoice.ts';
import { issueInvoices } from '#features/money/invoices/issue-invoices.ts';
import { documentNumber } from '#features/money/invoices/document-numbers.ts';
import { moveShare } from './corrections/move.ts';
import { lockOpenInvoices } from '#features/money/invoices/open-invoices.ts';
import { lockPayment, receivePayment, recordPending } from './receive-payment.ts';
import { payRefund, refundPayment, placePayment } from './corrections/refund-payment.ts';
import { checkBooks } from '#features/money/balances/proof/check-books.ts';
import { releaseShare } from './settling/apply-credit.ts';
import { reversePayment } from './corrections/reverse-payment.ts';
import { receiptNumber } from './payments.ts';
import { settleBeside } from './settling/settle-beside.ts';
import { settlePending, shareOldestFirst } from './settle-pending.ts';
import { startSchool } from '#test/harness/app.ts';

let world: Awaited<ReturnType<typeof startSchool>>;
beforeEach(async () => void (world = await startSchool()));
afterEach(() => world.close());

const day = '2026-11-20';
const work = <T>(act: (tx: Tx) => Promise<T>) => world.database.asSystem([world.school.ilorin.id], act);
const actor = () => systemActor(world.school.ilorin.id, 'Test');
const ada = () => world.school.ilorin.studentIds['Ada Obi'];
const ngozi = () => world.school.ilorin.studentIds['Ngozi Okafor'];

async function bill(studentId: number, ...amounts: number[]): Promise<number> {
  return work(async (tx) => {
    const { rows } = await tx.execute<{ id: number }>(sql`select id from ledger_accounts where name = 'Tuition'`);
    const lines = amounts.map((amount) => ({ name: 'Tuition', amount, ledgerAccountId: Number(rows[0]!.id) }));
    const total = amounts.reduce((sum, amount) => sum + amount, 0);
    const draft = { studentId, kind: 'single' as const, title: 'Fees', issuedOn: day, lines };
    const [id] = await issueInvoices(tx, actor(), world.school.ilorin.id, [
      { ...draft, dues: [{ dueOn: day, amount: total }] },
    ]);
    return id!;
  });
}

const pay = (studentId: number, amount: number) =>
  work(async (tx) => {
    const open = await lockOpenInvoices(tx, world.school.ilorin.id, [studentId]);
    return receivePayment(tx, actor(), world.school.ilorin.id, {
      channel: 'cash',
      amount,
      day,
      shares: [shareOldestFirst(studentId, amount, open)],
    });
  });

const balance = (studentId: number) =>
  work(async (tx) => {
    const { rows } = await tx.execute<{ owed: number; credit: number }>(
      sql`select owed, credit from student_balances where student_id = ${studentId}`,
    );
    return rows[0];
  });

/** The balance of each account that has one, by name. */
const trialBalance = () =>
  work(async (tx) => {
    const { rows } = await tx.execute<{ name: string; amount: number }>(sql`
      select a.name, sum(l.amount)::bigint as amount from ledger_lines l
      join ledger_accounts a on (a.institution_id, a.id) = (l.institution_id, l.ledger_account_id)
      group by a.name having sum(l.amount) <> 0 order by a.name`);
    return Object.fromEntries(rows.map(({ name, amount }) => [name, Number(amount)]));
  });

const withPayment = (
  id: number,
  act: (tx: Tx, payment: NonNullable<Awaited<ReturnType<typeof lockPayment>>>) => unknown,
) => work(async (tx) => act(tx, (await lockPayment(tx, world.school.ilorin.id, id))!));
const withInvoice = (
  id: number,
  act: (tx: Tx, invoice: NonNullable<Awaited<ReturnType<typeof lockInvoice>>>) => unknown,
) => work(async (tx) => act(tx, (await lockInvoice(tx, world.school.ilorin.id, id))!));

test('a payment settles the invoice, the rest is credit that pays the next one', async () => {
  await bill(ada(), 50_000_00, -5_000_00);
  expect(await pay(ada(), 60_000_00)).toMatchObject({ receipt: 1 });
  expect(await balance(ada())).toEqual({ owed: 0, credit: 15_000_00 });
  await bill(ada(), 20_000_00);
  expect(await balance(ada())).toEqual({ owed: 5_000_00, credit: 0 });
  expect(await trialBalance()).toEqual({ Cash: 60_000_00, 'Fees receivable': 5_000_00, Tuition: -65_000_00 });
});

test('a credit note on a paid invoice frees what was paid', async () => {
  const id = await bill(ada(), 30_000_00);
  await pay(ada(), 30_000_00);
  const credit = { kind: 'correction', amount: 10_000_00, reason: 'Charged twice', day, agreedBy: null } as const;
  await withInvoice(id, (tx, invoice) => creditInvoice(tx, actor(), invoice, credit));
  expect(await balance(ada())).toEqual({ owed: 0, credit: 10_000_00 });
  await withInvoice(id, (tx, invoice) =>
    cancelInvoice(tx, actor(), invoice, { reason: 'Wrong class', day, agreedBy: null }),
  );
  expect(await trialBalance()).toEqual({ Cash: 30_000_00, 'Students’ credit': -30_000_00 });
});

test('a credit note of an item takes its income and its discount; all of them together take exactly the invoice', async () => {
  const accounts = await work(async (tx) => {
    const { rows } = await tx.execute<{ name: string; id: number }>(sql`select name, id from ledger_accounts`);
    return new Map(rows.map(({ name, id }) => [name, Number(id)]));
  });
  const to = (name: string, amount: number) => ({ to: accounts.get(name)!, amount });
  const billed = [to('Tuition', 100_000_01), to('Transport', 30_000_00), to('Discounts', -13_000_00)];
  const id = await work(async (tx) => {
    const lines = billed.map((line) => ({ name: 'Line', amount: line.amount, ledgerAccountId: line.to }));
    const draft = { studentId: ada(), kind: 'single' as const, title: 'Fees', issuedOn: day, lines };
    const dues = [{ dueOn: day, amount: 117_000_01 }];
    return (await issueInvoices(tx, actor(), world.school.ilorin.id, [{ ...draft, dues }]))[0]!;
  });
  const credit = (kind: 'correction' | 'write_off', amount: number, item = [] as { to: number; amount: number }[]) =>
    withInvoice(id, (tx, invoice) =>
      creditInvoice(tx, actor(), invoice, { kind, amount, reason: 'R', day, item, agreedBy: null }),
    );
  await credit('correction', 27_000_00, [to('Transport', 30_000_00), to('Discounts', -3_000_00)]);
  const left = { 'Fees receivable': 90_000_01, Tuition: -100_000_01, Discounts: 10_000_00 };
  expect(await trialBalance()).toEqual(left);
  // In proportion to what is left: the item is gone, so it is only tuition.
  await credit('correction', 9_000_00, [to('Transport', 30_000_00)]);
  expect(await trialBalance()).toMatchObject({ 'Fees receivable': 81_000_01 });
  expect(await trialBalance()).not.toHaveProperty('Transport');
  await credit('correction', 33_33);
  await withInvoice(id, (tx, invoice) =>
    cancelInvoice(tx, actor(), invoice, { reason: 'Wrong class', day, agreedBy: null }),
  );
  expect(await trialBalance()).toEqual({});
});

test('a reversed payment leaves the debt as before and keeps its receipt number', async () => {
  await bill(ada(), 30_000_00);
  const { id } = await pay(ada(), 40_000_00);
  await withPayment(id, (tx, payment) => reversePayment(tx, actor(), payment, { reason: 'Typed twice', day }));
  expect(await balance(ada())).toEqual({ owed: 30_000_00, credit: 0 });
  expect(await pay(ada(), 1_00)).toMatchObject({ receipt: 2 });
});

test('a refund takes credit first, then what was paid last, and is payable until it is handed over', async () => {
  await bill(ada(), 30_000_00);
  const { id } = await pay(ada(), 40_000_00);
  const refund = { studentId: ada(), amount: 15_000_00, reason: 'Left the school', day };
  const refundId = (await withPayment(id, (tx, payment) => refundPayment(tx, actor(), payment, refund))) as number;
  expect(await balance(ada())).toEqual({ owed: 5_000_00, credit: 0 });
  const open = { institutionId: world.school.ilorin.id, id: refundId, amount: 15_000_00 };
  await work((tx) => payRefund(tx, actor(), open, { channel: 'transfer', reference: 'T1', day }));
  expect(await trialBalance()).toEqual({
    'Bank transfers': -15_000_00,
    Cash: 40_000_00,
    'Fees receivable': 5_000_00,
    Tuition: -30_000_00,
  });
});

test('a share moves to a sibling and pays what the sibling owes', async () => {
  await bill(ngozi(), 25_000_00);
  const { id } = await pay(ada(), 40_000_00);
  const move = { from: ada(), to: ngozi(), amount: 30_000_00, reason: 'Meant for the sister', day };
  await withPayment(id, (tx, payment) => moveShare(tx, actor(), payment, move));
  expect([await balance(ada()), await balance(ngozi())]).toEqual([
    { owed: 0, credit: 10_000_00 },
    { owed: 0, credit: 5_000_00 },
  ]);
});

test('a cheque pays once it is cleared, and unidentified money once it is placed', async () => {
  await bill(ada(), 30_000_00);
  const cheque = {
    channel: 'cheque',
    amount: 30_000_00,
    day,
    reference: '000123',
    shares: [{ studentId: ada(), amount: 30_000_00, allocations: [] }],
  } as const;
  const id = await work((tx) =>
    recordPending(tx, actor(), world.school.ilorin.id, {
      ...cheque,
      shares: [...cheque.shares].map((share) => ({ ...share, allocations: [] })),
    }),
  );
  expect(await balance(ada())).toEqual({ owed: 30_000_00, credit: 0 });
  await withPayment(id, (tx, payment) => settlePending(tx, actor(), payment, day));
  expect(await balance(ada())).toEqual({ owed: 0, credit: 0 });
  const unknown = await work((tx) =>
    receivePayment(tx, actor(), world.school.ilorin.id, { channel: 'transfer', amount: 7_000_00, day, shares: [] }),
  );
  expect(await trialBalance()).toMatchObject({ 'Unidentified payments': -7_000_00 });
  const shares = [{ studentId: ngozi(), amount: 7_000_00, allocations: [] }];
  await withPayment(unknown.id, (tx, payment) => placePayment(tx, actor(), payment, { shares, day }));
  expect(await balance(ngozi())).toEqual({ owed: 0, credit: 7_000_00 });
});

test('the database refuses what does not balance, a second posting and any change', async () => {
  const entry = (lines: { to: 'cash' | 'income'; amount: number }[], sourceId: number) =>
    work((tx) =>
      post(tx, actor(), world.school.ilorin.id, [
        { day, source: 'manual', sourceId, description: 'Sale of books', lines },
      ]),
    );
  const balanced = [
    { to: 'cash', amount: 100 },
    { to: 'income', amount: -100 },
  ] as const;
  await entry([...balanced], 1);
  await expect(entry([...balanced], 1)).rejects.toMatchObject({ constraint: 'ledger_entries_source' });
  await expect(
    entry(
      [
        { to: 'cash', amount: 100 },
        { to: 'income', amount: -99 },
      ],
      2,
    ),
  ).rejects.toMatchObject({ constraint: 'ledger_entry_balances' });
  await expect(entry([{ to: 'cash', amount: 100 }], 3)).rejects.toMatchObject({ constraint: 'ledger_entry_balances' });
  const late = work((tx) =>
    tx.execute(sql`insert into ledger_lines (institution_id, entry_id, position, ledger_account_id, amount, day)
      select institution_id, entry_id, 9, ledger_account_id, 5, day from ledger_lines limit 1`),
  );
  await expect(late).rejects.toMatchObject({ constraint: 'ledger_entry_balances' });
  for (const change of [
    'update ledger_lines set amount = amount',
    'delete from ledger_entries',
    'update ledger_entries set day = day',
  ])
    await expect(work((tx) => tx.execute(sql.raw(change)))).rejects.toThrow();
  expect(await trialBalance()).toEqual({ Cash: 100, 'Other income': -100 });
});

test('nothing is posted to a closed period', async () => {
  await work((tx) => tx.execute(sql`update ledger_books set closed_through = ${day}`));
  await expect(bill(ada(), 10_00)).rejects.toMatchObject({ errors: { day: expect.stringContaining('20 Nov 2026') } });
});

test('the database writes the number of a document as the screens do, also with seven digits', async () => {
  const { rows } = await work((tx) =>
    tx.execute<{ number: string }>(
      sql`select ${documentNumber('RCT', sql`n`)} as number from (values (7), (999999), (1234567), (null)) v (n)`,
    ),
  );
  expect(rows.map(({ number }) => number)).toEqual([...[7, 999_999, 1_234_567].map(receiptNumber), null]);
});

test('credit that an old version left beside a debt is settled at night, by new entries', async () => {
  await bill(ada(), 10_000_00);
  const { id } = await pay(ada(), 10_000_00);
  const institutionId = world.school.ilorin.id;
  await work((tx) =>
    releaseShare(tx, actor(), institutionId, { paymentId: id, studentId: ada(), amount: 4_000_00, day }),
  );
  expect(await balance(ada())).toEqual({ owed: 4_000_00, credit: 4_000_00 });
  expect(await work(checkBooks)).toMatchObject([{ what: 'credit beside a debt of a student', id: ada() }]);
  expect(await work((tx) => settleBeside(tx, institutionId))).toBe(1);
  expect(await balance(ada())).toEqual({ owed: 0, credit: 0 });
  expect(await work((tx) => settleBeside(tx, institutionId))).toBe(0);
});
