import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { startSending, type SendingSchool } from '#test/harness/sending-school.ts';
import { termiiSettings } from '#test/harness/fake-senders.ts';

let school: SendingSchool;
beforeAll(async () => void (school = await startSending()));
afterEach(async () => {
  expect(school.failed).toEqual([]);
  await school.clear();
});
afterAll(() => school.close());

const plain = () => ({ ...school.fake.generic, headers: '' });
const timesOf = () => {
  const times = Map.groupBy(school.fake.arrived, ({ text }) => text);
  return [...times.values()].map((all) => all.length);
};

test('a composed message reaches each recipient once, and is done; many are asked at once, but not too many', async () => {
  await school.addProvider('http', school.fake.generic);
  const messageId = await school.compose();
  await school.queue(200, { messageId });
  school.fake.settings.delay = 10;
  await school.sender.sendDue();
  school.fake.settings.delay = 0;
  expect(timesOf()).toEqual(Array(200).fill(1));
  expect(school.fake.busiest.most).toBeGreaterThan(8);
  expect(school.fake.busiest.most).toBeLessThanOrEqual(20);
  const [message] = await school.ask(
    sql`select state, ended_at is not null as ended from messages where id = ${messageId}`,
  );
  expect(message).toEqual({ state: 'done', ended: true });
  const [row] =
    await school.ask(sql`select state, provider_message_id, attempts, sent_at is not null as sent from outbox
    where message_id = ${messageId} order by id limit 1`);
  expect(row).toMatchObject({
    state: 'sent',
    provider_message_id: expect.stringMatching(/^fake-/),
    attempts: 1,
    sent: true,
  });
});

test('lost answers: with keys it is sent again and arrives once; without, it is uncertain and not sent again', async () => {
  await school.addProvider('http', school.fake.generic);
  await school.queue(10);
  school.fake.faults.push('taken', 'hangUp', 'taken');
  await school.sender.sendDue();
  expect(await school.states()).toMatchObject({ queued: 3, sent: 7 });
  await school.passTime();
  await school.sender.sendDue();
  expect(timesOf()).toEqual(Array(10).fill(1));

  await school.clear();
  await school.addProvider('http', plain());
  await school.queue(10);
  school.fake.faults.push('taken', 'hangUp', 'taken');
  await school.sender.sendDue();
  await school.passTime();
  await school.sender.sendDue();
  expect(await school.states()).toMatchObject({ uncertain: 3, sent: 7 });
  expect(timesOf()).toEqual(Array(9).fill(1));
});

test('what may pass is tried after 1, 5, 30 minutes, 2 and 6 hours; what cannot pass is not; a number that does not exist is blocked', async () => {
  await school.addProvider('twilio', {
    accountSid: `AC${'0'.repeat(32)}`,
    authToken: 'twilio-token',
    sender: '+15550001111',
  });
  await school.queue(1);
  const waits: number[] = [];
  for (let turn = 0; turn < 6; turn += 1) {
    school.fake.faults.push({ answer: [500, { code: 20500, message: 'Our fault' }] });
    await school.sender.sendDue();
    const [row] = await school.ask<{ wait: number; state: string }>(
      sql`select round(extract(epoch from next_at - now()) / 60)::int as wait, state from outbox where state in ('queued', 'failed')`,
    );
    if (row!.state === 'queued') waits.push(row!.wait);
    await school.passTime();
  }
  expect(waits).toEqual([1, 5, 30, 120, 360]);
  expect(await school.states()).toMatchObject({ failed: 1 });
  await school.queue(1, { prefix: 'gone' });
  school.fake.faults.push({ answer: [400, { code: 21211, message: 'Not a number' }] });
  await school.sender.sendDue();
  const [refused] = await school.ask(sql`select state, failure from outbox where body like 'gone%'`);
  expect(refused).toEqual({ state: 'failed', failure: 'Twilio: Not a number' });
  expect(await school.ask(sql`select address, reason, said_by from contact_wishes where ended_at is null`)).toEqual([
    { address: '+2348030000001', reason: 'bounced', said_by: 'provider' },
  ]);
});

