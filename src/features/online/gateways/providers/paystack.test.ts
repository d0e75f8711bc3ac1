import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startFakeGateways, type FakeGateways } from '#test/harness/fake-gateways.ts';
import { paidAt } from '#test/harness/fake-transactions.ts';
import { forged, swapped, truncated, unsigned, type Webhook } from '#test/harness/fake-webhooks.ts';
import { GatewayRefused } from './gateway-errors.ts';
import { differences, type FoundAnswer, type Gateway } from './gateway.ts';
import { paystack, PaystackTransaction } from './paystack.ts';

let fake: FakeGateways;
let gateway: Gateway;
beforeEach(async () => {
  fake = await startFakeGateways();
  gateway = paystack({ base: fake.paystack.base });
});
afterEach(() => fake.close());

const settings = { secretKey: 'sk_test_0123456789abcdef' };
const amount = { minor: 1_250_050, currency: 'NGN' };
const start = (reference: string, minor = amount.minor) =>
  gateway.start({
    settings,
    reference,
    amount: { minor, currency: 'NGN' },
    email: 'parent@example.ng',
    name: 'Bisi Ade',
    returnTo: 'https://school.example/pay/return',
  });
const query = (reference: string) => gateway.query({ settings, reference });
const found = async (reference: string) => (await query(reference)) as FoundAnswer;
const isSigned = ({ body, headers }: Webhook, secret = settings.secretKey) =>
  gateway.webhook.verify({ raw: body, headers, url: '', now: Date.now() }, secret);
const eventOf = ({ body }: Webhook) => gateway.readEvent(JSON.parse(body.toString()));

test('a payment starts in kobo with its reference and return address, and answers the page to pay on', async () => {
  expect(await start('AKD.1-2=3')).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/checkout\/ac\d+$/);
  expect(fake.paystack.asked).toMatchObject([
    {
      method: 'POST',
      path: '/transaction/initialize',
      headers: { authorization: `Bearer ${settings.secretKey}`, 'content-type': 'application/json' },
      body: {
        reference: 'AKD.1-2=3',
        amount: 1_250_050,
        currency: 'NGN',
        email: 'parent@example.ng',
        callback_url: 'https://school.example/pay/return',
      },
    },
  ]);
});

test('any amount arrives and returns to the kobo', async () => {
  let at = 0;
  const amounts = fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER });
  await fc.assert(
    fc.asyncProperty(amounts, async (minor) => {
      const reference = `p${(at += 1)}`;
      await start(reference, minor);
      fake.paystack.pay(reference);
      expect(fake.paystack.of(reference).amount).toBe(minor);
      expect(differences(await found(reference), { reference, amount: { minor, currency: 'NGN' } })).toEqual([]);
    }),
    { numRuns: 50 },
  );
});

test('a successful payment tells amount, fee, time and channel, and nothing of the card', async () => {
  await start('r1');
  fake.paystack.pay('r1', { fee: 28_751 });
  const answer = await query('r1');
  expect(answer).toEqual({
    status: 'successful',
    reference: 'r1',
    providerId: String(fake.paystack.of('r1').id),
    amount,
    fee: 28_751,
    paidAt: new Date(paidAt),
    channel: 'card',
    account: null,
    raw: { status: 'success', domain: 'test', response: 'Successful' },
  });
  expect(JSON.stringify(answer)).not.toMatch(/408408|4081|AUTH_/);
});

test('each status of Paystack is one of ours, and one we have never heard of is pending', async () => {
  await start('r2');
  const seen: string[] = [];
  fake.paystack.settle(
    'r2',
    ...(['abandoned', 'pending', 'failed', 'successful', 'reversed'] as const).map((status) => ({ status })),
  );
  for (let at = 0; at < 5; at += 1) seen.push((await query('r2')).status);
  expect(seen).toEqual(['abandoned', 'pending', 'failed', 'successful', 'reversed']);
  fake.paystack.settle('r2', { status: 'pending', word: 'in-review' });
  expect(await found('r2')).toMatchObject({ status: 'pending', paidAt: null });
});

test('a payment that is made late is found by a later query', async () => {
  await start('r3');
  fake.paystack.payLate('r3', 2);
  expect([(await query('r3')).status, (await query('r3')).status]).toEqual(['pending', 'pending']);
  expect((await query('r3')).status).toBe('successful');
});

test('another amount, currency or reference is a difference; the fee is none', async () => {
  await start('r4');
  fake.paystack.pay('r4', { amount: amount.minor - 1, fee: 500 });
  expect(differences(await found('r4'), { reference: 'r4', amount })).toEqual(['amount']);
  fake.paystack.pay('r4', { currency: 'GHS' });
  expect(differences(await found('r4'), { reference: 'r4', amount })).toEqual(['currency']);
  expect(differences(await found('r4'), { reference: 'r5', amount })).toEqual(['reference', 'currency']);
});

