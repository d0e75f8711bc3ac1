import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { query } from '#kernel/database.ts';
import { startSchool } from '#test/harness/app.ts';

let world: Awaited<ReturnType<typeof startSchool>>;
beforeAll(async () => (world = await startSchool()));
afterAll(() => world.close());

const number = '+2348034445555';
const ask = <Row>(statement: ReturnType<typeof sql>) =>
  world.database.asSystem([world.school.ilorin.id], (tx) => query<Row>(tx, statement));
const states = () =>
  ask<{ state: string; failure: string | null }>(
    sql`select state, failure from outbox where recipient = ${number} order by id`,
  );

test('an opt-out by hand stops what waits, leaves what was sent, is taken once, and can be ended', async () => {
  const { id } = world.school.ilorin;
  const registrar = await world.as('registrar');
  await ask(sql`with m as (insert into messages (institution_id, channel, body, state, purpose) values (${id}, 'sms', 'News', 'sending', 'marketing') returning id),
    mine as (insert into outbox (institution_id, channel, recipient, body, message_id, state) select ${id}, 'sms', ${number}, 'News', id, 'queued' from m)
    insert into outbox (institution_id, channel, recipient, body, state) select ${id}, 'sms', ${number}, 'A receipt', s
      from unnest(array['sent', 'sending', 'queued']) with ordinality x(s, at) order by at`);
  await ask(sql`update outbox set body = body where recipient = ${number}`);
  const wish = {
    institution_id: id,
    channel: 'sms',
    address: '+234 803 444 5555',
    blocks: 'marketing',
    reason: 'opted_out',
  };
  expect((await (await world.as('teacher')).post('/opt-outs', wish)).statusCode).toBe(403);
  expect((await registrar.post('/opt-outs', { ...wish, address: 'nobody' })).json().errors.address).toMatch(
    /phone number/,
  );
  expect((await registrar.post('/opt-outs', { ...wish, channel: 'email' })).json().errors.address).toMatch(/e-mail/);
  expect((await registrar.post('/opt-outs', { ...wish, reason: 'bounced' })).statusCode).toBe(422);
  const added = await registrar.post('/opt-outs', { ...wish, note: 'Called on Monday' });
  expect(added.statusCode, added.body).toBe(303);
  expect(await ask(sql`select state from messages where body = 'News'`)).toEqual([{ state: 'done' }]);
  expect((await states()).map(({ state }) => state).toSorted()).toEqual(['queued', 'sending', 'sent', 'stopped']);
  expect((await registrar.post('/opt-outs', wish)).json().errors.address).toBe(`${number} already has this opt-out.`);

  expect((await registrar.post('/opt-outs', { ...wish, blocks: 'everything' })).statusCode).toBe(303);
  const after = await states();
  expect(after.map(({ state }) => state).toSorted()).toEqual(['sending', 'sent', 'stopped', 'stopped']);
  expect(new Set(after.map(({ failure }) => failure))).toEqual(new Set([null, 'This number or address is blocked.']));

  type Row = { id: number; blocks: string; by: string; note: string | null };
  const listed = async (query: string) => ((await registrar.page(`/opt-outs?${query}`)).props as { rows: Row[] }).rows;
  const rows = await listed('q=4445555&state=active');
  expect(rows.map(({ blocks, note }) => [blocks, note])).toEqual([
    ['everything', null],
    ['marketing', 'Called on Monday'],
  ]);
  expect(rows[0]!.by).toBeTruthy();
  const offa = await world.as('registrar.offa');
  expect((await offa.post(`/opt-outs/${rows[0]!.id}/end`)).statusCode).toBe(404);
  expect((await registrar.post(`/opt-outs/${rows[0]!.id}/end`)).statusCode).toBe(303);
  expect((await registrar.post(`/opt-outs/${rows[0]!.id}/end`)).statusCode).toBe(409);
  expect(await listed('state=ended&reason=opted_out')).toMatchObject([{ blocks: 'everything' }]);
  expect(await states()).toEqual(after);
  expect(await ask(sql`select action from audit_entries where action like 'contact.%block' order by id`)).toEqual([
    { action: 'contact.block' },
    { action: 'contact.block' },
    { action: 'contact.unblock' },
  ]);
});

test('a person refuses news to the own numbers alone; the record says what, since when and by whom', async () => {
  const { id } = world.school.ilorin;
  const [own] = await ask<{ guardian: number; number: string }>(sql`
    update guardians g set mobile = '+2348037770001', email = 'Own@example.ng' from memberships m join accounts a on a.id = m.account_id
    where a.username = 'guardian' and m.institution_id = ${id} and (g.institution_id, g.id) = (m.institution_id, m.guardian_id)
    returning g.id::int as guardian, g.mobile as number`);
  const guardian = await world.as('guardian');
  type School = {
    id: number;
    wishes: { channel: string; address: string; hasMarketing: boolean; isBlocked: boolean }[];
  };
  const mine = async () =>
    ((await guardian.page('/account/messages')).props as { schools: School[] }).schools.find((one) => one.id === id)!
      .wishes;
  expect(await mine()).toEqual([
    { channel: 'sms', address: own!.number, hasMarketing: true, isBlocked: false },
    { channel: 'email', address: 'own@example.ng', hasMarketing: true, isBlocked: false },
  ]);
  const choose = (more: object) =>
    guardian.post('/account/messages', {
      institution_id: id,
      channel: 'email',
      address: 'own@example.ng',
      wants: 'no',
      ...more,
    });
  expect((await choose({ address: 'someone@example.ng' })).statusCode).toBe(404);
  expect((await choose({ institution_id: world.school.offa.id })).statusCode).toBe(404);
  expect((await choose({ channel: 'sms' })).statusCode).toBe(404);
  expect((await choose({})).statusCode).toBe(303);
  expect((await choose({})).statusCode).toBe(303);
  expect((await mine())[1]).toMatchObject({ hasMarketing: false });
  const registrar = await world.as('registrar');
  const tab = (await registrar.page(`/guardians/${own!.guardian}/messages`)).props;
  expect(JSON.stringify(tab)).toContain('"blocks":"marketing","reason":"opted_out"');
  // By hand the office blocks the number altogether: nobody switches that back.
  const wish = {
    institution_id: id,
    channel: 'sms',
    address: own!.number,
    blocks: 'everything',
    reason: 'someone_else',
  };
  await registrar.post('/opt-outs', wish);
  expect((await choose({ channel: 'sms', address: own!.number, wants: 'yes' })).statusCode).toBe(422);
  await choose({ wants: 'yes' });
  expect(await mine()).toMatchObject([{ isBlocked: true }, { hasMarketing: true, isBlocked: false }]);
  expect((await (await world.as('student')).page('/account/messages')).props).toBeTruthy();
});
