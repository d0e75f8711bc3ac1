import { existsSync } from 'node:fs';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startSchool, type Browser } from '#test/harness/app.ts';
import { upload } from '#test/harness/uploads.ts';
import { announceDue } from './announce-notices.job.ts';

let world: Awaited<ReturnType<typeof startSchool>>;
let registrar: Browser;
beforeAll(async () => {
  world = await startSchool();
  registrar = await world.as('registrar');
});
afterAll(() => world?.close());

const everybody = { toEmployees: 'true', toStudents: 'true', toGuardians: 'true' };
const add = async (title: string, more: object = everybody) => {
  const { ilorin } = world.school;
  const answer = await registrar.post('/notices', {
    institutionId: ilorin.id,
    title,
    body: `# ${title}\n<b>Read</b> it.`,
    fromDay: '2026-01-05',
    ...more,
  });
  expect([answer.statusCode, answer.body]).toEqual([303, '']);
  return Number(String(answer.headers.location).match(/\d+/)![0]);
};
const publish = async (title: string, more?: object) => {
  const id = await add(title, more);
  expect((await registrar.post(`/notices/${id}/publish`)).statusCode).toBe(303);
  return id;
};
const boardOf = async (username: string): Promise<string[]> =>
  (await (await world.as(username)).page('/notice-board')).props.rows.map(({ title }: { title: string }) => title);
const statusOf = async (username: string, address: string) =>
  (await (await world.as(username)).get(address)).statusCode;

test('each sees the notices for oneself or one’s children, and no others', async () => {
  const { batchIds } = world.school.ilorin;
  const all = await publish('Mid-term break');
  const staff = await publish('Staff meeting', { toEmployees: 'true' });
  const jss2 = await publish('JSS 2 excursion', { ...everybody, batchIds: [batchIds['JSS 2 A']] });
  const parents = await publish('PTA meeting', { toGuardians: 'true' });
  await add('A draft');
  await publish('Next year', { ...everybody, fromDay: '2099-01-05' });
  await publish('Long over', { ...everybody, untilDay: '2026-01-06' });

  // Ada is in JSS 1 A, and so is Tunde, whose guardian has the account.
  expect(await boardOf('student')).toEqual(['Mid-term break']);
  expect(await boardOf('guardian')).toEqual(['PTA meeting', 'Mid-term break']);
  expect(await boardOf('teacher')).toEqual(['JSS 2 excursion', 'Staff meeting', 'Mid-term break']);
  expect(await boardOf('registrar.offa')).toEqual([]);
  for (const [username, id, status] of [
    ['student', staff, 404],
    ['student', jss2, 404],
    ['student', parents, 404],
    ['student', all, 200],
    ['guardian', jss2, 404],
    ['guardian', parents, 200],
    ['registrar.offa', all, 404],
  ] as const)
    expect([username, id, await statusOf(username, `/notice-board/${id}`)]).toEqual([username, id, status]);
  const { notice } = (await (await world.as('student')).page(`/notice-board/${all}`)).props;
  expect(notice.html).toContain('&lt;b&gt;Read&lt;/b&gt; it.');
  expect(notice).toMatchObject({ canEdit: false });
});

test('opening a notice is its read receipt, and publishing notifies those concerned', async () => {
  const guardian = await world.as('guardian');
  const id = await publish('Visiting day', { toGuardians: 'true' });
  const inbox = (await guardian.get('/notifications/stream', { accept: 'application/json' })).json();
  expect(inbox.latest[0]).toMatchObject({ title: 'Visiting day', href: `/notice-board/${id}` });
  expect((await registrar.page(`/notices/${id}`)).props).toMatchObject({ concerned: 1, read: 0 });
  expect((await guardian.post(`/notice-board/${id}/read`)).statusCode).toBe(204);
  expect((await guardian.post(`/notice-board/${id}/read`)).statusCode).toBe(204);
  expect((await (await world.as('student')).post(`/notice-board/${id}/read`)).statusCode).toBe(404);
  const { concerned, read, readers } = (await registrar.page(`/notices/${id}`)).props;
  expect([concerned, read, readers]).toMatchObject([1, 1, [{ name: 'The guardian', readAt: expect.any(String) }]]);
  expect((await guardian.page('/notice-board')).props.rows[0]).toMatchObject({ title: 'Visiting day', isRead: true });

  expect((await registrar.post(`/notices/${id}/withdraw`)).statusCode).toBe(303);
  expect((await guardian.get(`/notice-board/${id}`)).statusCode).toBe(404);
  expect(await boardOf('guardian')).not.toContain('Visiting day');
});

