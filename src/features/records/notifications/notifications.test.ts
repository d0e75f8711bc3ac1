import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { notify, notifyKeepers, type Notification } from '#kernel/notify.ts';
import { tidyNotifications } from '#kernel/jobs/tidy-notifications.ts';
import { password } from '#test/school.ts';
import { startSchool, type Browser } from '#test/harness/app.ts';
import type { Inbox } from '#web/client/inbox/inbox.ts';
import { nothingFor } from '#test/harness/time.ts';

let world: Awaited<ReturnType<typeof startSchool>>;
let registrar: Browser;
let teacher: Browser;
let ict: Browser;
beforeAll(async () => {
  world = await startSchool();
  [registrar, teacher, ict] = await Promise.all([
    world.as('registrar'),
    world.as('teacher'),
    world.as('ict_administrator'),
  ]);
});
afterAll(() => world?.close());

const inboxOf = async (browser: Browser) =>
  (await browser.get('/notifications/stream', { accept: 'application/json' })).json<Inbox>();
const titlesOf = async (browser: Browser) => (await inboxOf(browser)).latest.map(({ title }) => title);
const system = <T>(work: Parameters<typeof world.database.asSystem<T>>[1]) =>
  world.database.asSystem([world.school.ilorin.id, world.school.offa.id], work);
const forget = () => system((tx) => tx.execute(sql`delete from notifications`));
const say = (to: number[], more: Partial<Notification> = {}) =>
  system((tx) =>
    notify(tx, { institutionId: world.school.ilorin.id, to, kind: 'imports.done', title: 'It is done', ...more }),
  );
/** Moves students who are in no batch; answers the address of the assignment. */
async function assign(browser: Browser, batch: 'JSS 2 A' | 'JSS 1 B', count: number): Promise<string> {
  const { ilorin } = world.school;
  const { rows } = await system((tx) =>
    tx.execute<{ id: number }>(
      sql`select id from students where institution_id = ${ilorin.id} and batch_id is null and status = 'active' order by id limit ${count}`,
    ),
  );
  const answer = await browser.post('/students/batch-assignment', {
    batch_id: ilorin.batchIds[batch],
    student_ids: rows.map(({ id }) => id),
  });
  expect([answer.statusCode, answer.body]).toEqual([200, 'success']);
  return String(answer.headers.location);
}

describe('students assigned to a batch', () => {
  test('2.12 its class teacher is notified once with the number, but not the user who did it or a subject teacher', async () => {
    await assign(registrar, 'JSS 1 B', 1);
    expect(await titlesOf(teacher)).toEqual([]);
    await assign(registrar, 'JSS 2 A', 2);
    expect(await inboxOf(teacher)).toMatchObject({
      unread: 1,
      latest: [
        {
          title: '2 students were assigned to JSS 2 A',
          body: 'By The registrar (registrar).',
          href: `/batches/${world.school.ilorin.batchIds['JSS 2 A']}`,
          isRead: false,
        },
      ],
    });
    expect(await inboxOf(registrar)).toMatchObject({ unread: 0, latest: [] });
    await forget();
  });

  test('an undo removes the notification; users who have read it are notified that it no longer applies', async () => {
    await system(async (tx) => {
      await tx.execute(sql`update enrolments set to_date = from_date where to_date is null and student_id in
        (select id from students where batch_id = ${world.school.ilorin.batchIds['JSS 2 A']})`);
      await tx.execute(
        sql`update students set batch_id = null where batch_id = ${world.school.ilorin.batchIds['JSS 2 A']}`,
      );
    });
    const first = await assign(registrar, 'JSS 2 A', 1);
    expect(await titlesOf(teacher)).toEqual(['1 student was assigned to JSS 2 A']);
    await registrar.post(`${first}/undo`);
    expect(await titlesOf(teacher)).toEqual([]);

    const second = await assign(registrar, 'JSS 2 A', 1);
    const [notice] = (await inboxOf(teacher)).latest;
    await teacher.post(`/notifications/${notice!.id}/read`);
    await registrar.post(`${second}/undo`);
    expect(await titlesOf(teacher)).toEqual([
      'The assignment of 1 student to JSS 2 A was undone',
      '1 student was assigned to JSS 2 A',
    ]);
    await forget();
  });

  test('a class teacher who assigns students is not notified', async () => {
    const { ilorin, accounts } = world.school;
    await system((tx) =>
      tx.execute(sql`insert into batch_teachers (institution_id, batch_id, employee_id)
        select ${ilorin.id}, ${ilorin.batchIds['JSS 2 A']}, employee_id from memberships where account_id = ${accounts.registrar}`),
    );
    await assign(registrar, 'JSS 2 A', 1);
    expect(await titlesOf(registrar)).toEqual([]);
    expect(await titlesOf(teacher)).toEqual(['1 student was assigned to JSS 2 A']);
    await forget();
  });
});

