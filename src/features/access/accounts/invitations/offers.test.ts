import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startSchool, type Browser } from '#test/harness/app.ts';
import { password } from '#test/school.ts';

/**
 * Nobody is attached to an institution without saying yes, and no institution learns from an invitation who signs in.
 */
let world: Awaited<ReturnType<typeof startSchool>>;
let ict: Browser;
let owner: Browser;
let group: Browser;
let offaIct: Browser;
beforeAll(async () => {
  world = await startSchool();
  const { offa } = world.school;
  await inBoth((tx) =>
    tx.execute(sql`with made as (insert into accounts (username, name, email, home_institution_id) values
        ('ict.offa', 'Offa Tech', 'ict.offa@example.com', ${offa.id}) returning id),
        known as (insert into credentials (account_id, password_hash) select id, 'none' from made)
      insert into memberships (institution_id, account_id, role_id)
      select ${offa.id}, id, ${offa.roleIds.ict_administrator} from made`),
  );
  // In the world an account bears the name of its role; a person bears a person's.
  await inBoth((tx) =>
    tx.execute(
      sql`update accounts set name = 'Bisi Alabi', home_institution_id = ${offa.id} where username = 'registrar.offa'`,
    ),
  );
  [ict, owner, group, offaIct] = await Promise.all([
    world.as('ict_administrator'),
    world.as('owner'),
    world.as('group'),
    world.as('ict.offa'),
  ]);
});
afterAll(() => world?.close());

const inBoth = <T>(work: Parameters<typeof world.database.asSystem<T>>[1]) =>
  world.database.asSystem([world.school.ilorin.id, world.school.offa.id], work);
const offersOf = async (person: Browser) =>
  (await person.page('/account')).props.shell.offers as { id: number; institution: string; roles: string }[];
const idOf = (username: 'registrar.offa') => world.school.accounts[username];

async function invite(changes: object, role: 'teacher' | 'owner' = 'teacher', who = ict) {
  const { ilorin } = world.school;
  return who.post('/accounts', {
    institution_id: ilorin.id,
    name: 'Bisi Alabi',
    role_ids: [ilorin.roleIds[role]],
    ...changes,
  });
}

