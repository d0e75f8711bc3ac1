import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { query, type Tx } from '#kernel/database.ts';
import { startSchool, type Browser } from '#test/harness/app.ts';
import { sendDueMessages } from './compose/send-due.job.ts';

let school: Awaited<ReturnType<typeof startSchool>>;
let ilorin: number;
let registrar: Browser;
let teacher: Browser;
let bursar: Browser;
beforeAll(async () => {
  school = await startSchool();
  ilorin = school.school.ilorin.id;
  [registrar, teacher, bursar] = await Promise.all([school.as('registrar'), school.as('teacher'), school.as('bursar')]);
  await inIlorin(async (tx) => {
    await tx.execute(sql`
      with g as (insert into guardians (institution_id, surname, first_name, mobile) values
          (${ilorin}, 'Okafor', 'Ify', '+2348030000061'), (${ilorin}, 'Obi', 'Mama', '+2348030000062')
        returning id, surname)
      insert into student_guardians (institution_id, student_id, guardian_id, receives_sms)
      select ${ilorin}, s.id, g.id, true from g join students s on s.institution_id = ${ilorin} and s.surname = g.surname`);
    await tx.execute(
      sql`insert into message_prices (institution_id, prefix, network, price) values (${ilorin}, '+234803', 'MTN', 400)`,
    );
  });
});
afterAll(() => school.close());

const inIlorin = <T>(work: (tx: Tx) => Promise<T>) => school.database.asSystem([ilorin], work);
const ask = <Row>(statement: ReturnType<typeof sql>) => inIlorin((tx) => query<Row>(tx, statement));

const message = (more: object = {}) => ({
  institution_id: ilorin,
  channel: 'sms',
  purpose: 'service',
  subject: '',
  body: 'Dear {name}, {student_first_name} of {class} resumes on Monday.',
  audience: { of: 'guardians', by: [{ kind: 'all' }] },
  ...more,
});
const send = (who: Browser, more: object) => who.post('/messages', message({ act: 'send', confirmed: 3, ...more }));
const errorsOf = (answer: { json(): unknown }) => JSON.stringify(answer.json());

test('a preview says whom the message reaches, its parts and its cost; the text is that of each recipient', async () => {
  const preview = (await registrar.post('/messages/preview', message())).json();
  expect(preview).toMatchObject({ recipients: 3, parts: 3, price: 1200, unpriced: 0, longest: 1, isPerChild: true });
  expect(preview.networks).toEqual([
    { channel: 'sms', network: 'MTN', unit: 400, recipients: 3, parts: 3, price: 1200 },
  ]);
  const { sample } = (await registrar.post('/messages/sample', message({ at: 1 }))).json();
  expect(sample).toMatchObject({
    name: 'Obi, Mama',
    at: 1,
    of: 3,
    body: 'Dear Mama Obi, Ada of JSS 1 A resumes on Monday.',
  });
});

test('2.13 recipients are listed with a tick each, and whoever is unticked is taken out', async () => {
  const list = (await registrar.post('/messages/recipients', message({ view: 'recipients' }))).json();
  expect(list).toMatchObject({ total: 3, ticked: 3, isMore: false });
  expect(list.rows[1]).toMatchObject({
    name: 'Obi, Mama',
    address: '+2348030000062',
    student: 'Ada Obi',
    isTicked: true,
  });
  const audience = { of: 'guardians', by: [{ kind: 'all' }], without: [list.rows[1].key] };
  expect((await registrar.post('/messages/preview', message({ audience }))).json()).toMatchObject({
    recipients: 2,
    leftOut: { taken_out: 1 },
  });
});

