import { createHmac } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { query } from '#kernel/database.ts';
import { queueMessages } from '#kernel/messages/queue.ts';
import { startSchool, type Browser } from '#test/harness/app.ts';
import { bursary } from '#test/harness/books.ts';
import { noAnswer } from './answers/answer-question.ts';

const mother = '+2348031112222';
let world: Awaited<ReturnType<typeof startSchool>>;
let secret: string;
let number: string;
beforeAll(async () => {
  world = await startSchool();
  const { id, studentIds } = world.school.ilorin;
  const owner = await world.as('owner');
  const made = await owner.post(`/institutions/${id}/webhook-secret`, { machine: 'incoming-messages' });
  secret = made.json<{ secret: string }>().secret;
  const ada = studentIds['Ada Obi'];
  await bursary(world.database, id).bill(ada, ['2026-01-10', 30_000_00], ['2030-01-10', 5_000_00]);
  number = await world.database.asSystem([id], async (tx) => {
    await tx.execute(sql`with g as (insert into guardians (institution_id, surname, first_name, mobile)
        values (${id}, 'Obi', 'Ngozi', ${mother}) returning id)
      insert into student_guardians (institution_id, student_id, guardian_id) select ${id}, ${ada}, id from g`);
    const [row] = await query<{ number: string }>(
      tx,
      sql`select admission_number as number from students where id = ${ada}`,
    );
    return row!.number;
  });
});
afterAll(() => world.close());

let last = 0;
function bring(text: string, from = mother, messageId = `m${(last += 1)}`, key = secret) {
  const payload = JSON.stringify({ message_id: messageId, from, text });
  return world.app.inject({
    method: 'POST',
    url: `/hooks/${world.school.ilorin.id}/incoming-messages`,
    payload,
    headers: {
      'content-type': 'application/json',
      'x-akada-signature': createHmac('sha512', key).update(payload).digest('hex'),
    },
  });
}
const ask = <Row>(statement: ReturnType<typeof sql>) =>
  world.database.asSystem([world.school.ilorin.id], (tx) => query<Row>(tx, statement));
const answers = (to: string) =>
  ask<{ body: string; priority: number; needs: string | null }>(
    sql`select body, priority, needs from outbox where recipient = ${to} order by id`,
  );
const wishes = () =>
  ask<{ blocks: string }>(
    sql`select blocks from contact_wishes where address = ${mother} and ended_at is null order by blocks`,
  );

test('a balance is told to a guardian’s number alone, once it is switched on; nobody else costs the school an answer', async () => {
  const { id } = world.school.ilorin;
  expect((await bring(`BAL ${number}`, mother, 'x', 'guessed')).statusCode).toBe(401);
  await bring(`BAL ${number}`);
  expect(await answers(mother)).toEqual([]);
  const registrar = await world.as('registrar');
  const saved = await registrar.post('/message-switches', {
    institution_id: id,
    due_days: '3',
    overdue_days: '7',
    birthday_hour: '8',
    answers_balance: 'true',
  });
  expect(saved.statusCode, saved.body).toBe(303);
  await bring(`bal ${number}`, '2348031112222', 'again');
  await bring(`bal ${number}`, '2348031112222', 'again');
  const own = await answers(mother);
  // At once, in quiet hours too: the person waits for it.
  expect(own).toMatchObject([{ priority: 1, needs: 'fees.view' }]);
  expect(own[0]!.body).toMatch(/: Ada Obi owes NGN 35,000\.00, of which NGN 30,000\.00 is overdue\.$/);
  await bring(`BAL ${number}`, '+2348039990000');
  await bring('BAL 1999/9999');
  await bring(`RESULT ${number} 100000 123456789012`);
  expect(await answers('+2348039990000')).toEqual([]);
  expect((await answers(mother)).slice(1).map(({ body }) => body)).toEqual([`Ilorin Grammar School: ${noAnswer}`]);
  // The sixth question of the hour, and those after it, get no answer.
  await bring(`BAL ${number}`);
  await bring(`BAL ${number}`);
  expect(await answers(mother)).toHaveLength(3);
  const stored = await ask<{ body: string }>(sql`select body from incoming_messages where kind = 'result'`);
  expect(stored.map(({ body }) => body)).toEqual([`RESULT ${number} (with a pin)`]);
});

