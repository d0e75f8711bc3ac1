import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { systemActor } from '#kernel/actor.ts';
import { checkBooks } from '#features/money/balances/proof/check-books.ts';
import { receivePayment } from '#features/money/payments/receive-payment.ts';
import { startSchool, type Browser } from '#test/harness/app.ts';
import {
  addBankAccount,
  addStatement,
  linesOfStatement,
  statementHead as head,
  statementLine as line,
} from '#test/harness/bank-desk.ts';
import { openTill } from '#test/harness/till.ts';

/* What a cashier records and what a bursar reads from the statement, by two people, alone and in lumps. */
let world: Awaited<ReturnType<typeof startSchool>>;
let till: ReturnType<typeof openTill>;
let cashier: Browser;
let bursar: Browser;
let principal: Browser;
let accountId: number;

beforeEach(async () => {
  world = await startSchool();
  till = openTill(world);
  [cashier, bursar, principal] = await Promise.all([world.as('cashier'), world.as('bursar'), world.as('principal')]);
  accountId = await addBankAccount(bursar, world.school.ilorin.id, '0123456789');
  await till.openDay(cashier);
});
afterEach(async () => {
  expect(await till.work(checkBooks)).toEqual([]);
  await world.close();
});

type Name = 'Ada Obi' | 'Ngozi Okafor';
const student = (name: Name) => world.school.ilorin.studentIds[name];
const credited = async (name: Name = 'Ada Obi') => (await till.balance(student(name))).credit;
const rowsOf = async (query: ReturnType<typeof sql>) => (await till.work((tx) => tx.execute(query))).rows;
const send = (channel: string, amount: number, reference: string, name: Name = 'Ada Obi') =>
  till.pay(cashier, student(name), amount, [], { channel, reference });
const take = async (...of: Parameters<typeof send>) => {
  const answer = await send(...of);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json().id as number;
};
const add = async (...rows: [narration: string, amount: string, reference?: string][]) => {
  const day = till.day.split('-').toReversed().join('/');
  const text = rows.map(([narration, amount, reference = '']) => line(day, reference, narration, amount)).join('');
  const id = await addStatement(bursar, accountId, head + text);
  return (await linesOfStatement(bursar, id)) as {
    id: number;
    statementId: number;
    strength: string | null;
    paymentId: number | null;
  }[];
};
const confirm = (id: number, body = {}) => bursar.post(`/bank-lines/${id}/confirm`, body);
const undo = (id: number) => bursar.post(`/bank-lines/${id}/undo`, { reason: 'Wrong line' });
const agree = async () => {
  const [waiting] = await rowsOf(sql`select id from approvals where outcome is null order by id`);
  return (await principal.post(`/approvals/${String(waiting!['id'])}/approve`)).statusCode;
};
const reverse = async (id: number) => {
  const asked = await bursar.post(`/payments/${id}/reverse`, { reason: 'Not paid' });
  expect(asked.statusCode, asked.body).toBe(303);
  expect(await agree()).toBe(200);
};
const stateOf = async (id: number) => (await rowsOf(sql`select state, payment_id from bank_lines where id = ${id}`))[0];
const account = async (name: string) =>
  Number((await rowsOf(sql`select id from ledger_accounts where name = ${name}`))[0]!['id']);
const lump = async (lineId: number, payments: number[], charges?: string) =>
  bursar.post(`/bank-lines/${lineId}/payments`, {
    payments,
    ledger_account_id: charges === undefined ? '' : String(await account(charges)),
  });

const channels = [
  ['transfer', 'Bank transfers'],
  ['pos', 'POS terminals'],
] as const;

