import { and, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { accounts, credentials, memberships, roles } from '#kernel/identity.schema.ts';
import { outbox } from '#kernel/messages/messages.schema.ts';
import { notifications } from '#kernel/tables.ts';
import { startSchool, type Browser } from '#test/harness/app.ts';
import { employees } from '#features/records/people/people.schema.ts';
import { withClient } from '#test/harness/client.ts';
import type { RoleKey } from '#kernel/contracts/role-names.ts';
import { pendingCodes } from './passwords/password.routes.ts';

/** An ICT administrator must not get hold of money or restricted data by way of other people's accounts. */
let world: Awaited<ReturnType<typeof startSchool>>;
let ict: Browser;
let owner: Browser;
beforeAll(async () => {
  world = await startSchool();
  [ict, owner] = await Promise.all([world.as('ict_administrator'), world.as('owner')]);
});
afterAll(() => world?.close());

const at = (username: RoleKey | 'registrar.offa') => `/accounts/${world.school.accounts[username]}`;
const within = <T>(work: Parameters<typeof world.database.asSystem<T>>[1]) =>
  world.database.asSystem([world.school.ilorin.id], work);
const roleId = (key: RoleKey) => world.school.ilorin.roleIds[key];
const waiting = async (browser: Browser) =>
  (await browser.page('/approvals')).props.waiting as {
    id: number;
    summary: string;
    details: [string, string][];
    since: { what: string; at: string }[];
  }[];
const rolesOf = (username: RoleKey) =>
  within(async (tx) =>
    (
      await tx
        .select({ roleId: memberships.roleId })
        .from(memberships)
        .where(eq(memberships.accountId, world.school.accounts[username]))
    ).map((one) => one.roleId),
  );
const messagesTo = (recipient: string) =>
  within(async (tx) => (await tx.select().from(outbox).where(eq(outbox.recipient, recipient))).map(({ body }) => body));

beforeEach(async () => {
  for (const { id } of await waiting(owner)) await owner.post(`/approvals/${id}/decline`, { reason: 'Next test' });
});

test('a bursar’s, registrar’s or principal’s role that an ICT administrator gives waits for a second person', async () => {
  for (const key of ['bursar', 'cashier', 'registrar', 'principal', 'hr_officer'] as const) {
    expect((await ict.post(`${at('employee')}/roles`, { role_id: roleId(key) })).statusCode).toBe(303);
    expect(await rolesOf('employee')).not.toContain(roleId(key));
  }
  const [request] = (await waiting(owner)).filter(({ summary }) => summary === 'add the role Bursar to The employee');
  expect((await owner.post(`/approvals/${request!.id}/approve`)).statusCode).toBe(200);
  expect(await rolesOf('employee')).toContain(roleId('bursar'));
  expect((await messagesTo('employee@example.com')).join()).toContain('You have a new role in Akada: Bursar');
  await within((tx) =>
    tx
      .delete(memberships)
      .where(and(eq(memberships.accountId, world.school.accounts.employee), eq(memberships.roleId, roleId('bursar')))),
  );
});

test('an owner adds it alone, and an ordinary role needs no approval', async () => {
  await owner.post(`${at('employee')}/roles`, { role_id: roleId('cashier') });
  // The account is reached where the record says, and somebody else wrote that.
  await within((tx) =>
    tx
      .update(employees)
      .set({ email: 'employee@example.com' })
      .where(sql`id = (select max(employee_id) from memberships where account_id = ${world.school.accounts.employee})`),
  );
  await ict.post(`${at('employee')}/roles`, { role_id: roleId('teacher') });
  expect(await rolesOf('employee')).toEqual(expect.arrayContaining([roleId('cashier'), roleId('teacher')]));
  expect(await waiting(owner)).toEqual([]);
  const person = { institution_id: world.school.ilorin.id, name: 'Ngozi Eze', username: 'ngozi.eze' };
  const made = await ict.post('/accounts', { ...person, role_ids: [roleId('teacher')] });
  expect(made.json()).toMatchObject({ link: expect.stringContaining('/invitations/') });
  const { id } = made.json() as { id: number };
  await within((tx) =>
    tx
      .insert(credentials)
      .values({ accountId: id, passwordHash: 'x' })
      .onConflictDoUpdate({
        target: credentials.accountId,
        set: { passwordHash: 'x' },
      }),
  );
  // Nothing is linked to it yet, so it opens nothing that the ICT administrator does not have.
  expect((await ict.post(`/accounts/${id}/reset-code`)).json()).toMatchObject({ code: expect.any(String) });
});

test('nor into the account of a teacher, a guardian or a student, whose records open what the ICT administrator cannot see', async () => {
  for (const username of ['teacher', 'guardian', 'student'] as const) {
    expect((await ict.post(`${at(username)}/reset-code`)).json()).toEqual({ requested: expect.any(String) });
    await within((tx) =>
      tx
        .update(credentials)
        .set({ totpConfirmedAt: new Date() })
        .where(eq(credentials.accountId, world.school.accounts[username])),
    );
    expect((await ict.post(`${at(username)}/remove-second-factor`)).statusCode).toBe(303);
    expect((await ict.page(at(username))).props.can.needsApproval).toBe(true);
    await within((tx) =>
      tx
        .update(credentials)
        .set({ totpConfirmedAt: null })
        .where(eq(credentials.accountId, world.school.accounts[username])),
    );
  }
  const asked = await waiting(owner);
  expect(asked.map(({ summary }) => summary).toSorted()).toEqual([
    'reset the password of The guardian',
    'reset the password of The student',
    'reset the password of The teacher',
    'turn off two-step verification for The guardian',
    'turn off two-step verification for The student',
    'turn off two-step verification for The teacher',
  ]);
  expect((await owner.post(`${at('teacher')}/reset-code`)).json()).toMatchObject({ code: expect.any(String) });
});

test('nor to marks, by adding an employee, waiting, and signing in as that teacher; nor in two steps', async () => {
  // Of employees' restricted data this ICT administrator sees all: marks are another matter.
  const ictRole = roleId('ict_administrator');
  const [before] = await within((tx) => tx.select().from(roles).where(eq(roles.id, ictRole)));
  const all = [...before!.permissions, 'employees.viewPrivate', 'employees.viewHealth', 'employees.viewReligion'];
  await within((tx) => tx.update(roles).set({ permissions: all }).where(eq(roles.id, ictRole)));
  const mine = { firstName: 'Mine', surname: 'Own', email: 'mine.own@example.com' };
  expect((await ict.post('/employees', { institutionId: world.school.ilorin.id, ...mine })).statusCode).toBe(303);
  const [added] = await within((tx) =>
    tx.select({ id: employees.id }).from(employees).where(eq(employees.email, mine.email)),
  );
  await withClient(world.ownerUrl, async (client) => {
    await client.query('alter table audit_entries disable trigger user');
    await client.query(`update audit_entries set at = at - interval '30 days'`);
    await client.query('alter table audit_entries enable trigger user');
  });
  const person = { institution_id: world.school.ilorin.id, name: 'Mine Own', email: mine.email };
  const link = { employee_id: added!.id };
  const invite = (username: string, role: RoleKey, more: object = {}) =>
    ict.post('/accounts', { ...person, username, role_ids: [roleId(role)], ...more });
  expect((await invite('mine.own', 'teacher', link)).json()).toEqual({ requested: expect.any(String) });
  // First as an employee, then as a teacher: the account has the record and the role, however they came together.
  const made = (await invite('mine.two', 'employee', link)).json() as { id: number; link: string };
  expect(made.link).toContain('/invitations/');
  await ict.post(`/accounts/${made.id}/roles`, { role_id: roleId('teacher') });
  const summaries = (await waiting(owner)).map(({ summary }) => summary);
  expect(summaries).toEqual(['add the role Teacher to Mine Own', 'invite Mine Own as Teacher']);
  await within((tx) => tx.update(roles).set({ permissions: before!.permissions }).where(eq(roles.id, ictRole)));
});

test('of a protected account the ICT administrator gets neither code nor link nor two-step verification; the approver gets the code', async () => {
  for (const username of ['bursar', 'registrar'] as const) {
    const answer = (await ict.post(`${at(username)}/reset-code`)).json();
    expect(answer).toEqual({ requested: expect.stringContaining('Sent for approval') });
  }
  const asked = await waiting(owner);
  expect(asked.map(({ summary }) => summary).toSorted()).toEqual([
    'reset the password of The bursar',
    'reset the password of The registrar',
  ]);
  const codes = () =>
    within((tx) =>
      tx.execute(sql`select 1 from one_time_tokens where account_id = ${world.school.accounts.registrar}`),
    );
  expect((await codes()).rows).toEqual([]);
  const request = asked.find(({ summary }) => summary.endsWith('registrar'))!;
  const approved = await owner.post(`/approvals/${request.id}/approve`);
  expect(approved.json().secret.text).toMatch(/^\d{4} \d{4} \d{4}$/);
  // On all channels.
  const told = await within((tx) =>
    tx
      .select({ title: notifications.title })
      .from(notifications)
      .where(eq(notifications.accountId, world.school.accounts.registrar)),
  );
  expect(told.at(-1)!.title).toBe('A code to reset your Akada password was created');
  expect((await messagesTo('registrar@example.com')).join()).toContain('By The ict_administrator');

  const id = world.school.accounts.bursar;
  await within((tx) =>
    tx.update(credentials).set({ totpConfirmedAt: new Date() }).where(eq(credentials.accountId, id)),
  );
  const removed = await ict.post(`${at('bursar')}/remove-second-factor`);
  expect(removed.statusCode).toBe(303);
  const [row] = await within((tx) => tx.select().from(credentials).where(eq(credentials.accountId, id)));
  expect(row!.totpConfirmedAt).not.toBeNull();
});

test('neither by a changed address, a message in the outbox, nor by way of an invitation', async () => {
  const bursar = world.school.accounts.bursar;
  await ict.post(at('bursar'), { name: 'The bursar', email: 'mine@example.com', phone: '' });
  const emailOf = async () =>
    (await within((tx) => tx.select().from(accounts).where(eq(accounts.id, bursar))))[0]!.email;
  expect(await emailOf()).toBe('bursar@example.com');
  const [request] = await waiting(owner);
  expect(request).toMatchObject({
    details: [
      ['New e-mail', 'mine@example.com'],
      ['Why approval is needed', expect.stringContaining('weren’t on the record before')],
    ],
  });
  expect((await owner.post(`/approvals/${request!.id}/approve`)).statusCode).toBe(200);
  expect(await emailOf()).toBe('mine@example.com');
  expect((await messagesTo('bursar@example.com')).join()).toContain('your Akada account was changed');

  await owner.post(`/accounts/${bursar}`, { name: 'The bursar', email: 'bursar@example.com', phone: '' });
  await world.nobody().post('/forgot-password', { identifier: 'bursar' });
  await pendingCodes();
  const [message] = await within((tx) =>
    tx
      .select({ id: outbox.id })
      .from(outbox)
      .where(and(eq(outbox.accountId, bursar), eq(outbox.keyKind, 'reset'))),
  );
  expect((await ict.post(`/outbox/${message!.id}/read`)).statusCode).toBe(403);
  expect((await owner.post(`/outbox/${message!.id}/read`)).statusCode).toBe(200);

  const person = { institution_id: world.school.ilorin.id, name: 'A Spy', username: 'a.spy', email: 'spy@example.com' };
  const made = await ict.post('/accounts', { ...person, role_ids: [roleId('registrar')] });
  expect(made.json()).toEqual({ requested: expect.any(String) });
  const invited = () => within((tx) => tx.select().from(accounts).where(eq(accounts.username, 'a.spy')));
  expect(await invited()).toEqual([]);
  const invitation = (await waiting(owner)).find(({ summary }) => summary === 'invite A Spy as Registrar')!;
  expect(invitation.details).toContainEqual(['E-mail', 'spy@example.com']);
  const approved = await owner.post(`/approvals/${invitation.id}/approve`);
  expect(approved.json().secret.text).toContain('/invitations/');
  expect(await invited()).toHaveLength(1);
  const again = await ict.post(`/accounts/${(await invited())[0]!.id}/invitation`);
  expect(again.json()).toEqual({ requested: expect.any(String) });
});

test('what someone else changes while a request waits is shown to whoever decides, and approving undoes none of it', async () => {
  const bursar = world.school.accounts.bursar;
  const row = async () => (await within((tx) => tx.select().from(accounts).where(eq(accounts.id, bursar))))[0]!;
  const before = await owner.opened(at('bursar'));
  await ict.post(at('bursar'), { ...before, email: 'new.bursar@example.com', opened: before });
  const [first] = await waiting(owner);
  // What is not asked for is not shown: it may have another value by the time of the decision.
  expect(first).toMatchObject({ since: [], details: [['New e-mail', 'new.bursar@example.com'], expect.anything()] });
  // Another field: both changes hold.
  await owner.post(at('bursar'), { ...before, phone: '08031234567', opened: before });
  const [shown] = await waiting(owner);
  expect(shown).toMatchObject({
    id: first!.id,
    since: [
      { what: expect.stringMatching(/^The owner \(owner\) changed phone of The bursar/), at: expect.any(String) },
    ],
  });
  const approved = await owner.post(`/approvals/${first!.id}/approve`);
  expect(approved.statusCode, approved.body).toBe(200);
  expect(await row()).toMatchObject({ email: 'new.bursar@example.com', phone: '+2348031234567' });

  // The same field: nothing is done, and it is said who has changed what.
  const then = await owner.opened(at('bursar'));
  await ict.post(at('bursar'), { ...then, email: 'third@example.com', opened: then });
  await owner.post(at('bursar'), { ...then, email: before['email'], opened: then });
  const [second] = await waiting(owner);
  const refused = await owner.post(`/approvals/${second!.id}/approve`);
  expect([refused.statusCode, refused.json().message]).toEqual([
    409,
    'The owner (owner) has changed email since this was requested. Decline this request, then make the change again if it is still needed.',
  ]);
  expect(await row()).toMatchObject({ email: before['email'] });
  expect(await waiting(owner)).toHaveLength(1);
});

test('nor by adding permissions to an ordinary role, which apply to everyone with it', async () => {
  const { props } = await owner.page(`/roles/${roleId('teacher')}`);
  const more = { name: 'Teacher', permissions: [...props.role.permissions, 'students.export'] };
  expect((await ict.post(`/roles/${roleId('teacher')}`, more)).statusCode).toBe(303);
  const held = async () => (await owner.page(`/roles/${roleId('teacher')}`)).props.role.permissions;
  expect(await held()).not.toContain('students.export');
  const [request] = await waiting(owner);
  expect(request!.summary).toBe('add sensitive permissions to the role Teacher');
  expect((await owner.post(`/approvals/${request!.id}/approve`)).statusCode).toBe(200);
  expect(await held()).toContain('students.export');
  await owner.post(`/roles/${roleId('teacher')}`, { name: 'Teacher', permissions: props.role.permissions });
});

test('the person a request is about cannot decide it', async () => {
  await within((tx) =>
    tx.insert(memberships).values({
      institutionId: world.school.ilorin.id,
      accountId: world.school.accounts.cashier,
      roleId: roleId('ict_administrator'),
    }),
  );
  await ict.post(`${at('cashier')}/roles`, { role_id: roleId('registrar') });
  const cashier = await world.as('cashier');
  const [request] = await waiting(owner);
  expect((await cashier.post(`/approvals/${request!.id}/approve`)).statusCode).toBe(403);
  expect(await rolesOf('cashier')).not.toContain(roleId('registrar'));
});