test('STOP ends marketing, START takes it back, and WRONG blocks the number once the number itself confirms it', async () => {
  await bring('Stop');
  expect(await wishes()).toEqual([{ blocks: 'marketing' }]);
  await bring('START');
  expect(await wishes()).toEqual([]);
  await ask(sql`update outbox set created_at = now() - interval '2 days'`);
  const before = (await answers(mother)).length;
  const asked = async () => (await answers(mother)).slice(before);
  await bring('wrong');
  expect(await wishes()).toEqual([]);
  const [question] = await asked();
  expect(question).toMatchObject({ priority: 1 });
  const [, code = ''] = /^Ilorin Grammar School: .*, reply WRONG (\d{6})\. Otherwise/.exec(question!.body) ?? [];
  const another = (at: number) => String((Number(code) + at) % 1_000_000).padStart(6, '0');
  await bring(`WRONG ${code}`, '+2348039990000');
  await bring(`WRONG ${another(1)}`);
  expect(await wishes()).toEqual([]);
  expect(await asked()).toHaveLength(1);
  await bring(`Wrong ${code}.`);
  expect(await wishes()).toEqual([{ blocks: 'everything' }]);
  await bring('START');
  expect(await wishes()).toEqual([]);

  // Whoever guesses runs out of tries, and the questions are limited like all that a visitor causes.
  for (let at = 2; at < 5; at += 1) await bring(`WRONG ${another(at)}`);
  await bring(`WRONG ${code}`);
  expect(await wishes()).toEqual([]);
  for (let at = 0; at < 4; at += 1) await bring('WRONG');
  expect(await asked()).toHaveLength(3);
  // A number that the school has never written to costs nothing.
  await bring('WRONG', '+2348038887777');
  expect(await answers('+2348038887777')).toEqual([]);
  await ask(sql`update incoming_messages set read_at = now() where read_at is null`);
});

test('the secret of delivery reports files no texts', async () => {
  const { id } = world.school.ilorin;
  const owner = await world.as('owner');
  const made = await owner.post(`/institutions/${id}/webhook-secret`, { machine: 'delivery-reports' });
  const tried = await bring('I agree', mother, 'forged', made.json<{ secret: string }>().secret);
  expect(tried.statusCode).toBe(401);
  expect(await ask(sql`select 1 from incoming_messages where provider_message_id = 'forged'`)).toEqual([]);
});

interface Row {
  id: number;
  people: string | null;
  address: string | null;
  isUnread: boolean;
  isAnswered: boolean;
}
const inbox = async (browser: Browser, query = '') =>
  (await browser.page(`/replies?${query}`)).props as { rows: Row[]; unread: number };
const entriesOf = async (browser: Browser, id: number) =>
  ((await browser.page(`/replies/${id}`)).props as { entries: { way: string; text: string | null }[] }).entries.map(
    ({ way, text }) => `${way}: ${text}`,
  );

