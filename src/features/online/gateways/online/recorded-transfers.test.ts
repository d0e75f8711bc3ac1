import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { today } from '#kernel/dates.ts';
import type { Browser } from '#test/harness/app.ts';
import {
  addBankAccount,
  addStatement,
  linesOfStatement,
  statementHead,
  statementLine,
} from '#test/harness/bank-desk.ts';
import { deliver } from '#test/harness/fake-webhooks.ts';
import { ok, startPaying, type Paying } from '#test/harness/online-school.ts';

let paying: Paying;
let principal: Browser;
let account: number;
let number: string;
beforeAll(async () => {
  paying = await startPaying();
  const { id } = paying.world.school.ilorin;
  principal = await paying.world.as('principal');
  account = await addBankAccount(paying.bursar, id, '0123456789');
  const terms = { institution_id: id, minimum: 1_000_00, gives_accounts: true };
  await ok(paying.bursar.post('/payment-gateways/terms', terms));
  await ok(paying.parent.post('/my-fees/accounts', { institution_id: id, student_id: paying.tunde }), 303);
  const { children } = (await paying.parent.page('/my-fees')).props.institutions[0];
  number = children.find((child: { id: number }) => child.id === paying.tunde).account.accountNumber;
});
afterAll(() => paying.close());

const day = () => today('Africa/Lagos').split('-').toReversed().join('/');
let made = 0;
/** A line of the bank into the student's own account; returns its id. */
const lineOf = async (amount: string, narration = `NIP ${number} FEES`) => {
  const text = statementHead + statementLine(day(), `NIP${(made += 1)}`, narration, amount);
  return (await linesOfStatement(paying.bursar, await addStatement(paying.bursar, account, text)))[0].id as number;
};
const confirm = (line: number, more: object = {}) =>
  paying.bursar.post(`/bank-lines/${line}/confirm`, { student_id: paying.tunde, again: 'true', ...more });
const transfer = async (amount: number) => {
  const reference = paying.fake.paystack.transfer(number, amount);
  const event = paying.fake.paystack.event(reference);
  return async () => deliver(`${await paying.url()}${paying.hook('paystack')}`, event, event, event);
};
const credit = async () => (await paying.balance(paying.tunde))?.credit ?? 0;
const reviews = async () => (await paying.bursar.page('/online-payments/review')).props.rows;
const approve = async () => {
  const { rows } = await paying.within((tx) =>
    tx.execute<{ id: number }>(sql`select id from approvals where outcome is null order by id`),
  );
  return ok(principal.post(`/approvals/${rows[0]!.id}/approve`));
};

test('7 a transfer that a bank line has credited is never credited again by the gateway: a person joins the two', async () => {
  const line = await lineOf('25,000.00');
  expect((await confirm(line, { again: '' })).json().errors.again).toContain(
    'the payment gateway credits automatically',
  );
  expect((await confirm(line, { student_id: paying.ngozi })).json().errors.student_id).toContain('Record it for Tunde');
  await ok(confirm(line), 303);
  const report = await transfer(25_000_00);
  expect(await report()).toEqual([200, 200, 200]);
  expect([await credit(), await paying.online()]).toEqual([25_000_00, 0]);
  const [review] = await reviews();
  expect(review).toMatchObject({ reason: 'recorded', state: 'open', received: 25_000_00, receiptNumber: 1 });
  await ok(paying.bursar.post(`/online-reviews/${review.id}/join`), 303);
  expect((await paying.bursar.post(`/online-reviews/${review.id}/join`)).statusCode).toBe(422);
  await report();
  expect((await reviews())[0]).toMatchObject({ id: review.id, state: 'joined' });
  // The next transfer of the same amount is another one: the recorded payment is taken.
  const next = await transfer(25_000_00);
  await next();
  expect([await credit(), await paying.online()]).toEqual([50_000_00, 25_000_00]);
  // The line was wrong after all: its payment goes, and the transfer waits again and is credited by two people.
  await ok(paying.bursar.post(`/bank-lines/${line}/undo`, { reason: 'Not ours' }), 303);
  await approve();
  expect(await credit()).toBe(25_000_00);
  expect((await reviews())[0]).toMatchObject({ id: review.id, state: 'open' });
  expect((await paying.bursar.post(`/online-reviews/${review.id}/join`)).json().errors.form).toContain('reversed');
  await ok(paying.bursar.post(`/online-reviews/${review.id}/accept`), 303);
  expect(await credit()).toBe(25_000_00);
  await approve();
  expect([await credit(), await paying.online()]).toEqual([50_000_00, 50_000_00]);
});

test('7 what the gateway has credited is not recorded from a bank line or from suspense, and one at once with the other counts once', async () => {
  const before = await credit();
  await (
    await transfer(7_000_00)
  )();
  const line = await lineOf('7,000.00');
  expect((await confirm(line)).json().errors.form).toMatch(/RCT-\d+ already credits it/);
  await ok(paying.bursar.post(`/bank-lines/${line}/confirm`, {}), 303);
  expect(await credit()).toBe(before + 7_000_00);
  const unnamed = await lineOf('6,000.00', 'NIP FEES');
  await ok(paying.bursar.post(`/bank-lines/${unnamed}/suspend`), 303);
  const { paymentId } = (await paying.bursar.page(`/bank-lines/${unnamed}`)).props.line;
  await (
    await transfer(6_000_00)
  )();
  const placed = await paying.bursar.post(`/payments/${paymentId}/place`, { student_id: paying.tunde });
  expect(placed.json().errors.again).toContain('credited the same amount');
  expect(await credit()).toBe(before + 13_000_00);
  const racing = await lineOf('9,000.00');
  await Promise.all([confirm(racing), (await transfer(9_000_00))()]);
  expect(await credit()).toBe(before + 22_000_00);
});
