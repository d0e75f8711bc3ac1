import { createHmac } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { tagOf } from '#kernel/messages/providers/smtp.ts';
import { replaceSecret } from '#kernel/secrets/machine-secrets.ts';
import { startSending, type SendingSchool } from '#test/harness/sending-school.ts';

let school: SendingSchool;
const secrets = {
  'message-termii': 'termii-secret',
  'message-africastalking': 'at-secret',
  'incoming-africastalking': 'at-texts',
  'message-smtp': 'smtp-secret',
  'message-whatsapp': 'meta-secret',
};
const mail = {
  host: 'mail.example',
  port: '587',
  security: 'starttls',
  user: 'u',
  password: 'mail-password',
  from: 'news@school.ng',
};
beforeAll(async () => {
  school = await startSending();
  const { institutionId } = school;
  await school.within(async (tx) => {
    for (const [machine, value] of Object.entries(secrets))
      await replaceSecret(tx, school.world.services.secret, { institutionId, machine }, value);
  });
  await school.addProvider('smtp', mail, { channel: 'email' });
  await school.addProvider('whatsapp', { verifyToken: 'verify-me-1' }, { channel: 'whatsapp' });
});
afterAll(() => school.close());

const sent = async (count: number, prefix: string, channel = 'sms') => {
  const rows = await school.queue(count, { prefix, channel });
  await school.ask(sql`update outbox set state = 'sent', sent_at = now(), provider_message_id = ${prefix} || '-' || (id - ${rows[0]!.id}::bigint)
    where body like ${`${prefix} %`}`);
  return rows;
};
const statesOf = async (prefix: string) =>
  (await school.ask<{ state: string }>(sql`select state from outbox where body like ${`${prefix} %`} order by id`)).map(
    ({ state }) => state,
  );

function post(machine: keyof typeof secrets, payload: string, headers: Record<string, string>, query = '') {
  return school.world.app.inject({
    method: 'POST',
    url: `/hooks/${school.institutionId}/${machine}${query}`,
    payload,
    headers,
  });
}
function termii(body: object, key = secrets['message-termii']) {
  const payload = JSON.stringify(body);
  const signature = createHmac('sha512', key).update(payload).digest('hex');
  return post('message-termii', payload, { 'content-type': 'application/json', 'x-termii-signature': signature });
}
const about = (id: string, status: string, more = {}) => ({ type: 'outbound', message_id: id, status, ...more });