test('a notice for a later day is announced on that day, once', async () => {
  const id = await publish('Later', { ...everybody, fromDay: '2099-02-01' });
  const told = () =>
    world.database.asSystem([world.school.ilorin.id], async (tx) => {
      await announceDue(world.database);
      const { rows } = await tx.execute(sql`select from notifications where subject = ${`notice:${id}`}`);
      return rows.length;
    });
  expect(await told()).toBe(0);
  await world.database.asSystem([world.school.ilorin.id], (tx) =>
    tx.execute(sql`update notices set from_day = '2026-02-01' where id = ${id}`),
  );
  const first = await told();
  expect(first).toBeGreaterThan(2);
  expect(await told()).toBe(first);
});

test('a notice that begins is written to its readers once, by what is switched on, also if it is published twice', async () => {
  const { id: institutionId } = world.school.ilorin;
  const owner = await world.as('owner');
  const text = '{school}: {title} for {student}. {summary}';
  for (const [audience, channel] of [
    ['guardian', 'sms'],
    ['employee', 'email'],
  ])
    await owner.post('/message-switches/cell', {
      institution_id: institutionId,
      event: 'notices.published',
      audience,
      channel,
      is_on: 'true',
      text: audience === 'guardian' ? text : '{school}: {title}. {summary}',
      opened: { is_on: false, text: '{school}: {title}. {summary}' },
    });
  const sent = () =>
    world.database.asSystem([institutionId], async (tx) => {
      await announceDue(world.database);
      const { rows } = await tx.execute<{ channel: string; recipient: string; subject: string | null; body: string }>(
        sql`select channel, recipient, subject, body from outbox where event = 'notices.published' order by channel, recipient`,
      );
      return rows;
    });
  const later = { ...everybody, body: 'Bring **shoes**.', fromDay: '2099-02-01' };
  const id = await publish('Sports {school}', later);
  expect(await sent()).toEqual([]);
  await world.database.asSystem([institutionId], (tx) =>
    tx.execute(sql`with dated as (update notices set from_day = '2026-02-01' where id = ${id})
      update employees set email = id || '@ilorin.ng' where institution_id = ${institutionId}`),
  );
  const first = await sent();
  // Siblings with one number are named in one message.
  expect(first.filter(({ channel }) => channel === 'sms')).toMatchObject([
    {
      recipient: '+2348030000001',
      body: expect.stringMatching(/: Sports \{school\} for Tunde Bakare\. Bring shoes\.$/),
    },
  ]);
  expect(first.some(({ channel, subject }) => channel === 'email' && subject!.endsWith(': Sports {school}'))).toBe(
    true,
  );
  const { opened } = (await owner.page(`/notices/${id}/edit`)).props;
  await owner.post(`/notices/${id}`, { ...opened, opened, title: 'Sports day' });
  await registrar.post(`/notices/${id}/withdraw`);
  await registrar.post(`/notices/${id}/publish`);
  expect(await sent()).toEqual(first);
});

test('the start page of each role shows the notices for it until they are read', async () => {
  const id = await publish('Founders’ day');
  const cardOf = async (username: string) => {
    const { homeCards } = (await (await world.as(username)).page('/home')).props;
    return homeCards.find(({ component }: { component: string }) => component === 'notices/latest');
  };
  for (const username of ['registrar', 'teacher', 'student', 'guardian']) {
    expect((await cardOf(username)).props.rows, username).toContainEqual(
      expect.objectContaining({ id, isRead: false, title: 'Founders’ day' }),
    );
  }
  const student = await world.as('student');
  const { unread } = (await cardOf('student')).props;
  await student.post(`/notice-board/${id}/read`);
  expect((await cardOf('student')).props.unread).toBe(unread - 1);
  expect((await registrar.page('/students')).props).not.toHaveProperty('homeCards');
});

