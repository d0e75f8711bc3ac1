import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { untilKnown } from '#features/records/sending/hooks/hooks.routes.ts';
import { replaceSecret } from '#kernel/secrets/machine-secrets.ts';
import { bursary } from '#test/harness/books.ts';
import type { Browser } from '#test/harness/app.ts';
import { startSending, type SendingSchool } from '#test/harness/sending-school.ts';
import { sendDueMessages } from './compose/send-due.job.ts';

let school: SendingSchool;
let registrar: Browser;
let bursar: Browser;
let all: object;
beforeAll(async () => {
  school = await startSending();
  [registrar, bursar] = await Promise.all([school.world.as('registrar'), school.world.as('bursar')]);
  const { institutionId: id } = school;
  await school.ask(sql`
    with g as (insert into guardians (institution_id, surname, first_name, mobile, email) values
        (${id}, 'Obi', 'Mama', '+2348030000062', null), (${id}, 'Obi', 'Papa', '+2348030000062', 'papa@obi.ng'),
        (${id}, 'Okafor', 'John', '+447700900001', null)
      returning id, surname)
    insert into student_guardians (institution_id, student_id, guardian_id, receives_sms)
    select ${id}, s.id, g.id, true from g join students s on s.institution_id = ${id} and s.surname = g.surname`);
  await school.ask(
    sql`insert into message_prices (institution_id, prefix, network, price) values (${id}, '+234803', 'MTN', 400)`,
  );
  await school.addProvider('http', { ...school.fake.generic, headers: '' });
  const people = await school.ask<{ name: string; id: string }>(
    sql`select first_name as name, id::text from guardians where institution_id = ${id}`,
  );
  ids = Object.fromEntries(people.map((row) => [row.name, Number(row.id)]));
  all = { of: 'guardians', by: [{ kind: 'guardians', ids: [ids['Mama'], ids['Papa'], ids['John']] }] };
});
afterAll(() => school.close());

let ids: Record<string, number>;
const message = (more: object = {}) => ({
  institution_id: school.institutionId,
  channel: 'sms',
  purpose: 'service',
  subject: '',
  body: 'School resumes.',
  audience: all,
  ...more,
});
const send = (more: object, who = registrar) => who.post('/messages', message({ act: 'send', confirmed: 1, ...more }));
const preview = async (more: object) => (await registrar.post('/messages/preview', message(more))).json();
const saidOf = (answer: { json(): unknown }) => JSON.stringify(answer.json());
const rowsOf = (id: number) =>
  school.ask(sql`select state, failure, attempts from outbox where message_id = ${id} order by id`);

test('who shares the number of someone taken out gets the message; nobody left is said in words', async () => {
  const without = [`g${ids['Mama']}`];
  expect(await preview({})).toMatchObject({ recipients: 1, leftOut: { duplicate: 1, no_price: 1 } });
  expect(await preview({ audience: { ...all, without } })).toMatchObject({
    recipients: 1,
    leftOut: { taken_out: 1, no_price: 1 },
  });
  const listed = await registrar.post(
    '/messages/recipients',
    message({ view: 'recipients', audience: { ...all, without } }),
  );
  expect(listed.json()).toMatchObject({ total: 2, ticked: 1, rows: [{ isTicked: false }, { name: 'Obi, Papa' }] });
  const nobody = { ...all, without: [...without, `g${ids['Papa']}`] };
  expect(saidOf(await send({ audience: nobody }))).toContain('all 3 people are skipped');
  const abroad = { of: 'guardians', by: [{ kind: 'guardians', ids: [ids['John']] }] };
  expect(await preview({ audience: abroad })).toMatchObject({
    recipients: 0,
    price: 0,
    leftOut: { no_price: 1 },
    noPrice: ['+44'],
  });
  expect(saidOf(await send({ audience: abroad }))).toContain('one person is skipped');
});

test('a text that is empty for someone, too long for the providers, or names a field that is not there is refused in words', async () => {
  expect(saidOf(await send({ body: '{nmae}' }))).toContain('There is no field “{nmae}”');
  expect(saidOf(await send({ channel: 'email', subject: 'For {nmae}' }))).toContain('There is no field “{nmae}”');
  await school.ask(sql`update institutions set phone = null where id = ${school.institutionId}`);
  const blank = await send({ body: ' {school_phone}' });
  expect([blank.statusCode, saidOf(blank)]).toEqual([
    422,
    expect.stringContaining('The text is empty for 1 person, because its fields have no value: Obi, Mama.'),
  ]);
  for (const parts of [12, 11]) {
    const long = await send({ body: 'x'.repeat(parts * 153), is_long: true });
    expect([long.statusCode, saidOf(long)]).toEqual([
      422,
      expect.stringContaining(`${parts} parts; an SMS can have 10`),
    ]);
  }
  expect(await school.ask(sql`select count(*)::int as n from outbox`)).toEqual([{ n: 0 }]);
});