test.each(channels)(
  'a %s of the counter is the line that shows it, undone line first or payment first',
  async (channel, held) => {
    const credit = { 'Students’ credit': -45_000_00 };
    const id = await take(channel, 45_000_00, 'NIP0001234');
    const [shown] = await add(['TRF FROM OBI', '45,000.00', 'NIP0001234']);
    expect(shown).toMatchObject({ strength: 'strong', paymentId: id });
    expect((await confirm(shown!.id)).statusCode).toBe(303);
    expect(await till.books()).toEqual({ Bank: 45_000_00, ...credit });
    // The line first: the payment stays, unseen, and the line is offered for it once more.
    expect((await undo(shown!.id)).statusCode).toBe(303);
    expect(await till.books()).toEqual({ [held]: 45_000_00, ...credit });
    const twice = await confirm(shown!.id, { student_id: student('Ada Obi') });
    expect([twice.statusCode, twice.json().errors.again]).toEqual([422, expect.stringContaining('RCT-000001')]);
    await reverse(id);
    expect(await till.books()).toEqual({});
    expect((await confirm(shown!.id, { student_id: student('Ada Obi') })).statusCode).toBe(303);
    expect(await credited()).toBe(45_000_00);
    // What the line itself recorded goes with the line.
    await undo(shown!.id);
    expect(await agree()).toBe(200);
    expect([await till.books(), await credited()]).toEqual([{}, 0]);
    // The payment first: its line is open again.
    const second = await take(channel, 45_000_00, 'NIP0001234X');
    expect((await confirm(shown!.id, { student_id: student('Ada Obi') })).json().errors.again).toContain('RCT-000003');
    expect((await bursar.post(`/bank-statements/${shown!.statementId}/match`)).statusCode).toBe(303);
    expect((await confirm(shown!.id)).statusCode).toBe(303);
    expect(await stateOf(shown!.id)).toMatchObject({ state: 'matched' });
    await reverse(second);
    expect(await stateOf(shown!.id)).toMatchObject({ state: 'open' });
    expect([await till.books(), await credited()]).toEqual([{}, 0]);
  },
);

test.each(channels)(
  'a %s that the statement showed first, recorded or unidentified, is not credited at the counter too',
  async (channel) => {
    const [known, unknown] = await add(['NIP TRF', '45,000.00', 'NIP1'], ['NIP TRF', '30,000.00', 'NIP2']);
    expect((await confirm(known!.id, { student_id: student('Ada Obi') })).statusCode).toBe(303);
    expect((await bursar.post(`/bank-lines/${unknown!.id}/suspend`)).statusCode).toBe(303);
    await till.work((tx) => tx.execute(sql`update payments set created_at = now() - interval '1 day'`));
    for (const [amount, reference] of [
      [45_000_00, 'SLIP 1'],
      [45_000_00, 'NIP1'],
      [30_000_00, 'SLIP 2'],
      [30_000_00, 'NIP2'],
    ] as const) {
      const refused = await send(channel, amount, reference);
      expect([refused.statusCode, refused.json().errors?.reference_again], `${amount} ${reference}`).toEqual([
        422,
        expect.any(String),
      ]);
    }
    expect(await credited()).toBe(45_000_00);
  },
);

test.each(channels)(
  'a %s of the counter, read as unidentified under another reference, is asked about when it is identified',
  async (channel) => {
    await take(channel, 45_000_00, 'SLIP 1');
    const [shown] = await add(['DEPOSIT', '45,000.00', 'XYZ9']);
    expect((await bursar.post(`/bank-lines/${shown!.id}/suspend`)).statusCode).toBe(303);
    const [made] = await rowsOf(sql`select id from payments where in_suspense`);
    const place = (more = {}) =>
      bursar.post(`/payments/${String(made!['id'])}/place`, { student_id: student('Ada Obi'), ...more });
    const refused = await place();
    expect([refused.statusCode, refused.json().errors?.again]).toEqual([422, expect.stringContaining('RCT-000001')]);
    expect(await credited()).toBe(45_000_00);
    // Another student’s money of the same amount is placed without a question.
    expect(
      (await bursar.post(`/payments/${String(made!['id'])}/place`, { student_id: student('Ngozi Okafor') })).statusCode,
    ).toBe(303);
    expect([await credited(), await credited('Ngozi Okafor')]).toEqual([45_000_00, 45_000_00]);
  },
);

