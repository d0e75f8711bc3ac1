import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Tx } from '#kernel/database.ts';
import { checkOrders } from '#features/online/orders/check-orders.ts';
import { expireOrders } from '#features/online/orders/sale/expire-orders.job.ts';
import { checkBooks } from '#features/money/balances/proof/check-books.ts';
import type { Browser } from '#test/harness/app.ts';
import { propsOf } from '#test/harness/native-form.ts';
import { deliver } from '#test/harness/fake-webhooks.ts';
import { ok, startPaying, type Paying } from '#test/harness/online-school.ts';
import { sellOnline, stockUp } from '#test/harness/pin-stock.ts';
import { chanceFrom } from '#test/attack/random.ts';
import type { OrderProps } from '../gateways.pages.ts';
import { requery } from '../online/requery.job.ts';
import { serveNext } from '#features/online/orders/sale/orders.ts';

let paying: Paying;
let ilorin: number;
let kind: number;
let visitor: Browser;
const inside = <T>(work: (tx: Tx) => Promise<T>) => paying.within(work);

beforeAll(async () => {
  paying = await startPaying();
  ilorin = paying.world.school.ilorin.id;
  kind = await sellOnline(paying, 'Entrance form', 40);
  visitor = paying.world.nobody();
});
afterAll(() => paying.close());

let buyers = 0;
/** Orders pins; the code of the order and the reference that the provider was given. */
async function order(quantity = 1, more: object = {}) {
  const answer = await ok(
    visitor.post('/orders', {
      institution_id: ilorin,
      kind_id: kind,
      quantity,
      buyer_name: 'Mrs Amina Bello',
      buyer_email: `amina${(buyers += 1)}@example.ng`,
      buyer_phone: '',
      ...more,
    }),
  );
  const { reference } = (await paying.onlineRows())[0]!;
  const [row] = (await inside((tx) => tx.execute<{ id: number }>(sql`select id from orders order by id desc limit 1`)))
    .rows;
  const code = await codeOf(Number(row!.id));
  return { code, reference, id: Number(row!.id), page: answer.json<{ go: string }>().go };
}
async function codeOf(orderId: number) {
  const { orderCode } = await import('#features/online/orders/order-code.ts');
  return orderCode(paying.world.services.secret, { institutionId: ilorin, orderId });
}
const webhook = async (reference: string) =>
  deliver(`${await paying.url()}${paying.hook('paystack')}`, paying.fake.paystack.event(reference));
const orderOf = async (code: string) => propsOf<OrderProps>(await visitor.get(`/orders/${code}`));
const booksAreRight = async () => {
  expect(await inside(checkBooks)).toEqual([]);
  expect(await inside(checkOrders)).toEqual([]);
};
const books = () =>
  inside(async (tx) => {
    const { rows } = await tx.execute<{ role: string; amount: number }>(sql`
      select a.role, sum(l.amount)::bigint as amount from ledger_lines l
      join ledger_accounts a on (a.institution_id, a.id) = (l.institution_id, l.ledger_account_id)
      group by a.role having sum(l.amount) <> 0 order by a.role`);
    return Object.fromEntries(rows.map(({ role, amount }) => [role, Number(amount)]));
  });

test('a parent buys pins online: the price is ours, the link alone shows the pins, and the books have it', async () => {
  const { code, reference, page } = await order(2, { price: 1, amount: 1, unit_price: 1 });
  expect(page).toContain('/checkout/');
  expect(await orderOf(code)).toMatchObject({ status: 'created', pay: 'Pay ₦10,000.00', pins: [] });
  paying.fake.paystack.pay(reference);
  expect(await webhook(reference)).toEqual([200]);
  const bought = await orderOf(code);
  expect(bought).toMatchObject({ status: 'fulfilled', pins: [{ isOver: false }, { isOver: false }] });
  expect(bought.facts).toContainEqual({ label: 'Receipt', value: 'RCT-000001' });
  expect(bought.pins[0]!.secret).toMatch(/^\d{4} \d{4} \d{4}$/);
  const [message] = (
    await inside((tx) =>
      tx.execute<{ body: string; kind: string }>(
        sql`select body, key_kind as kind from outbox order by id desc limit 1`,
      ),
    )
  ).rows;
  expect(message).toMatchObject({ kind: 'order', body: expect.stringContaining(`/orders/${code}`) });
  // A guessed code, that of another order, and one of another installation find nothing.
  for (const other of [
    code.slice(0, -1) + (code.endsWith('A') ? 'B' : 'A'),
    code.replace(/^(\w+)-(\w+)/, '$1-99'),
    'x',
  ])
    expect((await visitor.get(`/orders/${other}`)).statusCode).toBe(404);
  expect(await books()).toMatchObject({ gateway: 10_000_00, pin_sales: -10_000_00 });
  await booksAreRight();
});

