import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Browser, openSite, type Site } from '#test/harness/site.ts';
import type { School } from '#test/school.ts';
import { pendingCodes } from './passwords/password.routes.ts';

let site: Site;
let school: School;
let owner: Browser;
let ict: Browser;
let group: Browser;
beforeAll(async () => {
  site = await openSite();
  school = site.school;
  [owner, ict, group] = await Promise.all([
    site.signedIn('owner'),
    site.signedIn('ict_administrator'),
    site.signedIn('group'),
  ]);
  for (const person of [owner, ict, group]) await person.open('/accounts');
});
afterAll(() => site.close());

const system = <T>(work: Parameters<typeof site.database.asSystem<T>>[1]) =>
  site.database.asSystem([school.ilorin.id, school.offa.id], work);
const at = (username: keyof School['accounts']) => `/accounts/${school.accounts[username]}`;
const roles = () => school.ilorin.roleIds;
const logged = async (action: string) =>
  (
    await system((tx) =>
      tx.execute<{ summary: string }>(sql`select summary from audit_entries where action = ${action} order by id`),
    )
  ).rows.map(({ summary }) => summary);
const membershipOf = async (username: keyof School['accounts'], roleId: number) =>
  (
    await system((tx) =>
      tx.execute<{ id: number }>(
        sql`select id from memberships where account_id = ${school.accounts[username]} and role_id = ${roleId}`,
      ),
    )
  ).rows[0]?.id;

describe('the list of people', () => {
  test('shows those of the own institutions, with their roles', async () => {
    const { props } = await ict.open('/accounts');
    const rows = props.rows as { username: string; roles: { role: string }[]; state: string }[];
    expect(rows.find(({ username }) => username === 'bursar')).toMatchObject({
      roles: [{ role: 'Bursar' }],
      state: 'active',
    });
    expect(rows.map(({ username }) => username)).not.toContain('registrar.offa');
    expect(rows.map(({ username }) => username)).not.toContain('group');
  });

  test('is searched by name, username, e-mail and phone, and filtered by role and state', async () => {
    const found = async (query: string) =>
      ((await ict.open(`/accounts?${query}`)).props.rows as { username: string }[]).map(({ username }) => username);
    expect(await found('q=bursar')).toEqual(['bursar']);
    expect(await found('q=CASHIER@example')).toEqual(['cashier']);
    expect(await found('q=%25')).toEqual([]);
    expect(await found('role=Teacher')).toEqual(['teacher']);
    expect(await found('state=invited')).toEqual([]);
  });

  test('another institution is not found, nor are its people', async () => {
    expect((await ict.get(`/accounts?institution_id=${school.offa.id}`)).statusCode).toBe(404);
    expect((await ict.get(at('registrar.offa'))).statusCode).toBe(404);
    expect((await ict.get(at('group'))).statusCode).toBe(404);
    for (const what of [
      '',
      '/roles',
      '/disable',
      '/enable',
      '/reset-code',
      '/invitation',
      '/end-sessions',
      '/remove-second-factor',
    ]) {
      const answer = await ict.post(at('registrar.offa') + what, {
        name: 'Mine now',
        email: '',
        phone: '',
        role_id: roles().teacher,
      });
      expect([what, answer.statusCode]).toEqual([what, 404]);
    }
  });

  test('is not for everyone', async () => {
    const teacher = await site.signedIn('teacher');
    for (const path of ['/accounts', '/accounts/new', '/roles', '/audit', '/outbox', at('teacher')])
      expect([path, (await teacher.get(path)).statusCode]).toEqual([path, 403]);
    const principal = await site.signedIn('principal');
    expect((await principal.get('/accounts')).statusCode).toBe(200);
    await principal.open('/accounts');
    expect((await principal.post(`${at('teacher')}/disable`)).statusCode).toBe(403);
  });
});

