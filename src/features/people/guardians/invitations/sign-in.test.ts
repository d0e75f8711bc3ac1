import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { accounts, memberships } from '#kernel/identity.schema.ts';
import { outbox } from '#kernel/messages/messages.schema.ts';
import { oneTimeTokens } from '#features/access/accounts/accounts.schema.ts';
import { employees, guardians, studentGuardians } from '#features/records/people/people.schema.ts';
import { startSchool, type Browser } from '#test/harness/app.ts';
import { password } from '#test/school.ts';

let world: Awaited<ReturnType<typeof startSchool>>;
let registrar: Browser;
beforeEach(async () => {
  world = await startSchool();
  registrar = await world.as('registrar');
});
afterEach(() => world?.close());

/** A mother of Ada and of nobody else, without a sign-in. */
async function addNkechi() {
  const { ilorin } = world.school;
  const ada = ilorin.studentIds['Ada Obi'];
  const link = { firstName: 'Nkechi', surname: 'Obi', mobile: '08030000055', email: 'nkechi@example.com' };
  // Whoever adds her does not invite her on the same day: see invitation-rules.test.ts.
  const owner = await world.as('owner');
  await owner.post(`/students/${ada}/guardians`, { ...link, relation: 'Mother' });
  const { props } = await registrar.page('/guardians?q=nkechi');
  return { id: props.rows[0].id as number, ada };
}
const invitation = { email: 'nkechi@example.com', phone: '08030000055', username: 'nkechi.obi' };
const inBoth = <T>(work: Parameters<typeof world.database.asSystem<T>>[1]) =>
  world.database.asSystem([world.school.ilorin.id, world.school.offa.id], work);
const names = (page: { props: { children: { firstName: string }[] } }) =>
  page.props.children.map(({ firstName }) => firstName);

test('an invitation gives a guardian a sign-in that shows her children and nobody else', async () => {
  const { id, ada } = await addNkechi();
  const form = await registrar.page(`/guardians/${id}/invite`);
  expect(form.props).toMatchObject({ username: 'nkechi.obi', guardian: { phone: '+2348030000055' } });
  const made = (await registrar.post(`/guardians/${id}/invite`, invitation)).json();
  expect(made).toMatchObject({ username: 'nkechi.obi' });
  const [message] = await inBoth((tx) => tx.select().from(outbox));
  expect(message).toMatchObject({ channel: 'email', recipient: 'nkechi@example.com' });
  expect(message!.body).toContain(made.link);

  const nkechi = world.nobody();
  const accepted = await nkechi.post(made.link, { password });
  expect(accepted.statusCode).toBeLessThan(400);
  expect((await nkechi.get('/')).headers.location).toBe('/home');
  const home = await nkechi.page('/children');
  expect(home.props.children).toMatchObject([
    { id: ada, firstName: 'Ada', batch: 'JSS 1 A', school: 'Ilorin Grammar School', relation: 'Mother' },
  ]);
  expect((await nkechi.get(`/students/${world.school.ilorin.studentIds['Tunde Bakare']}`)).statusCode).toBe(404);
  const shown = await registrar.page(`/guardians/${id}`);
  expect(shown.props.signIn).toMatchObject({ username: 'nkechi.obi', state: 'active' });
});

test('a guardian who signs in already is offered the children, accepts, and has two schools with one account', async () => {
  const { id } = await addNkechi();
  const { link } = (await registrar.post(`/guardians/${id}/invite`, invitation)).json();
  const nkechi = world.nobody();
  await nkechi.post(link, { password });
  const { offa } = world.school;
  const [halima] = await world.database.asSystem([offa.id], (tx) =>
    tx
      .update(guardians)
      .set({ firstName: 'Nkechi', surname: 'Obi', mobile: '+2348030000055' })
      .returning({ id: guardians.id }),
  );
  const there = await world.as('registrar.offa');
  const answer = (
    await there.post(`/guardians/${halima!.id}/invite`, { phone: '+234 803 000 0055', username: 'nkechi.obi2' })
  ).json();
  expect(answer).toMatchObject({ name: 'Nkechi Obi', username: 'nkechi.obi2', link: expect.any(String) });
  const signIn = async () => (await there.page(`/guardians/${halima!.id}`)).props.signIn;
  expect(await signIn()).toMatchObject({ username: 'nkechi.obi2', state: 'invited' });
  const before = await nkechi.page('/children');
  expect(before.props.children).toHaveLength(1);
  const [offer] = before.props.shell.offers;
  expect(offer).toMatchObject({ institution: 'Offa College', roles: 'Guardian' });
  await nkechi.post(`/account/offers/${offer.id}/accept`);
  expect(await signIn()).toMatchObject({ username: 'nkechi.obi', state: 'active' });
  const home = await nkechi.page('/children');
  expect(home.props.children.map((one: { firstName: string; school: string }) => [one.firstName, one.school])).toEqual([
    ['Yakubu', 'Offa College'],
    ['Ada', 'Ilorin Grammar School'],
  ]);
  const list = await nkechi.page('/students');
  expect(list.props.rows).toHaveLength(2);
});

