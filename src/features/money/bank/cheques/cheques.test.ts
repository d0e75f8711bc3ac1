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

const ada = () => world.school.ilorin.studentIds['Ada Obi'];
const cheque = async (amount: number, reference: string, studentId = ada()) => {
  const sent = { channel: 'cheque', reference, cheque_bank: 'GTBank', reference_again: 'on' };
  return (await till.pay(bursar, studentId, amount, [], sent)).json().id as number;
};
const bankDay = () => till.day.split('-').toReversed().join('/');
const add = async (...rows: [narration: string, amount: string, reference?: string][]) => {
  const text = rows
    .map(([narration, amount, reference = '']) => line(bankDay(), reference, narration, amount))
    .join('');
  const id = await addStatement(bursar, accountId, head + text);
  return (await linesOfStatement(bursar, id)) as {
    id: number;
    strength: string;
    paymentId: number;
    statementId: number;
  }[];
};
const admissionNumber = async () =>
  (
    await till.work((tx) =>
      tx.execute<{ n: string }>(sql`select admission_number as n from students where id = ${ada()}`),
    )
  ).rows[0]!.n;
const confirm = (lineId: number, body = {}) => bursar.post(`/bank-lines/${lineId}/confirm`, body);
const clear = (id: number, body = {}) => bursar.post(`/payments/${id}/clear`, { day: '', ...body });
const credited = async () => (await till.balance(ada())).credit;

test('a cheque taken at the counter is cleared by the line that shows it, not credited again', async () => {
  const id = await cheque(60_000_00, '00012345');
  const narration = `CHQ DEP 00012345 GTB IKEJA ${await admissionNumber()}`;
  const [shown] = await add([narration, '60,000.00', "'00012345"]);
  expect(shown).toMatchObject({ strength: 'strong', paymentId: id });
  const done = await confirm(shown!.id);
  expect([done.statusCode, done.body]).toEqual([303, '']);
  expect(await till.balance(ada())).toEqual({ owed: 0, credit: 60_000_00 });
  expect(await till.books()).toEqual({ Bank: 60_000_00, 'Students’ credit': -60_000_00 });
  expect((await clear(id)).statusCode).toBe(409);
  // Undone, the cheque stays cleared and waits for its line, which can be confirmed once more.
  expect((await bursar.post(`/bank-lines/${shown!.id}/undo`, { reason: 'Wrong line' })).statusCode).toBe(303);
  expect(await till.books()).toEqual({ Cheques: 60_000_00, 'Students’ credit': -60_000_00 });
  expect((await confirm(shown!.id)).statusCode).toBe(303);
  expect(await till.books()).toEqual({ Bank: 60_000_00, 'Students’ credit': -60_000_00 });
});

test('its number counts without zeros in front, its student and amount without a number, and all at once clear it once', async () => {
  const [numbered, unnumbered] = [await cheque(15_000_00, '417'), await cheque(20_000_00, '900001')];
  const lines = await add(['CHQ 000417', '15,000.00'], [`CLEARING ${await admissionNumber()}`, '20,000.00', 'X1']);
  expect(lines.map(({ strength, paymentId }) => [strength, paymentId])).toEqual([
    ['strong', numbered],
    ['strong', unnumbered],
  ]);
  const all = (browser: Browser) => browser.post(`/bank-statements/${lines[0]!.statementId}/confirm`, { after: 0 });
  const both = await Promise.all([all(bursar), all(await world.as('bursar')), clear(unnumbered)]);
  expect(both.slice(0, 2).reduce((sum, { body }) => sum + JSON.parse(body).confirmed, 0)).toBe(2);
  expect(await credited()).toBe(35_000_00);
  expect(await till.books()).toEqual({ Bank: 35_000_00, 'Students’ credit': -35_000_00 });
});