describe('inviting', () => {
  const person = (changes: object) => ({
    institution_id: school.ilorin.id,
    name: 'Bola Ige',
    username: 'bola.ige',
    role_ids: [roles().teacher],
    ...changes,
  });

  test('says what is missing, taken or mistyped', async () => {
    const errors = async (changes: object) =>
      (await ict.post('/accounts', person(changes))).json().errors as Record<string, string>;
    expect(await errors({ role_ids: [] })).toHaveProperty('role_ids');
    expect((await errors({ username: 'teacher' })).username).toContain('taken');
    expect(await errors({ username: 'bola@example.com' })).toHaveProperty('username');
    expect(await errors({ username: '08031234567' })).toHaveProperty('username');
    expect(await errors({ phone: '12' })).toHaveProperty('phone');
    expect(await errors({ employee_id: 999_999 })).toHaveProperty('employee_id');
  });

  test('with the username of an account elsewhere is refused: existing users accept with the link', async () => {
    const body = person({ username: 'registrar.offa', signs_in_elsewhere: 'true' });
    expect((await ict.post('/accounts', body)).json().errors.username).toContain('taken');
  });

  test('into an institution that is not one’s own is not found', async () => {
    const answer = await ict.post(
      '/accounts',
      person({ username: 'spy.one', institution_id: school.offa.id, role_ids: [school.offa.roleIds.owner] }),
    );
    expect(answer.statusCode).toBe(404);
    const mixed = await ict.post('/accounts', person({ username: 'spy.two', role_ids: [school.offa.roleIds.teacher] }));
    expect(mixed.statusCode).toBe(404);
    expect((await system((tx) => tx.execute(sql`select 1 from accounts where username like 'spy%'`))).rows).toEqual([]);
  });
});