test('reports that arrive together are written together, replays count once, and an older one changes nothing', async () => {
  await sent(30, 't');
  const answers = await Promise.all(
    Array.from({ length: 30 }, (_, at) => termii(about(`t-${at}`, at === 3 ? 'Message Failed' : 'DELIVERED'))),
  );
  expect(new Set(answers.map(({ statusCode, body }) => `${statusCode} ${body}`))).toEqual(
    new Set(['200 {"received":true}']),
  );
  expect(await statesOf('t')).toEqual(Array.from({ length: 30 }, (_, at) => (at === 3 ? 'undelivered' : 'delivered')));
  const entries = await school.ask<{ summary: string }>(
    sql`select summary from audit_entries where action = 'outbox.reports' order by id`,
  );
  expect(entries.length).toBeLessThan(8);
  expect(entries.map(({ summary }) => Number(/\d+/.exec(summary)![0])).reduce((sum, n) => sum + n, 0)).toBe(30);
  const again = await Promise.all([1, 2, 3].map(() => termii(about('t-3', 'Message Failed'))));
  expect(again.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
  expect((await termii(about('t-0', 'Message Sent'))).statusCode).toBe(200);
  expect((await statesOf('t'))[0]).toBe('delivered');
  const after = await school.ask(sql`select count(*)::int as n from audit_entries where action = 'outbox.reports'`);
  expect(after).toEqual([{ n: entries.length }]);
});

test('what is not signed, and what we never sent, changes nothing and is said clearly', async () => {
  await sent(1, 'u');
  expect((await termii(about('u-0', 'DELIVERED'), 'another')).statusCode).toBe(401);
  expect((await termii(about('never', 'DELIVERED'))).json()).toMatchObject({
    message: expect.stringMatching(/not found/i),
  });
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  const body = 'id=u-0&status=Failed&failureReason=UserDoesNotExist';
  expect((await post('message-africastalking', body, form)).statusCode).toBe(401);
  expect((await post('message-africastalking', body, form, '?secret=wrong')).statusCode).toBe(401);
  expect(await statesOf('u')).toEqual(['sent']);
  expect((await post('message-africastalking', body, form, '?secret=at-secret')).statusCode).toBe(200);
  expect(await statesOf('u')).toEqual(['undelivered']);
  expect(await school.ask(sql`select address, reason from contact_wishes where address = '+2348030000001'`)).toEqual([
    { address: '+2348030000001', reason: 'bounced' },
  ]);
});

test('a returned e-mail is known by its return path; nobody can make one up', async () => {
  const [row] = await school.queue(1, { prefix: 'mail', channel: 'email' });
  const key = `akada-${school.institutionId}-${row!.id}`;
  await school.ask(sql`update outbox set state = 'sent', provider_message_id = ${key} where id = ${row!.id}`);
  const bounce = (tag: string) =>
    `From: MAILER-DAEMON@mx.example\r\nTo: bounces+${tag}@school.ng\r\nContent-Type: multipart/report\r\n\r\nFinal-Recipient: rfc822; p1@example.ng\r\nAction: failed\r\nStatus: 5.1.1\r\nDiagnostic-Code: smtp; 550 5.1.1\r\n  no such user\r\n`;
  await school.ask(sql`insert into outbox (institution_id, channel, recipient, body, state)
    values (${school.institutionId}, 'email', 'P1@example.ng', 'The next one', 'paused'), (${school.institutionId}, 'email', 'p2@example.ng', 'The next one', 'paused')`);
  await school.ask(sql`update outbox set recipient = 'P1@example.ng' where id = ${row!.id}`);
  const give = (text: string) =>
    post('message-smtp', text, { 'content-type': 'message/rfc822' }, '?secret=smtp-secret');
  expect((await give(bounce(`${key}-000000000000`))).statusCode).toBe(200);
  expect(await statesOf('mail')).toEqual(['sent']);
  expect((await give(bounce(tagOf(mail, key)))).statusCode).toBe(200);
  expect(await school.ask(sql`select state, failure from outbox where id = ${row!.id}`)).toEqual([
    { state: 'undelivered', failure: '5.1.1 smtp; 550 5.1.1 no such user' },
  ]);
  expect(await school.ask(sql`select channel from contact_wishes where address = 'p1@example.ng'`)).toEqual([
    { channel: 'email' },
  ]);
  // What waits for it stops, and only that.
  expect(await school.ask(sql`select state from outbox where body = 'The next one' order by id`)).toEqual([
    { state: 'stopped' },
    { state: 'paused' },
  ]);
});

test('WhatsApp: Meta finds its token, and a reply opens the window of 24 hours', async () => {
  const url = `/hooks/${school.institutionId}/message-whatsapp`;
  const challenge = (token: string) =>
    school.world.nobody().get(`${url}?hub.mode=subscribe&hub.challenge=1158201444&hub.verify_token=${token}`);
  expect((await challenge('verify-me-1')).body).toBe('1158201444');
  expect((await challenge('guess')).statusCode).toBe(404);
  const value = { messages: [{ id: 'wamid.in', from: '2348031112222', type: 'text', text: { body: 'Hello' } }] };
  const payload = JSON.stringify({ entry: [{ changes: [{ value }] }] });
  const signature = `sha256=${createHmac('sha256', 'meta-secret').update(payload).digest('hex')}`;
  expect(
    (await post('message-whatsapp', payload, { 'content-type': 'application/json', 'x-hub-signature-256': signature }))
      .statusCode,
  ).toBe(200);
  expect(
    await school.ask(sql`select address from whatsapp_windows where open_until > now() + interval '23 hours'`),
  ).toEqual([{ address: '+2348031112222' }]);
});

test('STOP that a provider hands over ends marketing once, however often it is brought', async () => {
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  const stop = 'id=in-1&from=%2B2348036667777&to=20880&text=STOP';
  const bring = (body: string) => post('incoming-africastalking', body, form, '?secret=at-texts');
  // The address of reports brings no texts, and its secret opens no other.
  expect((await post('message-africastalking', stop, form, '?secret=at-secret')).statusCode).toBe(409);
  expect((await post('incoming-africastalking', stop, form, '?secret=at-secret')).statusCode).toBe(401);
  const answers = await Promise.all([bring(stop), bring(stop), bring(`${stop}&linkId=again`)]);
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
  expect(
    await school.ask(sql`select channel, blocks, said_by from contact_wishes where address = '+2348036667777'`),
  ).toEqual([{ channel: 'sms', blocks: 'marketing', said_by: 'reply' }]);
  expect(await school.ask(sql`select kind, machine from incoming_messages where address = '+2348036667777'`)).toEqual([
    { kind: 'stop', machine: 'incoming-africastalking' },
  ]);
  // Said at the hook of WhatsApp before.
  expect(await school.ask(sql`select channel, body from incoming_messages where address = '+2348031112222'`)).toEqual([
    { channel: 'whatsapp', body: 'Hello' },
  ]);
  expect(await school.ask(sql`select count(*)::int as n from audit_entries where action = 'contact.stop'`)).toEqual([
    { n: 1 },
  ]);
});
