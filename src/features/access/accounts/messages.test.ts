import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startSchool, type Browser } from '#test/harness/app.ts';
import { password } from '#test/school.ts';
import { pendingCodes } from './passwords/password.routes.ts';

/* Whose a message is does not depend on any address: an ICT administrator reads no key to an account that rules more. */
let world: Awaited<ReturnType<typeof startSchool>>;
let owner: Browser;
let ict: Browser;
beforeAll(async () => {
  world = await startSchool();
  [owner, ict] = await Promise.all([world.as('owner'), world.as('ict_administrator')]);
});
afterAll(() => world?.close());

const inBoth = <T>(work: Parameters<typeof world.database.asSystem<T>>[1]) =>
  world.database.asSystem([world.school.ilorin.id, world.school.offa.id], work);

async function invite(who: Browser, username: string, role: 'owner' | 'teacher', email = `${username}@example.com`) {
  const { ilorin } = world.school;
  const answer = await who.post('/accounts', {
    institution_id: ilorin.id,
    name: 'Bisi Alabi',
    username,
    email,
    role_ids: [ilorin.roleIds[role]],
  });
  expect([answer.statusCode, answer.body]).toEqual([200, expect.anything()]);
  return answer.json() as { id: number; link: string };
}

const messagesTo = async (accountId: number) =>
  (
    await inBoth((tx) =>
      tx.execute<{ id: number; body: string }>(
        sql`select id, body from outbox where account_id = ${accountId} order by id`,
      ),
    )
  ).rows;

const read = (who: Browser, messageId: number) => who.post(`/outbox/${messageId}/read`);

test('an invitation of an owner stays closed to an ICT administrator after its address is corrected', async () => {
  const { id, link } = await invite(owner, 'bisi.owner', 'owner');
  const [message] = await messagesTo(id);
  expect((await read(ict, message!.id)).statusCode).toBe(403);
  expect((await read(owner, message!.id)).json().body).toContain(link);
  await owner.post(`/accounts/${id}`, { name: 'Bisi Alabi', email: 'bisi.right@example.com', phone: '' });
  expect((await read(ict, message!.id)).statusCode).toBe(403);
  // The address is somebody else's now, and still the message is the owner's.
  await inBoth((tx) =>
    tx.execute(sql`update accounts set email = 'bisi.owner@example.com' where username = 'teacher'`),
  );
  expect((await read(ict, message!.id)).statusCode).toBe(403);
  await inBoth((tx) => tx.execute(sql`update accounts set email = 'teacher@example.com' where username = 'teacher'`));
});

test('a changed address revokes the open link and code, says so, and empties the message', async () => {
  const { id, link } = await invite(ict, 'bisi.moves', 'teacher');
  const saved = await ict.post(`/accounts/${id}`, { name: 'Bisi Alabi', email: 'moved@example.com', phone: '' });
  expect(saved.statusCode).toBe(303);
  expect((await world.nobody().get(link)).statusCode).toBe(404);
  const [message] = await messagesTo(id);
  expect(message!.body).toBe('This message contained a link or code that no longer works.');
  const again = (await ict.post(`/accounts/${id}/invitation`)).json() as { link: string };
  await ict.post(`/accounts/${id}`, { name: 'Bisi Alabi-Oke', email: 'moved@example.com', phone: '' });
  expect((await world.nobody().get(again.link)).statusCode).toBe(200);
});

test('a link created for a teacher opens nothing once the account is an owner, by a role or a change of it', async () => {
  const first = await invite(ict, 'bisi.rises', 'teacher');
  const { ilorin } = world.school;
  expect((await owner.post(`/accounts/${first.id}/roles`, { role_id: ilorin.roleIds.owner })).statusCode).toBe(303);
  expect((await world.nobody().post(first.link, { password })).statusCode).toBe(404);
  const second = await invite(ict, 'bisi.stays', 'teacher');
  const { props } = await owner.page(`/roles/${ilorin.roleIds.teacher}`);
  const permissions = [...props.role.permissions, 'accounts.edit'];
  expect((await owner.post(`/roles/${ilorin.roleIds.teacher}`, { name: 'Teacher', permissions })).statusCode).toBe(303);
  expect((await world.nobody().post(second.link, { password })).statusCode).toBe(404);
  await owner.post(`/roles/${ilorin.roleIds.teacher}`, { name: 'Teacher', permissions: props.role.permissions });
});

test('a used or replaced link or code leaves the outbox', async () => {
  const { id, link } = await invite(ict, 'bisi.comes', 'teacher');
  // A parent may have children in several schools, so every message says which one writes.
  expect((await messagesTo(id))[0]!.body).toMatch(/^Ilorin Grammar School: Bisi Alabi, set a password/);
  const next = (await ict.post(`/accounts/${id}/invitation`)).json() as { link: string };
  expect((await messagesTo(id)).map(({ body }) => body)).toEqual([
    'This message contained a link or code that has been replaced by a newer one.',
    expect.stringContaining(next.link),
  ]);
  expect(next.link).not.toBe(link);
  await world.nobody().post(next.link, { password });
  expect((await messagesTo(id))[1]!.body).toBe('This message contained a link or code that has been used.');
  const visitor = world.nobody();
  await visitor.post('/forgot-password', { identifier: 'bisi.comes' });
  await pendingCodes();
  expect((await messagesTo(id))[2]!.body).toMatch(/^Ilorin Grammar School: /);
  const code = (await messagesTo(id))[2]!.body.match(/\d{4} \d{4} \d{4}/)![0];
  const set = { identifier: 'bisi.comes', code, password: 'yellow yam and palm oil' };
  expect((await visitor.post('/reset-password', set)).statusCode).toBe(303);
  expect((await messagesTo(id))[2]!.body).toBe('This message contained a link or code that has been used.');
});

test('a message that names no account is opened by an owner alone', async () => {
  const { rows } = await inBoth((tx) =>
    tx.execute<{ id: number }>(sql`insert into outbox (institution_id, channel, recipient, body)
      values (${world.school.ilorin.id}, 'email', 'ict_administrator@example.com', 'Welcome.') returning id`),
  );
  expect((await read(ict, rows[0]!.id)).statusCode).toBe(403);
  expect((await read(owner, rows[0]!.id)).json()).toEqual({ body: 'Welcome.' });
});