describe('nobody climbs', () => {
  test('an ICT administrator makes neither himself nor another an owner', async () => {
    for (const username of ['ict_administrator', 'teacher'] as const) {
      expect((await ict.post(`${at(username)}/roles`, { role_id: roles().owner })).statusCode).toBe(403);
    }
    expect(
      (
        await ict.post('/accounts', {
          institution_id: school.ilorin.id,
          name: 'A',
          username: 'puppet',
          role_ids: [roles().owner],
        })
      ).statusCode,
    ).toBe(403);
  });

  test('an ICT administrator gives a teacher’s role to an employee, and no registrar’s role to himself', async () => {
    expect((await ict.post(`${at('employee')}/roles`, { role_id: roles().teacher })).statusCode).toBe(303);
    expect((await ict.post(`${at('ict_administrator')}/roles`, { role_id: roles().registrar })).statusCode).toBe(403);
  });

  test('users without access to private data cannot make themselves the employee it belongs to', async () => {
    const { rows } = await system((tx) =>
      tx.execute<{ id: number }>(sql`insert into employees (institution_id, employee_number, surname, first_name)
        values (${school.ilorin.id}, 'T/501', 'Salami', 'Bola') returning id`),
    );
    const employee_id = rows[0]!.id;
    const role_id = roles().employee;
    const whose = expect.stringMatching(/your own account/);
    const given = await ict.post(`${at('ict_administrator')}/roles`, { role_id, employee_id });
    expect([given.statusCode, given.json().errors]).toEqual([422, { employee_id: whose }]);
    const invited = await ict.post('/accounts', {
      institution_id: school.ilorin.id,
      name: 'Me',
      username: 'me.again',
      email: 'ict_administrator@example.com',
      role_ids: [role_id],
      employee_id,
    });
    expect([invited.statusCode, invited.json().errors]).toEqual([
      422,
      { email: expect.stringMatching(/your own account/) },
    ]);
    expect((await ict.post(`${at('teacher')}/roles`, { role_id, employee_id })).statusCode).toBe(303);
    expect((await owner.post(`${at('owner')}/roles`, { role_id, employee_id })).statusCode).toBe(303);
  });

  test('an ICT administrator gets hold of no owner’s sign-in', async () => {
    for (const what of ['/disable', '/reset-code', '/invitation', '/end-sessions', '/remove-second-factor', '']) {
      expect(
        (await ict.post(at('owner') + what, { name: 'The owner', email: 'ict@example.com', phone: '' })).statusCode,
      ).toBe(403);
    }
    const membership = await membershipOf('owner', roles().owner);
    expect((await ict.post(`${at('owner')}/roles/${membership}/take`)).statusCode).toBe(403);
    const visitor = site.browser();
    await visitor.open('/forgot-password');
    await visitor.post('/forgot-password', { identifier: 'owner' });
    await pendingCodes();
    const { rows } = await system((tx) =>
      tx.execute<{ id: number }>(sql`select id from outbox where recipient = 'owner@example.com'`),
    );
    expect((await ict.post(`/outbox/${rows[0]!.id}/read`)).statusCode).toBe(403);
  });

  test('users who remove their own last role are sent home, because they can no longer open the list of users', async () => {
    const membership = await membershipOf('ict_administrator', roles().ict_administrator);
    const answer = await ict.post(`${at('ict_administrator')}/roles/${membership}/take`);
    expect([answer.statusCode, answer.headers.location]).toEqual([303, '/']);
    expect((await ict.get('/accounts')).statusCode).toBe(403);
    await system((tx) =>
      tx.execute(sql`insert into memberships (institution_id, account_id, role_id)
        values (${school.ilorin.id}, ${school.accounts.ict_administrator}, ${roles().ict_administrator})`),
    );
  });

  test('a role can only get permissions that its editor has', async () => {
    const role = `/roles/${roles().ict_administrator}`;
    const own = ['accounts.view', 'accounts.edit', 'roles.edit', 'outbox.view', 'audit.view', 'students.view'];
    const more = await ict.post(role, { name: 'ICT administrator', permissions: [...own, 'students.edit'] });
    expect(more.json().errors.permissions).toContain('only add permissions that you have yourself');
    expect(
      (await ict.post('/roles', { institution_id: school.ilorin.id, name: 'Shadow', permissions: ['students.edit'] }))
        .statusCode,
    ).toBe(422);
    expect((await ict.post(`/roles/${roles().owner}`, { name: 'Owner', permissions: [] })).statusCode).toBe(422);
    expect(
      (
        await owner.post(role, {
          name: 'ICT administrator',
          permissions: [
            ...own,
            'students.edit',
            'institutions.view',
            'institutions.edit',
            'structure.view',
            'structure.edit',
            'students.import',
          ],
        })
      ).statusCode,
    ).toBe(303);
  });

  test('an owner makes another owner; the last one stays', async () => {
    const only = await membershipOf('owner', roles().owner);
    expect((await owner.post(`${at('owner')}/roles/${only}/take`)).json().errors.form).toContain('last owner');
    expect((await group.post(`${at('owner')}/disable`)).json().errors.form).toContain('last owner');
    expect((await owner.post(`${at('principal')}/roles`, { role_id: roles().owner })).statusCode).toBe(303);
    const second = await membershipOf('principal', roles().owner);
    const both = await Promise.all([
      owner.post(`${at('principal')}/roles/${second}/take`),
      group.post(`${at('owner')}/roles/${only}/take`),
    ]);
    expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([303, 422]);
    // Put back what the race took.
    await system((tx) => tx.execute(sql`delete from memberships where role_id = ${roles().owner}`));
    await system((tx) =>
      tx.execute(
        sql`insert into memberships (institution_id, account_id, role_id) values (${school.ilorin.id}, ${school.accounts.owner}, ${roles().owner})`,
      ),
    );
  });
});