test('a reply is shown with the people who have the number, read once, and answered by SMS', async () => {
  await bring('When does the term begin?');
  const registrar = await world.as('registrar');
  const { rows, unread } = await inbox(registrar, 'kind=reply');
  expect(rows).toMatchObject([{ people: 'Ngozi Obi', address: mother, isUnread: true, isAnswered: false }]);
  expect(unread).toBe(1);
  const { id } = rows[0]!;
  expect((await inbox(await world.as('teacher'))).rows).toEqual([]);
  expect((await (await world.as('teacher')).get(`/replies/${id}`)).statusCode).toBe(404);
  expect((await (await world.as('guardian')).get('/replies')).statusCode).toBe(403);
  const offa = await world.as('registrar.offa');
  expect((await offa.post(`/replies/${id}/answer`, { text: 'Monday' })).statusCode).toBe(404);
  await registrar.post(`/replies/${id}/read`);
  expect((await inbox(registrar)).unread).toBe(0);
  await registrar.post(`/replies/${id}/unread`);
  expect((await inbox(registrar, 'state=unread')).rows).toMatchObject([{ id }]);
  await registrar.post(`/replies/${id}/answer`, { text: 'On Monday.' });
  expect((await answers(mother)).at(-1)).toMatchObject({ body: 'On Monday.' });
  expect((await inbox(registrar, 'kind=reply')).rows).toMatchObject([{ isUnread: false, isAnswered: true }]);
  expect((await entriesOf(registrar, id)).slice(-2)).toEqual(['in: When does the term begin?', 'out: On Monday.']);
});

test('a teacher reads and answers replies to own messages, without the number and without what others wrote', async () => {
  const { id: institution, studentIds } = world.school.ilorin;
  const aunt = '+2348031119999';
  const accountId = world.school.accounts.teacher;
  const [told] = await ask<{ guardian: number }>(sql`
    with g as (insert into guardians (institution_id, surname, first_name, mobile) values (${institution}, 'Okafor', 'Ify', ${aunt}) returning id),
    l as (insert into student_guardians (institution_id, student_id, guardian_id) select ${institution}, ${studentIds['Ngozi Okafor']}, id from g),
    o as (insert into outbox (institution_id, channel, recipient, body, event, guardian_id, student_id, state)
      select ${institution}, 'sms', ${aunt}, 'The library opens on Friday.', 'notices.published', id, ${studentIds['Ngozi Okafor']}, 'sent' from g)
    select id::int as guardian from g`);
  await bring('What library?', aunt);
  await ask(sql`with m as (insert into messages (institution_id, channel, body, state, account_id) values (${institution}, 'sms', 'x', 'done', ${accountId}) returning id)
    insert into outbox (institution_id, channel, recipient, body, event, message_id, guardian_id, student_id, state)
    select ${institution}, 'sms', ${aunt}, 'Ngozi was absent today.', 'messages.composed', id, ${told!.guardian}, ${studentIds['Ngozi Okafor']}, 'sent' from m`);
  await bring('She was ill', aunt);
  const teacher = await world.as('teacher');
  const { rows, unread } = await inbox(teacher);
  expect([rows, unread]).toMatchObject([
    [{ people: 'Ify Okafor (about Ngozi Okafor)', address: null, body: 'She was ill', isUnread: true }],
    1,
  ]);
  // A number can't be found by its digits either.
  expect((await inbox(teacher, 'q=1119999')).rows).toEqual([]);
  expect((await inbox(teacher, 'q=ill')).rows).toHaveLength(1);
  const id = rows[0]!.id;
  const thread = await teacher.get(`/replies/${id}`, { 'x-inertia': 'true', 'x-inertia-version': 'test' });
  expect(thread.body).not.toContain(aunt);
  expect(await entriesOf(teacher, id)).toEqual(['out: Ngozi was absent today.', 'in: She was ill']);
  expect(await entriesOf(await world.as('registrar'), id)).toEqual([
    'out: The library opens on Friday.',
    'in: What library?',
    'out: Ngozi was absent today.',
    'in: She was ill',
  ]);
  const notices = await ask(
    sql`select href from notifications where account_id = ${accountId} and kind = 'contact.reply'`,
  );
  expect(notices).toEqual([{ href: `/replies/${id}` }]);

  const answered = await teacher.post(`/replies/${id}/answer`, { text: 'Get well soon.' });
  expect(answered.headers.location).toBe(`/replies/${id}`);
  expect(
    await ask(
      sql`select guardian_id::int as guardian, recipient from outbox where event = 'contact.answer' and recipient = ${aunt}`,
    ),
  ).toEqual([{ guardian: told!.guardian, recipient: aunt }]);
  // What comes back to the answer is the teacher's too, and stands on the guardian's record.
  await bring('Thank you', aunt);
  expect((await inbox(teacher)).rows).toMatchObject([{ body: 'Thank you' }, { body: 'She was ill', isAnswered: true }]);
  const history = await (await world.as('registrar')).get(`/message-history/guardians/${told!.guardian}`);
  expect(
    history.json<{ rows: { body: string; sender: string | null; replies: { text: string }[] }[] }>().rows,
  ).toMatchObject([
    { body: 'Get well soon.', sender: expect.any(String), replies: [{ text: 'Thank you' }] },
    { body: 'Ngozi was absent today.', replies: [{ text: 'She was ill' }] },
    { body: 'The library opens on Friday.', sender: null, replies: [{ text: 'What library?' }] },
  ]);

  await ask(sql`update students set batch_id = null where id = ${studentIds['Ngozi Okafor']}`);
  expect((await teacher.post(`/replies/${id}/answer`, { text: 'Hello?' })).statusCode).toBe(403);
});

