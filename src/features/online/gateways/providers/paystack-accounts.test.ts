import { afterEach, beforeEach, expect, test } from 'vitest';
import { startFakeGateways, type FakeGateways } from '#test/harness/fake-gateways.ts';
import type { Gateway } from './gateway.ts';
import { paystack, receiverOf } from './paystack.ts';

let fake: FakeGateways;
let gateway: Gateway;
beforeEach(async () => {
  fake = await startFakeGateways();
  gateway = paystack({ base: fake.paystack.base });
});
afterEach(() => fake.close());

const live = { secretKey: 'sk_live_0123456789abcdef', accountBank: 'titan-paystack' };
const open = (email: string, settings: { secretKey: string; accountBank?: string } = live) =>
  gateway.accounts!.open({ email, firstName: 'Ada', lastName: 'Obi', phone: '+2348030000000', settings });
const created = () =>
  fake.paystack.asked.filter(({ method, path }) => method === 'POST' && path === '/dedicated_account');

test('a student gets one account, however often it is asked for', async () => {
  const account = await open('igs.17@pay.example');
  expect(account).toEqual({
    customerCode: 'CUS_7454289',
    accountNumber: '9930000000',
    accountName: 'SCHOOL / OBI ADA',
    bank: 'titan-paystack',
  });
  expect(await open('igs.17@pay.example')).toEqual(account);
  expect(created()).toHaveLength(1);
});

test('an answer that was lost is made good by asking again', async () => {
  fake.paystack.fault({ slow: 0 }, { slow: 0 }, 'truncated');
  await expect(open('igs.18@pay.example')).rejects.toThrow('can’t be read');
  expect((await open('igs.18@pay.example')).accountNumber).toBe('9930000000');
  expect(created()).toHaveLength(1);
});

test('another student’s account is never taken, even if Paystack lists it', async () => {
  const first = await open('igs.19@pay.example');
  fake.paystack.quirks.ignoresFilters = true;
  const second = await open('igs.20@pay.example');
  expect(second.accountNumber).not.toBe(first.accountNumber);
  expect(await open('igs.19@pay.example')).toEqual(first);
});

test('the bank is the school’s choice, Wema without one, and the test bank for test keys', async () => {
  await open('a@pay.example', { secretKey: live.secretKey });
  await open('b@pay.example', { ...live, secretKey: 'sk_test_0123456789abcdef' });
  expect(created().map(({ body }) => body.preferred_bank)).toEqual(['wema-bank', 'test-bank']);
});

test('a transfer into an account names it in the event and in the answer', async () => {
  const { accountNumber } = await open('igs.21@pay.example');
  const reference = fake.paystack.transfer(accountNumber, 4_000_000);
  const event = gateway.readEvent(JSON.parse(fake.paystack.event(reference).body.toString()));
  expect(event).toMatchObject({ kind: 'transfer', reference, account: accountNumber });
  expect(await gateway.query({ reference, settings: live })).toMatchObject({
    status: 'successful',
    amount: { minor: 4_000_000, currency: 'NGN' },
    channel: 'dedicated_nuban',
    account: accountNumber,
    raw: { senderName: 'BOLA ADE', senderBank: 'Test Bank' },
  });
});

test('an account counts only for a transfer, whole, and if both places agree', () => {
  const of = (channel: string, one: unknown, other?: unknown) =>
    receiverOf({
      channel,
      authorization: { receiver_bank_account_number: one },
      metadata: other === undefined ? '' : { receiver_account_number: other },
    }).account;
  expect(of('dedicated_nuban', '9930000737')).toBe('9930000737');
  expect(of('dedicated_nuban', null, '9930000737')).toBe('9930000737');
  expect(of('dedicated_nuban', '9930000737', '9930000738')).toBeNull();
  expect(of('dedicated_nuban', 'XXXXXX0737')).toBeNull();
  expect(of('card', '9930000737')).toBeNull();
});