describe('a sign-in', () => {
  test('is locked by nobody who may not manage it: the refusal does not wait for who holds it', async () => {
    await site.database.anonymous(async (tx) => {
      await tx.execute(sql`select 1 from accounts where username in ('owner', 'registrar.offa') for update`);
      for (const what of ['/disable', '/reset-code', '/end-sessions', '/remove-second-factor'])
        expect([what, (await ict.post(at('owner') + what)).statusCode]).toEqual([what, 403]);
      expect((await ict.post(`${at('registrar.offa')}/disable`)).statusCode).toBe(404);
    });
  });

  test('is disabled and enabled; nobody disables himself', async () => {
    const person = await site.signedIn('cashier');
    expect((await ict.post(`${at('cashier')}/disable`)).statusCode).toBe(303);
    expect((await person.get('/account')).headers.location).toMatch(/^\/sign-in/);
    expect((await ict.post(`${at('cashier')}/reset-code`)).json().errors.form).toContain('disabled');
    expect((await ict.post(`${at('cashier')}/enable`)).statusCode).toBe(303);
    await expect(site.browser().signIn('cashier')).resolves.toBeUndefined();
    expect((await ict.post(`${at('ict_administrator')}/disable`)).json().errors.form).toContain('your own');
    expect(await logged('accounts.disable')).toEqual(['disabled the account of The cashier']);
  });

  test('gets a reset code that is read out', async () => {
    const { code } = (await owner.post(`${at('student')}/reset-code`)).json() as { code: string };
    const person = site.browser();
    await person.open('/reset-password');
    expect(
      (
        await person.post('/reset-password', {
          identifier: 'student',
          code: `${code.slice(0, 4)} ${code.slice(4)}`,
          password: 'yellow yam and palm oil',
        })
      ).statusCode,
    ).toBe(303);
    await expect(site.browser().signIn('student', 'yellow yam and palm oil')).resolves.toBeUndefined();
    expect(await logged('accounts.giveResetCode')).toEqual(['created a reset code for The student']);
  });

  test('is signed out everywhere, and its addresses are changed with what was and is', async () => {
    const person = await site.signedIn('bursar');
    await ict.post(`${at('bursar')}/end-sessions`);
    expect((await person.get('/account')).headers.location).toMatch(/^\/sign-in/);
    await owner.post(at('employee'), { name: 'The employee', email: 'staff@example.com', phone: '0803 000 1111' });
    const { rows } = await system((tx) =>
      tx.execute<{ details: object }>(sql`select details from audit_entries where action = 'accounts.edit'`),
    );
    expect(rows[0]!.details).toEqual({
      changes: {
        email: { from: 'employee@example.com', to: 'staff@example.com' },
        phone: { from: null, to: '+2348030001111' },
      },
    });
    expect(
      (await owner.post(at('employee'), { name: 'The employee', email: 'teacher@example.com', phone: '' })).json()
        .errors,
    ).toHaveProperty('email');
    // A local number is one of the institution's country.
    const inCountry = (country: string | null) =>
      system((tx) => tx.execute(sql`update institutions set country_id = ${country}`));
    await inCountry('KE');
    await ict.post(at('applicant'), { name: 'The applicant', email: 'applicant@example.com', phone: '0712 123456' });
    const kept = await system((tx) => tx.execute(sql`select phone from accounts where username = 'applicant'`));
    expect(kept.rows).toEqual([{ phone: '+254712123456' }]);
    await inCountry(null);
  });

  test('lists its own devices and signs out one or all others', async () => {
    const [here, there, third] = [
      await site.signedIn('teacher'),
      await site.signedIn('teacher'),
      await site.signedIn('teacher'),
    ];
    const sessions = (await here.open('/account')).props.sessions as { id: number; isThis: boolean; device: string }[];
    expect(sessions.length).toBeGreaterThanOrEqual(3);
    expect(sessions[0]).toMatchObject({ isThis: true, device: 'Chrome on Linux' });
    const thirds = ((await third.open('/account')).props.sessions as { id: number; isThis: boolean }[]).find(
      ({ isThis }) => isThis,
    )!.id;
    expect((await here.post(`/account/sessions/${thirds}/end`)).statusCode).toBe(303);
    expect((await third.get('/account')).headers.location).toMatch(/^\/sign-in/);
    await here.post('/account/sessions/end-others');
    expect((await there.get('/account')).headers.location).toMatch(/^\/sign-in/);
    expect((await here.get('/account')).statusCode).toBe(200);
    const foreign = (
      await system((tx) =>
        tx.execute<{ id: number }>(sql`select id from sessions where account_id = ${school.accounts.owner} limit 1`),
      )
    ).rows[0]!.id;
    expect((await here.post(`/account/sessions/${foreign}/end`)).statusCode).toBe(404);
  });
});

