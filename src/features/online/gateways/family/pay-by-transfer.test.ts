import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { billFileOf } from '#features/money/invoices/bills/bill-data.queries.ts';
import { addBankAccount } from '#test/harness/bank-desk.ts';
import { ok, startPaying, type Paying } from '#test/harness/online-school.ts';

let paying: Paying;
beforeAll(async () => {
  paying = await startPaying({ provider: null });
  await paying.bill(paying.tunde, 45_000_00);
});
afterAll(() => paying.close());

const shown = async () => {
  const { institutions } = (await paying.parent.page('/my-fees')).props;
  return institutions.map(({ accounts }: { accounts: { bank: string; name: string; number: string }[] }) =>
    accounts.map(({ bank, name, number }) => ({ bank, name, number })),
  );
};

test('“My fees” shows the accounts that are agreed to, as invoices print them, and none where families pay online', async () => {
  const { ilorin } = paying.world.school;
  expect(await shown()).toEqual([[]]);
  const accountId = await addBankAccount(paying.bursar, ilorin.id, '0123456789');
  const account = { bank: 'First Bank', name: 'Fees account', number: '0123456789' };
  expect(await shown()).toEqual([[account]]);
  const [invoice] = (await paying.within((tx) => tx.execute<{ id: number }>(sql`select id from invoices`))).rows;
  const printed = await paying.within((tx) =>
    billFileOf(tx, paying.world.services.files, ilorin.id, [Number(invoice!.id)], 'https://akada.test'),
  );
  expect(printed.bills[0]!.payTo).toEqual([
    'First Bank · 0123456789 · Fees account',
    expect.stringMatching(/^Quote INV-000001 or the admission number .+ when you pay\.$/),
  ]);
  // Another number waits for a second person; until then payers see the one in force.
  const { ledger_account_id } = (await paying.bursar.page(`/bank-accounts/${accountId}/edit`)).props.account;
  const other = { ...account, number: '9999999999', ledger_account_id };
  await ok(paying.bursar.post(`/bank-accounts/${accountId}`, other), 303);
  expect(await shown()).toEqual([[account]]);
  await ok(paying.bursar.post(`/bank-accounts/${accountId}/archive`, {}), 303);
  expect(await shown()).toEqual([[]]);
});
