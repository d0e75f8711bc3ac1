import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { query } from '#kernel/database.ts';
import { startSchool, type Browser } from '#test/harness/app.ts';
import { sendDueMessages } from './compose/send-due.job.ts';

let school: Awaited<ReturnType<typeof startSchool>>;
let ilorin: number;
let registrar: Browser;
/** Sees messages, the outbox, replies and the audit log, but neither religion nor results nor debts. */
let reader: Browser;
const number = '+2348030000062';
let ada: number;

beforeAll(async () => {
  school = await startSchool();
  ilorin = school.school.ilorin.id;
  ada = school.school.ilorin.studentIds['Ada Obi'];
  await ask(sql`update roles set permissions = '{students.view,guardians.view,messages.view,messages.send,outbox.view,contact.replies,audit.view}'
    where institution_id = ${ilorin} and key = 'bursar' returning id`);
  await ask(sql`update students set religion = 'Islam' where institution_id = ${ilorin} and id = ${ada} returning id`);
  await ask(sql`with g as (insert into guardians (institution_id, surname, first_name, mobile)
      values (${ilorin}, 'Obi', 'Mama', ${number}) returning id)
    insert into student_guardians (institution_id, student_id, guardian_id, receives_sms) select ${ilorin}, ${ada}, id, true from g returning student_id`);
  await ask(sql`insert into message_prices (institution_id, prefix, network, price)
    values (${ilorin}, '+234803', 'MTN', 400) returning network`);
  [registrar, reader] = await Promise.all([school.as('registrar'), school.as('bursar')]);
});
afterAll(() => school.close());

const ask = <Row>(statement: ReturnType<typeof sql>) =>
  school.database.asSystem([ilorin], (tx) => query<Row>(tx, statement));
const toList = (query: string) => ({ of: 'guardians', by: [{ kind: 'list', people: 'students', query }] });
const message = (audience: object, more: object = {}) => ({
  institution_id: ilorin,
  channel: 'sms',
  purpose: 'service',
  subject: '',
  body: 'Dear {name}, please call us.',
  audience,
  act: 'send',
  confirmed: 1,
  ...more,
});
const sendTo = async (audience: object, more: object = {}) => {
  const answer = await registrar.post('/messages', message(audience, more));
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<{ id: number }>().id;
};
const needsOf = async (id: number) =>
  (await ask<{ needs: string | null }>(sql`select audience_needs as needs from messages where id = ${id}`))[0]!.needs;
const religious = 'religion=Islam';
const openTo = async (who: Browser, id: number) => {
  const { message: shown, rows } = (await who.page(`/messages/${id}`)).props;
  return { to: shown.audience, networks: shown.totals.map(({ network }: { network: string }) => network), rows };
};

test('a message keeps what the choice of its recipients reveals, by list, by ticks in a list, by group and by debts', async () => {
  expect(await needsOf(await sendTo(toList('q=Obi')))).toBeNull();
  expect(await needsOf(await sendTo(toList(religious)))).toBe('students.viewReligion');
  const ticked = { of: 'guardians', by: [{ kind: 'students', ids: [ada], query: `${religious}&sort=-average` }] };
  expect(await needsOf(await sendTo(ticked))).toBe('results.view students.viewReligion');
  expect(await needsOf(await sendTo(toList('papers=expired'), { act: 'draft' }))).toBe('students.viewPrivate');
  expect(await needsOf(await sendTo(toList('cgpa=0..5'), { act: 'draft' }))).toBe('results.view');
  // A list that is opened for ticked people says how it was filtered.
  const opened = await registrar.page(`/messages/new?from=students&ids=${ada}&query=${encodeURIComponent(religious)}`);
  expect(opened.props.audience.by).toEqual([{ kind: 'students', ids: [ada], query: religious }]);
  const debts = await (await school.as('principal')).page(`/messages/new?from=debtors&ids=${ada}`);
  expect(debts.props.audience.by).toEqual([
    { kind: 'debtors', above: 0 },
    { kind: 'students', ids: [ada] },
  ]);
  // Nobody hides recipients by a filter that they can't use.
  expect((await reader.post('/messages', message(ticked))).statusCode).toBe(403);
});

