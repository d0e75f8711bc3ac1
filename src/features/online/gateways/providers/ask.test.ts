import { inspect } from 'node:util';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startFakeGateways, type FakeGateways } from '#test/harness/fake-gateways.ts';
import type { Fault } from '#test/harness/fake-transactions.ts';
import { ask, segment } from './ask.ts';
import { flutterwave } from './gateway-of.ts';
import { safeText } from '#kernel/safe-text.ts';
import { GatewayRefused, GatewayUnreachable } from './gateway-errors.ts';
import type { Gateway, GatewaySettings } from './gateway.ts';
import { paystack } from './paystack.ts';

let fake: FakeGateways;
beforeAll(async () => void (fake = await startFakeGateways()));
afterAll(() => fake.close());

const key = 'sk_test_0123456789abcdef';
const both = (timeoutMs?: number): [Gateway, FakeGateways['paystack' | 'flutterwave'], GatewaySettings][] => [
  [paystack({ base: fake.paystack.base, timeoutMs }), fake.paystack, { secretKey: key }],
  [
    flutterwave({ base: fake.flutterwave.base, timeoutMs }),
    fake.flutterwave,
    { secretKey: 'FLWSECK_TEST-abcdef012-X' },
  ],
];
const failure = (work: Promise<unknown>) =>
  work.then(
    (value) => Promise.reject(new Error(`It succeeded: ${String(value)}`)),
    (error: unknown) => error as GatewayUnreachable & GatewayRefused,
  );
const payment = (settings: GatewaySettings, reference: string) => ({
  settings,
  reference,
  amount: { minor: 1_250_050, currency: 'NGN' },
  email: 'parent@example.ng',
  name: 'Bisi Ade',
  returnTo: 'https://school.example/pay/return',
});

test.for<[Fault, string]>([
  ['hangUp', 'network'],
  ['error', 'server'],
  ['busy', 'busy'],
  ['truncated', 'answer'],
  ['garbage', 'answer'],
  ['html', 'answer'],
  ['huge', 'answer'],
  ['redirect', 'answer'],
])('an answer that is %s can be asked for again: %s', async ([fault, reason]) => {
  for (const [gateway, provider, settings] of both()) {
    provider.fault(fault, fault);
    const errors = [
      await failure(gateway.start(payment(settings, `ref.${String(fault)}`))),
      await failure(gateway.query({ reference: 'ref.1', settings })),
    ];
    for (const error of errors) {
      expect(error).toBeInstanceOf(GatewayUnreachable);
      expect(error).toMatchObject({ gateway: gateway.label, reason, retryAfter: fault === 'busy' ? 30 : null });
      expect(error.message).toMatch(/^(Paystack|Flutterwave) .*\. Try again in a few minutes\.$/);
    }
  }
});

test('a redirect is not followed: the key goes to the provider’s host alone', async () => {
  const before = fake.paystack.asked.length;
  fake.paystack.fault('redirect');
  await failure(paystack({ base: fake.paystack.base }).query({ reference: 'r', settings: { secretKey: key } }));
  expect(fake.paystack.asked.length).toBe(before + 1);
  expect(fake.elsewhere).toEqual([]);
});

test('an answer that does not come ends at the limit, one that is stopped ends at once', async () => {
  for (const [gateway, provider, settings] of both(50)) {
    provider.fault('hang');
    expect(await failure(gateway.query({ reference: 'r', settings }))).toMatchObject({ reason: 'timeout' });
  }
  for (const [gateway, provider, settings] of both()) {
    provider.fault('hang');
    const stop = new AbortController();
    const asked = failure(gateway.query({ reference: 'r', settings, signal: stop.signal }));
    await expect.poll(() => provider.faults).toEqual([]);
    stop.abort();
    expect(await asked).toMatchObject({ reason: 'stopped' });
  }
});

test('a slow answer within the limit counts', async () => {
  for (const [gateway, provider, settings] of both()) {
    provider.fault({ slow: 60 });
    expect(await gateway.query({ reference: 'r', settings })).toEqual({ status: 'unknown', reference: 'r' });
  }
});

test('a port where nothing listens is a network failure', async () => {
  const gone = await startFakeGateways();
  await gone.close();
  const gateway = paystack({ base: gone.paystack.base });
  expect(await failure(gateway.query({ reference: 'r', settings: { secretKey: key } }))).toMatchObject({
    reason: 'network',
  });
});

test('a refusal carries the provider’s words on one line, without the key it repeats', async () => {
  for (const [gateway, provider, settings] of both()) {
    provider.fault({ refuse: `Your key ${settings.secretKey} is\nnot\u202e valid ${'x'.repeat(500)}` });
    const error = await failure(gateway.start(payment(settings, 'ref.refused')));
    expect(error).toBeInstanceOf(GatewayRefused);
    expect(error.reason).toMatch(/^Your key ••• is not valid x{100,}$/);
    expect(error).toMatchObject({ status: 400, gateway: gateway.label });
  }
});

test('no error shows any part of a key, however odd the key is', async () => {
  const keys = fc.oneof(fc.string({ minLength: 6, unit: 'binary' }), fc.string({ minLength: 6 }));
  await fc.assert(
    fc.asyncProperty(keys, fc.constantFrom<Fault>('hangUp', 'error', 'truncated', 'garbage'), async (odd, fault) => {
      const secret = `sk_live_${odd}`;
      fake.paystack.faults.splice(0, Infinity, fault);
      const request = { method: 'GET', path: '/transaction/verify/r', key: secret } as const;
      const error = await failure(ask('Paystack', { base: fake.paystack.base }, request));
      const shown = inspect(error, { depth: 9, showHidden: true }).replace(/\n\s+at .*/g, '');
      expect(shown).not.toContain('sk_live_');
      expect([GatewayRefused, GatewayUnreachable].some((kind) => error instanceof kind)).toBe(true);
    }),
    { numRuns: 60 },
  );
  fake.paystack.faults.length = 0;
});

test('keys are sent in a header and never in an address', () => {
  const asked = [...fake.paystack.asked, ...fake.flutterwave.asked];
  expect(asked.length).toBeGreaterThan(20);
  expect(asked.filter(({ path }) => /sk_|FLWSECK|secret/i.test(path))).toEqual([]);
});

test('a reference stays one segment of the address', () => {
  expect(segment('a/../b?c#d%2e')).toBe('a%2F..%2Fb%3Fc%23d%252e');
  for (const dots of ['', '.', '..']) expect(() => segment(dots)).toThrow('path segment');
});

test('text for people loses keys, control characters and what is too long', () => {
  expect(safeText('Bearer abc.def and FLWSECK_TEST-abc-X, pk_live_1')).toBe('••• and •••, •••');
  expect(safeText('secret-hash1 and secret-hash', ['secret-hash', 'secret-hash1'])).toBe('••• and •••');
  expect(safeText(undefined)).toBe('');
  expect(safeText('a'.repeat(300))).toHaveLength(200);
});
