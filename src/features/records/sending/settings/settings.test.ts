import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { agree } from '#test/harness/agree.ts';
import type { Browser } from '#test/harness/app.ts';
import { startSending, type SendingSchool } from '#test/harness/sending-school.ts';
import { termiiSettings } from '#test/harness/fake-senders.ts';
import { checkCredit, requireCredit } from '#kernel/messages/credit.ts';
import { askBalances } from './switch-provider.ts';

let school: SendingSchool;
let ict: Browser;
let owner: Browser;
beforeAll(async () => {
  school = await startSending();
  [ict, owner] = await Promise.all([school.world.as('ict_administrator'), school.world.as('owner')]);
});
afterAll(() => school.close());

const post = (path: string, body: object) =>
  ict.post(`/message-providers/${path}`, { institution_id: school.institutionId, ...body });
const termii = { kind: 'termii', place: '1', per_second: 50, ...termiiSettings };
const page = async () => (await ict.page('/message-providers')).props;
const idOf = async () => (await page()).channels[0].first.id as number;

test('a provider is set up with sealed secrets, tested on the same page, and switched on', async () => {
  expect((await post('save', { ...termii, apiKey: '', base: 'http://evil.example' })).json().errors).toMatchObject({
    apiKey: 'API key is required.',
    base: expect.stringContaining('Termii'),
  });
  expect((await post('save', termii)).statusCode).toBe(303);
  await agree(owner);
  const { first } = (await page()).channels[0];
  expect(first).toMatchObject({ kind: 'termii', isOn: false, shown: { sender: 'School' } });
  expect(JSON.stringify(await page())).not.toMatch(/termii-key|termii-webhook-key/);
  const [stored] = await school.ask<{ text: string }>(
    sql`select encode(sealed, 'escape') || shown::text as text from message_providers`,
  );
  expect(stored!.text).not.toMatch(/termii-key/);
  // Left empty, secrets stay.
  expect((await post('save', { ...termii, apiKey: '', webhookKey: '', sender: 'Ilorin' })).statusCode).toBe(303);
  await agree(owner);

  const tested = await post('test', { provider_id: first.id, to: '0803 123 4567' });
  expect(tested.statusCode).toBe(303);
  expect(school.fake.arrived).toEqual([{ to: '2348031234567', text: 'This is a test from Ilorin Grammar School.' }]);
  expect((await page()).channels[0].first.testedAt).not.toBeNull();
  school.fake.faults.push({ answer: [200, { code: 'error', message: 'Sender ID not approved' }] });
  expect((await post('test', { provider_id: first.id, to: '08031234567' })).json().errors).toEqual({
    to: 'Termii: Sender ID not approved',
  });
  expect((await post('test', { provider_id: first.id, to: 'me' })).json().errors).toHaveProperty('to');
  expect(await school.ask(sql`select state from outbox where event = 'sending.test' order by id`)).toEqual([
    { state: 'sent' },
    { state: 'failed' },
  ]);

  expect((await post('switch', { provider_id: first.id, is_on: 'true' })).statusCode).toBe(303);
  await agree(owner);
  await school.queue(2);
  expect((await post('switch', { provider_id: first.id, is_on: '' })).statusCode).toBe(303);
  expect(await school.ask(sql`select state, count(*)::int as n from outbox where event = 'other' group by 1`)).toEqual([
    { state: 'kept', n: 2 },
  ]);
  const { offa } = school.world.school;
  expect(
    (await ict.post('/message-providers/switch', { institution_id: offa.id, provider_id: first.id })).statusCode,
  ).toBe(404);
  expect((await post('switch', { provider_id: 999_999, is_on: 'true' })).statusCode).toBe(404);
  expect((await (await school.world.as('registrar')).get('/message-providers')).statusCode).toBe(403);
});