test('a test to oneself, an e-mail’s subject and a search reveal nothing to people who can’t see what is owed', async () => {
  const body = 'Balance {balance}, by chequebook';
  await school.ask(sql`update accounts set phone = '+2348030000099' where username = 'bursar'`);
  const test = await bursar.post('/messages/test', message({ body }));
  expect(test.json()).toMatchObject({ message: expect.stringContaining('on its way') });
  expect(await school.ask(sql`select needs from outbox where event = 'messages.test'`)).toEqual([
    { needs: 'fees.view' },
  ]);
  const mail = { of: 'guardians', by: [{ kind: 'guardians', ids: [ids['Papa']] }] };
  const sent = await send({ channel: 'email', subject: 'Owes {balance}', body, audience: mail }, bursar);
  expect(sent.statusCode, sent.body).toBe(200);
  const found = async (who: Browser) => (await who.page('/messages?q=chequebook')).props.rows.length;
  expect([await found(bursar), await found(registrar)]).toEqual([1, 0]);
  const outbox = (await (await school.world.as('ict_administrator')).page('/outbox?channel=email')).props.rows;
  expect(outbox).toMatchObject([{ recipient: 'papa@obi.ng', subject: null }]);
  await school.ask(sql`update outbox set sent_at = now() where recipient = 'papa@obi.ng'`);
  const titles = async (who: Browser) =>
    (await who.page('/message-costs')).props.messages.map(({ title }: { title: string }) => title);
  expect([await titles(bursar), await titles(registrar)]).toEqual([['Owes {balance}'], [null]]);
  const exported = async (who: Browser) => (await who.get('/message-costs/export.csv')).body.includes('Owes');
  expect([await exported(bursar), await exported(registrar)]).toEqual([true, false]);
});

test('who was chosen by what students owe is named to people who can see that', async () => {
  const student = school.world.school.ilorin.studentIds['Ada Obi'];
  await bursary(school.world.database, school.institutionId).bill(student, ['2026-01-10', 30_000_00]);
  const audience = { of: 'guardians', by: [{ kind: 'debtors', above: 0 }] };
  const [group] = await school.ask<{
    id: string;
  }>(sql`insert into message_groups (institution_id, name, is_shared, audience)
    values (${school.institutionId}, 'Debtors', true, ${JSON.stringify(audience)}::jsonb) returning id::text`);
  const grouped = { of: 'groups', by: [{ kind: 'group', ids: [Number(group!.id)] }] };
  for (const by of [audience, grouped]) {
    const { id } = (await send({ audience: by, body: 'Please call the bursary.' }, bursar)).json() as { id: number };
    const seen = async (who: Browser) => {
      const { rows } = (await who.page(`/messages/${id}`)).props;
      return [rows.length, (await who.get(`/messages/${id}/recipients.csv`)).body.includes('Obi')];
    };
    expect([await seen(bursar), await seen(registrar)]).toEqual([
      [1, true],
      [0, false],
    ]);
    expect((await registrar.page(`/messages/${id}`)).props.message.audience).not.toContain('owing');
  }
});

test('a draft needs the permission to send in its institution', async () => {
  const { offa } = school.world.school;
  await school.world.database.asSystem([offa.id], (tx) =>
    tx.execute(sql`insert into memberships (institution_id, account_id, role_id)
      select ${offa.id}, a.id, r.id from accounts a, roles r
      where a.username = 'registrar' and r.institution_id = ${offa.id} and r.key = 'hr_officer'`),
  );
  const draft = { act: 'draft', audience: { of: 'guardians', by: [] } };
  expect((await send({ ...draft, institution_id: offa.id })).statusCode).toBe(403);
  expect((await send(draft)).statusCode).toBe(200);
});