test('who may not see what recipients were chosen by can’t learn who they are from the message, its copy or its file', async () => {
  const id = await sendTo(toList(religious));
  expect(await openTo(registrar, id)).toMatchObject({ networks: ['MTN'], rows: [{ name: 'Obi, Mama' }] });
  const hidden = await openTo(reader, id);
  expect(hidden).toEqual({ to: expect.stringContaining('don’t have permission'), networks: [''], rows: [] });
  for (const query of ['q=Obi', 'state=kept'])
    expect((await reader.page(`/messages/${id}?${query}`)).props.rows).toEqual([]);
  for (const format of ['csv', 'xlsx'])
    expect((await reader.get(`/messages/${id}/recipients.${format}`)).statusCode).toBe(403);
  expect((await registrar.get(`/messages/${id}/recipients.csv`)).body).toContain('Obi, Mama');
  // Ticks name people, too, so a copy begins without recipients.
  const copied = await reader.post(`/messages/${id}/duplicate`);
  const copy = (await reader.page(copied.headers.location as string)).props;
  expect(copy.draft.body).toBe('Dear {name}, please call us.');
  expect(copy.audience.by).toEqual([]);
  const kept = await registrar.post(`/messages/${id}/duplicate`);
  const [, draft] = /(\d+)\/edit/.exec(kept.headers.location as string)!;
  expect(await needsOf(Number(draft))).toBe('students.viewReligion');
  // The draft is on the list of messages, and its page says nothing of whom it is for.
  expect((await openTo(reader, Number(draft))).to).toContain('don’t have permission');
});

test('nor from the outbox, its search and its file, the person’s tab, a thread of replies, or the costs', async () => {
  await ask(sql`insert into message_providers (institution_id, channel, kind, sealed, is_on)
    values (${ilorin}, 'sms', 'http', '', true) returning id`);
  const id = await sendTo(toList(religious), { body: 'Dear {name}, the imam visits.' });
  const [row] = await ask<{
    id: number;
  }>(sql`update outbox set state = 'undelivered', sent_at = now(), failure = ${`${number} is off`}
    where message_id = ${id} returning id`);
  const found = async (who: Browser, query: string) =>
    ((await who.page(`/outbox?${query}`)).props.rows as { id: number }[]).find((one) => one.id === Number(row!.id));
  const owner = await school.as('owner');
  const search = `q=${encodeURIComponent(number)}`;
  expect(await found(owner, search)).toMatchObject({ recipient: number, failure: `${number} is off` });
  expect(await found(reader, '')).toMatchObject({ recipient: null, failure: null });
  expect([await found(reader, search), await found(reader, `message=${id}`)]).toEqual([undefined, undefined]);
  expect(await found(owner, `message=${id}`)).toMatchObject({ recipient: number });
  expect((await reader.post(`/outbox/${row!.id}/read`)).statusCode).toBe(403);
  expect((await owner.post(`/outbox/${row!.id}/read`)).json()).toEqual({ body: 'Dear Mama Obi, the imam visits.' });
  expect((await reader.get('/outbox/export.csv?state=undelivered')).body).not.toMatch(/imam|803 ?000 ?0062/);
  expect((await owner.get('/outbox/export.csv?state=undelivered')).body).toContain('the imam visits');

  const guardian = (await ask<{ id: number }>(sql`select id from guardians where mobile = ${number}`))[0]!.id;
  const textsOf = async (who: Browser) => {
    const onRecords = await Promise.all(
      [`/students/${ada}`, `/guardians/${guardian}`].map(
        async (at) => (await who.page(`${at}/messages`)).props.added.props.rows,
      ),
    );
    return onRecords.flat().map(({ body }: { body: string }) => body);
  };
  expect(await textsOf(registrar)).toContain('Dear Mama Obi, the imam visits.');
  expect(await textsOf(reader)).toEqual(['Dear Mama Obi, please call us.', 'Dear Mama Obi, please call us.']);

  const [reply] = await ask<{ id: number }>(sql`insert into incoming_messages
      (institution_id, channel, machine, provider_message_id, address, body, kind, outbox_id)
    values (${ilorin}, 'sms', 'incoming-messages', 'r1', ${number}, 'Thank you', 'reply', ${row!.id}) returning id`);
  const threadOf = async (who: Browser) =>
    ((await who.page(`/replies/${reply!.id}`)).props.entries as { text: string }[]).map(({ text }) => text);
  expect(await threadOf(owner)).toContain('Dear Mama Obi, the imam visits.');
  expect(await threadOf(reader)).toEqual(['Dear Mama Obi, please call us.', 'Thank you']);

  const sentOf = async (who: Browser, query: string) => (await who.page(`/message-costs/sent?${query}`)).props.rows;
  expect(await sentOf(owner, `message=${id}`)).toMatchObject([{ recipient: number }]);
  expect([await sentOf(reader, `message=${id}`), await sentOf(reader, '')]).toMatchObject([[], [{ recipient: null }]]);
  expect((await reader.page('/message-costs')).props.messages).toMatchObject([{ messageId: id, isOpen: false }]);
  expect((await owner.get('/message-costs/export.csv')).body).toContain('MTN');
  expect((await reader.get('/message-costs/export.csv')).body).not.toContain('MTN');
  // Another who reads the log learns no number from it.
  expect(JSON.stringify((await reader.page('/audit?action=outbox.read')).props.rows)).not.toContain('803');
});