describe('roles', () => {
  test('of one’s own are made, changed, and deleted when nobody has them', async () => {
    const made = await owner.post('/roles', {
      institution_id: school.ilorin.id,
      name: 'Librarian',
      permissions: ['students.view'],
    });
    expect(made.statusCode).toBe(303);
    const id = (await system((tx) => tx.execute<{ id: number }>(sql`select id from roles where name = 'Librarian'`)))
      .rows[0]!.id;
    expect(
      (await owner.post('/roles', { institution_id: school.ilorin.id, name: 'Librarian', permissions: [] })).json()
        .errors.name,
    ).toContain('already');
    expect(
      (await owner.post(`/roles/${id}`, { name: 'Librarian', permissions: ['students.view', 'fly.away'] })).statusCode,
    ).toBe(422);
    await owner.post(`${at('employee')}/roles`, { role_id: id });
    const librarian = await site.signedIn('employee');
    expect((await librarian.get('/students')).statusCode).toBe(200);
    expect((await owner.post(`/roles/${id}/delete`)).json().errors.form).toBe(
      '1 user has the role Librarian. Assign them another role first.',
    );
    await owner.post(`${at('employee')}/roles/${await membershipOf('employee', id)}/take`);
    expect((await owner.post(`/roles/${id}/delete`)).statusCode).toBe(303);
    expect((await owner.post(`/roles/${roles().teacher}/delete`)).json().errors.form).toContain('is a default role');
    expect(await logged('roles.delete')).toEqual(['deleted the role Librarian']);
  });

  test('are listed with how many people have each', async () => {
    const rows = (await owner.open('/roles')).props.rows as { key: string; people: number }[];
    expect(Object.fromEntries(rows.map(({ key, people }) => [key, people]))).toMatchObject({
      owner: 1,
      bursar: 1,
      applicant: 1,
    });
    expect((await owner.open(`/roles/${roles().bursar}`)).props.role).toMatchObject({ people: 1 });
  });

  test('of another institution are not found', async () => {
    expect((await owner.get(`/roles/${school.offa.roleIds.teacher}`)).statusCode).toBe(404);
    expect(
      (await owner.post(`/roles/${school.offa.roleIds.teacher}`, { name: 'Mine', permissions: [] })).statusCode,
    ).toBe(404);
    expect(
      (await owner.post('/roles', { institution_id: school.offa.id, name: 'Mine', permissions: [] })).statusCode,
    ).toBe(404);
  });

  test('show every permission with its label', async () => {
    const { props } = await owner.open(`/roles/${roles().teacher}`);
    const groups = props.groups as { title: string; permissions: { words: string }[] }[];
    expect(groups.map(({ title }) => title)).toContain('Students');
    expect(groups.flatMap(({ permissions }) => permissions).every(({ words }) => words.length > 5)).toBe(true);
  });
});

describe('the outbox', () => {
  test('shows the text when opened, and records who read it', async () => {
    const { rows } = (await ict.open('/outbox')).props as { rows: { id: number; recipient: string; body?: string }[] };
    expect(rows[0]).not.toHaveProperty('body');
    await ict.post('/accounts', {
      institution_id: school.ilorin.id,
      name: 'Sade Adu',
      username: 'sade.adu',
      email: 'sade@example.com',
      role_ids: [roles().teacher],
    });
    const message = ((await ict.open('/outbox')).props.rows as { id: number; recipient: string }[]).find(
      ({ recipient }) => recipient === 'sade@example.com',
    )!;
    expect((await ict.post(`/outbox/${message.id}/read`)).json().body).toContain('/invitations/');
    expect(await logged('outbox.read')).toContain('read a message to sade@example.com');
  });
});
