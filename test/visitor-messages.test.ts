import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { query } from '#kernel/database.ts';
import { mostToOne, visitorEvents } from '#kernel/messages/visitor-messages.ts';
import { imports, root, sources } from '../bin/imports.ts';
import { startSchool } from './harness/app.ts';
import { sendForm } from './harness/native-form.ts';
import { openIntake } from './harness/open-intake.ts';
import { declarationsIn } from '#test/harness/declarations.ts';

/** Who writes messages without being a visitor, and why no visitor reaches it. A new function takes its place here or sends with queueForVisitor. */
const byStaffOrMoney: Record<string, string> = {
  'src/features/access/accounts/notify-account.ts: sendMessage':
    'to an account about itself: staff or its own user, signed in',
  'src/features/access/accounts/passwords/reset-code.ts: sendTo':
    'invitations by staff; what a visitor asks for goes the other way',
  'src/features/admission/admissions/notify-applicants.ts: notifyApplicants':
    'decisions of staff; what an applicant does goes the other way',
  'src/features/admission/admissions/notify-applicants.ts: writeToApplicants':
    'decisions of staff; what an applicant does goes the other way',
  'src/features/records/approvals/deciders.ts: writeToAdministrators':
    'a request of someone who is signed in, to owners and group administrators',
  'src/features/messages/contact/incoming/write-back.ts: writeBack': 'an answer by staff',
  'src/features/people/invitations/invite-many.ts: costs': 'a preview, nothing is sent',
  'src/features/messages/messages/compose/queue-message.ts: testMessage': 'composed by staff, to themselves',
  'src/features/records/people/contacts/change-contacts.ts: notifyPerson':
    'a change by staff, told to the account it concerns',
  'src/features/money/payments/records/receipts.ts: sendReceipt':
    'a receipt of recorded money, to a contact on a record',
  'src/features/insight/reports/schedules/recipients.ts: sendLinks': 'a schedule of staff',
  'src/features/records/sending/settings/switch-provider.ts: prepareTest': 'a test by staff',
  'src/kernel/messages/announce.ts: announce':
    'events that staff, the calendar or recorded money cause, to contacts on records',
  'src/kernel/messages/announce-to-many.ts: announceToMany': 'notices by staff, to contacts on records',
  'src/kernel/messages/announce-to-many.ts: costOfMany': 'notices by staff, to contacts on records',
  'src/kernel/messages/telling.ts: tellingOf': 'a preview, nothing is sent',
};

/** The one function for visitors, and what it asks whether there is money. */
const forVisitors = ['isAffordable', 'queueForVisitor'].map(
  (name) => `src/kernel/messages/visitor-messages.ts: ${name}`,
);

test('whatever sends a message is declared, and everything for a visitor passes the one function', () => {
  const queue = 'src/kernel/messages/queue.ts';
  const uses = (file: string) =>
    declarationsIn(readFileSync(join(root, file), 'utf8'))
      .filter(({ name, text }) => name && /\b(queueMessages|queueFrom|pricedFrom)\b/.test(text))
      .map(({ name }) => `${file}: ${name}`);
  const files = sources.filter(
    (file) =>
      file !== queue &&
      !/\.(test|demo)\.tsx?$/.test(file) &&
      imports.some(({ from, to, isType }) => from === file && to === queue && !isType),
  );
  const senders = files.filter((file) => file.startsWith('src/')).flatMap(uses);
  expect(senders.toSorted()).toEqual([...Object.keys(byStaffOrMoney), ...forVisitors].toSorted());
});

test('the documents list each event that a visitor can cause', () => {
  const text = readFileSync(join(root, 'docs/security-tests.md'), 'utf8');
  const [, part = ''] = text.split('What a visitor can cause to be sent');
  const [list] = part.split('\n## ') as [string];
  const listed = [...list.matchAll(/`([a-z]+\.\w+)`/gi)].map(([, event]) => event);
  expect([...new Set(listed)].toSorted()).toEqual(Object.keys(visitorEvents).toSorted());
});

let world: Awaited<ReturnType<typeof startSchool>>;
let intake: Awaited<ReturnType<typeof openIntake>>;
beforeAll(async () => {
  world = await startSchool();
  intake = await openIntake(world, {});
});
afterAll(() => world.close());

const ask = <Row>(statement: ReturnType<typeof sql>) =>
  world.database.asSystem([world.school.ilorin.id], (tx) => query<Row>(tx, statement));
const apply = (more: object) =>
  sendForm(world.nobody(), '/sites/ilorin/apply', {
    program_id: String(world.school.ilorin.programId),
    class_id: String(intake.classId),
    surname: 'Bello',
    firstName: 'Aisha',
    birthDate: '2014-05-06',
    phone: '',
    email: '',
    ...more,
  });
