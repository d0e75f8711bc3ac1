import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startSending, type SendingSchool } from '#test/harness/sending-school.ts';
import type { Browser } from '#test/harness/app.ts';

let school: SendingSchool;
let registrar: Browser;
let ict: Browser;
let institutionId: number;
beforeAll(async () => {
  school = await startSending();
  ({ institutionId } = school);
  [registrar, ict] = await Promise.all([school.world.as('registrar'), school.world.as('ict_administrator')]);
  // Of the three guardians of the school, Folake has an account.
  await school.ask(sql`
    with g as (insert into guardians (institution_id, surname, first_name, mobile, email) values
        (${institutionId}, 'Okafor', 'Ify', '+2348030000061', null), (${institutionId}, 'Obi', 'Mama', '+2348030000062', null),
        (${institutionId}, 'Obi', 'Papa', '+2348030000063', 'papa@example.ng')
      returning id, surname)
    insert into student_guardians (institution_id, student_id, guardian_id, receives_sms)
    select ${institutionId}, s.id, g.id, true from g join students s on s.institution_id = ${institutionId} and s.surname = g.surname`);
  // Mama and Papa have just written; Ify has not.
  await school.ask(sql`insert into whatsapp_windows values (${institutionId}, '+2348030000062', now() + interval '1 hour'),
    (${institutionId}, '+2348030000063', now() + interval '1 hour'), (${institutionId}, '+2348030000061', now() - interval '1 minute')`);
  await price('sms', 'MTN', '+234803', 400);
});
afterAll(() => school.close());

const price = async (channel: string, network: string, prefixes: string, minor: number | '') => {
  const saved = await ict.post('/message-providers/prices', {
    institution_id: institutionId,
    channel,
    network,
    was: network,
    prefixes,
    price: minor,
  });
  expect([saved.statusCode, saved.body]).toEqual([303, '']);
};
const message = (more: object = {}) => ({
  institution_id: institutionId,
  channel: 'first',
  purpose: 'service',
  subject: 'News',
  body: 'Dear {name}, come.',
  audience: { of: 'guardians', by: [{ kind: 'all' }] },
  ...more,
});
const preview = async (more: object = {}) => (await registrar.post('/messages/preview', message(more))).json();
const waysOf = async () => {
  const { rows } = (await registrar.post('/messages/recipients', message({ view: 'recipients' }))).json();
  return Object.fromEntries(
    rows.map(({ name, channel }: { name: string; channel: string }) => [name, channel]),
  ) as Record<string, string>;
};
const whatsapp = () =>
  school.addProvider(
    'whatsapp',
    {
      phoneNumberId: '106540352242922',
      accessToken: 'wa-token',
      appSecret: 'wa-secret',
      verifyToken: 'wa-verify',
      template: 'school_notice',
      language: 'en',
    },
    { channel: 'whatsapp' },
  );

test('the first that reaches is the account, e-mail, WhatsApp for who wrote within 24 hours, then SMS', async () => {
  const ways = { 'Bakare, Folake': 'notice', 'Obi, Papa': 'email', 'Obi, Mama': 'sms', 'Okafor, Ify': 'sms' };
  expect(await waysOf()).toEqual(ways);
  await whatsapp();
  expect(await waysOf()).toEqual({ ...ways, 'Obi, Mama': 'whatsapp' });
  expect((await preview()).channels).toEqual({ notice: 1, email: 1, whatsapp: 1, sms: 1 });
  // Who refuses WhatsApp, or does not get messages about the child, isn't reached by it.
  await school.ask(sql`insert into contact_wishes (institution_id, channel, address, blocks, reason, said_by)
    values (${institutionId}, 'whatsapp', '+2348030000062', 'marketing', 'opted_out', 'reply')`);
  expect((await preview({ purpose: 'marketing' })).channels).toEqual({ notice: 1, email: 1, sms: 2 });
  expect((await preview()).channels).toMatchObject({ whatsapp: 1 });
  await school.ask(sql`update student_guardians set receives_sms = false where guardian_id = (
    select id from guardians where institution_id = ${institutionId} and mobile = '+2348030000062')`);
  expect(await preview()).toMatchObject({ recipients: 3, leftOut: { no_sms: 1 } });
  await school.ask(sql`update student_guardians set receives_sms = true where institution_id = ${institutionId}`);
});