test('attachments are opened by the audience alone', async () => {
  const id = await add('With a letter', { toGuardians: 'true' });
  const pdf = Buffer.from('%PDF-1.4\nletter\n%%EOF\n');
  const answer = await upload(registrar, `/notices/${id}/files`, {
    field: 'file',
    content: pdf,
    fileName: 'letter.pdf',
    fields: { title: 'Letter to parents' },
  });
  expect(answer.statusCode).toBeLessThan(400);
  const [file] = (await registrar.page(`/notices/${id}`)).props.notice.files;
  const address = `/notice-board/${id}/files/${file.id}`;
  expect(await statusOf('registrar', address)).toBe(200);
  expect(await statusOf('guardian', address)).toBe(404);
  await registrar.post(`/notices/${id}/publish`);
  expect(await statusOf('guardian', address)).toBe(200);
  for (const username of ['student', 'teacher', 'registrar.offa']) expect(await statusOf(username, address)).toBe(404);

  const stored = async () => {
    const { rows } = await world.database.asSystem([world.school.ilorin.id], (tx) =>
      tx.execute<{ storedAs: string }>(sql`select stored_as as "storedAs" from files where purpose = 'notice'`),
    );
    return rows.map(({ storedAs }) => existsSync(`${world.app.services.files.folder}/${storedAs}`));
  };
  const other = Buffer.from('%PDF-1.4\nanother letter\n%%EOF\n');
  const form = { field: 'file', content: other, fileName: 'other.pdf', fields: { title: 'Corrected letter' } };
  const at = `/notices/${id}/files`;
  expect((await upload(registrar, `${at}/${file.id}/replace`, form)).statusCode).toBeLessThan(400);
  expect((await (await world.as('guardian')).get(address)).rawPayload).toEqual(other);
  expect(await stored()).toEqual([true]);
  const refused = await upload(registrar, at, { ...form, content: Buffer.from('MZ program'), fileName: 'letter.pdf' });
  expect(refused.body).toContain('This is not a PDF, PNG, JPEG or WebP file.');
  const large = await upload(registrar, at, { ...form, content: Buffer.alloc(10 * 1_048_576 + 1, '%PDF-1.4') });
  expect(large.body).toContain('The file is larger than 10 MB.');
  expect((await registrar.post(`${at}/${file.id}/remove`)).statusCode).toBe(303);
  expect(await statusOf('registrar', address)).toBe(404);
  expect(await stored()).toEqual([]);
});

test('edits carry what they were opened with; only editors of the site show a notice there', async () => {
  const id = await add('Sports day');
  const owner = await world.as('owner');
  const { opened } = (await owner.page(`/notices/${id}/edit`)).props;
  const fields = { ...opened, opened };
  expect((await registrar.post(`/notices/${id}`, { ...fields, title: 'Inter-house sports' })).statusCode).toBe(303);
  const conflict = await owner.post(`/notices/${id}`, { ...fields, title: 'Sports week' });
  expect(conflict.statusCode).toBe(409);
  const refused = await registrar.post(`/notices/${id}`, { ...fields, untilDay: '2025-01-01' });
  expect(refused.json().errors).toMatchObject({ untilDay: 'The last day is before the first day.' });
  const nobody = { toEmployees: '', toStudents: '', toGuardians: '' };
  expect((await registrar.post(`/notices/${id}`, { ...fields, ...nobody })).json().errors).toHaveProperty(
    'toEmployees',
  );
  expect((await owner.post(`/notices/${id}`, { ...fields, isPublic: 'true' })).statusCode).toBe(303);
  const bursar = await world.as('bursar');
  expect((await bursar.get('/notices')).statusCode).toBe(403);
});