test('a message goes out once to those who were shown, with a row for each and totals', async () => {
  expect((await send(registrar, { confirmed: 2 })).statusCode).toBe(409);
  const sent = await send(registrar, {});
  expect(sent.json()).toMatchObject({ flash: expect.stringContaining('The message to 3 people') });
  const { id } = sent.json() as { id: number };
  const page = (await registrar.page(`/messages/${id}`)).props;
  // Nothing sends here: the world has no provider.
  expect(page.message).toMatchObject({
    state: 'done',
    recipients: 3,
    totals: [{ state: 'kept', network: 'MTN', recipients: 3, price: 0 }],
  });
  expect(page.rows.map(({ name }: { name: string }) => name)).toEqual(['Bakare, Folake', 'Obi, Mama', 'Okafor, Ify']);
  expect((await registrar.page(`/messages/${id}?q=ify`)).props.rows).toHaveLength(1);
  expect((await registrar.page(`/messages/${id}?state=failed`)).props.rows).toHaveLength(0);
  expect((await registrar.get(`/messages/${id}/recipients.csv`)).body).toContain('Okafor, Ify');
  expect((await registrar.page('/messages')).props.rows[0]).toMatchObject({ id, state: 'done', recipients: 3 });
});

test('what can’t be sent is refused in words, and nothing is queued', async () => {
  const before = await ask<{ n: number }>(sql`select count(*)::int as n from outbox where institution_id = ${ilorin}`);
  const refused = async (more: object, words: string, who = registrar) => {
    const answer = await send(who, more);
    expect(errorsOf(answer)).toContain(words);
    expect([403, 422]).toContain(answer.statusCode);
  };
  await refused({ body: 'Dear {nmae}' }, 'There is no field “{nmae}”');
  await refused({ body: ' ' }, 'Write the text');
  await refused({ body: 'ọ'.repeat(67 * 10 + 1) }, 'can have 10');
  await refused({ body: 'ọ'.repeat(67 * 6 + 1) }, 'costly');
  await refused({ audience: { of: 'guardians', by: [] } }, 'Choose the recipients');
  await refused({ audience: { of: 'guardians', by: [{ kind: 'all' }], only: [] } }, 'Nobody receives');
  await refused({ body: 'You owe {balance}.' }, 'What the student owes');
  await refused({ audience: { of: 'employees', by: [{ kind: 'all' }] } }, 'own students', teacher);
  await refused({ act: 'later', send_at: '2020-01-01T10:00' }, 'has passed');
  expect(await ask(sql`select count(*)::int as n from outbox where institution_id = ${ilorin}`)).toEqual(before);
});

test('a teacher reaches guardians of own batches alone; the text about money is read by those who may see it', async () => {
  const sent = await send(teacher, { confirmed: 1 });
  expect(sent.json()).toMatchObject({ flash: expect.stringContaining('The message to 1 person') });
  const { id } = sent.json() as { id: number };
  expect((await teacher.page(`/messages/${id}`)).props.rows).toMatchObject([{ name: 'Okafor, Ify' }]);
  const owed = (await send(bursar, { body: 'Balance {balance}.' })).json() as { id: number };
  expect((await bursar.page(`/messages/${owed.id}`)).props.message.body).toBe('Balance {balance}.');
  const seen = (await registrar.page(`/messages/${owed.id}`)).props;
  expect([seen.message.body, seen.rows[0].body]).toEqual([null, null]);
  // Who may see one of two sources can't read the text.
  const both = await send(await school.as('owner'), { body: 'Balance {balance}, average {average}.' });
  const { id: bothId } = both.json() as { id: number };
  const bodyFor = async (who: Browser) => (await who.page(`/messages/${bothId}`)).props.message.body as string | null;
  expect([await bodyFor(await school.as('owner')), await bodyFor(bursar), await bodyFor(registrar)]).toEqual([
    'Balance {balance}, average {average}.',
    null,
    null,
  ]);
  const listed = (await bursar.page('/messages')).props.rows as { id: number; body: string }[];
  expect(listed.find(({ id }) => id === bothId)!.body).toBe('');
  expect((await teacher.get(`/messages/${owed.id}`)).statusCode).toBe(404);
  expect((await (await school.as('registrar.offa')).get(`/messages/${owed.id}`)).statusCode).toBe(404);
});