test('an address that belongs to someone of another name is answered like any other, and offered to nobody', async () => {
  const { id } = await addNkechi();
  await inBoth((tx) => tx.update(guardians).set({ email: 'guardian@example.com' }).where(eq(guardians.id, id)));
  const sent = { ...invitation, email: 'guardian@example.com', phone: '' };
  const made = await registrar.post(`/guardians/${id}/invite`, sent);
  expect(made.json()).toMatchObject({ name: 'Nkechi Obi', username: 'nkechi.obi', link: expect.any(String) });
  const guardian = await world.as('guardian');
  expect((await guardian.page('/children')).props.shell.offers).toEqual([]);
  // She has the link in her hand: with it she accepts with the account she has.
  await guardian.post('/account/offers/accept-link', { token: made.json().link.split('/').pop() });
  expect(names(await guardian.page('/children')).toSorted()).toEqual(['Ada', 'Tunde']);
  const twice = await registrar.post(`/guardians/${id}/invite`, sent);
  expect(twice.statusCode).toBe(422);
});

test('nobody can link their own account to a family: someone else does', async () => {
  const { id } = await addNkechi();
  await inBoth((tx) => tx.update(accounts).set({ phone: '+2348030000077' }).where(eq(accounts.username, 'registrar')));
  const sent = {
    email: 'Registrar+mum@example.com',
    phone: '0803 000 0077',
    username: 'who.ever',
  };
  const refused = await registrar.post(`/guardians/${id}/invite`, sent);
  const whose = 'is your own. If you are this person, ask a colleague to link your account.';
  expect(refused.statusCode).toBe(422);
  expect(refused.json().errors).toEqual({
    email: `This e-mail address ${whose}`,
    phone: `This phone number ${whose}`,
  });
  expect(await membershipsOf(id)).toEqual([]);
});

test('an address of the own record as an employee is the own one too', async () => {
  const { id } = await addNkechi();
  await inBoth(async (tx) => {
    const [row] = await tx
      .insert(employees)
      .values({
        institutionId: world.school.ilorin.id,
        employeeNumber: 'T/77',
        surname: 'Reg',
        firstName: 'Is',
        email: 'home@example.com',
      })
      .returning({ id: employees.id });
    await tx
      .update(memberships)
      .set({ employeeId: row!.id })
      .where(eq(memberships.accountId, world.school.accounts.registrar));
  });
  const refused = await registrar.post(`/guardians/${id}/invite`, {
    ...invitation,
    phone: '',
    email: 'home@example.com',
  });
  expect(refused.json().errors).toEqual({ email: expect.stringContaining('is your own') });
});

test('a guardian cannot make herself guardian of another child, by hand or by merging', async () => {
  const { id: nkechi, ada } = await addNkechi();
  const own = await inBoth(async (tx) => {
    const [row] = await tx
      .insert(guardians)
      .values({ institutionId: world.school.ilorin.id, surname: 'Reg', firstName: 'Is' })
      .returning({ id: guardians.id });
    await tx
      .update(memberships)
      .set({ guardianId: row!.id })
      .where(eq(memberships.accountId, world.school.accounts.registrar));
    return row!.id;
  });
  const refused = await registrar.post(`/students/${ada}/guardians`, { guardianId: own, relation: 'Aunt' });
  expect([refused.statusCode, refused.json().message]).toEqual([403, expect.stringContaining('own family')]);
  await inBoth((tx) =>
    tx.execute(`update roles set permissions = '{guardians.view,guardians.edit,people.merge}' where key = 'registrar'`),
  );
  const merged = await registrar.post(`/guardians/${own}/merge`, { otherId: nkechi });
  expect([merged.statusCode, merged.json().message]).toEqual([403, expect.stringContaining('own family')]);
  expect(await inBoth((tx) => tx.$count(studentGuardians, eq(studentGuardians.guardianId, own)))).toBe(0);
});