describe('an invitation', () => {
  test('is answered, listed and shown alike for an address that signs in elsewhere and for one that does not', async () => {
    const known = await invite({ username: 'bisi.known', email: 'registrar.offa@example.com', phone: '' });
    const unknown = await invite({ username: 'bisi.new', email: 'unheard.of@example.com', phone: '' });
    const shape = (answer: typeof known) => {
      const { id, link, ...rest } = answer.json() as { id: number; link: string };
      return { status: answer.statusCode, id: typeof id, link: link.replace(/[\w-]{43}$/, '…'), ...rest };
    };
    expect(shape(known)).toEqual({ ...shape(unknown), username: 'bisi.known' });
    const rows = (await ict.page('/accounts?q=bisi')).props.rows as Record<string, unknown>[];
    const listed = (username: string) => {
      const { id: _, username: __, reach, ...row } = rows.find((one) => one.username === username)!;
      return { ...row, hasReach: Boolean(reach) };
    };
    expect(listed('bisi.known')).toEqual(listed('bisi.new'));
    expect(rows.map(({ username }) => username)).not.toContain('registrar.offa');
    const pages = await Promise.all([known, unknown].map((one) => ict.page(`/accounts/${one.json().id}`)));
    const shown = pages.map(({ props: { person, held, can } }) => ({
      ...person,
      id: 0,
      username: '',
      email: Boolean(person.email),
      held: held.map((one: { role: string }) => one.role),
      can,
    }));
    expect(shown[0]).toEqual(shown[1]);
    expect((await ict.get(`/accounts/${idOf('registrar.offa')}`)).statusCode).toBe(404);
    const opened = await Promise.all([known, unknown].map((one) => world.nobody().get(one.json().link)));
    for (const { body } of opened) {
      expect(body).toContain('Welcome, Bisi Alabi');
      expect(body).toContain('Ilorin Grammar School invited you as Teacher.');
      expect(body).not.toContain('signed in as');
    }
  });

  test('asks the person at the next sign-in, who accepts with one click and then has both schools', async () => {
    const person = await world.as('registrar.offa');
    const [offer] = await offersOf(person);
    expect(offer).toEqual({
      id: expect.any(Number),
      institution: 'Ilorin Grammar School',
      roles: 'Teacher',
      needsLink: false,
    });
    expect((await person.get('/students?institution_id=' + world.school.ilorin.id)).statusCode).toBe(404);
    const bell = await person.page('/notifications');
    expect(JSON.stringify(bell.props)).toContain('Ilorin Grammar School invited you as Teacher');
    expect((await (await world.as('teacher')).post(`/account/offers/${offer!.id}/accept`)).statusCode).toBe(404);
    expect((await person.post(`/account/offers/${offer!.id}/accept`)).statusCode).toBeLessThan(410);
    expect(await offersOf(person)).toEqual([]);
    const { roles } = (await person.page('/account')).props;
    expect(roles.map((one: { institution: string }) => one.institution)).toEqual([
      'Ilorin Grammar School',
      'Offa College',
    ]);
    const rows = (await ict.page('/accounts?q=bisi')).props.rows as { username: string; reach: string | null }[];
    expect(rows.find(({ username }) => username === 'registrar.offa')).toMatchObject({ reach: null });
    expect(rows.map(({ username }) => username)).not.toContain('bisi.known');
  });

  test('is declined without a word to the institution', async () => {
    await inBoth((tx) => tx.execute(sql`update accounts set name = 'Kola Ade' where username = 'cashier'`));
    const { ilorin, offa } = world.school;
    const made = await offaIct.post('/accounts', {
      institution_id: offa.id,
      name: 'Kola Ade',
      username: 'kola.ade',
      email: 'cashier@example.com',
      role_ids: [offa.roleIds.teacher],
    });
    const before = await offaIct.page(`/accounts/${made.json().id}`);
    const cashier = await world.as('cashier');
    const [offer] = await offersOf(cashier);
    expect((await cashier.post(`/account/offers/${offer!.id}/decline`)).statusCode).toBe(303);
    expect(await offersOf(cashier)).toEqual([]);
    const after = await offaIct.page(`/accounts/${made.json().id}`);
    expect(after.props).toEqual(before.props);
    const { rows } = await inBoth((tx) =>
      tx.execute(sql`select institution_id as at from audit_entries where action = 'accounts.declineOffer'`),
    );
    expect(rows).toEqual([{ at: ilorin.id }]);
  });

  test('as an owner can only be accepted by its link: an address does not prove identity', async () => {
    const made = await invite(
      { username: 'bisi.owner', email: 'ict.offa@example.com', name: 'Offa Tech' },
      'owner',
      owner,
    );
    const [offer] = (await offersOf(offaIct)) as { id: number; needsLink?: boolean }[];
    expect(offer!.needsLink).toBe(true);
    expect((await offaIct.post(`/account/offers/${offer!.id}/accept`)).json().errors.form).toContain('Open the link');
    const byLink = (who: Browser) =>
      who.post('/account/offers/accept-link', { token: made.json().link.split('/').pop() });
    const person = await world.as('registrar.offa');
    expect((await person.page(made.json().link)).props.account).toMatchObject({ username: 'registrar.offa' });
    expect((await byLink(owner)).json().errors.form).toContain('You created this invitation');
    expect((await byLink(person)).statusCode).toBeLessThan(410);
    expect((await world.nobody().post(made.json().link, { password })).statusCode).toBe(404);
    expect((await offersOf(offaIct)).length).toBe(0);
  });

  test('of a phone that a family shares is offered to nobody of another name', async () => {
    await inBoth((tx) => tx.execute(sql`update accounts set phone = '+2348030009999' where username = 'cashier'`));
    expect(
      (await invite({ username: 'mrs.ade', name: 'Sade Ade', email: '', phone: '0803 000 9999' })).statusCode,
    ).toBe(200);
    expect(await offersOf(await world.as('cashier'))).toEqual([]);
  });

  test('into the own institution names the account that people here see anyway', async () => {
    const answer = await invite({ username: 'teach.er', email: 'teacher@example.com' });
    expect(answer.json().errors.email).toContain('already has an account here');
  });
});