test('the balance is asked for and kept in view, and holders are warned once while it is low', async () => {
  const id = await idOf();
  await post('switch', { provider_id: id, is_on: 'true' });
  await agree(owner);
  expect((await post('balance', { provider_id: id })).statusCode).toBe(303);
  expect((await page()).channels[0].first).toMatchObject({ balance: '1250.5000', balanceUnit: 'NGN', isLow: false });
  expect((await post('budget', { budget_month: '', warn_below: '2000' })).statusCode).toBe(303);
  await askBalances(school.world.services);
  await askBalances(school.world.services);
  expect((await page()).channels[0].first.isLow).toBe(true);
  expect(
    await school.ask(sql`select count(distinct title)::int as n, count(*)::int > 0 as told, count(*) = count(distinct account_id) as once
    from notifications where kind = 'sending.low'`),
  ).toEqual([{ n: 1, told: true, once: true }]);
  school.fake.faults.push({ answer: [401, { message: 'Wrong key' }] });
  expect((await post('balance', { provider_id: id })).json().errors).toEqual({ form: 'Termii: Wrong key' });
  expect((await page()).channels[0].first).toMatchObject({ balance: '1250.5000', balanceTrouble: 'Termii: Wrong key' });
});

test('prices by network; what neither the balance nor the budget covers is refused without the permission', async () => {
  expect((await post('networks', {})).statusCode).toBe(303);
  const { networks } = await page();
  expect(networks.map(({ network, price }: { network: string; price: null }) => [network, price])).toEqual([
    ['9mobile', null],
    ['Airtel', null],
    ['Glo', null],
    ['MTN', null],
  ]);
  const mtn = networks.find(({ network }: { network: string }) => network === 'MTN');
  const priced = { network: 'MTN', was: 'MTN', prefixes: mtn.prefixes.join(' '), price: 450 };
  expect((await post('prices', priced)).statusCode).toBe(303);
  expect((await post('prices', { network: 'New', prefixes: '+234803', price: 1 })).json().errors).toEqual({
    prefixes: '+234803 belongs to another network already.',
  });
  expect((await post('prices', { network: 'New', prefixes: 'abc' })).json().errors).toHaveProperty('prefixes');

  const { institutionId } = school;
  const check = (price: number) => school.within((tx) => checkCredit(tx, institutionId, { sms: price }));
  expect(await check(1250_50)).toMatchObject({ verdict: 'fine', balance: 1250_50, spent: 0, budget: null });
  expect(await check(1250_51)).toMatchObject({ verdict: 'over balance' });
  await school.ask(sql`insert into outbox (institution_id, channel, recipient, body, price, state)
    values (${institutionId}, 'sms', '+2348030000000', 'x', 25050, 'queued'), (${institutionId}, 'sms', '+2348030000000', 'x', 10000, 'sent')`);
  expect(await check(1000_01)).toMatchObject({ verdict: 'over balance', waiting: 250_50, spent: 350_50 });
  expect((await post('budget', { budget_month: 40_000, warn_below: '' })).statusCode).toBe(303);
  expect(await check(49_50)).toMatchObject({ verdict: 'fine' });
  expect(await check(49_51)).toMatchObject({ verdict: 'over budget' });
  const require = (username: string, isAnyway: boolean) =>
    school.world.as(username).then(async () =>
      school.within(async (tx) => {
        const { systemActor } = await import('#kernel/actor.ts');
        const actor = systemActor(institutionId, username);
        if (username !== 'owner') actor.institutions[0]!.permissions = new Set();
        return requireCredit(tx, actor, institutionId, { prices: { sms: 49_51 }, isAnyway });
      }),
    );
  await expect(require('registrar', true)).rejects.toThrow(/left of this month’s budget\. Ask a colleague/);
  await expect(require('owner', false)).rejects.toThrow(/Tick “Send anyway”/);
  await expect(require('owner', true)).resolves.toBeUndefined();
});

test('quiet hours need both times', async () => {
  expect((await post('hours', { quiet_from: '21:00' })).json().errors).toHaveProperty('quiet_until');
  expect((await post('hours', { quiet_from: '21:00', quiet_until: '25:00' })).json().errors).toHaveProperty(
    'quiet_until',
  );
  expect((await post('hours', { quiet_from: '21:00', quiet_until: '06:00' })).statusCode).toBe(303);
  expect((await page()).quiet).toEqual({ from: '21:00', until: '06:00' });
});