test('a role Guardian with additional permissions cannot be given by users without them', async () => {
  const { id } = await addNkechi();
  const { ilorin } = world.school;
  await world.database.asSystem([ilorin.id], (tx) =>
    tx.execute(`update roles set permissions = permissions || '{accounts.edit}' where key = 'guardian'`),
  );
  expect((await registrar.post(`/guardians/${id}/invite`, invitation)).statusCode).toBe(403);
  expect((await (await world.as('owner')).post(`/guardians/${id}/invite`, invitation)).statusCode).toBe(200);
});

test('a lost link is replaced by another, and only while no password is chosen', async () => {
  const { id } = await addNkechi();
  const first = (await registrar.post(`/guardians/${id}/invite`, invitation)).json();
  const second = (await registrar.post(`/guardians/${id}/invitation`)).json();
  expect(second.link).not.toBe(first.link);
  expect((await world.nobody().post(first.link, { password })).statusCode).toBe(404);
  const nkechi = world.nobody();
  await nkechi.post(second.link, { password });
  expect((await registrar.post(`/guardians/${id}/invitation`)).statusCode).toBe(422);
});

test('an invited account that is also a teacher gets no link from the guardians’ office', async () => {
  const { id } = await addNkechi();
  await registrar.post(`/guardians/${id}/invite`, invitation);
  const { ilorin } = world.school;
  await world.database.asSystem([ilorin.id], async (tx) => {
    const [account] = await tx.select({ id: accounts.id }).from(accounts).where(eq(accounts.username, 'nkechi.obi'));
    await tx
      .insert(memberships)
      .values({ institutionId: ilorin.id, accountId: account!.id, roleId: ilorin.roleIds.teacher });
  });
  expect((await registrar.post(`/guardians/${id}/invitation`)).statusCode).toBe(422);
});

test('a sign-in is withdrawn: the next click shows nothing, and an open invitation opens nothing', async () => {
  const { id } = await addNkechi();
  const { link } = (await registrar.post(`/guardians/${id}/invite`, invitation)).json();
  await registrar.post(`/guardians/${id}/withdraw`);
  expect(await membershipsOf(id)).toEqual([]);
  expect((await world.nobody().post(link, { password })).statusCode).toBe(404);
  expect(await inBoth((tx) => tx.$count(oneTimeTokens, eq(oneTimeTokens.kind, 'invitation')))).toBe(0);

  const guardian = await world.as('guardian');
  expect(names(await guardian.page('/children'))).toEqual(['Tunde']);
  const { props } = await registrar.page('/guardians?q=folake');
  await registrar.post(`/guardians/${props.rows[0].id}/withdraw`);
  expect((await guardian.get('/children')).statusCode).toBe(403);
  const tunde = world.school.ilorin.studentIds['Tunde Bakare'];
  expect([403, 404]).toContain((await guardian.get(`/students/${tunde}`)).statusCode);
});

test('when a link is removed the guardian loses access to the child at once, in an open list too', async () => {
  const guardian = await world.as('guardian');
  const { ilorin } = world.school;
  const tunde = ilorin.studentIds['Tunde Bakare'];
  expect((await guardian.page('/students')).props.rows).toHaveLength(1);
  expect((await guardian.get(`/students/${tunde}/family`)).statusCode).toBe(200);
  const [link] = await world.database.asSystem([ilorin.id], (tx) => tx.select().from(studentGuardians));
  await registrar.post(`/students/${tunde}/guardians/${link!.guardianId}/remove`);
  expect((await guardian.page('/students')).props.rows).toEqual([]);
  expect(names(await guardian.page('/children'))).toEqual([]);
  for (const tab of ['', '/family', '/enrolments', '/photo/small'])
    expect((await guardian.get(`/students/${tunde}${tab}`)).statusCode).toBe(404);
});

const membershipsOf = (guardianId: number) =>
  inBoth((tx) => tx.select({ id: memberships.id }).from(memberships).where(eq(memberships.guardianId, guardianId)));