test('whoever records the line for the student, or as unidentified, is asked about the cheque that waits', async () => {
  const [shown] = await add(['DEPOSIT IKEJA', '60,000.00', '00012345']);
  await cheque(60_000_00, '12345');
  const refused = await confirm(shown!.id, { student_id: ada() });
  expect([refused.statusCode, refused.json().errors.again]).toEqual([
    422,
    expect.stringContaining('A cheque that waits, 12345'),
  ]);
  expect((await bursar.post(`/bank-lines/${shown!.id}/suspend`)).json().errors.again).toContain('A cheque that waits');
  expect(await credited()).toBe(0);
});

test('a cheque whose line was recorded before as a payment of its own is not cleared again', async () => {
  const [shown] = await add(['DEPOSIT IKEJA', '60,000.00', '00012345']);
  expect((await confirm(shown!.id, { student_id: ada() })).statusCode).toBe(303);
  const id = await cheque(60_000_00, '777777');
  const refused = await clear(id);
  expect([refused.statusCode, refused.json().errors?.again], refused.body).toEqual([
    422,
    expect.stringContaining('RCT-000001'),
  ]);
  expect(await credited()).toBe(60_000_00);
  // The line is undone by two people; then it is the cheque.
  await bursar.post(`/bank-lines/${shown!.id}/undo`, { reason: 'It is the cheque' });
  const { rows } = await till.work((tx) =>
    tx.execute<{ id: number }>(sql`select id from approvals where outcome is null`),
  );
  expect((await principal.post(`/approvals/${rows[0]!.id}/approve`)).statusCode).toBe(200);
  expect((await confirm(shown!.id)).statusCode).toBe(303);
  expect(await till.books()).toEqual({ Bank: 60_000_00, 'Students’ credit': -60_000_00 });
  // Another cheque of the same amount is cleared once somebody says so.
  const other = await cheque(60_000_00, '888888');
  expect((await clear(other, { again: 'on' })).statusCode).toBe(303);
  expect(await credited()).toBe(120_000_00);
});

test('cheques banked in a lump are cleared by the one line', async () => {
  const ids = [await cheque(10_000_00, '100001'), await cheque(20_000_00, '100002')];
  const [lump] = await add(['CHEQUES', '30,000.00']);
  const { banked } = (await bursar.page(`/bank-lines/${lump!.id}`)).props;
  expect(banked.rows.map(({ id }: { id: number }) => id).toSorted()).toEqual(ids.toSorted());
  expect((await bursar.post(`/bank-lines/${lump!.id}/payments`, { payments: ids })).statusCode).toBe(303);
  expect(await till.books()).toEqual({ Bank: 30_000_00, 'Students’ credit': -30_000_00 });
});

test('a transfer or slip that the statement has credited already is asked about at the counter', async () => {
  const [shown] = await add(['NIP TRF', '45,000.00', 'NIP9']);
  expect((await confirm(shown!.id, { student_id: ada() })).statusCode).toBe(303);
  await till.work((tx) => tx.execute(sql`update payments set created_at = now() - interval '2 days'`));
  for (const channel of ['transfer', 'pos', 'cheque']) {
    const taken = await till.pay(bursar, ada(), 45_000_00, [], {
      channel,
      reference: `S-${channel}`,
      cheque_bank: 'GTB',
    });
    expect([taken.statusCode, taken.json().errors.reference_again]).toEqual([
      422,
      expect.stringContaining('is on the bank statement'),
    ]);
  }
  expect((await till.pay(bursar, ada(), 45_000_00)).statusCode).toBe(200);
});

test('a cheque that was cleared by hand days before its line is the line, not a second payment', async () => {
  const id = await cheque(60_000_00, '777777');
  const early = new Date(Date.parse(till.day) - 10 * 86_400_000).toISOString().slice(0, 10);
  expect((await clear(id, { day: early })).statusCode).toBe(303);
  const [shown] = await add([`DEPOSIT ${await admissionNumber()}`, '60,000.00', 'X1']);
  expect(shown).toMatchObject({ strength: 'strong', paymentId: id, studentId: null });
  const refused = await confirm(shown!.id, { student_id: ada() });
  expect(refused.json().errors.again).toContain('RCT-000001');
  expect((await confirm(shown!.id)).statusCode).toBe(303);
  expect(await till.books()).toEqual({ Bank: 60_000_00, 'Students’ credit': -60_000_00 });
});
