import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startFakeGateways, type FakeGateways } from '#test/harness/fake-gateways.ts';
import { paidAt } from '#test/harness/fake-transactions.ts';
import { forged, unsigned, type Webhook } from '#test/harness/fake-webhooks.ts';
import { differences, type FoundAnswer, type Gateway } from './gateway.ts';
import { flutterwave, FlutterwaveTransaction } from './gateway-of.ts';

let fake: FakeGateways;
let gateway: Gateway;
beforeEach(async () => {
  fake = await startFakeGateways();
  gateway = flutterwave({ base: fake.flutterwave.base });
});
afterEach(() => fake.close());

const settings = { secretKey: 'FLWSECK_TEST-0123456789abcdef-X', webhookHash: 'a-long-secret-hash-1' };
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
const query = (reference: string, providerId?: string) => gateway.query({ settings, reference, providerId });
const found = async (reference: string, providerId?: string) => (await query(reference, providerId)) as FoundAnswer;
const isSigned = ({ body, headers }: Webhook, secret = fake.flutterwave.settings.webhookHash) =>
  gateway.webhook.verify({ raw: body, headers, url: '', now: Date.now() }, secret);

test('a payment starts in naira with its reference and return address, and answers the page to pay on', async () => {
  expect(await start('AKD.1')).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/checkout\/\d+$/);
  expect(fake.flutterwave.asked).toMatchObject([
    {
      method: 'POST',
      path: '/payments',
      headers: { authorization: `Bearer ${settings.secretKey}` },
      body: {
        tx_ref: 'AKD.1',
        amount: '12500.50',
        currency: 'NGN',
        redirect_url: 'https://school.example/pay/return',
        customer: { email: 'parent@example.ng', name: 'Bisi Ade' },
      },
    },
  ]);
});

test('any amount arrives and returns to the kobo, by reference and by id', async () => {
  let at = 0;
  // Beyond this the fake’s own JSON would round; amounts.test.ts goes to the largest.
  const amounts = fc.integer({ min: 1, max: 100_000_000_000_000 });
  await fc.assert(
    fc.asyncProperty(amounts, async (minor) => {
      const reference = `p${(at += 1)}`;
      await start(reference, minor);
      fake.flutterwave.pay(reference);
      expect(fake.flutterwave.of(reference).amount).toBe(minor);
      const recorded = { reference, amount: { minor, currency: 'NGN' } };
      expect(differences(await found(reference), recorded)).toEqual([]);
      expect(differences(await found(reference, String(fake.flutterwave.of(reference).id)), recorded)).toEqual([]);
    }),
    { numRuns: 50 },
  );
});

test('a successful payment tells amount, fee, time and channel, and nothing of the card', async () => {
  await start('r1');
  fake.flutterwave.pay('r1', { fee: 17_501 });
  const answer = await query('r1');
  const id = fake.flutterwave.of('r1').id;
  expect(answer).toEqual({
    status: 'successful',
    reference: 'r1',
    providerId: String(id),
    amount,
    fee: 17_501,
    paidAt: new Date(paidAt),
    channel: 'card',
    account: null,
    raw: { status: 'successful', response: 'Approved', providerReference: `FLW${id}` },
  });
  expect(JSON.stringify(answer)).not.toMatch(/553188|2950|09\/32/);
});

test('asked by id, the answer names its own reference, so that a swapped event is noticed', async () => {
  await Promise.all([start('mine'), start('other')]);
  fake.flutterwave.pay('other');
  const answer = await found('mine', String(fake.flutterwave.of('other').id));
  expect(answer).toMatchObject({ status: 'successful', reference: 'other' });
  expect(differences(answer, { reference: 'mine', amount })).toEqual(['reference']);
});

test('a payment that nobody tried is unknown; pending and failed ones can still succeed', async () => {
  await start('r2');
  fake.flutterwave.abandon('r2');
  expect(await query('r2')).toEqual({ status: 'unknown', reference: 'r2' });
  expect(await query('r2', '12')).toEqual({ status: 'unknown', reference: 'r2' });
  fake.flutterwave.settle('r2', { status: 'pending' }, { status: 'failed' }, { status: 'successful' });
  const seen = [await found('r2'), await found('r2'), await found('r2')];
  expect(seen.map(({ status, paidAt }) => [status, paidAt !== null])).toEqual([
    ['pending', false],
    ['failed', false],
    ['successful', true],
  ]);
});

