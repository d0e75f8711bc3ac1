import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { agree } from '#test/harness/agree.ts';
import { startSchool, type Browser } from '#test/harness/app.ts';
import { addBankAccount } from '#test/harness/bank-desk.ts';

/** The accounts that payers are shown: decision 0063. */
let world: Awaited<ReturnType<typeof startSchool>>;
let bursar: Browser;
let owner: Browser;
beforeAll(async () => {
  world = await startSchool();
  [bursar, owner] = await Promise.all([world.as('bursar'), world.as('owner')]);
});
afterAll(() => world.close());

const rows = async () =>
  (
    await world.database.asSystem([world.school.ilorin.id], (tx) =>
      tx.execute<{ number: string; isArchived: boolean }>(
        sql`select number, archived_at is not null as "isArchived" from bank_accounts order by id`,
      ),
    )
  ).rows;
const form = async () => {
  const { props } = await bursar.page('/bank-accounts/new');
  return { ledger_account_id: props.ledgerAccounts.find(({ isUsual }: { isUsual: boolean }) => isUsual).id };
};

test('the bursar alone neither adds an account, nor changes its number, nor restores one', async () => {
  const { ledger_account_id } = await form();
  const mine = { name: 'Fees', bank: 'My bank', number: '9999999999', ledger_account_id };
  const added = await bursar.post('/bank-accounts', { institution_id: world.school.ilorin.id, ...mine });
  expect(added.statusCode, added.body).toBe(303);
  expect(await rows()).toEqual([]);
  const { props } = await bursar.page('/bank-accounts');
  expect(props.changes).toMatchObject([{ summary: 'add the bank account Fees, 9999999999 at My bank', isMine: true }]);
  const [{ id: request }] = (await bursar.page('/approvals')).props.waiting;
  expect((await bursar.post(`/approvals/${request}/approve`)).statusCode).toBe(403);
  await owner.post(`/approvals/${request}/decline`, { reason: 'Not the school’s' });

  const id = await addBankAccount(bursar, world.school.ilorin.id, '0123456789');
  const edit = async (values: object) =>
    (await bursar.post(`/bank-accounts/${id}`, { ...mine, name: 'Fees account', bank: 'First Bank', ...values }))
      .statusCode;
  expect(await edit({ number: '9999999999' })).toBe(303);
  expect(await rows()).toEqual([{ number: '0123456789', isArchived: false }]);
  expect(await agree(owner)).toEqual(['Saved.']);
  expect(await rows()).toEqual([{ number: '9999999999', isArchived: false }]);
  expect((await bursar.post(`/bank-accounts/${id}/archive`)).statusCode).toBe(303);
  expect((await bursar.post(`/bank-accounts/${id}/restore`)).statusCode).toBe(303);
  expect(await rows()).toEqual([{ number: '9999999999', isArchived: true }]);
  expect(await agree(owner)).toEqual(['The account was restored.']);
  expect(await rows()).toEqual([{ number: '9999999999', isArchived: false }]);
});