test('the second provider sends what the first can’t; without any, messages are kept', async () => {
  await school.addProvider('termii', { ...termiiSettings, apiKey: 'wrong' });
  await school.addProvider('http', school.fake.generic, { place: 2 });
  await school.queue(30);
  await school.sender.sendDue();
  expect(timesOf()).toEqual(Array(30).fill(1));
  expect(await school.states()).toMatchObject({ sent: 30 });
  await school.within((tx) => tx.execute(sql`update message_providers set is_on = false`));
  await school.queue(3, { prefix: 'kept' });
  const other = school.makeSender();
  await other.sendDue();
  await other.stop();
  expect(await school.states()).toMatchObject({ kept: 3 });
});

test('codes go first, in quiet hours alone, and do not wait behind many others', async () => {
  await school.addProvider('http', school.fake.generic, { perSecond: 50 });
  await school.ask(sql`insert into message_settings (institution_id, quiet_from, quiet_until)
    select id, (now() at time zone time_zone - interval '1 hour')::time, (now() at time zone time_zone + interval '1 hour')::time
    from institutions where id = ${school.institutionId}`);
  await school.queue(5);
  await school.queue(1, { priority: 1, prefix: 'code' });
  await school.sender.sendDue();
  expect(school.fake.arrived.map(({ text }) => text)).toEqual(['code 1']);
  await school.ask(sql`delete from message_settings`);
  await school.queue(300, { prefix: 'many' });
  school.fake.settings.delay = 20;
  const sending = school.sender.sendDue();
  await expect.poll(() => school.fake.arrived.length).toBeGreaterThan(5);
  const before = school.fake.arrived.length;
  await school.queue(1, { priority: 1, prefix: 'second code' });
  const codes = school.makeSender();
  await codes.sendDue();
  await Promise.all([sending, codes.stop()]);
  school.fake.settings.delay = 0;
  const at = school.fake.arrived.findIndex(({ text }) => text === 'second code 1');
  expect(at).toBeLessThan(before + 120);
  expect(timesOf().every((times) => times === 1)).toBe(true);
});

test('a paused or stopped message stops at once, and takes along what would be tried again', async () => {
  await school.addProvider('http', plain());
  const messageId = await school.compose();
  await school.queue(40, { messageId });
  await school.ask(sql`update messages set state = 'paused' where id = ${messageId}`);
  await school.sender.sendDue();
  expect(school.fake.arrived).toEqual([]);
  await school.ask(sql`update messages set state = 'sending' where id = ${messageId}`);
  school.fake.faults.push('busy');
  await school.sender.sendDue();
  const { queued = 0 } = await school.states();
  expect(queued).toBeGreaterThan(0);
  await school.ask(sql`update outbox set state = 'stopped' where message_id = ${messageId} and state = 'queued'`);
  await school.ask(sql`update messages set state = 'stopped' where id = ${messageId}`);
  await school.sender.sendDue();
  expect((await school.states()).queued).toBeUndefined();
});

test('a lease that ended: with keys it is sent again, otherwise nobody knows', async () => {
  const withKeys = await school.addProvider('http', school.fake.generic);
  const [one] = await school.queue(1);
  await school.ask(
    sql`update outbox set state = 'sending', provider_id = ${withKeys}, leased_until = now() - interval '1 second' where id = ${one!.id}`,
  );
  await school.sender.sendDue();
  expect(await school.ask(sql`select state from outbox where id = ${one!.id}`)).toEqual([{ state: 'sent' }]);
  await school.clear();
  const without = await school.addProvider('http', plain());
  const [two] = await school.queue(1);
  await school.ask(
    sql`update outbox set state = 'sending', provider_id = ${without}, leased_until = now() - interval '1 second' where id = ${two!.id}`,
  );
  await school.sender.sendDue();
  expect(await school.ask(sql`select state, failure from outbox where id = ${two!.id}`)).toEqual([
    { state: 'uncertain', failure: 'Sending was interrupted.' },
  ]);
});
