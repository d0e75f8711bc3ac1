import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { systemActor } from '#kernel/actor.ts';
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

let world: Awaited<ReturnType<typeof startSchool>>;
let till: ReturnType<typeof openTill>;
let bursar: Browser;
let principal: Browser;
let accountId: number;

beforeEach(async () => {
  world = await startSchool();
  till = openTill(world);
  [bursar, principal] = await Promise.all([world.as('bursar'), world.as('principal')]);
  accountId = await addBankAccount(bursar, world.school.ilorin.id, '0123456789');
  await till.openDay(bursar);
});
afterEach(() => world.close());

const student = (name: 'Ada Obi' | 'Tunde Bakare' | 'Ngozi Okafor') => world.school.ilorin.studentIds[name];
const rowsOf = async (query: ReturnType<typeof sql>) => (await till.work((tx) => tx.execute(query))).rows;
const bankDay = () => till.day.split('-').toReversed().join('/');
const inFile = (narration: string, amount: string, reference = '') => line(bankDay(), reference, narration, amount);
const add = async (...rows: string[]) => {
  const id = await addStatement(bursar, accountId, head + rows.join(''));
  return (await linesOfStatement(bursar, id)).map((row: { id: number }) => row.id) as number[];
};
const lineAt = async (id: number) => (await bursar.page(`/bank-lines/${id}`)).props;
const take = async (name: Parameters<typeof student>[0], amount: number, channel: 'cash' | 'pos' = 'cash') =>
  (
    await till.pay(bursar, student(name), amount, [], {
      channel,
      ...(channel === 'pos' && { reference: `P${amount}` }),
    })
  ).json().id as number;
const account = async (name: string) =>
  Number((await rowsOf(sql`select id from ledger_accounts where name = ${name}`))[0]!['id']);
const undo = (id: number, by = bursar) => by.post(`/bank-lines/${id}/undo`, { reason: 'Wrong line' });
const approve = async (by = principal) => {
  const [waiting] = await rowsOf(sql`select id from approvals where outcome is null order by id`);
  return by.post(`/approvals/${String(waiting!['id'])}/approve`);
};

test('7 a day’s cash and a terminal’s settlement less its charge are one line each, and a payment is in one line', async () => {
  const cash = [await take('Ada Obi', 30_000_00), await take('Tunde Bakare', 20_000_00)];
  const pos = [await take('Ada Obi', 15_000_00, 'pos'), await take('Ngozi Okafor', 5_000_00, 'pos')];
  const [deposit, settlement, other] = await add(
    inFile('CASH DEPOSIT', '50,000.00', 'TLR1'),
    inFile('POS SETTLEMENT', '19,900.00'),
    inFile('CASH DEPOSIT', '50,000.00', 'TLR2'),
  );
  const match = (id: number | undefined, payments: number[], more = {}) =>
    bursar.post(`/bank-lines/${id}/payments`, { payments, ...more });
  expect((await lineAt(deposit!)).banked.rows.map(({ id }: { id: number }) => id).toSorted()).toEqual(
    [...cash, ...pos].toSorted(),
  );
  expect((await match(deposit, [])).json().errors.payments).toBe('Tick the payments that were banked.');
  expect((await match(deposit, [cash[0]!])).json().errors.payments).toContain('30,000.00 in all');
  expect((await match(settlement, pos)).json().errors.ledger_account_id).toContain('the difference of 100.00');
  const charges = { ledger_account_id: await account('Cash differences') };
  expect((await match(settlement, pos, charges)).statusCode).toBe(303);
  const both = await Promise.all([match(deposit, cash), match(other, cash)]);
  expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([303, 409]);
  expect(await till.books()).toMatchObject({ Bank: 69_900_00, 'Cash differences': 100_00 });
  expect(await till.books()).not.toHaveProperty('Cash');
  expect((await lineAt(settlement!)).seen.map(({ id }: { id: number }) => id)).toEqual(pos);
  const states = async (state: string) =>
    (await bursar.page(`/bank-lines?state=${state}`)).props.rows.map(({ id }: { id: number }) => id);
  expect([(await states('matched')).length, (await states('open')).length, (await states('ignored')).length]).toEqual([
    2, 1, 0,
  ]);
});

test('7 one transfer is split between three students by a person, each with its own dues, on one receipt', async () => {
  await till.bill(student('Ada Obi'), 30_000_00);
  await till.bill(student('Tunde Bakare'), 50_000_00);
  const [id] = await add(inFile('FEES FOR MY THREE CHILDREN', '90,000.00', 'NIP1'));
  const split = (...shares: [number, number][]) =>
    bursar.post(`/bank-lines/${id}/split`, {
      shares: shares.map(([student_id, amount]) => ({ student_id, amount })),
    });
  const [ada, tunde, ngozi] = [student('Ada Obi'), student('Tunde Bakare'), student('Ngozi Okafor')];
  const suggested = (await bursar.get(`/bank-lines/${id}/family?student_id=${ada}`)).json().shares;
  expect(suggested[0]).toMatchObject({ value: String(ada), amount: expect.any(Number) });
  expect((await split([ada, 30_000_00], [tunde, 50_000_00])).json().errors.shares).toContain('80,000.00 in all');
  expect((await split([ada, 45_000_00], [ada, 45_000_00])).json().errors.shares).toContain('twice');
  const stranger = world.school.offa.studentIds['Yakubu Ndako'];
  expect((await split([ada, 45_000_00], [stranger, 45_000_00])).statusCode).toBe(404);
  const both = await Promise.all([
    split([ada, 30_000_00], [tunde, 50_000_00], [ngozi, 10_000_00]),
    (await world.as('bursar')).post(`/bank-lines/${id}/confirm`, { student_id: ada }),
  ]);
  expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([303, 409]);
  expect(await rowsOf(sql`select sum(amount)::int as sum, max(receipt_number) as n from payments`)).toEqual([
    { sum: 90_000_00, n: 1 },
  ]);
});

