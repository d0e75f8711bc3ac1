import { createHmac } from 'node:crypto';
import { systemActor } from '#kernel/actor.ts';
import { replaceSecret } from '#kernel/secrets/machine-secrets.ts';
import { readKeys } from '#features/online/gateways/providers/gateway-of.ts';
import { createTestKeys } from '#features/online/gateways/settings/save-keys.ts';
import { attackMessageHooks } from './message-hooks.ts';
import { hostileMessages, type Gate } from './webhook-list.ts';
import type { Tally } from './tally.ts';
import type { Mould, World } from './world.ts';

const paid = 'ZQ-PAID';
const unpaid = 'ZQ-UNPAID';
const other = 'ZQ-OTHER-AMOUNT';

/**
 * What somebody sends who wants a payment credited that nobody made: no message of theirs credits anything or breaks the
 * server, and a true one credits once, however often it comes.
 */
export async function attackWebhooks(world: World, mould: Mould, tally: Tally, place: object) {
  const { ownId, foreignIds } = mould;
  const { app, client } = world;
  const gates = await openGates(world, ownId, foreignIds.at(-1)!);
  const credited = async () => {
    const { rows } = await client.query<{ n: number }>(
      `select (select count(*) from ledger_entries)::int + (select count(*) from payments where status = 'successful')::int as n`,
    );
    return rows[0]!.n;
  };
  const send = async (name: string, message: ReturnType<typeof hostileMessages>[number], isCredit = false) => {
    const before = await credited();
    const { name: _, isSigned, ...request } = message;
    const answer = await app.inject({ method: 'POST', ...request });
    const gained = (await credited()) - before;
    const find = (said: string) =>
      tally.find(`POST ${request.url}`, {
        said: `${said}: ${name}`,
        answer: `${answer.statusCode} ${answer.body.slice(0, 200)}`,
        request: JSON.stringify({ ...place, ...request, payload: String(request.payload).slice(0, 500) }),
      });
    tally.count('a provider', answer.statusCode, 'webhook');
    if (answer.statusCode >= 500) find('server error');
    if (!isSigned && answer.statusCode < 400) find('rights: a message without its signature is taken');
    if (gained !== (isCredit ? 2 : 0)) find(`money: ${gained} rows are credited`);
  };
  for (const gate of gates)
    for (const message of hostileMessages(gate, [unpaid, other, paid])) await send(message.name, message);
  const test = gates.find(({ name }) => name === 'test-gateway')!;
  const truth = { name: 'true', isSigned: true, ...signed(test, { event: 'test.charge', reference: paid }) };
  await send('the true message', truth, true);
  await send('an old message again', truth);
  await send('an old message in other words', {
    ...truth,
    ...signed(test, { reference: paid, event: 'test.charge', again: 1 }),
  });
  await attackMessageHooks(world, mould, tally, place);
}

function signed({ url, header, secret }: Gate, event: object) {
  const payload = JSON.stringify(event);
  const signature = createHmac('sha512', secret).update(payload).digest('hex');
  return { url, payload, headers: { 'content-type': 'application/json', [header]: signature } };
}

/** Secrets of three gateways in two institutions, and payments that are paid, unpaid, and paid with another amount. */
async function openGates(world: World, ownId: number, foreignId: number): Promise<Gate[]> {
  const { database, client } = world;
  const { secret: key } = world.app.services;
  const secretOf = (id: number, machine: string) => `zq ${machine} of ${id}`;
  for (const institutionId of [ownId, foreignId])
    await database.asSystem([institutionId], async (tx) => {
      for (const machine of ['paystack', 'flutterwave'])
        await replaceSecret(tx, key, { institutionId, machine }, secretOf(institutionId, machine));
      await createTestKeys(tx, systemActor(institutionId, 'Test'), key, institutionId);
    });
  const testSecrets = await Promise.all(
    [ownId, foreignId].map((institutionId) =>
      database.asSystem([institutionId], (tx) => readKeys(tx, key, { institutionId, provider: 'test' })),
    ),
  );
  await client.query(
    `insert into online_settings (institution_id, provider, is_demonstration) values (${ownId}, 'test', true)
     on conflict (institution_id) do update set provider = 'test', is_demonstration = true`,
  );
  for (const [reference, outcome, amount] of [
    [paid, 'paid', 250_000],
    [unpaid, 'open', null],
    [other, 'paid', 1_000],
  ] as const)
    await client.query(
      `with made as (
         insert into payments (institution_id, channel, provider, reference, status, amount, currency, day, code, is_test)
         values ($1, 'gateway', 'test', $2, 'pending', 250000, 'NGN', '2026-11-20', substr(md5($2), 1, 16), true)
         returning institution_id, id, amount, currency),
       share as (
         insert into payment_shares (institution_id, payment_id, student_id, amount)
         select institution_id, id, (select min(id) from students where institution_id = $1 and merged_into_id is null), amount
         from made),
       gate as (
         insert into test_gateway_payments (institution_id, reference, amount, currency, return_to, outcome, paid, paid_at)
         select institution_id, $2, amount, currency, 'https://example.com', $3, $4::bigint,
           case when $3 = 'paid' then now() end from made)
       insert into online_payments (institution_id, payment_id, provider, mode, reference, amount, currency, account_id, status)
       select institution_id, id, 'test', 'test', $2, amount, currency,
         (select account_id from memberships where institution_id = $1 limit 1), 'open' from made`,
      [ownId, reference, outcome, amount],
    );
  const gate = (name: string, header: string, secret: string, foreign: string): Gate => ({
    name,
    header,
    secret,
    foreign,
    url: `/hooks/${ownId}/${name}`,
    isHash: name === 'flutterwave',
    others: ['paystack', 'flutterwave'].filter((one) => one !== name).map((one) => secretOf(ownId, one)),
  });
  const plain = (name: string, header: string) => gate(name, header, secretOf(ownId, name), secretOf(foreignId, name));
  const [mine, theirs] = testSecrets.map((keys) => keys!.settings['secretKey']!) as [string, string];
  return [
    plain('paystack', 'x-paystack-signature'),
    plain('flutterwave', 'verif-hash'),
    gate('test-gateway', 'x-test-gateway-signature', mine, theirs),
  ];
}