test('a message pauses, resumes and stops with its waiting recipients, which then cost nothing', async () => {
  await inIlorin((tx) =>
    tx.execute(
      sql`insert into message_providers (institution_id, channel, kind, sealed, is_on) values (${ilorin}, 'sms', 'http', '', true)`,
    ),
  );
  const { id } = (await send(registrar, {})).json() as { id: number };
  const states = () =>
    ask(sql`select m.state, array_agg(distinct o.state) as rows from messages m join outbox o on o.institution_id = m.institution_id and o.message_id = m.id
      where m.institution_id = ${ilorin} and m.id = ${id} group by 1`);
  expect(await states()).toEqual([{ state: 'sending', rows: ['queued'] }]);
  await registrar.post(`/messages/${id}/pause`);
  expect(await states()).toEqual([{ state: 'paused', rows: ['paused'] }]);
  await registrar.post(`/messages/${id}/resume`);
  expect(await states()).toEqual([{ state: 'sending', rows: ['queued'] }]);
  const costs = async () =>
    (await registrar.page(`/messages/${id}`)).props.message.totals.map(({ price }: { price: number }) => price);
  expect(await costs()).toEqual([1200]);
  await registrar.post(`/messages/${id}/stop`);
  expect(await states()).toEqual([{ state: 'stopped', rows: ['stopped'] }]);
  expect(await costs()).toEqual([0]);
  expect((await registrar.post(`/messages/${id}/resume`)).statusCode).toBe(409);
});

test('a weekly message makes a message of its own each week, once', async () => {
  const { id } = (await send(registrar, { act: 'weekly', send_at: '2026-12-01T10:00' })).json() as { id: number };
  await inIlorin((tx) =>
    tx.execute(
      sql`update messages set send_at = now() - interval '8 days' where institution_id = ${ilorin} and id = ${id}`,
    ),
  );
  await Promise.all([sendDueMessages(school.database), sendDueMessages(school.database)]);
  await sendDueMessages(school.database);
  expect(
    await ask(sql`select recipient_count from messages where institution_id = ${ilorin} and repeat_of_id = ${id}`),
  ).toEqual([{ recipient_count: 3 }]);
  expect(
    await ask(
      sql`select state, send_at > now() and send_at < now() + interval '7 days' as next from messages where institution_id = ${ilorin} and id = ${id}`,
    ),
  ).toEqual([{ state: 'scheduled', next: true }]);
});

test('a template is added, changed, used and removed; unknown fields and names taken are refused', async () => {
  const list = '/messages/templates';
  const written = { institution_id: ilorin, name: 'Resumption', subject: '', body: 'Dear {name}, come on Monday.' };
  expect(errorsOf(await registrar.post(list, { ...written, body: 'Dear {nmae}' }))).toContain('no field “{nmae}”');
  expect((await registrar.post(list, written)).statusCode).toBeLessThan(400);
  expect(errorsOf(await registrar.post(list, written))).toContain('this name already');
  const [{ id }] = (await registrar.page(list)).props.rows as [{ id: number }];
  const saved = await registrar.post(`${list}/${id}`, { name: 'Resumption', subject: '', body: 'Come, {name}.' });
  expect(saved.statusCode).toBeLessThan(400);
  expect((await registrar.page(`/messages/new?template=${id}`)).props.template.body).toBe('Come, {name}.');
  expect((await teacher.get(list)).statusCode).toBe(403);
  await registrar.post(`${list}/${id}/remove`);
  expect((await registrar.page(list)).props.rows).toEqual([]);
  expect((await registrar.get(`/messages/new?template=${id}`)).statusCode).toBe(404);
});

