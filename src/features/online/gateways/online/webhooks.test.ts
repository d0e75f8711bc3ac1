import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { systemActor } from '#kernel/actor.ts';
import { checkBooks } from '#features/money/balances/proof/check-books.ts';
import { lockOpenInvoices } from '#features/money/invoices/open-invoices.ts';
import { receivePayment } from '#features/money/payments/receive-payment.ts';
import { shareOldestFirst } from '#features/money/payments/settle-pending.ts';
import { lockStudents } from '#features/people/students/lock-student.ts';
import { deliver, forged, swapped, truncated, unsigned, type Webhook } from '#test/harness/fake-webhooks.ts';
import { ok, startPaying, type Paying } from '#test/harness/online-school.ts';
import { requery } from './requery.job.ts';

let paying: Paying;
beforeEach(async () => void (paying = await startPaying()));
afterEach(() => paying.close());

const send = async (provider: 'paystack' | 'flutterwave', ...webhooks: Webhook[]) =>
  deliver(`${await paying.url()}${paying.hook(provider)}`, ...webhooks);
const started = async (amount = 10_000_00, student = paying.tunde) =>
  paying.start([await paying.bill(student, amount)], amount);
const reviews = () =>
  paying.within(async (tx) => {
    const { rows } = await tx.execute<{ id: number; reason: string; state: string }>(
      sql`select id, reason, state, expected, received, received_currency as currency from online_reviews order by id`,
    );
    return rows;
  });
const receipts = () =>
  paying.within(async (tx) => {
    const { rows } = await tx.execute<{ number: number }>(
      sql`select receipt_number as number from payments where receipt_number is not null order by 1`,
    );
    return rows.map(({ number }) => number);
  });

test('60 webhooks, each sent five times at once, are credited once each', async () => {
  const references: string[] = [];
  for (let turn = 0; turn < 60; turn += 1) {
    // Two children: with every invoice of one open, each payment would look at all of them.
    const { reference } = await started(1_000_00, turn % 2 ? paying.ngozi : paying.tunde);
    paying.fake.paystack.pay(reference);
    references.push(reference);
  }
  const all = references.flatMap((reference) => Array<Webhook>(5).fill(paying.fake.paystack.event(reference)));
  const statuses: number[] = [];
  // As many at once as a provider opens connections.
  for (let at = 0; at < all.length; at += 50) statuses.push(...(await send('paystack', ...all.slice(at, at + 50))));
  expect(new Set(statuses)).toEqual(new Set([200]));
  expect(await paying.online()).toBe(60 * 1_000_00);
  expect(await receipts()).toEqual(Array.from({ length: 60 }, (_, at) => at + 1));
  for (const child of [paying.tunde, paying.ngozi]) expect(await paying.balance(child)).toEqual({ owed: 0, credit: 0 });
});

test('webhooks, return pages, the job, the counter and a bursar at once: no deadlock, and the books are right', async () => {
  const payments: Awaited<ReturnType<typeof started>>[] = [];
  for (let turn = 0; turn < 12; turn += 1) {
    const dues = [await paying.bill(paying.tunde, 1_000_00), await paying.bill(paying.ngozi, 2_000_00)];
    const payment = await paying.start(dues, 3_000_00);
    paying.fake.paystack.pay(payment.reference, turn % 4 === 3 ? { amount: 50_00 } : {});
    payments.push(payment);
  }
  await paying.within((tx) => tx.execute(sql`update online_payments set next_check_at = now()`));
  const counter = () =>
    paying.within(async (tx) => {
      const { ilorin } = paying.world.school;
      const actor = systemActor(ilorin.id, 'Counter');
      const both = [paying.tunde, paying.ngozi].toSorted((a, b) => a - b);
      await lockStudents(tx, actor, both);
      const open = await lockOpenInvoices(tx, ilorin.id, both);
      await receivePayment(tx, actor, ilorin.id, {
        channel: 'cash',
        amount: 3_000_00,
        day: '2026-11-20',
        shares: both.map((studentId) => shareOldestFirst(studentId, 1_500_00, open)),
      });
    });
  const answers = await Promise.all([
    ...payments.map(({ reference }) =>
      send('paystack', ...Array<Webhook>(3).fill(paying.fake.paystack.event(reference))),
    ),
    ...payments.map(({ address }) => paying.parent.post(`${address}/check`).then(({ statusCode }) => [statusCode])),
    ...Array.from({ length: 4 }, () => counter().then(() => [200])),
    requery(paying.world.services).then(() => [200]),
  ]);
  expect(new Set(answers.flat())).toEqual(new Set([200]));
  const waiting = await reviews();
  expect(waiting.map(({ reason }) => reason)).toEqual(['amount', 'amount', 'amount']);
  await Promise.all(
    waiting.map(({ id }) => ok(paying.bursar.post(`/online-reviews/${id}/handle`, { note: 'Refunded' }), 303)),
  );
  expect(await paying.online()).toBe(9 * 3_000_00);
  expect(await paying.within((tx) => checkBooks(tx))).toEqual([]);
  const owed = await Promise.all([paying.balance(paying.tunde), paying.balance(paying.ngozi)]);
  // Billed less what came in: online and at the counter.
  expect(owed.reduce((sum, one) => sum + one!.owed - one!.credit, 0)).toBe((12 - 9 - 4) * 3_000_00);
});

