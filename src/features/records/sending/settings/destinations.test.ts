import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { agree } from '#test/harness/agree.ts';
import type { Browser } from '#test/harness/app.ts';
import { withClient } from '#test/harness/client.ts';
import { startSending, type SendingSchool } from '#test/harness/sending-school.ts';
import { certificate, startFakeMailServer } from '#test/harness/fake-mail-server.ts';
import { pendingCodes } from '#features/access/accounts/passwords/password.routes.ts';
import { completeChanges } from '#features/records/approvals/changes-due.job.ts';
import { product } from '#product/features.ts';

/** Where messages go is nobody's alone: decision 0063. */
let school: SendingSchool;
let ict: Browser;
let owner: Browser;
let attackers: Awaited<ReturnType<typeof startFakeMailServer>>;
let schools: Awaited<ReturnType<typeof startFakeMailServer>>;
beforeEach(async () => {
  [school, attackers, schools] = await Promise.all([
    startSending({ certificate }),
    startFakeMailServer(),
    startFakeMailServer(),
  ]);
  [ict, owner] = await Promise.all([school.world.as('ict_administrator'), school.world.as('owner')]);
});
afterEach(() => Promise.all([school.close(), attackers.close(), schools.close()]));

const mailTo = (server: typeof attackers, more: object = {}) => ({
  kind: 'smtp',
  place: '1',
  per_second: 20,
  host: 'localhost',
  port: String(server.port),
  security: 'starttls',
  user: 'school',
  password: 'mail-password',
  from: 'office@school.ng',
  ...more,
});
const post = (by: Browser, path: string, body: object) =>
  by.post(`/message-providers/${path}`, { institution_id: school.institutionId, ...body });
const emailSettings = async (by = ict) => (await by.page('/message-providers')).props;
const emailOf = async () => (await emailSettings()).channels[1].first;
const oneWaiting = async (by: Browser) => (await by.page('/approvals')).props.waiting[0];
const ageBy = (hours: number) =>
  // As the database's owner: the application may not.
  withClient(school.world.ownerUrl, (client) =>
    client.query('update approvals set waits_until = waits_until - make_interval(hours => $1)', [hours]),
  );
const forgot = async () => {
  await school.world.nobody().post('/forgot-password', { identifier: 'owner' });
  await pendingCodes();
  await school.sender.sendDue();
};
/** Saved and switched on, both agreed to. */
const setUp = async (server: typeof attackers) => {
  expect((await post(ict, 'save', mailTo(server))).statusCode).toBe(303);
  await agree(owner);
  expect((await post(ict, 'switch', { provider_id: (await emailOf()).id, is_on: 'true' })).statusCode).toBe(303);
  await agree(owner);
  await school.sender.sendDue();
  server.mails.splice(0);
};

test('A1, A4: who sets up providers reads no owner’s code with a mail server of their own', async () => {
  expect((await post(ict, 'save', mailTo(attackers))).statusCode).toBe(303);
  const { channels, changes } = await emailSettings();
  expect(channels[1].first).toBeNull();
  expect(changes).toMatchObject([
    {
      isMine: true,
      summary: 'send E-mail through E-mail server (SMTP)',
      by: expect.arrayContaining(['The owner (owner)']),
    },
  ]);
  // Not by the one who asked, nor by others with the permission.
  const { id } = await oneWaiting(ict);
  expect((await ict.post(`/approvals/${id}/approve`)).statusCode).toBe(403);
  expect((await ict.post(`/approvals/${id}/complete`)).statusCode).toBe(422);
  expect((await (await school.world.as('principal')).post(`/approvals/${id}/approve`)).statusCode).toBe(404);
  await forgot();
  expect(attackers.mails).toEqual([]);
  expect(
    await school.ask(sql`select distinct state from outbox where event in ('accounts.reset', 'approvals.asked')`),
  ).toEqual([{ state: 'kept' }]);
  // Secrets wait sealed, and go with the request.
  const [stored] = await school.ask<{ text: string }>(
    sql`select payload::text || summary || (select encode(sealed, 'escape') from pending_changes) as text from approvals`,
  );
  expect(stored!.text).not.toContain('mail-password');
  expect((await owner.post(`/approvals/${id}/decline`, { reason: 'Not ours' })).statusCode).toBe(303);
  expect(await school.ask(sql`select 1 from pending_changes`)).toEqual([]);
});

test('A1, A5: a provider in use keeps sending until another owner agrees, and its secret isn’t sent elsewhere', async () => {
  await setUp(schools);
  const moved = await post(ict, 'save', mailTo(attackers, { password: '' }));
  expect(moved.json().errors).toEqual({ password: 'Enter the password again, because the port changed.' });
  const renamed = await post(ict, 'save', mailTo(schools, { host: '127.0.0.1', password: '' }));
  expect(renamed.json().errors).toEqual({ password: 'Enter the password again, because the server changed.' });
  expect((await post(ict, 'save', mailTo(attackers))).statusCode).toBe(303);
  await forgot();
  expect(attackers.mails).toEqual([]);
  expect(schools.mails.filter(({ text }) => text.includes('password reset code'))).toHaveLength(1);
  // How many go out a second is no destination.
  expect((await post(ict, 'save', mailTo(schools, { password: '', per_second: 5 }))).statusCode).toBe(303);
  expect(await emailOf()).toMatchObject({ perSecond: 5, isOn: true });
});

