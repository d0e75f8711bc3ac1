import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rowsOf } from '#kernel/database.ts';
import { startSchool } from '#test/harness/app.ts';

let world: Awaited<ReturnType<typeof startSchool>>;
beforeAll(async () => (world = await startSchool()));
afterAll(() => world.close());

const number = '+2348034445555';
const ask = <Row>(query: ReturnType<typeof sql>) =>
  world.database.asSystem([world.school.ilorin.id], (tx) => rowsOf<Row>(tx, query));
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
