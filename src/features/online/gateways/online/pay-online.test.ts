import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { deliver } from '#test/harness/fake-webhooks.ts';
import { pdfText } from '#test/harness/pdf-text.ts';
import { ok, startPaying, type Paying } from '#test/harness/online-school.ts';
import { requery } from './requery.job.ts';

let paying: Paying;
beforeEach(async () => void (paying = await startPaying()));
afterEach(() => paying.close());

const twoChildren = async () => {
  const dues = [await paying.bill(paying.tunde, 40_000_00), await paying.bill(paying.ngozi, 25_000_00)];
  return paying.start(dues, 65_000_00);
};
/** What the return page asks for. */
const check = async (address: string) => {
  await paying.within((tx) => tx.execute(sql`update online_payments set checked_at = null`));
  return (await ok(paying.parent.post(`${address}/check`))).json<{ status: string }>();
};
const report = async (reference: string) =>
  deliver(`${await paying.url()}${paying.hook('paystack')}`, paying.fake.paystack.event(reference));
const dueNow = () => paying.within((tx) => tx.execute(sql`update online_payments set next_check_at = now()`));

test('3.8 a parent pays for two children at once; the reference is stored before the provider is asked', async () => {
  const { reference, page, address } = await twoChildren();
  expect(page).toMatch(/\/checkout\//);
  expect(paying.fake.paystack.of(reference)).toMatchObject({ amount: 65_000_00, currency: 'NGN' });
  expect(await paying.onlineRows()).toMatchObject([{ status: 'open', paymentStatus: 'pending' }]);
  expect(await check(address)).toEqual({ status: 'open', said: 'abandoned' });
  expect(await paying.online()).toBe(0);
  paying.fake.paystack.pay(reference);
  expect(await check(address)).toMatchObject({ status: 'paid' });
  expect([await paying.balance(paying.tunde), await paying.balance(paying.ngozi)]).toEqual([
    { owed: 0, credit: 0 },
    { owed: 0, credit: 0 },
  ]);
  expect(await paying.online()).toBe(65_000_00);
  const { props } = await paying.parent.page(address);
  expect(props.payment).toMatchObject({ status: 'paid', receipt: 1, isTest: false });
  const receipt = await paying.parent.get(`/my-fees/payments/${props.payment.paymentId}/receipt`);
  const text = (await pdfText(receipt.rawPayload)).join(' ');
  for (const words of ['RCT-000001', 'Tunde', 'Ngozi', '65,000.00']) expect(text).toContain(words);
  const student = await paying.world.as('student');
  expect((await student.get(`/my-fees/payments/${props.payment.paymentId}/receipt`)).statusCode).toBe(404);
});

test('webhook, return page and job in every order, and all at once, credit once', async () => {
  const ways: Record<string, (of: { reference: string; address: string }) => Promise<unknown>> = {
    webhook: ({ reference }) => report(reference),
    page: ({ address }) => check(address),
    job: async () => {
      await dueNow();
      await requery(paying.world.services);
    },
  };
  const orders = [
    ['webhook', 'page', 'job'],
    ['page', 'webhook', 'job'],
    ['job', 'page', 'webhook'],
    ['job', 'webhook', 'page'],
  ];
  let expected = 0;
  for (const order of orders) {
    const started = await paying.start([await paying.bill(paying.tunde, 10_000_00)], 10_000_00);
    paying.fake.paystack.pay(started.reference);
    expected += 10_000_00;
    for (const way of order) await ways[way]!(started);
    expect(await paying.online(), order.join(', ')).toBe(expected);
  }
  const started = await paying.start([await paying.bill(paying.tunde, 10_000_00)], 10_000_00);
  paying.fake.paystack.pay(started.reference);
  await Promise.all([...Object.values(ways), ...Object.values(ways)].map((way) => way(started)));
  expect(await paying.online()).toBe(expected + 10_000_00);
  expect(await paying.balance(paying.tunde)).toEqual({ owed: 0, credit: 0 });
});

test('what was paid at the counter meanwhile becomes credit; part payments go to what was chosen', async () => {
  const first = await paying.bill(paying.tunde, 20_000_00, '2026-11-01');
  const second = await paying.bill(paying.tunde, 30_000_00, '2026-12-01');
  const started = await paying.start([second], 30_000_00);
  paying.fake.paystack.pay(started.reference);
  await check(started.address);
  // The later one was chosen, so the earlier one is still owed.
  const { props } = await paying.parent.page('/my-fees');
  expect(props.institutions[0].children.find(({ id }: { id: number }) => id === paying.tunde).dues).toMatchObject([
    { key: first, open: 20_000_00, isDue: true },
  ]);
  const one = await paying.start([first], 20_000_00);
  const two = await paying.start([first], 20_000_00);
  for (const { reference, address } of [one, two]) {
    paying.fake.paystack.pay(reference);
    await check(address);
  }
  expect(await paying.balance(paying.tunde)).toEqual({ owed: 0, credit: 20_000_00 });
});

test('other people’s fees, other amounts and other currencies are refused with the field’s name', async () => {
  const { id } = paying.world.school.ilorin;
  const own = await paying.bill(paying.tunde, 20_000_00);
  const foreign = await paying.bill(paying.stranger, 20_000_00);
  const refusal = async (body: object) => {
    const answer = await paying.parent.post('/my-fees/pay', {
      institution_id: id,
      dues: [own],
      amount: 20_000_00,
      ...body,
    });
    return answer.statusCode === 422 ? Object.keys(answer.json<{ errors: object }>().errors) : answer.statusCode;
  };
  expect(await refusal({ dues: [foreign] })).toEqual(['dues']);
  expect(await refusal({ dues: [own, foreign] })).toEqual(['dues']);
  expect(await refusal({ dues: ['999999-2026-11-20'] })).toEqual(['dues']);
  expect(await refusal({ dues: [own.replace('2026', '2025')] })).toEqual(['dues']);
  expect(await refusal({ dues: [] })).toEqual(['dues']);
  for (const amount of [0, -1, 20_000_01, 999_99, 1e15, 100.5, '1e5', 'abc', null, '12500.00'])
    expect(await refusal({ amount }), String(amount)).toEqual(['amount']);
  expect(await refusal({ currency: 'USD' })).toEqual(['currency']);
  expect(await refusal({ institution_id: paying.world.school.offa.id })).toBe(404);
  expect(await paying.onlineRows()).toEqual([]);
  expect(await refusal({ amount: 1_000_00, currency: 'NGN' })).toBe(303);
});

test('a payment is seen by the parent who started it alone', async () => {
  const { address } = await twoChildren();
  const student = await paying.world.as('student');
  const owner = await paying.world.as('owner');
  for (const browser of [student, owner])
    for (const answer of [await browser.get(address), await browser.post(`${address}/check`)])
      expect(answer.statusCode).toBe(404);
});

test('a gateway that is slow, fails or refuses: the truth is said, and trying again takes a new reference', async () => {
  const due = await paying.bill(paying.tunde, 20_000_00);
  paying.fake.paystack.fault('error');
  const failed = await paying.start([due], 20_000_00);
  expect(failed).toMatchObject({ page: null, problem: expect.stringContaining('Nothing has been paid') });
  const again = await ok(paying.parent.post(`${failed.address}/again`), 303);
  paying.fake.paystack.fault('truncated');
  const lost = await ok(paying.parent.post(`${String(again.headers.location)}/start`));
  expect(lost.json()).toMatchObject({ page: null });
  const { reference } = (await paying.onlineRows())[0]!;
  expect(reference).not.toBe(failed.reference);
  // The answer was lost on the way, but the payer had the page open elsewhere and paid.
  paying.fake.paystack.pay(reference);
  paying.fake.paystack.fault('hangUp', 'busy', 'garbage');
  for (let turn = 0; turn < 4; turn += 1) {
    await dueNow();
    await requery(paying.world.services);
  }
  await dueNow();
  await requery(paying.world.services);
  expect(await paying.online()).toBe(20_000_00);
  expect((await paying.onlineRows()).map(({ status }) => status)).toEqual(['paid', 'starting']);
});

test('a failed payment can still succeed later, and a payment nobody made is given up after three days', async () => {
  const late = await paying.start([await paying.bill(paying.tunde, 20_000_00)], 20_000_00);
  paying.fake.paystack.fail(late.reference);
  expect(await check(late.address)).toMatchObject({ status: 'failed' });
  expect(await paying.onlineRows()).toMatchObject([{ paymentStatus: 'failed' }]);
  paying.fake.paystack.pay(late.reference);
  await report(late.reference);
  expect(await paying.onlineRows()).toMatchObject([{ status: 'paid', paymentStatus: 'successful' }]);

  const slow = await paying.start([await paying.bill(paying.tunde, 6_000_00)], 6_000_00);
  paying.fake.paystack.settle(slow.reference, { status: 'pending' });
  const age = (reference: string, hours: number) =>
    paying.within((tx) =>
      tx.execute(sql`update online_payments set created_at = now() - make_interval(hours => ${hours}), next_check_at = now()
        where reference = ${reference}`),
    );
  await age(slow.reference, 30);
  await requery(paying.world.services);
  expect(await paying.onlineRows()).toMatchObject([{ status: 'open', paymentStatus: 'pending' }, {}]);

  const never = await paying.start([await paying.bill(paying.tunde, 5_000_00)], 5_000_00);
  await age(never.reference, 73);
  await requery(paying.world.services);
  const rows = await paying.within((tx) =>
    tx.execute(sql`select status, next_check_at from online_payments where reference = ${never.reference}`),
  );
  expect(rows.rows).toEqual([{ status: 'abandoned', next_check_at: null }]);
});
