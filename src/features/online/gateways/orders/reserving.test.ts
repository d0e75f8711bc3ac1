import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { checkOrders } from '#features/online/orders/check-orders.ts';
import { orderCode } from '#features/online/orders/order-code.ts';
import { expireOrders } from '#features/online/orders/sale/expire-orders.job.ts';
import { mostUnpaid, reservedMinutes } from '#features/online/orders/sale/sell.ts';
import { checkBooks } from '#features/money/balances/proof/check-books.ts';
import { deliver } from '#test/harness/fake-webhooks.ts';
import { propsOf } from '#test/harness/native-form.ts';
import { startPaying, type Paying } from '#test/harness/online-school.ts';
import { sellOnline, stockUp } from '#test/harness/pin-stock.ts';
import type { OrderProps } from '../gateways.pages.ts';
import { serveNext } from '#features/online/orders/sale/orders.ts';

let paying: Paying;
beforeEach(async () => void (paying = await startPaying()));
afterEach(async () => {
  expect(await paying.within(checkBooks)).toEqual([]);
  expect(await paying.within(checkOrders)).toEqual([]);
  await paying.close();
});

const rowsOf = async <Row extends Record<string, unknown>>(query: ReturnType<typeof sql>) =>
  (await paying.within((tx) => tx.execute<Row>(query))).rows;

interface From {
  address?: string;
  email?: string | null;
  phone?: string;
}

let visitors = 0;
/** Orders pins as a visitor whom nobody has seen before, on the same network unless it says otherwise. */
async function order(kind: number, quantity: number, { address = '203.0.113.1', email, phone = '' }: From = {}) {
  visitors += 1;
  const answer = await paying.world.nobody().send({
    method: 'POST',
    url: '/orders',
    remoteAddress: address,
    headers: { accept: 'application/json' },
    payload: {
      institution_id: paying.world.school.ilorin.id,
      kind_id: kind,
      quantity,
      buyer_name: 'Mrs Amina Bello',
      buyer_email: email === null ? '' : (email ?? `made.up.${visitors}@gmail.com`),
      buyer_phone: phone,
    },
  });
  return [answer.statusCode, answer.json().errors?.quantity ?? ''] as [number, string];
}
const elsewhere = () => `198.51.100.${(visitors % 250) + 1}`;
const unpaid = async (kind: number) =>
  Number(
    (
      await rowsOf(
        sql`select coalesce(sum(quantity), 0) as n from orders where pin_kind_id = ${kind} and status = 'created'`,
      )
    )[0]!['n'],
  );

test('a visitor with made-up addresses reserves a tenth of 195 pins and no more, and others still buy', async () => {
  const kind = await sellOnline(paying, 'Entrance form', 195);
  for (const quantity of [5, 5, 5]) expect((await order(kind, quantity))[0]).toBe(200);
  expect(await order(kind, 5)).toEqual([422, expect.stringMatching(/^You can reserve 4 more pins before you pay/)]);
  expect((await order(kind, 4))[0]).toBe(200);
  expect(await order(kind, 1)).toEqual([422, expect.stringMatching(/^19 pins are reserved .* and not paid yet/)]);
  expect(await unpaid(kind)).toBe(19);
  expect((await order(kind, 5, { address: '203.0.113.2' }))[0]).toBe(200);
  // What it is counted by is no address, phone or mailbox, and gone with the order.
  const [{ keys }] = (await rowsOf<{ keys: string[] }>(
    sql`select reserved_by as keys from orders order by id limit 1`,
  )) as [{ keys: string[] }];
  expect(keys.every((key) => /^[\w-]{22}$/.test(key))).toBe(true);
  await paying.within((tx) => tx.execute(sql`update orders set expires_at = now() - interval '1 minute'`));
  await expireOrders(paying.world.database);
  expect(await rowsOf(sql`select from orders where reserved_by is not null`)).toEqual([]);
});

test('from many networks, one mailbox, one phone or one domain that the school doesn’t know counts as one visitor', async () => {
  const kind = await sellOnline(paying, 'Entrance form', 40);
  await paying.within((tx) =>
    tx.execute(sql`update guardians set email = 'mother@parents.example' where id in (select min(id) from guardians)`),
  );
  const twice = async (first: From, then: From) =>
    Promise.all([
      (await order(kind, 4, { ...first, address: elsewhere() }))[0],
      (await order(kind, 2, { ...then, address: elsewhere() }))[0],
    ]);
  expect(await twice({ email: 'a@gmail.com' }, { email: 'A+1@gmail.com' })).toEqual([200, 422]);
  expect(await twice({ email: null, phone: '08031112222' }, { email: null, phone: '+2348031112222' })).toEqual([
    200, 422,
  ]);
  expect(await twice({ email: 'x1@a.evil.example' }, { email: 'x2@b.evil.example' })).toEqual([200, 422]);
  expect(await twice({ email: 'b@gmail.com' }, { email: 'c@gmail.com' })).toEqual([200, 200]);
  expect(await twice({ email: 'd@parents.example' }, { email: 'e@parents.example' })).toEqual([200, 200]);
});