test('a reference that Paystack does not know is unknown, also one of another school’s key', async () => {
  expect(await query('never')).toEqual({ status: 'unknown', reference: 'never' });
  await start('r6');
  const other = await gateway.query({ reference: 'r6', settings: { secretKey: 'sk_test_fedcba9876543210' } });
  expect(other).toEqual({ status: 'unknown', reference: 'r6' });
});

test('a used reference, a bad address and a wrong key are refused in Paystack’s words', async () => {
  await start('r7');
  await expect(start('r7')).rejects.toThrow('Paystack refused the request: Duplicate Transaction Reference');
  await expect(gateway.query({ reference: 'r7', settings: { secretKey: 'abc' } })).rejects.toThrow(GatewayRefused);
  await expect(gateway.query({ reference: 'r7', settings: {} })).rejects.toThrow('secret key is missing');
});

test('mistakes of ours do not reach Paystack', async () => {
  for (const reference of ['a_b', 'a/b', '', '.', 'x'.repeat(101)]) await expect(start(reference)).rejects.toThrow();
  for (const minor of [0, -5, 0.5, Number.NaN, 2 ** 53]) await expect(start('fine', minor)).rejects.toThrow('amount');
  expect(fake.paystack.asked).toEqual([]);
});

test('the key tells test from live; the public key and half a key are named for what they are', () => {
  const mode = (secretKey?: string) => gateway.modeOf({ secretKey });
  expect(mode('sk_test_0123456789')).toBe('test');
  expect(mode('sk_live_0123456789')).toBe('live');
  expect([mode('pk_live_0123456789'), mode('sk_live_'), mode(' sk_live_0123456789'), mode()]).toEqual(
    Array.from({ length: 4 }, () => null),
  );
  expect(gateway.problems({ secretKey: 'sk_live_0123456789', accountBank: 'wema-bank' })).toEqual({});
  expect(gateway.problems({ secretKey: 'pk_live_0123456789' }).secretKey).toMatch('public key');
  expect(gateway.problems({})).toEqual({ secretKey: 'Enter the secret key.' });
  expect(Object.keys(gateway.problems({ secretKey: 'sk_live_1', accountBank: 'Wema Bank' }))).toEqual([
    'secretKey',
    'accountBank',
  ]);
  expect(gateway.fields.filter(({ isSecret }) => isSecret).map(({ name }) => name)).toEqual(['secretKey']);
});

test('an event is signed over its bytes: forged, swapped, truncated and unsigned ones are not', async () => {
  await Promise.all([start('r8'), start('r9')]);
  fake.paystack.pay('r8');
  const [event, other] = [fake.paystack.event('r8'), fake.paystack.event('r9')];
  expect(isSigned(event)).toBe(true);
  expect([forged(event), swapped(event, other), truncated(event), unsigned(event)].map((one) => isSigned(one))).toEqual(
    [false, false, false, false],
  );
  expect(isSigned(event, 'sk_test_another0000')).toBe(false);
});

test('an event names the payment to ask about; events about other things do not concern us', async () => {
  await start('r10');
  fake.paystack.pay('r10');
  const providerId = String(fake.paystack.of('r10').id);
  expect(eventOf(fake.paystack.event('r10'))).toEqual({ kind: 'charge', reference: 'r10', providerId, account: null });
  expect(eventOf(fake.paystack.event('r10', 'refund.processed'))).toMatchObject({ kind: 'refund', reference: 'r10' });
  expect(eventOf(fake.paystack.event('r10', 'charge.dispute.create'))).toMatchObject({
    kind: 'dispute',
    reference: 'r10',
  });
  for (const body of [
    { event: 'transfer.success', data: { reference: 'r10' } },
    { event: 'charge.success', data: { reference: '..' } },
    { event: 'charge.success', data: { reference: 7 } },
    { event: 'charge.success' },
    [],
    null,
    'text',
  ])
    expect(gateway.readEvent(body)).toBeNull();
});

test('no body makes reading an event fail', () => {
  const body = fc.record({ event: fc.constantFrom('charge.success', 'refund.processed'), data: fc.anything() });
  fc.assert(
    fc.property(fc.oneof(body, fc.anything()), (any) => void gateway.readEvent(any)),
    { numRuns: 500 },
  );
});

test('an answer and an event with only what is needed are enough', () => {
  const bare = { id: '7', status: 'success', reference: 'r', amount: '500', currency: 'NGN' };
  expect(PaystackTransaction.parse(bare)).toEqual({
    status: 'successful',
    reference: 'r',
    providerId: '7',
    amount: { minor: 500, currency: 'NGN' },
    fee: null,
    paidAt: null,
    channel: '',
    account: null,
    raw: { status: 'success' },
  });
  for (const missing of ['id', 'status', 'reference', 'amount', 'currency'] as const)
    expect(PaystackTransaction.safeParse({ ...bare, [missing]: undefined }).success).toBe(false);
  expect(gateway.readEvent({ event: 'charge.success', data: { reference: 'r' } })).toEqual({
    kind: 'charge',
    reference: 'r',
    providerId: null,
    account: null,
  });
});