test('two tabs with one draft: neither overwrites the other or sends it again, and the second is told', async () => {
  const save = (more: object) => registrar.post('/messages', message({ act: 'draft', ...more }));
  const { id, version } = (await save({})).json<{ id: number; version: string }>();
  const opened = (await registrar.page(`/messages/${id}/edit`)).props.draft;
  expect(opened).toMatchObject({ id, version });
  const first = (await save({ id, version, body: 'The first tab.' })).json<{ version: string }>();
  expect(first.version).not.toBe(version);
  const second = await save({ id, version, body: 'The second tab.' });
  expect([second.statusCode, errorsOf(second)]).toEqual([409, expect.stringContaining('in another tab')]);
  // Saved again after an answer was lost.
  expect((await save({ id, version, body: 'The first tab.' })).statusCode).toBe(200);
  const unsent = await send(registrar, { id, version, body: 'The second tab.' });
  expect([unsent.statusCode, errorsOf(unsent)]).toEqual([409, expect.stringContaining('in another tab')]);
  const latest = (await registrar.page(`/messages/${id}/edit`)).props.draft as { version: string };
  const both = await Promise.all([1, 2].map(() => send(registrar, { id, version: latest.version, body: 'Once.' })));
  expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
  expect(errorsOf(both.find(({ statusCode }) => statusCode === 409)!)).toContain('since been sent or scheduled');
  expect(await ask(sql`select count(*)::int as n from outbox where message_id = ${id}`)).toEqual([{ n: 3 }]);
});

test('a colleague’s draft opens as a message that can’t be edited', async () => {
  const { id } = (await registrar.post('/messages', message({ act: 'draft' }))).json<{ id: number }>();
  const rowFor = async (who: Browser) =>
    ((await who.page('/messages')).props.rows as { id: number }[]).find((row) => row.id === id);
  expect([await rowFor(registrar), await rowFor(bursar)]).toMatchObject([{ isOwn: true }, { isOwn: false }]);
  expect((await bursar.get(`/messages/${id}/edit`)).statusCode).toBe(404);
  expect((await bursar.page(`/messages/${id}`)).props.message.can).toMatchObject({ edit: false });
});

interface Group {
  id: number;
  name: string;
}

test('a group is added, used, counted for who asks, and removed unless a message is scheduled for it', async () => {
  const list = '/messages/groups';
  const rules = (by: object[], of = 'guardians') => JSON.stringify({ of, by });
  const all = rules([{ kind: 'all' }]);
  const written = { institution_id: ilorin, name: 'All parents', isShared: 'true', audience: all };
  const groupsOf = async (who: Browser) => (await who.page(list)).props.rows as [Group, ...Group[]];

  expect(errorsOf(await registrar.post(list, { ...written, audience: '[]' }))).toContain('Choose the people');
  expect((await teacher.post(list, { ...written, audience: rules([{ kind: 'all' }], 'employees') })).statusCode).toBe(
    403,
  );
  const debts = await registrar.post(list, { ...written, audience: rules([{ kind: 'debtors', above: 0 }]) });
  expect([debts.statusCode, errorsOf(debts)]).toEqual([403, expect.stringContaining('fees owed')]);
  expect((await registrar.post(list, written)).statusCode).toBe(303);
  expect(errorsOf(await registrar.post(list, written))).toContain('this name already');
  expect((await teacher.post(list, { ...written, name: 'Mine', isShared: '' })).statusCode).toBe(303);
  const [shared] = (await groupsOf(registrar)) as [Group];
  expect(await groupsOf(registrar)).toMatchObject([{ name: 'All parents', words: 'Guardians: all', mayEdit: true }]);
  const [mine] = (await groupsOf(teacher)) as [Group, Group];
  expect(await groupsOf(teacher)).toMatchObject([
    { name: 'Mine', mayEdit: true },
    { name: 'All parents', mayEdit: false },
  ]);

  // The same rules reach more people for one than for the other.
  const ids = [shared.id, mine.id].join(',');
  expect((await registrar.get(`${list}/sizes?ids=${ids}`)).json()).toEqual({ [shared.id]: 3 });
  expect((await teacher.get(`${list}/sizes?ids=${ids}`)).json()).toEqual({ [shared.id]: 1, [mine.id]: 1 });
  const to = (id: number) => ({ of: 'groups', by: [{ kind: 'group', ids: [id] }] });
  expect((await registrar.page(`/messages/new?group=${shared.id}`)).props.audience).toMatchObject(to(shared.id));
  const batch = school.school.ilorin.batchIds['JSS 1 A'];
  const ofBatch = { of: 'guardians', by: [{ kind: 'batch', ids: [batch] }] };
  expect((await registrar.page(`/messages/new?batch=${batch}`)).props.audience).toMatchObject(ofBatch);
  expect((await send(teacher, { audience: to(shared.id), confirmed: 1 })).json()).toMatchObject({
    flash: expect.stringContaining('1 person'),
  });
  expect((await send(registrar, { audience: to(mine.id), confirmed: 1 })).statusCode).toBe(404);
  expect((await registrar.get(`${list}/${mine.id}/edit`)).statusCode).toBe(404);
  expect((await teacher.post(`${list}/${shared.id}`, written)).statusCode).toBe(403);

  const later = await send(bursar, { act: 'later', send_at: '2026-12-05T10:00', audience: to(shared.id) });
  const { id: planned } = later.json() as { id: number };
  const asPrivate = await registrar.post(`${list}/${shared.id}`, { ...written, isShared: '' });
  expect(errorsOf(asPrivate)).toContain('must stay shared');
  const removal = await registrar.post(`${list}/${shared.id}/remove`);
  expect([removal.statusCode, errorsOf(removal)]).toEqual([409, expect.stringContaining('scheduled for All parents')]);
  await bursar.post(`/messages/${planned}/stop`);
  const edited = await registrar.post(`${list}/${shared.id}`, { ...written, name: 'Everyone', isShared: '' });
  expect(edited.statusCode).toBe(303);
  expect(await groupsOf(bursar)).toEqual([]);
  await registrar.post(`${list}/${shared.id}/remove`);
  expect(await groupsOf(registrar)).toEqual([]);
});

