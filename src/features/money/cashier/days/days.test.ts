import { afterEach, beforeEach, expect, test } from 'vitest';
import { sql } from 'drizzle-orm';
import { startSchool, type Browser } from '#test/harness/app.ts';
import { openTill } from '#test/harness/till.ts';
import { untilBlocked } from '#test/harness/time.ts';

let world: Awaited<ReturnType<typeof startSchool>>;
let till: ReturnType<typeof openTill>;
let cashier: Browser;
let bursar: Browser;
beforeEach(async () => {
  world = await startSchool();
  till = openTill(world);
  [cashier, bursar] = await Promise.all([world.as('cashier'), world.as('bursar')]);
});
afterEach(() => world.close());

const ada = () => world.school.ilorin.studentIds['Ada Obi'];
const none = { transfer: '0', pos: '0', cheque: '0' };
const open = async (float = 10_000_00) => (await till.openDay(cashier, float)).json().id as number;
const close = (id: number, body: object, by = cashier) => by.post(`/cashier-days/${id}/close`, { ...none, ...body });

test('a day is opened with a float once, counted by denomination, closed and locked', async () => {
  const day = await open();
  expect((await till.openDay(cashier)).json().errors.opening_float).toContain('already open');
  await till.pay(cashier, ada(), 20_500_00);
  await till.pay(cashier, ada(), 7_000_00, [], { channel: 'pos' });
  expect((await close(day, { pieces: { n100000: '30', n50000: '1' }, pos: '700000' })).statusCode).toBe(303);
  const { props } = await cashier.page(`/cashier-days/${day}`);
  expect(props.channels).toMatchObject([
    { channel: 'cash', receipts: 1, expected: 30_500_00, counted: 30_500_00 },
    { channel: 'transfer', expected: 0, counted: 0 },
    { channel: 'pos', expected: 7_000_00, counted: 7_000_00 },
    { channel: 'cheque', expected: 0, counted: 0 },
  ]);
  expect((await till.pay(cashier, ada(), 1_00)).json().errors.day_id).toContain('isn’t open');
  expect((await close(day, { pieces: {} })).statusCode).toBe(409);
});

test('the cashier counts blind: no page of an open day shows or adds up what is expected', async () => {
  const day = await open(0);
  await till.pay(cashier, ada(), 5_000_00);
  await till.pay(cashier, ada(), 7_777_00);
  const answers = await Promise.all(
    [
      `/cashier-days/${day}`,
      '/cashier-days',
      '/payment_records',
      '/payments/new',
      '/home',
      `/cashier-days/${day}/sheet.pdf`,
    ].map((url) => cashier.get(url)),
  );
  for (const { body } of answers) expect(body).not.toMatch(/12,?777|1277700/);
  expect(answers.at(-1)!.statusCode).toBe(409);
  const { props } = await cashier.page(`/cashier-days/${day}`);
  expect(props.channels).toEqual(
    ['cash', 'transfer', 'pos', 'cheque'].map((channel) => ({
      channel,
      receipts: null,
      refunded: null,
      expected: null,
      counted: null,
      firstCounted: null,
    })),
  );
  expect(props.receipts.map(({ amount }: { amount: unknown }) => amount)).toEqual([null, null]);
  expect((await cashier.page('/cashier-days')).props.rows).toMatchObject([{ taken: null }]);
  const totals = async () =>
    (await cashier.get('/payment_records/payment_record_filter', { accept: 'application/json' })).json().totals;
  expect(await totals()).toEqual([]);
  expect((await bursar.page(`/cashier-days/${day}`)).props.channels[0]).toMatchObject({ expected: 12_777_00 });
  await close(day, { pieces: {} });
  expect(await totals()).toMatchObject([{ count: 2, received: 12_777_00 }]);
});

test('a count is kept as it was sent; a recount says why, stands beside it, and is the last', async () => {
  const day = await open(0);
  await till.pay(cashier, ada(), 5_000_00);
  expect((await close(day, { pieces: { n100000: '4' } })).statusCode).toBe(303);
  const recount = (body: object, by = cashier) => by.post(`/cashier-days/${day}/recount`, { ...none, ...body });
  expect((await recount({ pieces: { n100000: '5' } })).json().errors.remark).toBeTruthy();
  expect((await recount({ pieces: { n100000: '5' }, remark: 'A note' }, bursar)).statusCode).toBe(403);
  expect((await recount({ pieces: { n100000: '5' }, remark: 'A note stuck to another' })).statusCode).toBe(303);
  expect((await recount({ pieces: { n100000: '5' }, remark: 'And again' })).statusCode).toBe(409);
  const { props } = await bursar.page(`/cashier-days/${day}`);
  expect(props.channels[0]).toMatchObject({ expected: 5_000_00, firstCounted: 4_000_00, counted: 5_000_00 });
  expect(props.recountRemark).toBe('A note stuck to another');
  expect((await bursar.page('/cashier-days')).props.rows).toMatchObject([{ id: day, short: 0, over: 0 }]);
  expect((await bursar.get(`/cashier-days/${day}/sheet.pdf`)).statusCode).toBe(200);
});

test('nobody approves the own day, an open one, or sees those of others without the permission', async () => {
  const day = await open();
  expect((await bursar.post(`/cashier-days/${day}/approve`)).statusCode).toBe(409);
  expect((await close(day, { pieces: {} }, bursar)).statusCode).toBe(403);
  const own = (await till.openDay(bursar)).json().id as number;
  await close(own, { pieces: {} }, bursar);
  expect((await bursar.post(`/cashier-days/${own}/approve`)).statusCode).toBe(403);
  expect((await cashier.get(`/cashier-days/${own}`)).statusCode).toBe(404);
  expect((await cashier.page('/cashier-days')).props.rows).toMatchObject([{ id: day }]);
  expect((await bursar.page('/cashier-days')).props.rows).toMatchObject([{ id: own }, { id: day }]);
  expect((await bursar.page('/cashier-days?state=closed')).props.rows).toMatchObject([{ id: own }]);
});

test('a payment that is being taken holds the close up, and is counted', async () => {
  const day = await open(0);
  let closing: ReturnType<typeof close> | undefined;
  await till.work(async (tx) => {
    await tx.execute(sql`select from cashier_days where id = ${day} for share`);
    closing = close(day, { pieces: {}, remark: 'Nothing counted' });
    await untilBlocked(world.ownerUrl);
    await tx.execute(sql`insert into payments (institution_id, channel, status, amount, currency, day, cashier_day_id, code)
      values (${till.institutionId}, 'pos', 'pending', 100, 'NGN', ${till.day}, ${day}, 'abcdefghijklmnop')`);
  });
  expect((await closing!).statusCode).toBe(303);
  const { props } = await cashier.page(`/cashier-days/${day}`);
  expect(props.channels[2]).toMatchObject({ channel: 'pos', expected: 100, counted: 0 });
});

test('a payment that comes while the day is closing waits, and is refused clearly', async () => {
  const day = await open(0);
  let paying: ReturnType<typeof till.pay> | undefined;
  await till.work(async (tx) => {
    await tx.execute(sql`update cashier_days set closed_at = now() where id = ${day}`);
    paying = till.pay(cashier, ada(), 1_000_00);
    await untilBlocked(world.ownerUrl);
  });
  expect((await paying!).json().errors.day_id).toContain('isn’t open');
  expect((await till.balance(ada())).credit).toBe(0);
});