describe('the home institution', () => {
  const person = () => `/accounts/${idOf('registrar.offa')}`;

  test('manages the account; a second institution manages only its own roles and access, and removes nothing', async () => {
    // Bisi signs in for Offa, and is an owner and teacher at Ilorin since she accepted.
    for (const what of ['/reset-code', '/disable', '/end-sessions', '/remove-second-factor', '/invitation', ''])
      expect([
        what,
        (await owner.post(person() + what, { name: 'Mine', email: 'me@example.com', phone: '' })).statusCode,
      ]).toEqual([what, 403]);
    expect((await owner.page(person())).props.person).toMatchObject({ email: null, phone: null, hidesContacts: true });
    expect((await ict.page('/accounts?q=registrar.offa@')).props.rows).toEqual([]);
    // She rules at Ilorin: an ICT administrator at Offa is not let in there by way of her password.
    expect((await offaIct.post(`${person()}/reset-code`)).statusCode).toBe(403);
    expect((await group.post(`${person()}/reset-code`)).json().code).toMatch(/^\d{12}$/);
    const { rows } = await inBoth((tx) =>
      tx.execute<{ id: number }>(sql`select id from memberships where institution_id = ${world.school.ilorin.id}
        and account_id = ${idOf('registrar.offa')} and role_id = ${world.school.ilorin.roleIds.owner}`),
    );
    expect((await owner.post(`${person()}/roles/${rows[0]!.id}/take`)).statusCode).toBe(303);
    expect((await offaIct.post(`${person()}/reset-code`)).statusCode).not.toBe(403);
    expect((await offaIct.page(person())).props.person).toMatchObject({ email: 'registrar.offa@example.com' });
  });

  test('or any other suspends and ends access to itself, and the account works elsewhere', async () => {
    const { ilorin, offa } = world.school;
    const bisi = await world.as('registrar.offa');
    const institutions = async () =>
      ((await bisi.page('/account')).props.shell.institutions as { id: number }[]).map(({ id }) => id);
    const here = { institution_id: ilorin.id };
    expect((await ict.post(`${person()}/suspend`, { institution_id: offa.id })).statusCode).toBe(404);
    expect((await ict.post(`${person()}/suspend`, here)).statusCode).toBe(303);
    expect(await institutions()).toEqual([offa.id]);
    expect((await ict.page('/accounts?state=suspended')).props.rows).toMatchObject([{ username: 'registrar.offa' }]);
    expect((await ict.post(`${person()}/resume`, here)).statusCode).toBe(303);
    expect(await institutions()).toEqual([ilorin.id, offa.id]);
    expect((await ict.post(`${person()}/end-membership`, here)).headers.location).toBe('/accounts');
    expect(await institutions()).toEqual([offa.id]);
    expect((await ict.get(person())).statusCode).toBe(404);
    const lastOwner = `/accounts/${world.school.accounts.owner}`;
    expect((await ict.post(`${lastOwner}/suspend`, here)).statusCode).toBe(403);
    expect((await group.post(`${lastOwner}/suspend`, here)).json().errors.form).toContain('last owner');
  });

  test('nobody is given a role of another institution, not even by an administrator of both', async () => {
    const { offa } = world.school;
    const answer = await group.post(`/accounts/${world.school.accounts.teacher}/roles`, {
      role_id: offa.roleIds.teacher,
    });
    expect(answer.json().errors.role_id).toContain('isn’t a user of Offa College yet');
  });
});