test('an order nested thousands deep is refused like any other that is not valid', async () => {
  const payload = `{"zq":${'['.repeat(20_000)}${']'.repeat(20_000)}}`;
  const headers = { accept: 'text/html', 'content-type': 'application/json' };
  for (const url of ['/orders', '/orders/fees', '/sites/ilorin-grammar-school/apply'])
    for (const more of [{}, { 'x-requested-with': 'XMLHttpRequest' }]) {
      const answer = await visitor.send({ method: 'POST', url, payload, headers: { ...headers, ...more } });
      expect([url, answer.statusCode < 500]).toEqual([url, true]);
    }
});

test('while no public address is known, a visitor’s Host gets into no order, and so into no message', async () => {
  const form = { institution_id: ilorin, kind_id: kind, quantity: 1, buyer_email: 'victim@example.ng' };
  const answer = await visitor.post('/orders', form, { host: 'evil.example' });
  expect([answer.statusCode, answer.json().message]).toEqual([
    422,
    expect.stringContaining('doesn’t know its public address yet'),
  ]);
  const { rows } = await inside((tx) => tx.execute(sql`select from orders where buyer_email = 'victim@example.ng'`));
  expect(rows).toEqual([]);
});

test('a hundred payments, returns, webhooks and re-queries of one order in random order fulfil it once', async () => {
  const seed = Number(process.env['AKADA_SEED'] ?? Math.floor(Math.random() * 2 ** 31));
  const chance = chanceFrom(seed);
  const before = await books();
  const { code, reference, id } = await order(3);
  const references = [reference];
  const acts = [
    async () => void (await webhook(chance.pick(references))),
    async () => void (await visitor.post(`/orders/${code}/check`, {})),
    async () => void (await visitor.get(`/orders/${code}?reference=${reference}&status=successful`)),
    async () => {
      await inside((tx) =>
        tx.execute(sql`update online_payments set next_check_at = now() where order_id = ${id} and status <> 'paid'`),
      );
      await requery(paying.world.services);
    },
    async () => {
      await visitor.post(`/orders/${code}/pay`, {});
      const rows = (
        await inside((tx) =>
          tx.execute<{ reference: string }>(
            sql`select reference from online_payments where order_id = ${id} order by id`,
          ),
        )
      ).rows;
      references.splice(0, references.length, ...rows.map((row) => row.reference));
    },
    async () => void paying.fake.paystack.pay(chance.pick(references)),
    async () => {
      await inside((tx) =>
        tx.execute(
          sql`update orders set expires_at = now() - interval '1 minute' where id = ${id} and status = 'created'`,
        ),
      );
      await expireOrders(paying.world.database);
    },
  ];
  for (let turn = 0; turn < 25; turn += 1) await Promise.all(Array.from({ length: 4 }, () => chance.pick(acts)()));
  paying.fake.paystack.pay(reference);
  for (const each of references) await webhook(each);
  const bought = await orderOf(code);
  expect(bought.status, `seed ${seed}`).toBe('fulfilled');
  expect(bought.pins).toHaveLength(3);
  const after = await books();
  expect(after['pin_sales']! - before['pin_sales']!).toBe(-15_000_00);
  // What was paid more than once is owed back.
  const paid = after['gateway']! - before['gateway']!;
  expect((after['refunds'] ?? 0) - (before['refunds'] ?? 0)).toBe(15_000_00 - paid);
  await booksAreRight();
});

