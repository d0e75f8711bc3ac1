import { afterEach, beforeEach, expect, test } from 'vitest';
import { sql } from 'drizzle-orm';
import { notifyOfMoney } from '#features/messages/contact/jobs/notify-of-money.job.ts';
import { startSchool, type Browser } from '#test/harness/app.ts';
import { openTill } from '#test/harness/till.ts';

let world: Awaited<ReturnType<typeof startSchool>>;
let till: ReturnType<typeof openTill>;
let cashier: Browser;
let invoice: number;
beforeEach(async () => {
  world = await startSchool();
  till = openTill(world);
  cashier = await world.as('cashier');
  invoice = await till.bill(ada(), 30_000_00);
  await till.openDay(cashier);
});
afterEach(() => world.close());

const ada = () => world.school.ilorin.studentIds['Ada Obi'];
const owed = { owed: 30_000_00, credit: 0 };
const take = async () =>
  (await till.pay(cashier, ada(), 30_000_00, [[invoice, 30_000_00]])).json() as { id: number; canUndo: boolean };
const undo = (id: number, by = cashier, headers = {}) => by.post(`/payments/${id}/undo`, {}, headers);
const refusal = async (id: number, by = cashier) => {
  const { statusCode, body } = await undo(id, by);
  return [statusCode, (JSON.parse(body) as { message: string }).message];
};
const ask = (statement: ReturnType<typeof sql>) => till.work(async (tx) => (await tx.execute(statement)).rows);
const reversed = async () =>
  Number((await ask(sql`select count(*) from payments where status = 'reversed'`))[0]!['count']);

test('a cashier undoes the payment just taken: the debt is back, the receipt void, and nothing of it is in the drawer', async () => {
  const { id, canUndo } = await take();
  expect(canUndo).toBe(true);
  const { statusCode, body } = await undo(id);
  expect([statusCode, JSON.parse(body)]).toEqual([200, { message: 'Payment undone. Receipt RCT-000001 is void.' }]);
  expect([await till.balance(ada()), await till.books()]).toMatchObject([owed, { 'Fees receivable': 30_000_00 }]);
  expect(await till.books()).not.toHaveProperty('Cash');
  const { props } = await (await world.as('bursar')).page(`/payment_records/${id}`);
  expect(props).toMatchObject({ status: 'reversed', number: 1, endReason: 'Entered by mistake' });
  expect(props.history[0]).toMatchObject({ summary: 'undid RCT-000001' });
  const [{ code }] = (await ask(sql`select code from payments where id = ${id}`)) as [{ code: string }];
  expect((await world.nobody().page(`/verify/receipt/${code}`)).props).toMatchObject({ status: 'reversed' });
  // The right one gets the next number.
  expect((await till.pay(cashier, ada(), 3_000_00, [[invoice, 3_000_00, 30_000_00]])).json().receipt).toBe(
    'RCT-000002',
  );
});