test('an answer to an alert about an absence becomes a reason on which the school decides, once', async () => {
  const { id, studentIds } = world.school.ilorin;
  const father = '+2348031115555';
  const ada = studentIds['Ada Obi'];
  await world.database.asSystem([id], async (tx) => {
    const [guardian] = await query<{ id: number }>(
      tx,
      sql`with g as (insert into guardians (institution_id, surname, first_name, mobile)
          values (${id}, 'Obi', 'Emeka', ${father}) returning id)
        insert into student_guardians (institution_id, student_id, guardian_id) select ${id}, ${ada}, id from g
        returning guardian_id::int as id`,
    );
    await tx.execute(sql`insert into attendance_alerts (institution_id, student_id, on_date, kind)
      values (${id}, ${ada}, (now() at time zone 'Africa/Lagos')::date, 'absent')`);
    await queueMessages(tx, id, [
      { channel: 'sms', recipient: father, body: 'Absent.', event: 'attendance.absent', guardianId: guardian!.id },
    ]);
  });
  const reasons = () =>
    ask<object>(sql`select student_id::int as student, reason, kind, state, starts_on = ends_on as "isOneDay"
      from attendance_excuses`);
  await bring('Good morning', '+2348039991111');
  expect(await reasons()).toEqual([]);
  await bring('She has a fever', father);
  await bring('Thank you', father);
  expect(await reasons()).toEqual([
    {
      student: ada,
      reason: 'She has a fever (by text message, sender not verified)',
      kind: 'excused',
      state: 'open',
      isOneDay: true,
    },
  ]);
});

test('a text over a secret that people of the school know is marked as not verified, one that the provider signed is not', async () => {
  const { id } = world.school.ilorin;
  const from = '+2348037776666';
  await bring('Hello from anyone', from);
  await ask(sql`insert into incoming_messages (institution_id, channel, address, body, machine, provider_message_id)
    values (${id}, 'sms', ${from}, 'Hello from Termii', 'message-termii', 'signed')`);
  const registrar = await world.as('registrar');
  const { rows } = (await registrar.page('/replies?q=7776666')).props as {
    rows: { id: number; body: string; isUnverified: boolean }[];
  };
  expect(rows.map(({ body, isUnverified }) => [body, isUnverified])).toEqual([
    ['Hello from Termii', false],
    ['Hello from anyone', true],
  ]);
  const { entries } = (await registrar.page(`/replies/${rows[0]!.id}`)).props as {
    entries: { isUnverified: boolean }[];
  };
  expect(entries.map(({ isUnverified }) => isUnverified)).toEqual([true, false]);
});
