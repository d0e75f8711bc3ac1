import { createHmac, randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import fastify from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { replaceSecret } from '#kernel/secrets/machine-secrets.ts';
import { hmacOfBody, secretInHeader } from '#kernel/secrets/signatures.ts';
import { outbox } from '#kernel/messages/messages.schema.ts';
import { machineSecrets } from '#kernel/tables.ts';
import { createApp } from '#product/app.ts';
import { registerMachines } from '#web/webhook-sources.ts';
import { machine } from '#web/routes.ts';
import { startSchool, type Browser } from '#test/harness/app.ts';
import { deliveryMachine } from './webhook-secrets.ts';

let world: Awaited<ReturnType<typeof startSchool>>;
let ict: Browser;
let owner: Browser;
let secret: string;
beforeAll(async () => {
  world = await startSchool();
  ict = await world.as('ict_administrator');
  owner = await world.as('owner');
  const { ilorin } = world.school;
  secret = await made(owner.post(`/institutions/${ilorin.id}/webhook-secret`, { machine: deliveryMachine }));
});
afterAll(() => world.close());

const made = async (answer: ReturnType<Browser['post']>) => (await answer).json<{ secret: string }>().secret;
const sign = (body: string, key = secret) => createHmac('sha512', key).update(body).digest('hex');

/** As a provider sends: no cookie, no token, its own bytes. */
function report(body: object | string, { signature = '', to = world.school.ilorin.id as number | string } = {}) {
  const payload = typeof body === 'string' ? body : JSON.stringify(body);
  return world.app.inject({
    method: 'POST',
    url: `/hooks/${to}/delivery-reports`,
    payload,
    headers: { 'content-type': 'application/json', 'x-akada-signature': signature || sign(payload) },
  });
}

const inIlorin = <T>(work: Parameters<typeof world.database.asSystem<T>>[1]) =>
  world.database.asSystem([world.school.ilorin.id], work);

async function messageOf(name: string) {
  const { id: institutionId } = world.school.ilorin;
  return inIlorin(async (tx) => {
    const [row] = await tx
      .insert(outbox)
      .values({
        institutionId,
        channel: 'sms',
        recipient: '+2348031234567',
        body: 'Fees are due.',
        state: 'sent',
        sentAt: new Date(),
        providerMessageId: name,
      })
      .returning({ id: outbox.id });
    return row!.id;
  });
}
const stateOf = (id: number) =>
  inIlorin(async (tx) => {
    const [row] = await tx.select().from(outbox).where(eq(outbox.id, id));
    return [row!.state, row!.failure];
  });
const entriesOf = (id: number) =>
  inIlorin(async (tx) => {
    const { rows } = await tx.execute<{ told: string }>(
      sql`select person || ': ' || action as told from audit_entries where subject_type = 'message' and subject_id = ${id} order by id`,
    );
    return rows.map(({ told }) => told);
  });

test('a signed report moves a message on once, however often and in whatever order it comes', async () => {
  const id = await messageOf('provider-1');
  expect(await stateOf(id)).toEqual(['sent', null]);
  const delivered = { message_id: 'provider-1', status: 'delivered' };
  const answers = await Promise.all([1, 2, 3].map(() => report(delivered)));
  expect(answers.map(({ statusCode, body }) => [statusCode, body])).toEqual(Array(3).fill([200, '{"received":true}']));
  for (const late of ['sent', 'failed'])
    expect((await report({ message_id: 'provider-1', status: late, reason: 'late' })).statusCode).toBe(200);
  expect(await stateOf(id)).toEqual(['delivered', null]);
  expect(await entriesOf(id)).toEqual(['Delivery reports: outbox.delivered']);

  const other = await messageOf('provider-2');
  await report({ message_id: 'provider-2', status: 'failed', reason: 'Number is switched off' });
  expect(await stateOf(other)).toEqual(['failed', 'Number is switched off']);
  await report({ message_id: 'provider-2', status: 'delivered' });
  expect(await stateOf(other)).toEqual(['delivered', null]);
});

test('what is not signed with the institution’s secret is answered alike, and changes nothing', async () => {
  const id = await messageOf('provider-3');
  const body = { message_id: 'provider-3', status: 'failed' };
  const { ilorin, offa } = world.school;
  const text = JSON.stringify(body);
  const answers = await Promise.all([
    report(body, { signature: sign(`${text} `) }),
    report(body, { signature: sign(text, '') }),
    report(body, { signature: sign(text).slice(0, 64) }),
    report(body, { signature: sign(text).toUpperCase() }),
    report(body, { to: offa.id }),
    report(body, { to: 2_000_000_000 }),
    report(body, { to: 'zq' }),
    world.app.inject({ method: 'POST', url: `/hooks/${ilorin.id}/delivery-reports`, payload: body }),
    ict.post(`/hooks/${ilorin.id}/delivery-reports`, body),
    // The same words as where there is nothing to read.
    report('{', { signature: 'zq' }),
  ]);
  expect(new Set(answers.map(({ statusCode, body: said }) => `${statusCode} ${said}`))).toEqual(
    new Set(['401 {"message":"The signature is not valid."}']),
  );
  expect(answers.flatMap(({ cookies, headers }) => [...cookies, headers.location ?? []].flat())).toEqual([]);
  expect(await stateOf(id)).toEqual(['sent', null]);
});

test('a signed report is read with care: unknown and foreign messages, garbled and large bodies', async () => {
  const { offa } = world.school;
  await world.database.asSystem([offa.id], async (tx) => {
    await tx
      .insert(outbox)
      .values({ institutionId: offa.id, channel: 'sms', recipient: 'x', body: 'x', providerMessageId: 'of-offa' });
  });
  const unknown = await report({ message_id: 'nobody-knows', status: 'sent' });
  const foreign = await report({ message_id: 'of-offa', status: 'sent' });
  expect([unknown.statusCode, unknown.body]).toEqual([404, foreign.body]);
  // It was not carried out, so it may come again once the message is known.
  const id = await messageOf('nobody-knows');
  expect((await report({ message_id: 'nobody-knows', status: 'delivered' })).statusCode).toBe(200);
  expect(await stateOf(id)).toEqual(['delivered', null]);
  expect((await report('{"message_id":')).statusCode).toBe(400);
  expect((await report({ message_id: 'provider-1', status: 'burnt' })).statusCode).toBe(422);
  expect((await report('x'.repeat(17_000))).statusCode).toBe(413);
  expect((await report('')).statusCode).toBe(400);
});

test('an owner creates a secret, which is shown once and told to the other administrators; the one before works for a day', async () => {
  const { ilorin, offa } = world.school;
  const path = `/institutions/${ilorin.id}/webhook-secret`;
  const wanted = { machine: deliveryMachine };
  const old = secret;
  // Whoever sets up providers sees when it was created, and neither it nor a way to replace it.
  for (const role of ['ict_administrator', 'registrar', 'teacher'] as const)
    expect((await (await world.as(role)).post(path, wanted)).statusCode).toBe(403);
  expect((await owner.post(`${path}/show`)).statusCode).toBe(404);
  expect((await owner.post(`/institutions/${offa.id}/webhook-secret`, wanted)).statusCode).toBe(404);
  secret = await made(owner.post(path, wanted));
  expect(secret).toMatch(/^[0-9a-f]{64}$/);
  expect(secret).not.toBe(old);
  const told = await inIlorin((tx) =>
    tx.execute<{ to: string }>(sql`select a.username as to from notifications n join accounts a on a.id = n.account_id
      where n.kind = 'outbox.replaceSecret' group by 1 order by 1`),
  );
  expect(told.rows).toEqual([{ to: 'group' }]);
  const body = JSON.stringify({ message_id: 'provider-1', status: 'sent', reason: randomUUID() });
  expect((await report(body, { signature: sign(body, old) })).statusCode).toBe(200);
  await inIlorin((tx) => tx.update(machineSecrets).set({ previousUntil: new Date(Date.now() - 1000) }));
  expect((await report(body, { signature: sign(body, old) })).statusCode).toBe(401);
  expect((await report(body)).statusCode).toBe(200);

  const stored = await inIlorin((tx) =>
    tx.execute<{ all: string }>(
      sql`select encode(sealed, 'escape') || encode(previous, 'escape') as all from machine_secrets`,
    ),
  );
  for (const text of [secret, old]) expect(stored.rows[0]!.all).not.toContain(text);
  const { rows } = await inIlorin((tx) =>
    tx.execute<{ told: string }>(
      sql`select action || coalesce(details::text, '') || summary as told from audit_entries where action like 'outbox.%Secret' order by id`,
    ),
  );
  expect(rows.map(({ told }) => told.split('{')[0])).toEqual(['outbox.replaceSecret', 'outbox.replaceSecret']);
  expect(rows.filter(({ told }) => told.includes(secret) || told.includes(old))).toEqual([]);

  const { props } = await ict.page('/outbox/webhook-secrets');
  expect(JSON.stringify(props)).not.toContain(secret);
  expect(props.rows).toMatchObject([
    {
      id: ilorin.id,
      canReplace: false,
      secrets: expect.arrayContaining([expect.objectContaining({ machine: deliveryMachine })]),
    },
  ]);
});

test('signatures as providers make them: HMAC of the body, a secret in a header, and one with a time', () => {
  const raw = Buffer.from('{"event":"charge.success"}');
  const key = 'sk_test_1';
  const hex = (algorithm: string, text: string) => createHmac(algorithm, key).update(text).digest('hex');
  const now = 1_800_000_000_000;
  const ask = (headers: object) => ({ raw, headers: headers as never, url: '', now });
  const paystack = hmacOfBody('x-paystack-signature', 'sha512');
  expect(paystack(ask({ 'x-paystack-signature': hex('sha512', raw.toString()) }), key)).toBe(true);
  expect(paystack(ask({ 'x-paystack-signature': hex('sha512', raw.toString()) }), 'sk_test_2')).toBe(false);
  const based = hmacOfBody('x-signature', 'sha256', 'base64');
  expect(based(ask({ 'x-signature': Buffer.from(hex('sha256', raw.toString()), 'hex').toString('base64') }), key)).toBe(
    true,
  );
  const flutterwave = secretInHeader('verif-hash');
  expect([key, 'sk_test', '', undefined].map((hash) => flutterwave(ask({ 'verif-hash': hash }), key))).toEqual([
    true,
    false,
    false,
    false,
  ]);
  expect(flutterwave(ask({ 'verif-hash': '' }), '')).toBe(false);
});

test('one address sends so many reports a minute, signed or not; another one, and people behind it, are counted apart', async () => {
  const app = await createApp(world.services, { requestsPerMinute: 3, maxEventLoopDelay: 0 });
  const config = machine({ name: 'few', title: 'Few', verify: () => false, perMinute: 20 });
  app.post('/hooks/:institution/few', { config }, (_request, reply) => reply.send({}));
  const from = (remoteAddress: string) => ({
    report: () => app.inject({ method: 'POST', url: '/hooks/1/few', remoteAddress, payload: {} }),
    page: async () => (await app.inject({ method: 'GET', url: '/sign-in', remoteAddress })).statusCode,
  });
  const provider = from('10.7.0.1');
  const statuses: number[] = [];
  // When the minute ends in between, it goes on into the next.
  while (statuses.length < 60 && statuses.at(-1) !== 429) statuses.push((await provider.report()).statusCode);
  expect(statuses.at(-1)).toBe(429);
  expect(statuses.length).toBeGreaterThan(20);
  expect(new Set(statuses.slice(0, -1))).toEqual(new Set([401]));
  expect(Number((await provider.report()).headers['retry-after'])).toBeGreaterThan(0);
  expect((await from('10.7.0.2').report()).statusCode).toBe(401);
  const pages: number[] = [];
  while (pages.length < 9 && pages.at(-1) !== 429) pages.push(await provider.page());
  expect(pages.slice(0, 4)).toEqual([200, 200, 200, 429]);
  await app.close();
});

test('the start stops at a route for machines that is not whole', () => {
  const verify = () => true;
  const add = (url: string, config: object, method: 'GET' | 'POST' = 'POST') => {
    const app = fastify();
    app.decorate('services', world.services);
    registerMachines(app as never);
    app.route({ method, url, config: config as never, handler: () => '' });
  };
  const whole = machine({ name: 'probe', title: 'Probe', verify });
  add('/hooks/:institution/probe', whole);
  expect(() => add('/hooks/:institution/probe', { may: 'machine' })).toThrow('says config: machine');
  expect(() => add('/hooks/:institution/probe', { ...whole, may: 'public' })).toThrow('says config: machine');
  expect(() => add('/hooks/:institution/probe', whole, 'GET')).toThrow('only POST');
  expect(() => add('/hooks/probe', whole)).toThrow('does not name the institution');
});

test('another installation’s key opens no secret', async () => {
  const { id: institutionId } = world.school.offa;
  await world.database.asSystem([institutionId], (tx) =>
    replaceSecret(tx, Buffer.alloc(32, 9), { institutionId, machine: deliveryMachine }, 'of another key'),
  );
  const body = JSON.stringify({ message_id: 'of-offa', status: 'sent' });
  expect((await report(body, { to: institutionId, signature: sign(body, 'of another key') })).statusCode).toBe(401);
});