test('closing a batch notifies its teachers, and an unread notification disappears when it is reopened', async () => {
  const batch = `/batches/${world.school.ilorin.batchIds['JSS 2 A']}`;
  await registrar.post(`${batch}/close`);
  expect(await titlesOf(teacher)).toEqual(['JSS 2 A was closed and no longer accepts students']);
  await registrar.post(`${batch}/reopen`);
  expect(await titlesOf(teacher)).toEqual([]);
});

test('a new current session notifies the staff, but not students or guardians', async () => {
  const { ilorin } = world.school;
  const answer = await registrar.post('/academic-sessions', {
    institutionId: ilorin.id,
    name: '2031/2032',
    startsOn: '2031-09-01',
    endsOn: '2032-07-31',
    is_current: 'this',
  });
  expect(answer.statusCode).toBe(303);
  const told = await system((tx) =>
    tx.execute<{ username: string }>(
      sql`select username from notifications n join accounts a on a.id = n.account_id where kind = 'structure.currentSession' order by 1`,
    ),
  );
  const names = told.rows.map(({ username }) => username);
  expect(names).toEqual(expect.arrayContaining(['teacher', 'employee', 'bursar', 'owner']));
  expect(names.filter((name) => /registrar|student|guardian|applicant/.test(name))).toEqual([]);
  expect(await titlesOf(teacher)).toEqual(['2031/2032 is now the current session']);
  await forget();
});

describe('users are notified of their own sign-ins', () => {
  test('when another user adds or removes a role', async () => {
    const { accounts, ilorin } = world.school;
    const [owner, bursar] = await Promise.all([world.as('owner'), world.as('bursar')]);
    await owner.post(`/accounts/${accounts.bursar}/roles`, { role_id: ilorin.roleIds.cashier, employee_id: '' });
    const { rows } = await system((tx) =>
      tx.execute<{ id: number }>(
        sql`select id from memberships where account_id = ${accounts.bursar} and role_id = ${ilorin.roleIds.cashier}`,
      ),
    );
    await owner.post(`/accounts/${accounts.bursar}/roles/${rows[0]!.id}/take`);
    expect(await inboxOf(bursar)).toMatchObject({
      unread: 2,
      latest: [
        {
          title: 'Your role Cashier was removed',
          body: 'By The owner (owner), Ilorin Grammar School.',
        },
        { title: 'You have a new role: Cashier', body: 'By The owner (owner), Ilorin Grammar School.' },
      ],
    });
    expect(await titlesOf(owner)).toEqual([]);
    await forget();
  });

  test('when the password is changed, and at a sign-in on another kind of device', async () => {
    const signIn = async (agent: string, secret = password) => {
      const browser = world.nobody();
      const answer = await browser.post(
        '/sign-in',
        { identifier: 'principal', password: secret },
        { 'user-agent': agent },
      );
      expect(answer.statusCode).toBe(303);
      return browser;
    };
    const linux = 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0';
    const android = 'Mozilla/5.0 (Linux; Android 14) Chrome/140.0';
    const first = await signIn(linux);
    await signIn(linux);
    expect(await titlesOf(first)).toEqual([]);
    await signIn(android);
    expect(await titlesOf(first)).toEqual(['You signed in on a new device: Chrome on Android']);
    await signIn(android);
    expect(await inboxOf(first)).toMatchObject({ unread: 1 });
    const changed = await first.post(
      '/account/password',
      { current: password, password: 'another word on warm paper' },
      { 'user-agent': linux },
    );
    expect(changed.statusCode).toBe(303);
    expect((await titlesOf(first))[0]).toBe('Your password was changed');
    await forget();
  });
});