test('an answer with 200 and an error in it has failed, in the provider’s words, and is not sent again', async () => {
  await school.sender.sendDue();
  school.fake.arrived.splice(0);
  school.fake.faults.push({ answer: [200, { status: 'error', message: 'Sender not approved' }] });
  const { id } = (await send({})).json() as { id: number };
  await school.sender.sendDue();
  await school.passTime();
  await school.sender.sendDue();
  const row = { state: 'failed', failure: 'The provider: Sender not approved', attempts: 1 };
  expect(await rowsOf(id)).toEqual([row]);
  expect(school.fake.arrived).toEqual([]);
  expect((await registrar.page(`/messages/${id}`)).props).toMatchObject({
    message: { state: 'done', totals: [{ state: 'failed', recipients: 1, price: 0 }] },
    rows: [{ failure: row.failure }],
  });
});

test('a report that is faster than the answer is not lost; two at once leave the further one', async () => {
  const machine = { institutionId: school.institutionId, machine: 'message-http' };
  await school.within((tx) => replaceSecret(tx, school.world.services.secret, machine, 'hook-secret'));
  const report = (body: object) =>
    school.world.app.inject({
      method: 'POST',
      url: `/hooks/${school.institutionId}/message-http?secret=hook-secret`,
      payload: body,
    });
  const [row] = await school.queue(1, { prefix: 'early' });
  let looks = 0;
  const look = async () => (looks += 1) === 3;
  const { database } = school.world;
  expect(await untilKnown(database, school.institutionId, look)).toBe(false);
  await school.ask(sql`update outbox set state = 'sending' where id = ${row!.id}`);
  looks = 0;
  expect(await untilKnown(database, school.institutionId, look)).toBe(true);
  await school.ask(sql`update outbox set state = 'sent', provider_message_id = 'early-1' where id = ${row!.id}`);
  const words = ['DELIVRD', 'UNDELIV', 'DELIVRD'];
  const answers = await Promise.all(words.map((status) => report({ id: 'early-1', status })));
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
  expect(await school.ask(sql`select state, failure from outbox where id = ${row!.id}`)).toEqual([
    { state: 'delivered', failure: null },
  ]);
  expect((await report({ id: 'never', status: 'DELIVRD' })).statusCode).toBe(404);
});

test('a message ends although the process died after the last answer, or its provider was switched off', async () => {
  const stuck = await school.compose();
  await school.queue(2, { messageId: stuck });
  await sendDueMessages(school.world.database);
  const state = async () => (await school.ask(sql`select state from messages where id = ${stuck}`))[0];
  expect(await state()).toEqual({ state: 'sending' });
  await school.ask(sql`update outbox set state = 'sent' where message_id = ${stuck}`);
  await sendDueMessages(school.world.database);
  expect(await state()).toEqual({ state: 'done' });
});

test('two people and two clicks: sent once, edited no more, paused and stopped at once, by two processes', async () => {
  const draft = ((await send({ act: 'draft' })).json() as { id: number }).id;
  const principal = await school.world.as('principal');
  expect(saidOf(await send({ id: draft }, principal))).toContain('Only the person who wrote a draft');
  const clicks = await Promise.all([send({ id: draft }), send({ id: draft }), send({ id: draft, act: 'draft' })]);
  expect(
    clicks
      .slice(0, 2)
      .map(({ statusCode }) => statusCode)
      .toSorted(),
  ).toEqual([200, 409]);
  expect(await rowsOf(draft)).toHaveLength(1);
  expect(saidOf(await send({ id: draft, act: 'draft', body: 'Other' }))).toContain('since been sent or scheduled');
  const both = await Promise.all([
    registrar.post(`/messages/${draft}/pause`),
    principal.post(`/messages/${draft}/stop`),
  ]);
  expect(both[1].statusCode).toBe(303);
  expect(await rowsOf(draft)).toMatchObject([{ state: 'stopped' }]);
  expect(await school.ask(sql`select state from messages where id = ${draft}`)).toEqual([{ state: 'stopped' }]);

  const many = await school.compose();
  await school.queue(60, { messageId: many, prefix: 'many' });
  const other = school.makeSender();
  await Promise.all([school.sender.sendDue(), other.sendDue()]);
  await other.stop();
  const times = Map.groupBy(
    school.fake.arrived.filter(({ text }) => text.startsWith('many')),
    ({ text }) => text,
  );
  expect([times.size, Math.max(...[...times.values()].map((one) => one.length))]).toEqual([60, 1]);
  expect(await school.ask(sql`select state from messages where id = ${many}`)).toEqual([{ state: 'done' }]);
});