test('a group by hidden data is used and changed by those who see it, and the log does not tell who is in it', async () => {
  const audience = (query: string) =>
    JSON.stringify({ of: 'guardians', by: [{ kind: 'students', ids: [ada], query }] });
  const list = '/messages/groups';
  const form = { institution_id: ilorin, name: 'Friday prayers', isShared: 'true', audience: audience(religious) };
  expect((await registrar.post(list, form)).statusCode).toBe(303);
  const [group] = (await registrar.page(list)).props.rows as [{ id: number }];
  expect((await reader.page(list)).props.rows).toMatchObject([{ mayEdit: false }]);
  expect((await reader.get(`${list}/${group.id}/edit`)).statusCode).toBe(403);
  expect((await reader.post(`${list}/${group.id}`, { ...form, audience: audience('') })).statusCode).toBe(403);
  expect((await reader.get(`${list}/sizes?ids=${group.id}`)).json()).toEqual({ [group.id]: null });
  const to = { of: 'groups', by: [{ kind: 'group', ids: [group.id] }] };
  expect((await reader.post('/messages/recipients', message(to, { view: 'recipients' }))).statusCode).toBe(403);

  // The rules of the moment of sending decide, also each week.
  const weekly = await sendTo(to, { act: 'weekly', send_at: '2026-12-01T10:00' });
  const edited = { ...form, audience: audience(`${religious}&sort=-average`) };
  expect((await registrar.post(`${list}/${group.id}`, edited)).statusCode).toBe(303);
  await ask(sql`update messages set send_at = now() - interval '1 day' where id = ${weekly} returning id`);
  await sendDueMessages(school.database);
  const [copy] = await ask<{ id: number }>(sql`select id from messages where repeat_of_id = ${weekly}`);
  expect(await needsOf(Number(copy!.id))).toBe('results.view students.viewReligion');
  expect((await openTo(reader, Number(copy!.id))).rows).toEqual([]);
  // A message keeps what it revealed after its group is gone.
  await registrar.post(`/messages/${weekly}/stop`);
  expect((await registrar.post(`${list}/${group.id}/remove`)).statusCode).toBe(303);
  expect((await openTo(reader, Number(copy!.id))).rows).toEqual([]);
  expect((await openTo(registrar, Number(copy!.id))).rows).toMatchObject([{ name: 'Obi, Mama' }]);

  const entries = await ask<{ details: object }>(
    sql`select details from audit_entries where action in ('messages.addGroup', 'messages.editGroup', 'messages.removeGroup')`,
  );
  expect(entries).toHaveLength(3);
  expect(JSON.stringify(entries)).toContain('not shown');
  expect(JSON.stringify(entries)).not.toMatch(new RegExp(`Islam|\\[${ada}\\]`));
});