test('a failed backup notifies ICT administrators and group administrators, once until they have read it', async () => {
  const fail = () =>
    world.database.anonymous((tx) => notifyKeepers(tx, 'backup.failed', 'The nightly backup failed', 'A full disk.'));
  await fail();
  await fail();
  const group = await world.as('group');
  for (const one of [ict, group]) expect(await titlesOf(one)).toEqual(['The nightly backup failed']);
  for (const one of [registrar, teacher]) expect(await titlesOf(one)).toEqual([]);
  await forget();
});

describe('an inbox', () => {
  test('is one’s own: another’s is not found, and what belongs to a lost institution is not shown', async () => {
    const { accounts, ilorin, offa } = world.school;
    await say([accounts.teacher], { title: 'For the teacher' });
    const [theirs] = (await inboxOf(teacher)).latest;
    for (const [browser, act] of [
      [registrar, 'read'],
      [registrar, 'dismiss'],
      [await world.as('registrar.offa'), 'read'],
      [await world.as('group'), 'dismiss'],
    ] as const)
      expect((await browser.post(`/notifications/${theirs!.id}/${act}`)).statusCode).toBe(404);
    expect(await inboxOf(teacher)).toMatchObject({ unread: 1 });

    await system((tx) =>
      notify(tx, { institutionId: offa.id, to: [accounts.teacher], kind: 'imports.done', title: 'Of Offa' }),
    );
    expect(await titlesOf(teacher)).toEqual(['For the teacher']);
    expect((await teacher.page('/notifications')).props.rows).toHaveLength(1);
    expect((await teacher.get(`/notifications?institution_id=${offa.id}`)).statusCode).toBe(404);
    const cashier = await world.as('cashier');
    await say([accounts.cashier]);
    await system((tx) =>
      tx.execute(sql`delete from memberships where account_id = ${accounts.cashier} and institution_id = ${ilorin.id}`),
    );
    expect(await inboxOf(cashier)).toMatchObject({ unread: 0, latest: [] });
    await forget();
  });

  test('2.12 is read up to what one has seen, put away one by one, and listed page by page', async () => {
    const { accounts } = world.school;
    for (let at = 1; at <= 60; at += 1) await say([accounts.teacher], { title: `Message ${at}` });
    const first = await teacher.page('/notifications');
    expect([first.props.rows.length, first.props.rows[0].title]).toEqual([50, 'Message 60']);
    const second = await teacher.page(first.props.next);
    expect([second.props.rows.length, second.props.next]).toEqual([10, null]);

    const { id } = first.props.rows[2];
    expect((await teacher.post('/notifications/read', { until: id })).statusCode).toBe(204);
    expect(
      (await teacher.page('/notifications?show=unread')).props.rows.map((row: { title: string }) => row.title),
    ).toEqual(['Message 60', 'Message 59']);
    await teacher.post(`/notifications/${first.props.rows[0].id}/dismiss`);
    const { unread, latest } = await inboxOf(teacher);
    expect([unread, latest[0]!.title, latest.filter(({ isRead }) => !isRead).length]).toEqual([1, 'Message 59', 1]);
    expect((await teacher.post(`/notifications/${first.props.rows[0].id}/read`)).statusCode).toBe(404);
    await forget();
  });

  test('counts to a hundred, tells nobody whose sign-in is disabled, and clips what is too long', async () => {
    const { accounts } = world.school;
    await system((tx) =>
      tx.execute(sql`insert into notifications (institution_id, account_id, kind, title)
        select ${world.school.ilorin.id}, ${accounts.teacher}, 'imports.done', 'Again' from generate_series(1, 250)`),
    );
    expect(await inboxOf(teacher)).toMatchObject({ unread: 100 });
    await forget();
    await system((tx) => tx.execute(sql`update accounts set disabled_at = now() where id = ${accounts.hr_officer}`));
    await say([accounts.hr_officer, accounts.teacher], { title: `${'x'.repeat(158)}😀😀`, body: ' two\n lines ' });
    const { rows } = await system((tx) =>
      tx.execute<{ who: number; title: string; body: string }>(
        sql`select account_id as who, title, body from notifications`,
      ),
    );
    expect(rows).toEqual([{ who: accounts.teacher, title: `${'x'.repeat(158)}…`, body: 'two lines' }]);
    await forget();
  });

  test('is text: markup in a title comes out as it went in, and not as markup', async () => {
    const title = '</script><script>alert(1)</script>';
    await say([world.school.accounts.teacher], { title });
    expect(await titlesOf(teacher)).toEqual([title]);
    expect((await teacher.get('/notifications')).body).not.toContain('<script>alert');
    await forget();
  });

  test('a look at it by the browser alone does not keep a session alive', async () => {
    const browser = await world.as('owner');
    const seenAt = async () =>
      (
        await system((tx) =>
          tx.execute<{ at: string }>(
            sql`select last_seen_at::text as at from sessions where account_id = ${world.school.accounts.owner} order by id desc limit 1`,
          ),
        )
      ).rows[0]!.at;
    await system((tx) =>
      tx.execute(
        sql`update sessions set last_seen_at = now() - interval '2 hours' where account_id = ${world.school.accounts.owner}`,
      ),
    );
    const before = await seenAt();
    await inboxOf(browser);
    await inboxOf(browser);
    await nothingFor(100);
    expect(await seenAt()).toBe(before);
    await browser.get('/students');
    await expect.poll(seenAt).not.toBe(before);
  });

  test('loses what was read 90 days ago, and nothing that nobody has read', async () => {
    const { accounts } = world.school;
    for (const title of ['Read long ago', 'Read', 'Unread']) await say([accounts.teacher], { title });
    await system((tx) =>
      tx.execute(sql`update notifications set created_at = now() - interval '200 days',
        read_at = case title when 'Unread' then null when 'Read' then now() - interval '89 days' else now() - interval '91 days' end`),
    );
    expect(await tidyNotifications(world.database)).toBe(1);
    expect((await titlesOf(teacher)).toSorted()).toEqual(['Read', 'Unread']);
    await forget();
  });
});

