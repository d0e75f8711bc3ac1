import { and, desc, eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { memberships } from '#kernel/identity.schema.ts';
import { outbox } from '#kernel/messages/messages.schema.ts';
import { auditEntries } from '#kernel/tables.ts';
import { guardians, studentGuardians } from '#features/records/people/people.schema.ts';
import { startSchool, type Browser } from '#test/harness/app.ts';
import { withClient } from '#test/harness/client.ts';
import { masked } from '#features/access/accounts/invitations/linked-records.ts';

/** Whoever may invite guardians must not get into a family's restricted data by an invitation to an own address. */
let world: Awaited<ReturnType<typeof startSchool>>;
let registrar: Browser;
let owner: Browser;
beforeEach(async () => {
  world = await startSchool();
  [registrar, owner] = await Promise.all([world.as('registrar'), world.as('owner')]);
});
afterEach(() => world?.close());

const within = <T>(work: Parameters<typeof world.database.asSystem<T>>[1]) =>
  world.database.asSystem([world.school.ilorin.id], work);
const contacts = { email: 'nkechi@example.com', mobile: '08030000055' };
const invitation = { email: contacts.email, phone: contacts.mobile, username: 'nkechi.obi' };

async function addNkechi(by: Browser) {
  const ada = world.school.ilorin.studentIds['Ada Obi'];
  await by.post(`/students/${ada}/guardians`, { firstName: 'Nkechi', surname: 'Obi', ...contacts, relation: 'Mother' });
  const [row] = await within((tx) =>
    tx.select({ id: guardians.id }).from(guardians).where(eq(guardians.firstName, 'Nkechi')),
  );
  return row!.id;
}
const signsIn = (id: number) => within((tx) => tx.$count(memberships, eq(memberships.guardianId, id)));
const approve = async (by: Browser) => {
  const { props } = await by.page('/approvals');
  return by.post(`/approvals/${props.waiting[0].id}/approve`);
};

test('an invitation goes to an address on the record, and to no other', async () => {
  const id = await addNkechi(owner);
  const refused = await registrar.post(`/guardians/${id}/invite`, {
    ...invitation,
    email: 'mine@example.com',
    phone: '',
  });
  expect(refused.json().errors).toEqual({ email: expect.stringContaining('is not on this guardian’s record') });
  const phone = await registrar.post(`/guardians/${id}/invite`, { ...invitation, phone: '08099999999' });
  expect(phone.json().errors).toEqual({ phone: expect.stringContaining('is not on this guardian’s record') });
  expect(await signsIn(id)).toBe(0);
  expect((await registrar.post(`/guardians/${id}/invite`, invitation)).json()).toMatchObject({
    username: 'nkechi.obi',
  });
  expect(await signsIn(id)).toBe(1);
});

test('whoever changed the contacts invites within a day only with a second person, who is told why', async () => {
  const id = await addNkechi(owner);
  const record = { firstName: 'Nkechi', surname: 'Obi', ...contacts };
  await registrar.post(`/guardians/${id}`, { ...record, occupation: 'Trader' });
  const changed = await registrar.post(`/guardians/${id}`, { ...record, email: 'mine@example.com' });
  expect(changed.statusCode).toBe(303);
  const sent = { ...invitation, email: 'mine@example.com', phone: '' };
  expect((await registrar.post(`/guardians/${id}/invite`, sent)).json()).toEqual({ requested: expect.any(String) });
  expect(await signsIn(id)).toBe(0);
  expect((await registrar.post(`/guardians/${id}/invite`, sent)).statusCode).toBe(422);
  const ict = await world.as('ict_administrator');
  const { props } = await ict.page('/approvals');
  expect(props.waiting[0]).toMatchObject({
    summary: 'invite Nkechi Obi',
    details: [
      ['Sent to', 'mine@example.com'],
      ['Why approval is needed', expect.stringContaining('within the last day')],
    ],
  });
  // Nobody changes the address between the two.
  await owner.post(`/guardians/${id}`, record);
  expect((await approve(ict)).json().errors).toHaveProperty('email');
  await owner.post(`/guardians/${id}`, { ...record, email: 'mine@example.com' });
  expect((await approve(ict)).json()).toEqual({ message: 'The invitation was sent to m•••@example.com.' });
  expect(await signsIn(id)).toBe(1);
});

test('so does whoever entered the guardian, linked or merged one, or imported a file that touched one', async () => {
  const mine = await addNkechi(registrar);
  expect((await registrar.post(`/guardians/${mine}/invite`, invitation)).json()).toHaveProperty('requested');

  const [folake] = await within((tx) =>
    tx.update(guardians).set({ email: 'folake@example.com' }).where(eq(guardians.firstName, 'Folake')).returning(),
  );
  await within((tx) => tx.delete(memberships).where(eq(memberships.guardianId, folake!.id)));
  const bala = world.school.ilorin.studentIds['Ada Obi'];
  const form = { email: 'folake@example.com', phone: '', username: 'folake.b' };
  await registrar.post(`/students/${bala}/guardians`, { guardianId: folake!.id, relation: 'Aunt' });
  expect((await registrar.post(`/guardians/${folake!.id}/invite`, form)).json()).toHaveProperty('requested');

  // A day later it is one person's again.
  await withClient(world.ownerUrl, async (client) => {
    await client.query('alter table audit_entries disable trigger user');
    await client.query(`update audit_entries set at = at - interval '25 hours'`);
    await client.query(
      `update guardians set created_at = now() - interval '2 days', updated_at = now() - interval '2 days'`,
    );
    await client.query(`update approvals set outcome = 'withdrawn', decided_at = now(), decided_by = asked_by`);
  });
  const importing = (finished: string) =>
    withClient(world.ownerUrl, (client) =>
      client.query(
        `with file as (insert into files (institution_id, purpose, name, media_type, size, sha256, stored_as)
           values ($1, 'import', 'a.csv', 'text/csv', 1, '0', $3) returning id)
         insert into imports (institution_id, kind, file_id, account_id, state, format, mapping, options, created_at, finished_at)
         select $1, 'guardians', id, $2, 'done', '{}', '[]', '{}', ${finished} - interval '1 hour', ${finished} from file`,
        [world.school.ilorin.id, world.school.accounts.registrar, `none-${finished}`],
      ),
    );
  await importing('now()');
  await withClient(world.ownerUrl, (client) =>
    client.query(`update guardians set updated_at = now() where id = ${mine}`),
  );
  expect((await registrar.post(`/guardians/${mine}/invite`, invitation)).json()).toHaveProperty('requested');
  // That file did not touch her.
  expect((await registrar.post(`/guardians/${folake!.id}/invite`, form)).json()).toHaveProperty('sentTo');
});

test('whoever may not see restricted data is not shown the link, nor may open it in the outbox', async () => {
  const id = await addNkechi(owner);
  const ict = await world.as('ict_administrator');
  const made = (await ict.post(`/guardians/${id}/invite`, invitation)).json();
  expect(made).toMatchObject({ link: null, sentTo: 'n•••@example.com and •••• 0055' });
  const again = (await ict.post(`/guardians/${id}/invitation`)).json();
  expect(again).toMatchObject({ link: null });
  const [message] = await within((tx) =>
    tx
      .select({ id: outbox.id })
      .from(outbox)
      .where(and(eq(outbox.keyKind, 'invitation'), eq(outbox.recipient, contacts.email)))
      .orderBy(desc(outbox.id)),
  );
  expect((await ict.post(`/outbox/${message!.id}/read`)).statusCode).toBe(403);
  expect((await owner.post(`/outbox/${message!.id}/read`)).json().body).toContain('/invitations/');
  expect((await registrar.post(`/guardians/${id}/invitation`)).json().link).toContain('/invitations/');
});

test('the log says where an invitation went: masked, and in full to readers of private data', async () => {
  const id = await addNkechi(owner);
  await registrar.post(`/guardians/${id}/invite`, invitation);
  const [entry] = await within((tx) =>
    tx.select().from(auditEntries).where(eq(auditEntries.action, 'guardians.invite')),
  );
  expect(entry!.summary).toMatch(/sent to n•••@example.com and •••• 0055$/);
  expect(entry!.details).toMatchObject({
    restricted: { private: { 'sent to': { to: ['nkechi@example.com', '+2348030000055'] } } },
  });
  expect(masked({ email: 'a@b.ng', phone: null })).toBe('a•••@b.ng');
});

test('a new address of a guardian’s account, and a reset code behind it, need a second person', async () => {
  const ict = await world.as('ict_administrator');
  const at = `/accounts/${world.school.accounts.guardian}`;
  await ict.post(at, { name: 'The guardian', email: 'mine@example.com', phone: '' });
  const { props } = await owner.page('/approvals');
  expect(props.waiting[0].details).toEqual([
    ['New e-mail', 'mine@example.com'],
    ['Why approval is needed', expect.stringContaining('weren’t on the record before')],
  ]);
  expect((await approve(owner)).statusCode).toBe(200);
  expect((await ict.post(`${at}/reset-code`)).json()).toEqual({ requested: expect.any(String) });
  const told = await within((tx) => tx.select().from(outbox).where(eq(outbox.recipient, 'guardian@example.com')));
  expect(told.map(({ body }) => body).join()).toContain('was changed. By The ict_administrator');
});

/** A guardian who signs in. */
async function folakeId() {
  const { guardian } = world.school.accounts;
  return (await within((tx) => tx.select().from(memberships).where(eq(memberships.accountId, guardian))))[0]!
    .guardianId!;
}
const children = (id: number) =>
  within(async (tx) =>
    (await tx.select().from(studentGuardians).where(eq(studentGuardians.guardianId, id))).map((one) => one.studentId),
  );
/** The named world was admitted a moment ago. */
const longAgo = () =>
  withClient(world.ownerUrl, (client) => client.query(`update students set created_at = now() - interval '2 days'`));

test('a guardian who signs in becomes one of another family’s child by two people', async () => {
  await longAgo();
  const folake = await folakeId();
  const { 'Ada Obi': ada, 'Tunde Bakare': tunde } = world.school.ilorin.studentIds;
  const add = (by: Browser) => by.post(`/students/${ada}/guardians`, { guardianId: folake, relation: 'Aunt' });
  const asked = await add(registrar);
  expect((await registrar.page(String(asked.headers.location))).flash).toMatchObject({
    message: expect.stringContaining('Sent for approval'),
  });
  expect(await children(folake)).toEqual([tunde]);
  expect((await add(registrar)).json().errors.form).toContain('already waiting');
  const { props } = await owner.page('/approvals');
  expect(props.waiting[0]).toMatchObject({
    summary: 'add a guardian with an account to the family of Ada Obi',
    details: [
      ['Guardian', 'Mrs Folake Bakare'],
      ['Child', 'Ada Obi'],
      ['Why approval is needed', expect.stringContaining('belongs to the child’s family')],
    ],
  });
  // Not by a guardian's own account, whatever else it may do.
  const { ilorin, accounts } = world.school;
  await within((tx) =>
    tx
      .insert(memberships)
      .values({ institutionId: ilorin.id, accountId: accounts.guardian, roleId: ilorin.roleIds.registrar }),
  );
  const guardian = await world.as('guardian');
  const own = await guardian.post(`/approvals/${props.waiting[0].id}/approve`);
  expect([own.statusCode, own.json().message]).toEqual([403, expect.stringContaining('own')]);
  expect((await approve(owner)).json()).toEqual({ message: 'Mrs Folake Bakare is now a guardian.' });
  expect(await children(folake)).toEqual(expect.arrayContaining([ada, tunde]));
});

test('an owner adds one alone, and nobody is asked at an admission or for a sibling', async () => {
  const folake = await folakeId();
  const { id: institutionId, studentIds } = world.school.ilorin;
  const { 'Ada Obi': ada, 'Tunde Bakare': tunde, 'Ngozi Okafor': ngozi } = studentIds;
  const add = (by: Browser, child: number) =>
    by.post(`/students/${child}/guardians`, { guardianId: folake, relation: 'Aunt' });
  // Admitted today, and without a guardian: the parent who signs in since the first child.
  await add(registrar, ngozi);
  expect(await children(folake)).toContain(ngozi);
  await longAgo();
  const [bala] = await within((tx) =>
    tx.insert(guardians).values({ institutionId, surname: 'Bakare', firstName: 'Bala' }).returning(),
  );
  const also = (by: Browser, child: number) =>
    by.post(`/students/${child}/guardians`, { guardianId: bala!.id, relation: 'Father' });
  // Nobody makes a family of two by linking both to a third.
  await also(registrar, tunde);
  await also(owner, ada);
  await add(registrar, ada);
  expect(await children(folake)).not.toContain(ada);
  await withClient(world.ownerUrl, async (client) => {
    await client.query('alter table audit_entries disable trigger user');
    await client.query(`update audit_entries set at = at - interval '25 hours'`);
    await client.query(`update approvals set outcome = 'withdrawn', decided_at = now(), decided_by = asked_by`);
  });
  await add(registrar, ada);
  expect(await children(folake)).toContain(ada);
  await within((tx) => tx.delete(studentGuardians).where(eq(studentGuardians.studentId, ada)));
  await add(owner, ada);
  expect(await children(folake)).toContain(ada);
});