test('a terminal’s settlement less its charge is its slips, undone line first or a slip first, by two people', async () => {
  const slips = [await take('pos', 10_000_00, 'P1'), await take('pos', 5_000_00, 'P2', 'Ngozi Okafor')];
  const [settled] = await add(['POS SETTLEMENT', '14,900.00', 'S1']);
  const whole = { Bank: 14_900_00, 'Bank charges': 100_00, 'Students’ credit': -15_000_00 };
  const open = { 'POS terminals': 15_000_00, 'Students’ credit': -15_000_00 };
  expect((await lump(settled!.id, slips, 'Bank charges')).statusCode).toBe(303);
  expect(await till.books()).toEqual(whole);
  // Two people at once: the line is one.
  expect((await undo(settled!.id)).statusCode).toBe(303);
  expect(await till.books()).toEqual(open);
  const both = await Promise.all([1, 2].map(() => lump(settled!.id, slips, 'Bank charges')));
  expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([303, 409]);
  expect(await till.books()).toEqual(whole);
  // A slip first: the whole line is open, the other slip stays credited and waits for its line.
  await reverse(slips[0]!);
  expect(await stateOf(settled!.id)).toMatchObject({ state: 'open' });
  expect(await till.books()).toEqual({ 'POS terminals': 5_000_00, 'Students’ credit': -5_000_00 });
  expect([await credited(), await credited('Ngozi Okafor')]).toEqual([0, 5_000_00]);
  expect((await lump(settled!.id, slips, 'Bank charges')).statusCode).toBe(409);
});

test('a gateway’s payout less its fees is its payments, and transfers in one deposit are theirs: nothing is credited twice', async () => {
  const online = await till.work(async (tx) => {
    const ids: number[] = [];
    for (const [name, amount] of [
      ['Ada Obi', 20_000_00],
      ['Ngozi Okafor', 10_000_00],
    ] as const) {
      const shares = [{ studentId: student(name), amount, allocations: [] }];
      const made = await receivePayment(tx, systemActor(till.institutionId, 'Gateway'), till.institutionId, {
        channel: 'gateway',
        provider: 'paystack',
        reference: `PAY-${amount}`,
        amount,
        day: till.day,
        shares,
      });
      ids.push(made.id);
    }
    return ids;
  });
  const transfers = [await take('transfer', 7_000_00, 'T1'), await take('transfer', 8_000_00, 'T2')];
  const [payout, deposit] = await add(['PAYSTACK PAYOUT', '29,550.00', 'PO1'], ['NIP BULK', '15,000.00', 'B1']);
  expect((await lump(payout!.id, online)).json().errors.ledger_account_id).toContain('450.00');
  for (const done of [await lump(payout!.id, online, 'Bank charges'), await lump(deposit!.id, transfers)])
    expect(done.statusCode, done.body).toBe(303);
  const whole = { Bank: 44_550_00, 'Bank charges': 450_00, 'Students’ credit': -45_000_00 };
  expect(await till.books()).toEqual(whole);
  // Neither payment can be in another line, nor a line be a payment once more.
  expect((await lump(deposit!.id, transfers)).statusCode).toBe(409);
  expect((await confirm(payout!.id, { student_id: student('Ada Obi') })).statusCode).toBe(409);
  for (const { id } of [deposit!, payout!]) expect((await undo(id)).statusCode).toBe(303);
  expect(await till.books()).toEqual({
    'Online payments': 30_000_00,
    'Bank transfers': 15_000_00,
    'Students’ credit': -45_000_00,
  });
  for (const done of [await lump(payout!.id, online, 'Bank charges'), await lump(deposit!.id, transfers)])
    expect(done.statusCode, done.body).toBe(303);
  expect(await till.books()).toEqual(whole);
  await reverse(transfers[0]!);
  expect(await stateOf(deposit!.id)).toMatchObject({ state: 'open' });
  expect(await till.balance(student('Ada Obi'))).toEqual({ owed: 0, credit: 28_000_00 });
});
