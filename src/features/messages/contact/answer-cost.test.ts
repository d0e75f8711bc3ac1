import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { query } from '#kernel/database.ts';
import { startSchool, type Browser } from '#test/harness/app.ts';

const mother = '+2348031112222';
const abroad = '+447700900123';
let world: Awaited<ReturnType<typeof startSchool>>;
let institutionId: number;
let registrar: Browser;
let owner: Browser;
beforeAll(async () => {
  world = await startSchool();
  institutionId = world.school.ilorin.id;
  [registrar, owner] = await Promise.all([world.as('registrar'), world.as('owner')]);
  await ask(sql`insert into message_prices (institution_id, channel, prefix, network, price) values
    (${institutionId}, 'sms', '+234803', 'MTN', 400)`);
});
afterAll(() => world.close());

const ask = <Row>(statement: ReturnType<typeof sql>) =>
  world.database.asSystem([institutionId], (tx) => query<Row>(tx, statement));
async function incoming(channel: 'sms' | 'whatsapp', address = mother): Promise<number> {
  const [row] = await ask<{ id: number }>(sql`
    insert into incoming_messages (institution_id, channel, address, body, kind, machine, provider_message_id)
    values (${institutionId}, ${channel}, ${address}, 'When does the term begin?', 'reply', 'test', ${`${channel}${address}`}) returning id::int`);
  return row!.id;
}
const answer = (who: Browser, id: number, more: object = {}) =>
  who.post(`/replies/${id}/answer`, { text: 'On Monday.', ...more });
const costOf = async (who: Browser, id: number) => (await who.page(`/replies/${id}`)).props.cost;
const sent = () =>
  ask<{ channel: string; network: string | null; price: number | null }>(
    sql`select channel, network, price::int as price from outbox where event = 'contact.answer' order by id`,
  );

test('an answer is refused when the credit cannot pay for it, unless the sender may overspend and says so', async () => {
  const id = await incoming('sms');
  // Without a provider it stays in the outbox and costs nothing yet, whatever the budget.
  await ask(sql`insert into message_settings (institution_id, budget_month) values (${institutionId}, 0)`);
  expect(await costOf(registrar, id)).toMatchObject({ unit: 400, isSent: false, left: 0, mayOverspend: false });
  expect((await answer(registrar, id)).statusCode).toBe(303);
  await ask(sql`insert into message_providers (institution_id, channel, kind, sealed, is_on, balance, balance_unit)
    values (${institutionId}, 'sms', 'http', '', true, 7.99, 'NGN')`);
  await ask(sql`update message_settings set budget_month = 100000`);

  expect(await costOf(registrar, id)).toMatchObject({ unit: 400, isSent: true, left: 799 });
  // Two parts are more than the balance; one is not.
  const long = { text: 'x'.repeat(161) };
  const refused = await answer(registrar, id, long);
  expect([refused.statusCode, refused.json().errors]).toEqual([
    422,
    { price: 'This costs ₦8.00, and ₦7.99 is left at the provider. Ask a colleague who can exceed the budget.' },
  ]);
  expect((await answer(registrar, id, { ...long, is_anyway: 'true' })).statusCode).toBe(422);
  expect((await answer(registrar, id)).statusCode).toBe(303);
  // What waits is taken off.
  expect(await costOf(owner, id)).toMatchObject({ left: 399, mayOverspend: true });
  expect((await answer(owner, id)).json().errors.price).toContain('Tick “Send anyway”');
  expect((await answer(owner, id, { is_anyway: 'true' })).statusCode).toBe(303);
  expect((await sent()).map(({ price }) => price)).toEqual([400, 400, 400]);
});

test('an answer counts towards the budget, and goes to no country without a price', async () => {
  const id = await incoming('sms', abroad);
  await ask(sql`update message_providers set balance = null`);
  await ask(sql`update message_settings set budget_month = 800`);
  expect(await costOf(registrar, id)).toMatchObject({ unit: null, isForeign: true });
  expect((await answer(owner, id, { is_anyway: 'true' })).json().errors).toEqual({
    text: 'No price is entered for the country of this number, so nothing is sent to it.',
  });
  const [first] = await ask<{ id: number }>(sql`select min(id)::int as id from incoming_messages`);
  const refused = await answer(registrar, first!.id);
  expect(refused.json().errors.price).toBe(
    'This costs ₦4.00, and ₦0.00 is left of this month’s budget. Ask a colleague who can exceed the budget.',
  );
});

test('an answer by WhatsApp has the price of a message once one is entered, and is not priced before', async () => {
  const id = await incoming('whatsapp');
  await ask(sql`insert into message_providers (institution_id, channel, kind, sealed, is_on)
    values (${institutionId}, 'whatsapp', 'whatsapp', '', true)`);
  expect(await costOf(registrar, id)).toMatchObject({ unit: null, isForeign: false, isSent: true, left: null });
  expect((await answer(registrar, id)).statusCode).toBe(303);
  await ask(sql`insert into message_prices (institution_id, channel, prefix, network, price) values
    (${institutionId}, 'whatsapp', '+234', 'Nigeria', 1100)`);
  expect(await costOf(registrar, id)).toMatchObject({ unit: 1100, left: 0 });
  // As long as a message is, it is one.
  expect((await answer(registrar, id, { text: 'x'.repeat(400) })).json().errors.price).toContain('This costs ₦11.00');
  await ask(sql`update message_settings set budget_month = null`);
  expect((await answer(registrar, id, { text: 'x'.repeat(400) })).statusCode).toBe(303);
  expect((await sent()).slice(-2)).toEqual([
    { channel: 'whatsapp', network: 'WhatsApp', price: null },
    { channel: 'whatsapp', network: 'WhatsApp', price: 1100 },
  ]);
});