test('pressed twice, also by two windows at once, it is undone once', async () => {
  const { id } = await take();
  const key = { 'idempotency-key': 'u'.repeat(32) };
  const same = await Promise.all([undo(id, cashier, key), undo(id, cashier, key)]);
  expect(same.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
  const other = await take();
  const both = await Promise.all([undo(other.id), undo(other.id)]);
  expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
  expect([await till.balance(ada()), await reversed()]).toEqual([owed, 2]);
});

test('it is refused after its time, to another cashier, and once the day is closed', async () => {
  const past = (seconds: number) =>
    ask(sql`update payments set created_at = created_at - make_interval(secs => ${seconds})`);
  const late = await take();
  await past(16);
  expect(await refusal(late.id)).toEqual([409, 'The undo period has ended. Ask for a reversal.']);
  const bursar = await world.as('bursar');
  await till.openDay(bursar);
  const fresh = (await till.pay(cashier, ada(), 2_000_00)).json() as { id: number };
  expect(await refusal(fresh.id, bursar)).toEqual([409, 'Only the cashier who took a payment can undo it.']);
  expect((await undo(fresh.id, await world.as('guardian'))).statusCode).toBe(403);
  const { rows } = (await cashier.page('/cashier-days')).props;
  const count = { cash: '0', transfer: '0', pos: '0', cheque: '0', pieces: {}, remark: '' };
  await cashier.post(`/cashier-days/${rows[0].id}/close`, count);
  expect(await refusal(fresh.id)).toEqual([409, 'The cashier session of this payment is closed. Ask for a reversal.']);
  expect(await reversed()).toBe(0);
});

test('it is refused once the receipt is printed, the money used or seen at the bank, and for a cheque', async () => {
  const printed = await take();
  expect((await cashier.post(`/payments/${printed.id}/receipt?paper=roll`)).statusCode).toBe(200);
  expect(await refusal(printed.id)).toEqual([409, 'Its receipt has been printed or sent. Ask for a reversal.']);
  const credit = (await till.pay(cashier, ada(), 5_000_00)).json() as { id: number };
  await till.bill(ada(), 4_000_00);
  expect((await refusal(credit.id))[1]).toMatch(/^Its money has since been used/);
  const slip = (await till.pay(cashier, ada(), 3_000_00, [], { channel: 'pos' })).json() as { id: number };
  await ask(sql`
    with account as (insert into bank_accounts (institution_id, name, bank, number, ledger_account_id)
        select ${till.institutionId}, 'Fees', 'First Bank', '0123456789', id from ledger_accounts
        where institution_id = ${till.institutionId} and role = 'bank' returning id),
      statement as (insert into bank_statements (institution_id, bank_account_id, file_name, sha256, columns, row_count, state, read_at)
        select ${till.institutionId}, id, 'x.csv', 'x', '[]', 1, 'read', now() from account returning id, bank_account_id),
      line as (insert into bank_lines (institution_id, bank_account_id, statement_id, row_number, day, amount, fingerprint, ordinal)
        select ${till.institutionId}, bank_account_id, id, 2, ${till.day}, 300000, repeat('0', 64), 1 from statement returning id)
    insert into bank_line_payments (institution_id, payment_id, line_id)
    select ${till.institutionId}, ${slip.id}, id from line`);
  expect((await refusal(slip.id))[1]).toMatch(/^It has been matched to a line/);
  const paper = { channel: 'cheque', reference: '000417', cheque_bank: 'GTBank' };
  const cheque = (await till.pay(cashier, ada(), 1_000_00, [], paper)).json() as { id: number; canUndo: boolean };
  expect([cheque.canUndo, (await undo(cheque.id)).statusCode]).toEqual([false, 409]);
  expect(await reversed()).toBe(0);
});

test('nobody undoes a payment for the own family, and it is not offered', async () => {
  await ask(sql`
    with g as (insert into guardians (institution_id, first_name, surname, phone)
      select ${till.institutionId}, 'Cashier', 'Obi', '+2348030009999' returning id),
    m as (update memberships set guardian_id = (select id from g) where account_id = ${world.school.accounts.cashier}
      and institution_id = ${till.institutionId})
    insert into student_guardians (institution_id, student_id, guardian_id) select ${till.institutionId}, ${ada()}, id from g`);
  const { id, canUndo } = await take();
  expect(canUndo).toBe(false);
  expect(await refusal(id)).toEqual([403, 'This is about you or your own family. Ask a colleague to do it.']);
  expect([await till.balance(ada()), await reversed()]).toEqual([{ owed: 0, credit: 0 }, 0]);
});

test('nobody is told of a payment while it can be undone', async () => {
  await ask(sql`insert into message_switches (institution_id, event, audience, channel, is_on, on_since)
    values (${till.institutionId}, 'payments.received', 'guardian', 'email', true, now() - interval '1 minute')`);
  const told = async () => {
    await notifyOfMoney(world.database);
    return (await ask(sql`select id from outbox where event = 'payments.received'`)).length;
  };
  await ask(sql`with payer as (insert into guardians (institution_id, surname, first_name, email)
      values (${till.institutionId}, 'Obi', 'Payer', 'payer@obi.ng') returning id)
    insert into student_guardians (institution_id, student_id, guardian_id, pays_fees)
    select ${till.institutionId}, ${ada()}, id, true from payer`);
  await take();
  expect(await told()).toBe(0);
  await ask(sql`update payments set receipt_at = receipt_at - interval '16 seconds'`);
  expect(await told()).toBeGreaterThan(0);
});