test('the same rule for everyone: an institution’s own rows are all that a transaction can write', async () => {
  const { ilorin, offa, accounts } = world.school;
  const foreign = world.database.asSystem([ilorin.id], (tx) =>
    notify(tx, { institutionId: offa.id, to: [accounts.teacher], kind: 'imports.done', title: 'Not here' }),
  );
  await expect(foreign).rejects.toMatchObject({ cause: { message: expect.stringMatching(/row-level security/) } });
});

test('of the page in view they are read up to the one that arrived, security notices and those of others excepted', async () => {
  const { accounts } = world.school;
  await forget();
  const page = { href: '/imports/12', kind: 'imports.done' };
  await say([accounts.teacher, accounts.registrar], { ...page, title: 'First' });
  await say([accounts.teacher], { title: 'Elsewhere', href: '/imports/13' });
  await say([accounts.teacher], { title: 'Reset', kind: 'security.reset', href: '/imports/12' });
  const until = Math.max(...(await inboxOf(teacher)).latest.map(({ id }) => id));
  await say([accounts.teacher], { ...page, title: 'Later' });
  const unread = async (browser: Browser) =>
    (await inboxOf(browser)).latest.filter(({ isRead }) => !isRead).map(({ title }) => title);
  expect((await teacher.post('/notifications/seen', { href: '/imports/12', until })).statusCode).toBe(204);
  expect(await unread(teacher)).toEqual(['Later', 'Reset', 'Elsewhere']);
  expect(await unread(registrar)).toEqual(['First']);
  for (const href of ['//evil.example', 'imports/12', '', undefined])
    expect((await teacher.post('/notifications/seen', { href, until })).statusCode).toBe(422);
  await forget();
});