test('WhatsApp without a price is not priced; with one it is shown, checked, charged and counted like SMS', async () => {
  expect(await preview()).toMatchObject({ recipients: 4, price: 400, unpriced: 1 });
  expect((await preview()).networks).toContainEqual({
    channel: 'whatsapp',
    network: 'WhatsApp',
    unit: null,
    recipients: 1,
    parts: null,
    price: null,
  });
  const send = (more: object = {}) =>
    registrar.post('/messages', message({ act: 'send', confirmed: 4, is_anyway: true, ...more }));
  const free = (await send()).json() as { id: number };
  const costs = async (id: number) =>
    (await registrar.page(`/messages/${id}`)).props.message.totals.map(
      ({ network, price: minor, unpriced }: { network: string; price: number; unpriced: number }) =>
        `${network} ${minor} ${unpriced}`,
    );
  expect(await costs(free.id)).toContain('WhatsApp 0 1');
  expect((await registrar.page('/messages')).props.rows[0]).toMatchObject({ id: free.id, unpriced: 1 });

  await price('whatsapp', 'Nigeria', '+234', 1100);
  const prices = (await ict.page('/message-providers')).props.networks;
  expect(prices).toEqual([
    { channel: 'sms', network: 'MTN', prefixes: ['+234803'], price: 400 },
    { channel: 'whatsapp', network: 'Nigeria', prefixes: ['+234'], price: 1100 },
  ]);
  expect(await preview()).toMatchObject({ recipients: 4, price: 1500, unpriced: 0 });
  // The budget counts both.
  const { id: fake } = (
    await school.ask<{
      id: number;
    }>(sql`insert into message_providers (institution_id, channel, kind, sealed, is_on, place)
    values (${institutionId}, 'sms', 'http', '', true, 1) returning id`)
  )[0]!;
  await school.ask(sql`insert into message_settings (institution_id, budget_month) values (${institutionId}, 1499)`);
  const refused = await send();
  expect([refused.statusCode, JSON.stringify(refused.json())]).toEqual([
    422,
    expect.stringContaining('This costs ₦15.00, and ₦14.99 is left of this month’s budget.'),
  ]);
  await school.ask(sql`update message_settings set budget_month = 1500 where institution_id = ${institutionId}`);
  // The balance of the provider of SMS has to pay for SMS alone.
  await school.ask(
    sql`update message_providers set balance = 4, balance_unit = 'NGN' where institution_id = ${institutionId} and id = ${fake}`,
  );
  const paid = (await send()).json() as { id: number };
  expect((await costs(paid.id)).toSorted()).toEqual(expect.arrayContaining(['MTN 400 0', 'WhatsApp 1100 0']));
  const queued = await school.ask(
    sql`select channel, network, parts, price::int as price from outbox where message_id = ${paid.id} and price is not null order by channel`,
  );
  expect(queued).toEqual([
    { channel: 'sms', network: 'MTN', parts: 1, price: 400 },
    { channel: 'whatsapp', network: 'WhatsApp', parts: null, price: 1100 },
  ]);
  await school.ask(sql`delete from message_providers where institution_id = ${institutionId} and id = ${fake}`);
  await school.sender.sendDue();
  expect(school.fake.arrived.map(({ to, text }) => `${to} ${text}`)).toEqual([
    '2348030000062 Dear Mama Obi, come.',
    '2348030000062 Dear Mama Obi, come.',
  ]);
  const { networks, total } = (await registrar.page('/message-costs')).props;
  expect(networks).toEqual([expect.objectContaining({ name: 'WhatsApp', recipients: 2, price: 1100, unpriced: 1 })]);
  expect(total).toMatchObject({ price: 1100, unpriced: 1 });
});

test('once WhatsApp has prices, a number of another country is reached by SMS or left out', async () => {
  await price('whatsapp', 'Nigeria', '+44', 1100);
  expect(await waysOf()).toMatchObject({ 'Obi, Mama': 'sms' });
  expect(await preview({ channel: 'whatsapp' })).toMatchObject({ recipients: 0, leftOut: { no_price: 2 } });
  const named = await ict.post('/message-providers/prices', {
    institution_id: institutionId,
    channel: 'sms',
    network: 'whatsapp',
    prefixes: '+1',
    price: 1,
  });
  expect(named.json().errors).toHaveProperty('network');
  await price('whatsapp', 'Nigeria', '', '');
  expect(await waysOf()).toMatchObject({ 'Obi, Mama': 'whatsapp' });
});