test('forged, unsigned, truncated and swapped webhooks credit nothing', async () => {
  const [mine, other] = [await started(), await started()];
  paying.fake.paystack.pay(mine.reference);
  const event = paying.fake.paystack.event(mine.reference);
  const wrong = [
    forged(event),
    unsigned(event),
    truncated(event),
    swapped(event, paying.fake.paystack.event(other.reference)),
  ];
  expect(await send('paystack', ...wrong)).toEqual([401, 401, 401, 401]);
  expect(await paying.online()).toBe(0);
  // Signed, but about a payment that nobody has made.
  expect(await send('paystack', paying.fake.paystack.event(other.reference))).toEqual([200]);
  expect(await paying.online()).toBe(0);
  expect(await send('paystack', event, event)).toEqual([200, 200]);
  expect(await send('paystack', event)).toEqual([200]);
  expect(await paying.online()).toBe(10_000_00);
  expect(await reviews()).toEqual([]);
});

test('another amount or currency is never credited: it stands under review with what was expected and got', async () => {
  const less = await started();
  paying.fake.paystack.pay(less.reference, { amount: 100 });
  const dollars = await started();
  paying.fake.paystack.pay(dollars.reference, { currency: 'USD' });
  await send('paystack', paying.fake.paystack.event(less.reference), paying.fake.paystack.event(less.reference));
  await send('paystack', paying.fake.paystack.event(dollars.reference));
  expect(await paying.online()).toBe(0);
  expect(await reviews()).toMatchObject([
    { reason: 'amount', expected: 10_000_00, received: 100, currency: 'NGN', state: 'open' },
    { reason: 'currency', received: 10_000_00, currency: 'USD', state: 'open' },
  ]);
  const { props } = await paying.parent.page(less.address);
  expect(props.payment.status).toBe('review');
  const list = await paying.bursar.page('/online-payments/review');
  expect(list.props.rows).toHaveLength(2);
});

test('a bursar credits what was really paid once the principal agrees, and nobody alone', async () => {
  const { reference, address } = await started();
  paying.fake.paystack.pay(reference, { amount: 4_000_00 });
  await send('paystack', paying.fake.paystack.event(reference));
  const [review] = await reviews();
  await ok(paying.bursar.post(`/online-reviews/${review!.id}/accept`), 303);
  expect(await paying.online()).toBe(0);
  const principal = await paying.world.as('principal');
  const [waiting] = (await principal.page('/approvals')).props.waiting;
  expect((await paying.bursar.post(`/approvals/${waiting.id}/approve`)).statusCode).toBeGreaterThanOrEqual(400);
  await ok(principal.post(`/approvals/${waiting.id}/approve`));
  expect(await paying.online()).toBe(4_000_00);
  expect(await paying.balance(paying.tunde)).toEqual({ owed: 6_000_00, credit: 0 });
  expect(await reviews()).toMatchObject([{ state: 'accepted' }]);
  expect((await paying.parent.page(address)).props.payment).toMatchObject({ status: 'paid', credited: 4_000_00 });
  expect((await paying.bursar.post(`/online-reviews/${review!.id}/accept`)).statusCode).toBe(422);
});

test('an unknown reference waits for a person, and accepted it is unidentified money', async () => {
  const { reference } = await started();
  paying.fake.paystack.pay(reference);
  // As if it came from another program of the school's that uses the same keys.
  for (const table of ['online_payments', 'payments'])
    await paying.within((tx) => tx.execute(sql`update ${sql.identifier(table)} set reference = 'AKD-ELSEWHERE'`));
  await send('paystack', paying.fake.paystack.event(reference));
  const [review] = await reviews();
  expect(review).toMatchObject({ reason: 'unknown', received: 10_000_00 });
  await ok(paying.bursar.post(`/online-reviews/${review!.id}/accept`), 303);
  const principal = await paying.world.as('principal');
  const [waiting] = (await principal.page('/approvals')).props.waiting;
  await ok(principal.post(`/approvals/${waiting.id}/approve`));
  const { rows } = await paying.within((tx) =>
    tx.execute(sql`select amount, in_suspense from payments where status = 'successful'`),
  );
  expect(rows).toEqual([{ amount: 10_000_00, in_suspense: true }]);
});