const sentTo = (recipient: string) =>
  ask<{ body: string; subject: string | null; contact: string; priority: number }>(
    sql`select body, subject, visitor_contact as contact, priority from outbox where recipient = ${recipient} order by id`,
  );

test('a stranger can’t write in the school’s name: sentences are no names, and no typed name is sent', async () => {
  const refused = await apply({
    phone: '08035550101',
    firstName: 'Your child was sent home. To bring him back pay N2,000 at http://evil.example',
  });
  expect(refused.statusCode).toBe(422);
  expect(refused.body).toContain('Leave out numbers, addresses and sentences');
  expect(await sentTo('+2348035550101')).toEqual([]);

  expect((await apply({ phone: '08035550101' })).statusCode).toBe(303);
  const [message] = await sentTo('+2348035550101');
  expect(message).toMatchObject({ contact: 'unconfirmed', priority: 1 });
  expect(message!.body).toMatch(/^[^:]+: your application is open\. Continue it with code [\w-]{14} at http/);
  expect(`${message!.body} ${message!.subject}`).not.toMatch(/Aisha|Bello/);
});

test('one number gets three messages an hour and six a day, whoever asks; the visitor is told, and the application opens', async () => {
  const email = 'flood@example.ng';
  for (let at = 0; at < mostToOne.hour; at += 1)
    // oxlint-disable-next-line no-await-in-loop
    expect((await apply({ email })).headers.location).toMatch(/started=1$/);
  // The same mailbox.
  const fourth = await apply({ email: 'Flood+more@example.ng' });
  expect(fourth.headers.location).toMatch(/started=unsent$/);
  const shown = await world.nobody().get(String(fourth.headers.location));
  expect(shown.body).toContain('We have not sent it to you');
  expect(await sentTo('flood+more@example.ng')).toEqual([]);

  await ask(sql`update outbox set created_at = now() - interval '2 hours' where recipient = ${email}`);
  for (let at = 0; at < 4; at += 1)
    // oxlint-disable-next-line no-await-in-loop
    await apply({ email });
  expect(await sentTo(email)).toHaveLength(mostToOne.day);
});

test('contacts that nobody has entered share a limit a day; a guardian’s does not count', async () => {
  const { id } = world.school.ilorin;
  await ask(sql`insert into outbox (institution_id, channel, recipient, body, event, state, visitor_contact)
    select ${id}, 'sms', '+23480700' || to_char(n, 'FM00000'), 'x', 'admissions.code', 'sent', 'unconfirmed' from generate_series(1, 500) n`);
  expect((await apply({ phone: '08035550102' })).headers.location).toMatch(/unsent$/);
  await ask(
    sql`insert into guardians (institution_id, surname, first_name, mobile) values (${id}, 'Bello', 'Hauwa', '+2348035550103')`,
  );
  expect((await apply({ phone: '08035550103' })).headers.location).toMatch(/started=1$/);
  expect(await sentTo('+2348035550103')).toMatchObject([{ contact: 'confirmed' }]);
});

test('what is left at the provider is not overspent', async () => {
  const { id } = world.school.ilorin;
  await ask(sql`update outbox set created_at = created_at - interval '2 days' where visitor_contact = 'unconfirmed'`);
  await ask(sql`insert into message_prices (institution_id, channel, network, prefix, price) values (${id}, 'sms', 'MTN', '+234803', 400)
    on conflict do nothing`);
  await ask(
    sql`insert into message_providers (institution_id, channel, kind, place, sealed, is_on) values (${id}, 'sms', 'termii', 1, '\\x00', true)`,
  );
  await ask(sql`insert into message_settings (institution_id, budget_month) values (${id}, 100)
    on conflict (institution_id) do update set budget_month = 100`);
  expect((await apply({ phone: '08035550104' })).headers.location).toMatch(/unsent$/);
  await ask(sql`update message_settings set budget_month = 100000`);
  expect((await apply({ phone: '08035550104' })).headers.location).toMatch(/started=1$/);
});

test('reset codes answer alike within and beyond the limit; a known device keeps its own turns', async () => {
  const [owner] = await ask<{ username: string }>(
    sql`select username from accounts a join memberships m on m.account_id = a.id where m.institution_id = ${world.school.ilorin.id}
      and a.email is not null order by a.id limit 1`,
  );
  const answers: string[] = [];
  for (let at = 0; at < mostToOne.hour + 1; at += 1)
    answers.push(
      // oxlint-disable-next-line no-await-in-loop
      String((await sendForm(world.nobody(), '/forgot-password', { identifier: owner!.username })).headers.location),
    );
  expect(new Set(answers).size).toBe(1);
  await expect
    .poll(() =>
      ask(sql`select count(*)::int as n from outbox where event = 'accounts.reset' and visitor_contact is not null`),
    )
    .toEqual([{ n: mostToOne.hour }]);
});