test('A3: all owners and group administrators are told, by the provider that was in force before', async () => {
  await setUp(schools);
  expect((await post(ict, 'save', mailTo(attackers))).statusCode).toBe(303);
  await agree(owner);
  expect(await emailOf()).toMatchObject({ shown: { port: String(attackers.port) } });
  await school.sender.sendDue();
  const told = (server: typeof schools, words: string) =>
    server.mails
      .filter(({ text }) => text.replaceAll(/=\r\n|\r\n/g, ' ').includes(words))
      .map(({ to }) => to[0])
      .toSorted();
  expect(attackers.mails).toEqual([]);
  expect(told(schools, 'wants to')).toEqual(['group@example.com', 'owner@example.com']);
  expect(told(schools, 'approved')).toEqual(['group@example.com', 'owner@example.com']);
  const notices = await school.ask<{ username: string }>(
    sql`select distinct a.username from notifications n join accounts a on a.id = n.account_id
      where n.kind in ('approvals.asked', 'approvals.changed') order by 1`,
  );
  expect(notices).toEqual([{ username: 'group' }, { username: 'owner' }]);
  await forgot();
  expect(attackers.mails).toHaveLength(1);
  // The old settings are forgotten once nothing waits for them.
  expect(await school.ask(sql`select is_on from message_providers where place is null`)).toEqual([{ is_on: false }]);
});

test('A3: owners are not exempt; a single owner waits a day, and everyone with access to settings can stop it', async () => {
  const group = await school.world.as('group');
  expect((await post(owner, 'save', mailTo(attackers))).statusCode).toBe(303);
  const { id } = await oneWaiting(owner);
  expect((await owner.post(`/approvals/${id}/approve`)).statusCode).toBe(403);
  expect(await oneWaiting(group)).toMatchObject({ can: { approve: true } });
  expect((await group.post(`/approvals/${id}/decline`, { reason: 'No' })).statusCode).toBe(303);

  // Nobody else who could agree.
  await school.world.database.anonymous((tx) =>
    tx.execute(sql`update accounts set is_group_administrator = false, disabled_at = now() where username = 'group'`),
  );
  const services = Object.assign({ product }, school.world.services);
  expect((await post(owner, 'save', mailTo(attackers))).statusCode).toBe(303);
  const told = await school.ask<{ username: string }>(
    sql`select distinct a.username from notifications n join accounts a on a.id = n.account_id
      where n.kind = 'approvals.asked' and n.title like 'The owner%' and a.username <> 'group' order by 1`,
  );
  expect(told.map(({ username }) => username)).toEqual(expect.arrayContaining(['bursar', 'ict_administrator']));
  const bursar = await school.world.as('bursar');
  const alone = await oneWaiting(bursar);
  expect(alone).toMatchObject({ isDestination: true, can: { approve: false, decline: true } });
  await completeChanges(services);
  expect(await emailOf()).toBeNull();
  expect((await bursar.post(`/approvals/${alone.id}/decline`, { reason: 'Whose server is it?' })).statusCode).toBe(303);
  await ageBy(25);
  await completeChanges(services);
  expect(await emailOf()).toBeNull();

  expect((await post(owner, 'save', mailTo(schools))).statusCode).toBe(303);
  await ageBy(23);
  await completeChanges(services);
  expect(await emailOf()).toBeNull();
  await ageBy(2);
  await completeChanges(services);
  expect(await emailOf()).toMatchObject({ shown: { port: String(schools.port) } });
});

test('A3: an account that the requester made an owner, or gave a code, within a day does not agree', async () => {
  const [principal, group] = [await school.world.as('principal'), await school.world.as('group')];
  const { principal: accountId } = school.world.school.accounts;
  const [role] = await school.ask<{ id: number }>(
    sql`select id::int as id from roles where institution_id = ${school.institutionId} and key = 'owner'`,
  );
  const appointed = await owner.post(`/accounts/${accountId}/roles`, { role_id: role!.id });
  expect(appointed.statusCode, appointed.body).toBe(303);
  expect((await post(owner, 'save', mailTo(attackers))).statusCode).toBe(303);
  const { id } = await oneWaiting(owner);
  expect(await oneWaiting(principal)).toMatchObject({ id, can: { approve: false } });
  const refused = await principal.post(`/approvals/${id}/approve`);
  expect([refused.statusCode, refused.json().message]).toEqual([
    403,
    'The requester has changed your account in the last 24 hours, so someone else has to approve it.',
  ]);
  expect((await emailSettings()).changes[0].by).toEqual(['The group (group)']);
  // It is another person's to others.
  expect((await group.post(`/approvals/${id}/decline`, { reason: 'Whose server is it?' })).statusCode).toBe(303);
  expect((await post(ict, 'save', mailTo(schools))).statusCode).toBe(303);
  expect(await agree(principal)).toHaveLength(1);
});

test('switching off needs nobody, unless messages then go somewhere else', async () => {
  await school.addProvider('termii', { base: 'https://v3.api.termii.com' });
  await school.addProvider('twilio', { accountSid: 'AC' }, { place: 2 });
  const { first, second } = (await emailSettings()).channels[0];
  const isOn = async () => {
    const { channels } = await emailSettings();
    return [channels[0].first.isOn, channels[0].second.isOn];
  };
  await post(ict, 'switch', { provider_id: first.id, is_on: '' });
  expect(await isOn()).toEqual([true, true]);
  expect(await agree(owner)).toEqual(['Switched off.']);
  expect(await isOn()).toEqual([false, true]);
  await post(ict, 'switch', { provider_id: second.id, is_on: '' });
  expect(await isOn()).toEqual([false, false]);
  await post(ict, 'switch', { provider_id: second.id, is_on: 'true' });
  expect(await isOn()).toEqual([false, false]);
});
