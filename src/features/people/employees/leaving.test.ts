import { and, eq, sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { allowClosed } from '#kernel/closed-sessions.ts';
import { systemActor } from '#kernel/actor.ts';
import { accounts, memberships } from '#kernel/identity.schema.ts';
import { employees } from '#features/records/people/people.schema.ts';
import { batchTeachers, batches, courseOfferings } from '#features/school/structure/structure.schema.ts';
import { startSchool, type Browser } from '#test/harness/app.ts';
import { terminateEmployment } from './terminate-employment.ts';

let world: Awaited<ReturnType<typeof startSchool>>;
let hr: Browser;
beforeEach(async () => {
  world = await startSchool();
  hr = await world.as('hr_officer');
});
afterEach(() => world.close());

const house = <T>(work: Parameters<typeof world.database.asSystem<T>>[1]) =>
  world.database.asSystem([world.school.ilorin.id, world.school.offa.id], work);
const idOf = async (jobTitle: string): Promise<number> =>
  (await house((tx) => tx.select({ id: employees.id }).from(employees).where(eq(employees.jobTitle, jobTitle))))[0]!.id;
const rolesOf = async (username: 'teacher' | 'owner' | 'employee') =>
  house((tx) => tx.select().from(memberships).where(eq(memberships.accountId, world.school.accounts[username])));
const isDisabled = async (username: 'teacher' | 'employee') =>
  (await house((tx) => tx.select().from(accounts).where(eq(accounts.id, world.school.accounts[username]))))[0]!
    .disabledAt !== null;
const away = { left_on: '2026-11-20', reason: 'Took a post in Lagos' };
const leave = (by: Browser, id: number, more: object = {}) => by.post(`/employees/${id}/leave`, { ...away, ...more });
const say = async (by: Browser, path: string, body: object) =>
  (await by.send({ method: 'POST', url: path, payload: body, headers: { accept: 'application/json' } })).json();

test('a teacher’s exit signs out at once, disables the account, hands over classes, keeps the record and hides it in the list', async () => {
  const teacher = await world.as('teacher');
  const id = await idOf('Teacher');
  const librarian = await idOf('Employee');
  const preview = (await hr.page(`/employees/${id}/leave`)).props;
  expect(preview.roles).toEqual([{ username: 'teacher', role: 'Teacher', staysElsewhere: false }]);
  expect(preview.work.classes).toMatchObject([{ batch: 'JSS 2 A' }]);
  expect(preview.work.courses).toMatchObject([{ course: 'English Language', batch: 'JSS 1 B' }]);
  const offered = (await hr.get(`/employees/successor-options?except=${id}`)).json<{ choices: { value: string }[] }>();
  expect(offered.choices.map(({ value }) => Number(value))).toContain(librarian);
  expect(offered.choices.map(({ value }) => Number(value))).not.toContain(id);

  expect((await leave(hr, id, { successor_id: librarian })).statusCode).toBe(303);
  expect((await teacher.get('/students')).headers.location).toMatch(/^\/sign-in/);
  expect(await rolesOf('teacher')).toEqual([]);
  expect(await isDisabled('teacher')).toBe(true);
  const led = await house((tx) => tx.select().from(batchTeachers));
  expect(led.map(({ employeeId }) => employeeId)).toEqual([librarian]);
  const taught = await house((tx) => tx.select().from(courseOfferings));
  expect(taught.map(({ employeeId }) => employeeId)).toEqual([librarian]);

  const shown = (page: { props: { rows: { id: number }[] } }) => page.props.rows.map((row) => row.id);
  expect(shown(await hr.page('/employees'))).not.toContain(id);
  expect(shown(await hr.page('/employees?state=left'))).toEqual([id]);
  expect(shown(await hr.page('/employees?state=all'))).toContain(id);
  const record = (await hr.page(`/employees/${id}`)).props;
  expect(record.employee).toMatchObject({ leftOn: '2026-11-20', leavingReason: 'Took a post in Lagos' });
  expect(record.signIns).toEqual([]);
  expect(record.can).toMatchObject({ leave: false, reinstate: true });
  // Why somebody left is not for everybody who sees the list.
  expect((await (await world.as('registrar')).page(`/employees/${id}`)).props.employee.leavingReason).toBeNull();
  expect((await say(hr, `/employees/${id}/leave`, away)).errors).toEqual({ form: 'The Teacher has already left.' });
});

test('without a successor open classes are without a teacher; in closed ones the past stays', async () => {
  const id = await idOf('Teacher');
  const { ilorin } = world.school;
  await house(async (tx) => {
    await allowClosed(tx, 'demonstration');
    await tx.insert(batchTeachers).values({ institutionId: ilorin.id, batchId: ilorin.pastBatchId, employeeId: id });
  });
  expect((await leave(hr, id)).statusCode).toBe(303);
  const led = await house((tx) => tx.select().from(batchTeachers));
  expect(led.map(({ batchId }) => batchId)).toEqual([ilorin.pastBatchId]);
  const taught = await house((tx) => tx.select().from(courseOfferings));
  expect(taught.map(({ employeeId }) => employeeId)).toEqual([null]);
  const [closed] = await house((tx) => tx.select().from(batches).where(eq(batches.id, ilorin.pastBatchId)));
  expect(closed!.closedAt).not.toBeNull();
});

test('an employee of several roles shows them all, loses them all by leaving, and gets back the ones that are ticked', async () => {
  const { ilorin } = world.school;
  const id = await idOf('Employee');
  await house((tx) =>
    tx.insert(memberships).values([
      {
        institutionId: ilorin.id,
        accountId: world.school.accounts.employee,
        roleId: ilorin.roleIds.cashier,
        employeeId: id,
      },
      // Given without a tie to the record.
      {
        institutionId: ilorin.id,
        accountId: world.school.accounts.employee,
        roleId: ilorin.roleIds.bursar,
      },
    ]),
  );
  const owner = await world.as('owner');
  const [signIn] = (await owner.page(`/employees/${id}`)).props.signIns;
  expect(signIn).toMatchObject({ username: 'employee', state: 'active', roles: ['Employee', 'Cashier', 'Bursar'] });
  await leave(hr, id);
  expect(await rolesOf('employee')).toEqual([]);

  // The HR officer may take the person back, but gives no roles.
  const offered = (await hr.page(`/employees/${id}/return`)).props.roles;
  expect(offered.map((one: { role: string; mayBeGiven: boolean }) => [one.role, one.mayBeGiven])).toEqual([
    ['Employee', false],
    ['Cashier', false],
    ['Bursar', false],
  ]);
  const back = { back_on: '2026-11-21', reason: 'Came back' };
  const refused = await hr.post(`/employees/${id}/return`, { ...back, roles: [offered[0].key] });
  expect(refused.statusCode).toBe(403);
  expect((await hr.page(`/employees/${id}`)).props.employee.leftOn).toBe('2026-11-20');

  const keys = (await owner.page(`/employees/${id}/return`)).props.roles.map((one: { key: string }) => one.key);
  expect((await say(owner, `/employees/${id}/return`, { ...back, roles: ['1.999999'] })).errors).toEqual({
    roles: 'Choose one of the former roles.',
  });
  expect((await owner.post(`/employees/${id}/return`, { ...back, roles: keys.slice(0, 2) })).statusCode).toBe(303);
  const given = await rolesOf('employee');
  expect(new Set(given.map(({ roleId }) => roleId))).toEqual(
    new Set([ilorin.roleIds.employee, ilorin.roleIds.cashier]),
  );
  expect(given.map(({ employeeId }) => employeeId)).toEqual([id, id]);
  expect(await isDisabled('employee')).toBe(false);
  expect((await owner.page(`/employees/${id}`)).props.employee).toMatchObject({ leftOn: null, leavingReason: null });
  expect((await (await world.as('employee')).get('/employees/me')).statusCode).toBe(302);
});

test('an account that was disabled before the exit stays disabled when the role is restored', async () => {
  const owner = await world.as('owner');
  const id = await idOf('Teacher');
  await house((tx) =>
    tx.update(accounts).set({ disabledAt: new Date() }).where(eq(accounts.id, world.school.accounts.teacher)),
  );
  await leave(hr, id);
  const [{ key }] = (await owner.page(`/employees/${id}/return`)).props.roles;
  const back = { back_on: '2026-11-21', reason: 'Came back', roles: [key] };
  expect((await owner.post(`/employees/${id}/return`, back)).statusCode).toBe(303);
  expect(await rolesOf('teacher')).toHaveLength(1);
  expect(await isDisabled('teacher')).toBe(true);
});

test('the reason for leaving is shown only to users who can record exits', async () => {
  await leave(hr, await idOf('Teacher'));
  const file = async (by: Browser) =>
    (await by.get('/employees/export.csv?state=left&columns=surname&columns=leavingReason')).body;
  expect(await file(hr)).toContain('Took a post in Lagos');
  const principals = await file(await world.as('principal'));
  expect(principals).toContain('Teacher');
  expect(principals).not.toContain('Took a post in Lagos');
});

test('coming back without a ticked role restores the record alone', async () => {
  const id = await idOf('Teacher');
  await leave(hr, id);
  const back = { back_on: '2026-11-21', reason: 'Came back' };
  expect((await say(hr, `/employees/${id}/return`, { ...back, back_on: '2026-11-01' })).errors).toEqual({
    back_on: 'This date is before the leaving date.',
  });
  expect((await hr.post(`/employees/${id}/return`, back)).statusCode).toBe(303);
  expect(await rolesOf('teacher')).toEqual([]);
  expect(await isDisabled('teacher')).toBe(true);
  expect((await hr.page(`/employees/${id}`)).props.can).toMatchObject({ leave: true, reinstate: false });
});

test('an employee who also belongs elsewhere, or is a parent here, keeps the account and loses only the work here', async () => {
  const { ilorin, offa } = world.school;
  const accountId = world.school.accounts.teacher;
  await house((tx) =>
    tx.insert(memberships).values([
      { institutionId: offa.id, accountId, roleId: offa.roleIds.teacher },
      {
        institutionId: ilorin.id,
        accountId,
        roleId: ilorin.roleIds.guardian,
        studentId: ilorin.studentIds['Ada Obi'],
      },
    ]),
  );
  const id = await idOf('Teacher');
  expect((await hr.page(`/employees/${id}/leave`)).props.roles).toEqual([
    { username: 'teacher', role: 'Teacher', staysElsewhere: true },
  ]);
  await leave(hr, id);
  expect(await isDisabled('teacher')).toBe(false);
  expect((await rolesOf('teacher')).map(({ roleId }) => roleId).toSorted()).toEqual(
    [offa.roleIds.teacher, ilorin.roleIds.guardian].toSorted(),
  );
  const teacher = await world.as('teacher');
  expect((await teacher.get(`/students/${ilorin.studentIds['Ada Obi']}`)).statusCode).toBe(200);
  // Nothing links the sign-in to the record any more.
  expect((await teacher.page('/employees/me')).component).toBe('employees/no-own-record');
});

test('nobody can record their own exit or that of someone with more permissions, and the last owner stays', async () => {
  expect((await say(hr, `/employees/${await idOf('HR officer')}/leave`, away)).message).toBe(
    'This is about you or your own family. Ask a colleague to do it.',
  );
  const owner = await idOf('Owner');
  const refused = await say(hr, `/employees/${owner}/leave`, away);
  expect(refused.message).toBe(
    'This employee holds the role Owner, which has more permissions than you. Ask an owner.',
  );
  const group = await world.as('group');
  expect((await say(group, `/employees/${owner}/leave`, away)).errors).toEqual({
    form: 'This is the last owner who can sign in. Make another user an owner first.',
  });
  expect((await rolesOf('owner')).length).toBe(1);
  const [row] = await house((tx) =>
    tx
      .select({ leftOn: employees.leftOn })
      .from(employees)
      .where(and(eq(employees.id, owner))),
  );
  expect(row!.leftOn).toBeNull();
});

test('a future date, a date before employment and an unknown successor are refused with a message', async () => {
  const id = await idOf('Teacher');
  const [stranger] = await house((tx) =>
    tx.select({ id: employees.id }).from(employees).where(eq(employees.institutionId, world.school.offa.id)),
  );
  await house((tx) => tx.update(employees).set({ employedOn: '2026-01-05' }).where(eq(employees.id, id)));
  for (const [wrong, errors] of [
    [{ left_on: '2999-01-01' }, { left_on: 'This date is in the future. Record the exit on the day itself.' }],
    [{ left_on: '2025-12-31' }, { left_on: 'This date is before the date of employment.' }],
    [{ successor_id: stranger!.id }, { successor_id: 'Choose another current employee of the same institution.' }],
    [{ successor_id: id }, { successor_id: 'Choose another current employee of the same institution.' }],
    [{ reason: ' ' }, { reason: 'The reason is required.' }],
  ] as const)
    expect((await say(hr, `/employees/${id}/leave`, { ...away, ...wrong })).errors).toEqual(errors);
  expect((await rolesOf('teacher')).length).toBe(1);
  expect((await (await world.as('registrar')).get(`/employees/${id}/leave`)).statusCode).toBe(403);
});

test('a role or a class assigned during the exit is not kept', async () => {
  const { id: institutionId, roleIds, batchIds } = world.school.ilorin;
  const id = await idOf('Teacher');
  const actor = systemActor(institutionId, 'A clerk');
  const [batch] = await house((tx) => tx.select().from(batches).where(eq(batches.id, batchIds['JSS 1 B'])));
  const answers = await world.database.write(actor, async (tx) => {
    await terminateEmployment(tx, actor, id, { left_on: away.left_on, reason: away.reason, successor_id: null });
    const owner = await world.as('owner');
    const path = `/accounts/${world.school.accounts.cashier}/roles`;
    const both = Promise.all([
      owner.post(path, { role_id: roleIds.bursar, employee_id: id }),
      owner.post(`/batches/${batch!.id}`, { ...batch, teacherIds: [id] }),
    ]);
    // Both stand before the row that is being changed.
    await expect
      .poll(async () => (await tx.execute(sql`select from pg_locks where not granted`)).rowCount)
      .toBeGreaterThanOrEqual(2);
    return { both };
  });
  const said = (await answers.both).map((answer) => [answer.statusCode, Object.keys(answer.json().errors)]);
  expect(said).toEqual([
    [422, ['employee_id']],
    [422, ['teacherIds']],
  ]);
});
