import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from 'drizzle-orm';
import { startSchool, type Browser } from '#test/harness/app.ts';
import { openTill } from '#test/harness/till.ts';

let world: Awaited<ReturnType<typeof startSchool>>;
let till: ReturnType<typeof openTill>;
let cashier: Browser;
let bursar: Browser;
let fee: number;
beforeAll(async () => {
  world = await startSchool();
  till = openTill(world);
  [cashier, bursar] = await Promise.all([world.as('cashier'), world.as('bursar')]);
  fee = await till.fee('First term');
  await till.openDay(cashier);
  await till.openDay(bursar);
  const invoice = await till.bill(ada(), 30_000_00, { feeId: fee });
  await till.pay(cashier, ada(), 30_000_00, [[invoice, 30_000_00]], { payer_name: 'Chief Obi' });
  await till.pay(bursar, musa(), 7_000_00, [], { channel: 'transfer', reference: 'GTB/99' });
  const cheque = { channel: 'cheque', reference: '000417', cheque_bank: 'GTBank' };
  await till.pay(bursar, musa(), 9_000_00, [], cheque);
});
afterAll(() => world.close());

const ada = () => world.school.ilorin.studentIds['Ada Obi'];
const musa = () => world.school.ilorin.studentIds['Musa Garba'];
const ask = async (query: string, browser = bursar) => {
  const answer = await browser.get(`/payment_records/payment_record_filter?${query}`, { accept: 'application/json' });
  expect([query, answer.statusCode]).toEqual([query, 200]);
  return answer.json();
};
const amounts = async (query: string, browser?: Browser) =>
  (await ask(query, browser)).rows.map(({ amount }: { amount: number }) => amount / 100);

test('2.7 7.8 payment records are filtered by status, institution and fee, with the totals of what is shown', async () => {
  expect((await bursar.page('/payment_records?status=pending')).props).toMatchObject({ filter: { status: 'pending' } });
  expect(await amounts('')).toEqual([9_000, 7_000, 30_000]);
  const all = await ask(`status=successful&institution_id=${till.institutionId}&fee_id=${fee}`);
  expect(all).toMatchObject({
    rows: [{ number: 1, names: 'Obi, Ada', amount: 30_000_00, status: 'successful' }],
    totals: [{ currency: 'NGN', count: 1, amount: 30_000_00, received: 30_000_00 }],
    next: null,
  });
  expect(await ask('status=pending')).toMatchObject({ totals: [{ count: 1, amount: 9_000_00, received: 0 }] });
  expect(await amounts('fee_id=999999')).toEqual([]);
  expect((await bursar.get('/payment_records/payment_record_filter?status=lost')).statusCode).toBe(400);
  const foreign = `/payment_records/payment_record_filter?institution_id=${world.school.offa.id}`;
  expect((await bursar.get(foreign)).statusCode).toBe(404);
});

test('3.8 a payment is found by receipt, reference, payer, student, channel, cashier and day', async () => {
  for (const q of ['RCT-000001', '1', 'chief', 'obi', 'Ada'])
    expect([q, await amounts(`q=${q}`)]).toEqual([q, [30_000]]);
  expect(await amounts('q=gtb/99')).toEqual([7_000]);
  expect(await amounts('q=000417')).toEqual([9_000]);
  expect(await amounts('channel=transfer')).toEqual([7_000]);
  expect(await amounts(`cashier=${world.school.accounts.cashier}`)).toEqual([30_000]);
  const { choices } = (await bursar.get('/payment_records/cashier-options')).json();
  expect(choices.map(({ value }: { value: string }) => Number(value))).toContain(world.school.accounts.cashier);
  expect((await bursar.page(`/payment_records?cashier=${world.school.accounts.cashier}`)).props.cashier).toBeTruthy();
  expect(await amounts(`from=${till.day}&to=${till.day}`)).toHaveLength(3);
  expect(await amounts('to=2020-01-01')).toEqual([]);
});

test('a cashier sees the own payments alone, and others none', async () => {
  expect(await amounts('', cashier)).toEqual([30_000]);
  const { rows } = await ask('');
  expect((await cashier.get(`/payment_records/${rows[0].id}`)).statusCode).toBe(404);
  expect((await (await world.as('teacher')).get('/payment_records')).statusCode).toBe(403);
});

test('3.8 a record opens on what it paid, its ledger entry, its history and what may be done', async () => {
  const { rows } = await ask('q=RCT-000001');
  const { props } = await bursar.page(`/payment_records/${rows[0].id}`);
  expect(props).toMatchObject({
    status: 'successful',
    payer: 'Chief Obi',
    shares: [{ name: 'Ada Obi', amount: 30_000_00, invoices: [{ amount: 30_000_00 }] }],
    entries: [{ source: 'payment', lines: [{ name: 'Cash', amount: 30_000_00 }, { amount: -30_000_00 }] }],
    history: [{ summary: 'took ₦30,000.00 (cash)' }],
    can: { reverse: true, refund: true, settle: false, place: false },
  });
  expect((await cashier.page(`/payment_records/${rows[0].id}`)).props.can).toMatchObject({
    reverse: false,
    refund: false,
  });
});

test('further pages continue behind the last row, and exports hold the filtered rows', async () => {
  for (const institutionId of [till.institutionId, world.school.offa.id])
    await world.database.asSystem([institutionId], (tx) =>
      tx.execute(sql`insert into payments (institution_id, channel, status, amount, currency, day, code)
        select ${institutionId}, 'pos', 'abandoned', n, 'NGN', date '2026-01-05' + n % 7, lpad(${institutionId}::text || n, 16, 'x')
        from generate_series(1, 60) n`),
    );
  // Of one institution, and of the two of somebody who sees both: the latest day first, whoever was recorded first.
  const administrator = await world.as('group');
  for (const [browser, all] of [
    [bursar, 60],
    [administrator, 120],
  ] as const) {
    const first = await ask('status=abandoned', browser);
    expect([first.rows.length, first.totals[0].count]).toEqual([50, all]);
    const rows: { id: number; day: string }[] = first.rows;
    let { next } = first;
    for (let page = 2; next && page < 5; page += 1) {
      const more = (await browser.get(next, { accept: 'application/json' })).json();
      expect(more.totals).toBe(null);
      rows.push(...more.rows);
      ({ next } = more);
    }
    expect([new Set(rows.map(({ id }) => id)).size, next]).toEqual([all, null]);
    expect(rows).toEqual(rows.toSorted((one, other) => other.day.localeCompare(one.day) || other.id - one.id));
  }
  expect((await ask('')).rows[0].day).toBe(till.day);
  const junk = Buffer.from('["tomorrow",1]').toString('base64url');
  expect((await bursar.get(`/payment_records/payment_record_filter?after=${junk}`)).statusCode).toBe(422);
  const csv = await bursar.get('/payment_records/export.csv?status=successful');
  expect(csv.body.split('\n').slice(1, 3).join()).toMatch(/RCT-000002.*7000.*RCT-000001.*"?Obi, Ada"?.*30000/s);
  expect((await bursar.get('/payment_records/export.xlsx')).statusCode).toBe(200);
  expect((await cashier.get('/payment_records/export.csv')).statusCode).toBe(403);
});