test('an order that nobody pays gives its pins back; paid late it is fulfilled, or gets the next pins', async () => {
  const stockOf = () =>
    inside(async (tx) =>
      Number(
        (await tx.execute<{ n: number }>(sql`select count(*) as n from pins where status = 'available'`)).rows[0]!.n,
      ),
    );
  const before = await stockOf();
  const [late, tooLate] = [await order(2), await order(2)];
  expect(await stockOf()).toBe(before - 4);
  await inside((tx) =>
    tx.execute(sql`update orders set expires_at = now() - interval '1 minute' where status = 'created'`),
  );
  await expireOrders(paying.world.database);
  expect(await stockOf()).toBe(before);
  expect(await orderOf(late.code)).toMatchObject({ status: 'expired' });
  paying.fake.paystack.pay(late.reference);
  await webhook(late.reference);
  expect(await orderOf(late.code)).toMatchObject({ status: 'fulfilled' });
  // Somebody else has the last pins.
  await inside((tx) => tx.execute(sql`update pins set expires_on = current_date - 2 where status = 'available'`));
  paying.fake.paystack.pay(tooLate.reference);
  await webhook(tooLate.reference);
  expect(await orderOf(tooLate.code)).toMatchObject({ status: 'paid', title: 'Paid. You get the next pins', pins: [] });
  await booksAreRight();
  await stockUp(paying, kind, 20);
  await serveNext(paying.world.services);
  expect(await orderOf(tooLate.code)).toMatchObject({ status: 'fulfilled', pins: [{}, {}] });
  await booksAreRight();
});

test('another amount waits for a person, who has it owed back; a failed payment can be tried again', async () => {
  const { code, reference } = await order();
  paying.fake.paystack.pay(reference, { amount: 100_00 });
  await webhook(reference);
  expect(await orderOf(code)).toMatchObject({ status: 'created' });
  const [review] = (
    await inside((tx) =>
      tx.execute<{ id: number }>(sql`select id from online_reviews where state = 'open' order by id desc limit 1`),
    )
  ).rows;
  const asked = await ok(paying.bursar.post(`/online-reviews/${review!.id}/accept`, {}));
  expect(asked.statusCode).toBe(303);
  const [request] = (
    await inside((tx) => tx.execute<{ id: number }>(sql`select id from approvals order by id desc limit 1`))
  ).rows;
  const principal = await paying.world.as('principal');
  await ok(principal.post(`/approvals/${request!.id}/approve`, {}));
  expect(await orderOf(code)).toMatchObject({ status: 'created', title: 'A different amount was received' });
  await ok(visitor.post(`/orders/${code}/pay`, {}));
  const { reference: again } = (await paying.onlineRows())[0]!;
  expect(again).not.toBe(reference);
  paying.fake.paystack.pay(again);
  await webhook(again);
  expect(await orderOf(code)).toMatchObject({ status: 'fulfilled' });
  await booksAreRight();
});

test('what a buyer sends wrong is refused in words, and nothing is reserved', async () => {
  const send = async (more: object) => {
    const answer = await visitor.post('/orders', {
      institution_id: ilorin,
      kind_id: kind,
      quantity: 1,
      buyer_email: 'a@example.ng',
      buyer_phone: '',
      ...more,
    });
    return [answer.statusCode, Object.values(answer.json().errors ?? {})[0] ?? answer.json().message];
  };
  expect(await send({ quantity: 0 })).toEqual([422, 'Enter how many pins you want to buy.']);
  expect(await send({ quantity: 6 })).toEqual([422, 'You can buy up to 5 pins at once.']);
  expect(await send({ buyer_email: '' })).toEqual([
    422,
    expect.stringContaining('Enter an e-mail address or a phone number'),
  ]);
  expect(await send({ buyer_phone: '12' })).toEqual([422, expect.stringContaining('phone number')]);
  expect(await send({ kind_id: 999 })).toEqual([422, expect.stringContaining('isn’t sold online')]);
  expect((await send({ institution_id: 999 }))[0]).toBe(404);
});
