import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
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
let accountId: number;

beforeEach(async () => {
  world = await startSchool();
  till = openTill(world);
  bursar = await world.as('bursar');
  accountId = await addBankAccount(bursar, world.school.ilorin.id, '0123456789');
});
afterEach(() => world.close());

const out = (narration: string, amount: string, day = '20/11/2026') => line(day, '', narration, '', `"${amount}"`);
const add = (...rows: string[]) => addStatement(bursar, accountId, head + rows.join(''));
const account = async (name: string) => {
  const { rows } = await till.work((tx) => tx.execute(sql`select id from ledger_accounts where name = ${name}`));
  return Number(rows[0]!['id']);
};
const proposals = async (statement: number) =>
  (await linesOfStatement(bursar, statement)).map(
    (row: { state: string; postingAccount: string | null }) => `${row.state}: ${row.postingAccount ?? '—'}`,
  );
const postAll = (statement: number, total: number, by = bursar) =>
  by.post(`/bank-statements/${statement}/post`, { total });

test('charges of the bank are posted to their account in one act, once, and nothing else is', async () => {
  const id = await add(
    out('ELECTRONIC MONEY TRANSFER LEVY', '50.00'),
    out('SMS ALERT CHARGES OCT 2026', '53.75'),
    out('STAMP DUTY', '50.00'),
    out('POS COMMISSION 2070ABCD', '120.00'),
    out('ACCOUNT MAINTENANCE FEE', '300.00'),
    out('VAT ON SMS', '4.03'),
    out('TRF TO DIESEL SUPPLIER', '80,000.00'),
    line('20/11/2026', '', 'REVERSAL OF SMS CHARGE', '53.75'),
  );
  const charge = 'open: Bank charges';
  expect(await proposals(id)).toEqual([charge, charge, charge, charge, charge, charge, 'open: —', 'open: —']);
  expect((await postAll(id, 577_77)).statusCode).toBe(409);
  expect((await postAll(id, 577_78, await world.as('cashier'))).statusCode).toBe(403);
  const both = await Promise.all([postAll(id, 577_78), postAll(id, 577_78, await world.as('bursar'))]);
  expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([303, 409]);
  expect(await till.books()).toEqual({ Bank: -577_78, 'Bank charges': 577_78 });
  expect((await proposals(id)).slice(5)).toEqual(['posted: Bank charges', 'open: —', 'open: —']);
  // A posted line is undone by two people, and proposed again.
  const [{ id: first }] = await linesOfStatement(bursar, id);
  await bursar.post(`/bank-lines/${first}/undo`, { reason: 'Refunded' });
  const { rows } = await till.work((tx) => tx.execute(sql`select id from approvals where outcome is null`));
  const principal = await world.as('principal');
  expect((await principal.post(`/approvals/${String(rows[0]!['id'])}/approve`)).statusCode).toBe(200);
  expect((await proposals(id))[0]).toBe(charge);
  expect(await till.books()).toEqual({ Bank: -527_78, 'Bank charges': 527_78 });
});

test('an account is remembered by words of the narration, and the next statement proposes it', async () => {
  const [{ id }] = await linesOfStatement(bursar, await add(out('TRF 0012/DIESEL SUPPLIER/OCT', '80,000.00')));
  const post = async (remember: string) =>
    bursar.post(`/bank-lines/${id}/post`, {
      remark: 'Diesel',
      ledger_account_id: await account('Cash differences'),
      remember,
    });
  for (const words of ['oil', 'Diesel Supply', '0012'])
    expect((await post(words)).json().errors.remember).toContain('whole words of this line’s narration');
  expect((await post('Diesel-Supplier')).statusCode).toBe(303);
  const next = await add(
    out('TRF 0913 DIESEL SUPPLIER NOV', '90,000.00', '21/11/2026'),
    out('TRF BIODIESEL SUPPLIERS', '10.00', '21/11/2026'),
    line('21/11/2026', '', 'DIESEL SUPPLIER REFUND', '5.00'),
  );
  expect(await proposals(next)).toEqual(['open: Cash differences', 'open: —', 'open: —']);
  const done = await postAll(next, 90_000_00);
  expect(done.statusCode, done.body).toBe(303);
  expect(await till.books()).toEqual({ Bank: -170_000_00, 'Cash differences': 170_000_00 });
});

test('money out is never offered as a student’s payment, nor taken as one', async () => {
  const ada = world.school.ilorin.studentIds['Ada Obi'];
  const { rows } = await till.work((tx) =>
    tx.execute(sql`select admission_number as n from students where id = ${ada}`),
  );
  const id = await add(out(`REFUND OBI ADA ${String(rows[0]!['n'])}`, '30,000.00'));
  const [found] = await linesOfStatement(bursar, id);
  expect(found).toMatchObject({ studentId: null, paymentId: null, strength: null });
  for (const [act, body] of [
    ['confirm', { student_id: ada }],
    ['split', { shares: [{ student_id: ada, amount: 30_000_00 }] }],
    ['suspend', {}],
  ] as const)
    expect((await bursar.post(`/bank-lines/${found.id}/${act}`, body)).statusCode, act).toBe(422);
  expect(await till.books()).toEqual({});
});