test('quiet hours are said before and after sending', async () => {
  await ask(sql`insert into message_providers (institution_id, channel, kind, sealed, is_on)
    values (${ilorin}, 'sms', 'http', '', true) on conflict (institution_id, channel, place) do update set is_on = true`);
  const hours = (from: string, until: string) =>
    ask(sql`insert into message_settings (institution_id, quiet_from, quiet_until)
      select ${ilorin}, (t.now + ${from}::interval)::time, (t.now + ${until}::interval)::time
      from institutions i, lateral (select date_trunc('minute', now() at time zone i.time_zone) as now) t where i.id = ${ilorin}
      on conflict (institution_id) do update set quiet_from = excluded.quiet_from, quiet_until = excluded.quiet_until`);
  await hours('-1 hour', '1 hour');
  const { quietUntil, recipients } = (await registrar.post('/messages/preview', message())).json();
  expect(quietUntil).toMatch(/^\d\d:\d\d$/);
  const sent = await send(registrar, { confirmed: recipients });
  expect(sent.json().flash).toMatch(/leaves at \d\d:\d\d [ap]m, after quiet hours\.$/);
  await hours('1 hour', '2 hours');
  expect((await registrar.post('/messages/preview', message())).json().quietUntil).toBeNull();
});

test('marketing by e-mail is refused at once while no public address is known, not failed later', async () => {
  const newsletter = { channel: 'email', purpose: 'marketing', subject: 'Open session', body: 'Come and see us.' };
  await ask(sql`insert into message_providers (institution_id, channel, kind, sealed, is_on)
    values (${ilorin}, 'email', 'smtp', '', true) on conflict (institution_id, channel, place) do update set is_on = true`);
  const refused = await send(registrar, { ...newsletter, confirmed: 0 });
  expect([refused.statusCode, errorsOf(refused)]).toEqual([422, expect.stringContaining('public address')]);
  expect((await registrar.post('/messages', message({ ...newsletter, act: 'draft' }))).statusCode).toBe(200);
  await ask(sql`update message_providers set is_on = false where channel = 'email'`);
});