test('another amount and another currency are differences', async () => {
  await start('r3');
  fake.flutterwave.pay('r3', { amount: 100 });
  expect(differences(await found('r3'), { reference: 'r3', amount })).toEqual(['amount']);
  fake.flutterwave.pay('r3', { currency: 'USD' });
  expect(differences(await found('r3'), { reference: 'r3', amount })).toEqual(['currency']);
});

test('less charged than asked for counts as less; more, with the fee, counts as asked for', () => {
  const read = (charged: string) =>
    FlutterwaveTransaction.parse({
      id: '1',
      tx_ref: 'r',
      status: 'successful',
      amount: '1000',
      charged_amount: charged,
      currency: 'NGN',
    }).amount.minor;
  expect([read('999.99'), read('1014')]).toEqual([99_999, 100_000]);
});

test('an amount or fee that is not in whole kobo: the one is unreadable, the other not known', () => {
  const read = (more: object) =>
    FlutterwaveTransaction.safeParse({
      id: '1',
      tx_ref: 'r',
      status: 'successful',
      amount: '1000',
      currency: 'NGN',
      ...more,
    }).data;
  expect(read({ amount: '1000.001' })).toBeUndefined();
  expect(read({ app_fee: '14.0625' })?.fee).toBeNull();
});

test('a used reference is refused in Flutterwave’s words', async () => {
  await start('r4');
  await expect(start('r4')).rejects.toThrow('Flutterwave refused the request: Duplicate transaction reference');
});

test('the key tells test from live; the public and the encryption key are named', () => {
  const mode = (secretKey?: string) => gateway.modeOf({ secretKey });
  expect(mode('FLWSECK_TEST-0123456789abcdef-X')).toBe('test');
  expect(mode('FLWSECK-0123456789abcdef-18b5c6a6cb5vt-X')).toBe('live');
  expect([mode('FLWSECK_TEST0123456789ab'), mode('FLWPUBK-0123456789-X'), mode('')]).toEqual([null, null, null]);
  expect(gateway.problems(settings)).toEqual({});
  expect(gateway.problems({ ...settings, secretKey: 'FLWPUBK-1' }).secretKey).toMatch('public key');
  expect(gateway.problems({ ...settings, secretKey: 'FLWSECK_TEST0123456789ab' }).secretKey).toMatch('encryption key');
  expect(Object.keys(gateway.problems({ webhookHash: 'short' }))).toEqual(['secretKey', 'webhookHash']);
  expect(gateway.fields.every(({ isSecret }) => isSecret)).toBe(true);
});

test('an event carries the secret hash; without it or with another it is not signed', async () => {
  await start('r5');
  fake.flutterwave.pay('r5');
  const event = fake.flutterwave.event('r5');
  expect([event, forged(event), unsigned(event)].map((one) => isSigned(one))).toEqual([true, false, false]);
  expect([isSigned(event, ''), isSigned(event, 'another')]).toEqual([false, false]);
});

test('an event names the payment and its id; events about other things do not concern us', async () => {
  await start('r6');
  fake.flutterwave.fail('r6');
  const read = (webhook: Webhook) => gateway.readEvent(JSON.parse(webhook.body.toString()));
  expect(read(fake.flutterwave.event('r6'))).toEqual({
    kind: 'charge',
    reference: 'r6',
    providerId: String(fake.flutterwave.of('r6').id),
    account: null,
  });
  expect(read(fake.flutterwave.event('r6', 'transfer.completed'))).toBeNull();
  for (const body of [{ event: 'charge.completed', data: {} }, null, 3, []]) expect(gateway.readEvent(body)).toBeNull();
  fc.assert(fc.property(fc.anything(), (any) => void gateway.readEvent(any)));
});