test('handled elsewhere: nothing is credited and the payer is told the truth', async () => {
  const { reference, address } = await started();
  paying.fake.paystack.pay(reference, { amount: 100 });
  await send('paystack', paying.fake.paystack.event(reference));
  const [review] = await reviews();
  expect((await paying.bursar.post(`/online-reviews/${review!.id}/handle`, {})).statusCode).toBe(422);
  await ok(paying.bursar.post(`/online-reviews/${review!.id}/handle`, { note: 'Refunded at Paystack' }), 303);
  expect(await paying.online()).toBe(0);
  expect((await paying.parent.page(address)).props.payment.status).toBe('handled');
  expect(await paying.onlineRows()).toMatchObject([{ paymentStatus: 'failed' }]);
});

test('a disputed or refunded payment is shown to a person; the credit stays until someone decides', async () => {
  const { reference } = await started();
  paying.fake.paystack.pay(reference);
  await send('paystack', paying.fake.paystack.event(reference));
  await send('paystack', paying.fake.paystack.event(reference, 'charge.dispute.create'));
  paying.fake.paystack.reverse(reference);
  await send('paystack', paying.fake.paystack.event(reference, 'refund.processed'));
  expect((await reviews()).map(({ reason }) => reason)).toEqual(['dispute', 'reversed']);
  expect(await paying.online()).toBe(10_000_00);
});

test('Flutterwave: an event that names another payment’s number credits each only by its own reference', async () => {
  await paying.enable('flutterwave');
  const { flutterwave } = paying.fake;
  const [cheap, dear] = [await started(1_000_00), await started(90_000_00)];
  flutterwave.pay(cheap.reference);
  const event = flutterwave.event(cheap.reference);
  const body = JSON.parse(event.body.toString());
  body.data.tx_ref = dear.reference;
  expect(await send('flutterwave', { ...event, body: Buffer.from(JSON.stringify(body)) })).toEqual([200]);
  expect(await paying.online()).toBe(0);
  expect(await reviews()).toMatchObject([{ reason: 'reference' }]);
  flutterwave.pay(dear.reference);
  await send('flutterwave', flutterwave.event(dear.reference), flutterwave.event(cheap.reference));
  expect(await paying.online()).toBe(91_000_00);
  expect(await reviews()).toMatchObject([{ reason: 'reference', state: 'handled' }]);
});

test('a transfer into a child’s own account pays the oldest due once, and credit is what is left', async () => {
  const { id } = paying.world.school.ilorin;
  await ok(
    paying.bursar.post('/payment-gateways/terms', { institution_id: id, minimum: 1_000_00, gives_accounts: true }),
  );
  const open = (studentId: number) =>
    paying.parent.post('/my-fees/accounts', { institution_id: id, student_id: studentId });
  expect((await open(paying.stranger)).statusCode).toBe(404);
  await ok(open(paying.tunde), 303);
  await ok(open(paying.tunde), 303);
  await ok(open(paying.ngozi), 303);
  const { props } = await paying.parent.page('/my-fees');
  const accounts = props.institutions[0].children.map(
    (child: { account: { accountNumber: string } }) => child.account.accountNumber,
  );
  expect(new Set(accounts).size).toBe(2);
  await paying.bill(paying.tunde, 10_000_00);
  const child = props.institutions[0].children.find((one: { id: number }) => one.id === paying.tunde);
  const reference = paying.fake.paystack.transfer(child.account.accountNumber, 12_000_00);
  const event = paying.fake.paystack.event(reference);
  expect(await send('paystack', event, event, event)).toEqual([200, 200, 200]);
  expect(await send('paystack', event)).toEqual([200]);
  expect(await paying.online()).toBe(12_000_00);
  expect(await paying.balance(paying.tunde)).toEqual({ owed: 0, credit: 2_000_00 });
  expect(await receipts()).toEqual([1]);
  // The provider could not be asked: it is told to send the event again, and does.
  const second = paying.fake.paystack.transfer(child.account.accountNumber, 1_000_00);
  paying.fake.paystack.fault('error');
  expect(await send('paystack', paying.fake.paystack.event(second))).toEqual([429]);
  expect(await send('paystack', paying.fake.paystack.event(second))).toEqual([200]);
  expect(await paying.balance(paying.tunde)).toEqual({ owed: 0, credit: 3_000_00 });
});