test('7 undoing a match frees it at once; undoing a payment or a posting needs a second person; all can be done anew', async () => {
  await till.bill(student('Ada Obi'), 30_000_00);
  const taken = await take('Tunde Bakare', 20_000_00);
  const [received, matched, posted] = await add(
    inFile('FEES', '30,000.00', 'NIP1'),
    inFile('DEPOSIT', '20,000.00', 'TLR1'),
    line(bankDay(), 'C1', 'SMS charge', '', '53.75'),
  );
  const act = async () => {
    const post = { remark: 'Charge', ledger_account_id: await account('Cash differences') };
    const answers = [
      await bursar.post(`/bank-lines/${received}/confirm`, { student_id: student('Ada Obi') }),
      await bursar.post(`/bank-lines/${matched}/payments`, { payments: [taken] }),
      await bursar.post(`/bank-lines/${posted}/post`, post),
    ];
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([303, 303, 303]);
  };
  await act();
  const after = await till.books();
  expect((await undo(matched!, await world.as('cashier'))).statusCode).toBe(403);
  for (const id of [received, matched, posted]) expect((await undo(id!)).statusCode).toBe(303);
  // What needs a second person still stands.
  expect((await lineAt(received!)).line.state).toBe('received');
  expect((await approve(bursar)).statusCode).toBe(403);
  expect((await approve()).statusCode).toBe(200);
  expect((await approve()).statusCode).toBe(200);
  for (const id of [received, matched, posted]) expect((await lineAt(id!)).line.state).toBe('open');
  expect((await undo(matched!)).statusCode).toBe(409);
  expect(await till.balance(student('Ada Obi'))).toEqual({ owed: 30_000_00, credit: 0 });
  expect(await till.books()).not.toHaveProperty('Bank');
  await act();
  expect(await till.books()).toEqual(after);
});

test('7 reversing a payment opens the line that showed it, so its money is not forgotten', async () => {
  const [first, second] = [await take('Ada Obi', 10_000_00), await take('Tunde Bakare', 20_000_00)];
  const [id] = await add(inFile('DEPOSIT', '30,000.00', 'TLR1'));
  await bursar.post(`/bank-lines/${id}/payments`, { payments: [first, second] });
  for (const payment of [first, second])
    expect((await bursar.post(`/payments/${payment}/reverse`, { reason: 'Forged notes' })).statusCode).toBe(303);
  await approve();
  expect(await lineAt(id!)).toMatchObject({ line: { state: 'open' }, seen: [] });
  expect(await till.books()).toMatchObject({ Cash: 20_000_00 });
  await approve();
  expect(await till.books()).toEqual({});
});

test('7 what was paid into a student’s own account is the gateway’s payment, and never recorded again', async () => {
  await rowsOf(sql`insert into dedicated_accounts (institution_id, student_id, provider, mode, customer_code, account_number,
    account_name, bank) values (${till.institutionId}, ${student('Ada Obi')}, 'paystack', 'live', 'CUS_1', '9930012345', 'Ada', 'Wema')`);
  const [id] = await add(inFile('NIP/9930012345/OBI', '25,000.00', 'NIP1'));
  expect((await lineAt(id!)).line).toMatchObject({
    strength: null,
    studentId: null,
    reason: 'Paid into the student account 9930012345: the gateway credits it',
  });
  const refused = await bursar.post(`/bank-lines/${id}/confirm`, { student_id: student('Ada Obi') });
  expect(refused.json().errors.again).toContain('which the payment gateway credits automatically');
  expect((await bursar.post(`/bank-lines/${id}/suspend`)).statusCode).toBe(422);
  // The gateway's message comes.
  await till.work(async (tx) => {
    await receivePayment(tx, systemActor(till.institutionId, 'Gateway'), till.institutionId, {
      channel: 'gateway',
      provider: 'paystack',
      reference: 'T1',
      amount: 25_000_00,
      day: till.day,
      shares: [{ studentId: student('Ada Obi'), amount: 25_000_00, allocations: [] }],
    });
  });
  const { line: found } = await lineAt(id!);
  expect((await bursar.post(`/bank-statements/${found.statementId}/match`)).statusCode).toBe(303);
  expect((await lineAt(id!)).line).toMatchObject({ strength: 'strong', receiptNumber: 1 });
  expect((await bursar.post(`/bank-statements/${found.statementId}/confirm`, { after: 0 })).json().confirmed).toBe(1);
  expect(await rowsOf(sql`select count(*)::int as n from payments`)).toEqual([{ n: 1 }]);
  expect(await till.books()).toMatchObject({ Bank: 25_000_00 });
});
