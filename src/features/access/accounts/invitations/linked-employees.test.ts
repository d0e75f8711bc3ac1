import { and, desc, eq, sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { accounts, memberships } from '#kernel/identity.schema.ts';
import { outbox } from '#kernel/messages/messages.schema.ts';
import { employees } from '#features/records/people/people.schema.ts';
import { startSchool, type Browser } from '#test/harness/app.ts';
import { withClient } from '#test/harness/client.ts';

/** People who manage accounts but may not see employees' restricted data must not reach it through an account. */
let world: Awaited<ReturnType<typeof startSchool>>;
let ict: Browser;
let owner: Browser;
let bola: number;
beforeEach(async () => {
  world = await startSchool();
  [ict, owner] = await Promise.all([world.as('ict_administrator'), world.as('owner')]);
  [{ id: bola }] = (await within((tx) =>
    tx
      .insert(employees)
      .values({
        institutionId: world.school.ilorin.id,
        employeeNumber: 'T/501',
        surname: 'Salami',
        firstName: 'Bola',
        ...contacts,
      })
      .returning({ id: employees.id }),
  )) as [{ id: number }];
});
afterEach(() => world?.close());

const contacts = { email: 'bola@example.com', mobile: '+2348030000099' };
const within = <T>(work: Parameters<typeof world.database.asSystem<T>>[1]) =>
  world.database.asSystem([world.school.ilorin.id], work);
const invitation = (over: Record<string, unknown> = {}) => ({
  institution_id: world.school.ilorin.id,
  name: 'Bola Salami',
  username: 'bola.salami',
  email: contacts.email,
  phone: '0803 000 0099',
  role_ids: [world.school.ilorin.roleIds.teacher],
  employee_id: bola,
  ...over,
});
const linked = () => within((tx) => tx.$count(memberships, eq(memberships.employeeId, bola)));
const secondIct = () =>
  within(async (tx) => {
    const { ilorin, accounts: ids } = world.school;
    await tx
      .insert(memberships)
      .values({ institutionId: ilorin.id, accountId: ids.employee, roleId: ilorin.roleIds.ict_administrator });
    return world.as('employee');
  });
const waiting = async (by: Browser) => (await by.page('/approvals')).props.waiting as { id: number; summary: string }[];
const approve = async (by: Browser) => by.post(`/approvals/${(await waiting(by))[0]!.id}/approve`);
const messageTo = (recipient: string) =>
  within(async (tx) => {
    const [message] = await tx
      .select({ id: outbox.id, body: outbox.body })
      .from(outbox)
      .where(and(eq(outbox.recipient, recipient), eq(outbox.keyKind, 'invitation')))
      .orderBy(desc(outbox.id));
    return message;
  });

test('one person invites an employee to the contacts on the record; the link is sent, not shown', async () => {
  const made = (await ict.post('/accounts', invitation())).json();
  expect(made).toMatchObject({ username: 'bola.salami', link: null, sentTo: 'b•••@example.com and •••• 0099' });
  expect(await linked()).toBe(1);
  const message = await messageTo(contacts.email);
  expect(message!.body).toContain('/invitations/');
  expect((await ict.post(`/outbox/${message!.id}/read`)).statusCode).toBe(403);
  expect((await ict.post(`/accounts/${made.id}/invitation`)).json()).toEqual({
    link: null,
    sentTo: 'b•••@example.com and •••• 0099',
  });
  expect((await owner.post(`/accounts/${made.id}/invitation`)).json().link).toContain('/invitations/');
});

test('another address, or one that the same person has just put on the record, needs a second person', async () => {
  const mine = invitation({ email: 'mine@example.com', phone: '' });
  expect((await ict.post('/accounts', mine)).json()).toEqual({ requested: expect.any(String) });
  expect((await ict.post('/accounts', invitation({ phone: '08099999999' }))).statusCode).toBe(422);
  expect(await linked()).toBe(0);
  const second = await secondIct();
  expect((await waiting(second))[0]).toMatchObject({
    summary: 'invite Bola Salami as Teacher',
    details: expect.arrayContaining([
      ['E-mail', 'mine@example.com'],
      ['Record', 'Salami, Bola (T/501)'],
      ['Why approval is needed', expect.stringContaining('weren’t on the record before')],
    ]),
  });
  // Nor does the second person get what neither may see.
  expect((await approve(second)).json()).toEqual({ message: 'The invitation was sent to m•••@example.com.' });
  expect(await linked()).toBe(1);

  const musa = { firstName: 'Musa', surname: 'Garba', email: 'musa@example.com' };
  expect((await ict.post('/employees', { institutionId: world.school.ilorin.id, ...musa })).statusCode).toBe(303);
  const [{ id: employee_id }] = (await within((tx) =>
    tx.select({ id: employees.id }).from(employees).where(eq(employees.email, musa.email)),
  )) as [{ id: number }];
  const own = invitation({ name: 'Musa Garba', username: 'musa', email: musa.email, phone: '', employee_id });
  expect((await ict.post('/accounts', own)).json()).toEqual({ requested: expect.any(String) });
});

test('without an address the link cannot be sent, unless the data can be seen anyway', async () => {
  const nowhere = invitation({ email: '', phone: '' });
  expect((await ict.post('/accounts', nowhere)).json().errors).toEqual({
    email: expect.stringContaining('The invitation will be sent there'),
  });
  expect((await owner.post('/accounts', nowhere)).json().link).toContain('/invitations/');
  // What is linked to no record is shown as before.
  const plain = invitation({ username: 'plain', email: '', phone: '', employee_id: '' });
  expect((await ict.post('/accounts', plain)).json().link).toContain('/invitations/');
});

test('an account from before is linked by one person only when its contacts are the record’s and he never held its keys', async () => {
  const role_id = world.school.ilorin.roleIds.employee;
  const link = (accountId: number) => ict.post(`/accounts/${accountId}/roles`, { role_id, employee_id: bola });
  // The teacher's account is reached elsewhere.
  await link(world.school.accounts.teacher);
  expect(await linked()).toBe(0);
  // Made by the same person, who has seen the link.
  const made = (await ict.post('/accounts', invitation({ employee_id: '' }))).json();
  expect(made.link).toContain('/invitations/');
  await link(made.id);
  expect(await linked()).toBe(0);
  expect((await waiting(owner)).map(({ summary }) => summary)).toEqual([
    'add the role Employee to Bola Salami as Salami, Bola (T/501)',
    'add the role Employee to The teacher as Salami, Bola (T/501)',
  ]);
  await within((tx) =>
    tx.execute(sql`update approvals set outcome = 'withdrawn', decided_at = now(), decided_by = asked_by`),
  );
  await within((tx) => tx.update(accounts).set({ email: null }).where(eq(accounts.id, made.id)));
  await within((tx) =>
    tx.update(accounts).set({ email: contacts.email }).where(eq(accounts.id, world.school.accounts.teacher)),
  );
  await link(world.school.accounts.teacher);
  expect(await linked()).toBe(1);
});

test('what a second person approved is not done for an account whose contacts have changed since', async () => {
  const { teacher } = world.school.accounts;
  await ict.post(`/accounts/${teacher}/roles`, { role_id: world.school.ilorin.roleIds.employee, employee_id: bola });
  await within((tx) => tx.update(accounts).set({ email: 'mine@example.com' }).where(eq(accounts.id, teacher)));
  expect((await approve(owner)).statusCode).toBe(409);
  await within((tx) => tx.update(accounts).set({ email: 'teacher@example.com' }).where(eq(accounts.id, teacher)));
  expect((await approve(owner)).statusCode).toBe(200);
  expect(await linked()).toBe(1);
});

test('a linked account’s new address is the record’s, or needs a second person: a forgotten password leads there', async () => {
  const made = (await ict.post('/accounts', invitation())).json();
  const at = `/accounts/${made.id}`;
  const address = () =>
    within((tx) => tx.select({ email: accounts.email }).from(accounts).where(eq(accounts.id, made.id)));
  await ict.post(at, { name: 'Bola Salami', email: 'mine@example.com', phone: '' });
  expect(await address()).toEqual([{ email: contacts.email }]);
  expect(await waiting(owner)).toHaveLength(1);
  await within((tx) => tx.update(employees).set({ email: 'bola.new@example.com' }).where(eq(employees.id, bola)));
  await ict.post(at, { name: 'Bola Salami', email: 'bola.new@example.com', phone: '' });
  expect(await address()).toEqual([{ email: 'bola.new@example.com' }]);
  // Within a day the same person makes no new link for it; later it goes to the record's address alone.
  expect((await ict.post(`${at}/invitation`)).json()).toEqual({ requested: expect.any(String) });
  await withClient(world.ownerUrl, async (client) => {
    await client.query('alter table audit_entries disable trigger user');
    await client.query(`update audit_entries set at = at - interval '25 hours'`);
    await client.query(`update approvals set outcome = 'withdrawn', decided_at = now(), decided_by = asked_by`);
  });
  expect((await ict.post(`${at}/invitation`)).json()).toEqual({ link: null, sentTo: 'b•••@example.com' });
  await within((tx) => tx.update(accounts).set({ email: 'mine@example.com' }).where(eq(accounts.id, made.id)));
  expect((await ict.post(`${at}/invitation`)).json()).toEqual({ requested: expect.any(String) });
});

test('nor does the general invitation show a guardian’s link', async () => {
  await withClient(world.ownerUrl, (client) =>
    client.query('delete from credentials where account_id = $1', [world.school.accounts.guardian]),
  );
  await within((tx) =>
    tx.execute(sql`update guardians set email = 'guardian@example.com' where first_name = 'Folake'`),
  );
  const again = await ict.post(`/accounts/${world.school.accounts.guardian}/invitation`);
  expect(again.json()).toEqual({ link: null, sentTo: 'g•••@example.com' });
});