test('orders at the same moment don’t pass the limit together, nor does one that is opened again', async () => {
  const kind = await sellOnline(paying, 'Entrance form', 60);
  const first = await Promise.all(Array.from({ length: 6 }, () => order(kind, 3)));
  expect(first.filter(([status]) => status === 200)).toHaveLength(2);
  await paying.within((tx) => tx.execute(sql`update orders set expires_at = now() - interval '1 minute'`));
  await expireOrders(paying.world.database);
  const [{ id }] = (await rowsOf<{ id: number }>(sql`select min(id) as id from orders`)) as [{ id: number }];
  expect((await order(kind, 5))[0]).toBe(200);
  const again = await paying.world.nobody().send({
    method: 'POST',
    url: `/orders/${codeOf(Number(id))}/pay`,
    remoteAddress: '203.0.113.1',
    headers: { accept: 'application/json' },
  });
  expect([again.statusCode, again.json().errors.quantity]).toEqual([422, expect.stringContaining('1 more pin')]);
  expect(await unpaid(kind)).toBe(5);
});

test('a reservation is half an hour while half of the stock is left, then shorter, and long enough to pay', async () => {
  expect([200, 100, 50, 30, 1, 0].map((left) => reservedMinutes(left, 200))).toEqual([30, 30, 15, 9, 8, 8]);
  expect([0, 40, 50, 195, 20_000].map(mostUnpaid)).toEqual([5, 5, 5, 19, 2000]);
  const kind = await sellOnline(paying, 'Entrance form', 10);
  const minutes = async () =>
    Number(
      (
        await rowsOf(
          sql`select round(extract(epoch from expires_at - created_at) / 60) as n from orders order by id desc limit 1`,
        )
      )[0]!['n'],
    );
  await order(kind, 5);
  expect(await minutes()).toBe(30);
  await order(kind, 3, { address: elsewhere() });
  expect(await minutes()).toBe(12);
});

const codeOf = (orderId: number) =>
  orderCode(paying.world.services.secret, { institutionId: paying.world.school.ilorin.id, orderId });
const pageOf = async (orderId: number) =>
  propsOf<OrderProps>(await paying.world.nobody().get(`/orders/${codeOf(orderId)}`));
const latest = async () => {
  const [row] = await rowsOf<{ id: number; reference: string }>(
    sql`select order_id as id, reference from online_payments order by id desc limit 1`,
  );
  return { id: Number(row!.id), reference: row!.reference };
};
async function pay(reference: string) {
  paying.fake.paystack.pay(reference);
  return deliver(`${await paying.url()}${paying.hook('paystack')}`, paying.fake.paystack.event(reference));
}

test('who pays after the last pin was sold gets the next ones, who paid first first, or the money back', async () => {
  const kind = await sellOnline(paying, 'Entrance form', 6);
  const late = [];
  for (const quantity of [2, 1, 1]) {
    await order(kind, quantity, { address: elsewhere() });
    late.push(await latest());
  }
  await paying.within((tx) => tx.execute(sql`update orders set expires_at = now() - interval '1 minute'`));
  await expireOrders(paying.world.database);
  await order(kind, 5, { address: elsewhere() });
  await pay((await latest()).reference);
  const [first, second, third] = late as [(typeof late)[0], (typeof late)[0], (typeof late)[0]];
  for (const { reference } of [first, second, third, first]) await pay(reference);
  // One pin is left, and it is not for who came after the first.
  for (const { id } of [first, second, third])
    expect(await pageOf(id)).toMatchObject({
      status: 'paid',
      title: 'Paid. You get the next pins',
      pay: null,
      pins: [],
    });
  expect(await order(kind, 1, { address: elsewhere() })).toEqual([422, expect.stringContaining('sold out')]);
  expect((await rowsOf(sql`select from refunds`)).length).toBe(0);
  const { waiting } = (await paying.bursar.page('/home')).props;
  expect(waiting).toContainEqual(expect.objectContaining({ count: 3, label: 'paid orders that wait for pins' }));
  expect((await paying.bursar.page('/pin_transactions?status=paid')).props.rows).toHaveLength(3);

  await stockUp(paying, kind, 2);
  await Promise.all([serveNext(paying.world.services), serveNext(paying.world.services)]);
  expect(await Promise.all([first, second, third].map(async ({ id }) => (await pageOf(id)).status))).toEqual([
    'fulfilled',
    'fulfilled',
    'paid',
  ]);
  expect((await pageOf(first.id)).pins).toHaveLength(2);
  // The third doesn’t want to wait.
  expect(
    (await paying.bursar.post(`/pin_transactions/${third.id}/refund`, { reason: 'Doesn’t want to wait' })).statusCode,
  ).toBe(303);
  const [request] = await rowsOf<{ id: number }>(sql`select id from approvals where outcome is null`);
  expect((await (await paying.world.as('principal')).post(`/approvals/${request!.id}/approve`)).statusCode).toBe(200);
  await stockUp(paying, kind, 5);
  await serveNext(paying.world.services);
  expect(await pageOf(third.id)).toMatchObject({ status: 'refunded', pins: [] });
  expect((await order(kind, 5, { address: elsewhere() }))[0]).toBe(200);
});
