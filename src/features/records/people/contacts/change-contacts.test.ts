import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { query } from '#kernel/database.ts';
import { startSchool, type Browser } from '#test/harness/app.ts';

let world: Awaited<ReturnType<typeof startSchool>>;
let browsers: Record<'admission_officer' | 'registrar' | 'hr_officer' | 'owner', Browser>;
let folake: number;
beforeAll(async () => {
  world = await startSchool();
  const names = ['admission_officer', 'registrar', 'hr_officer', 'owner'] as const;
  browsers = Object.fromEntries(
    await Promise.all(names.map(async (name) => [name, await world.as(name)] as const)),
  ) as typeof browsers;
  const [found] = await ask<{ id: number }>(sql`select id::int from guardians where first_name = 'Folake'`);
  folake = found!.id;
});
afterAll(() => world?.close());
beforeEach(() => ask(sql`update guardians set mobile = '+2348030000001', email = null where id = ${folake}`));

const ask = <Row>(statement: ReturnType<typeof sql>) =>
  world.database.asSystem([world.school.ilorin.id], (tx) => query<Row>(tx, statement));
const mobileOf = async (people: string, id: number) =>
  (await ask<{ mobile: string | null }>(sql`select mobile from ${sql.identifier(people)} where id = ${id}`))[0]!.mobile;
const record = { title: 'Mrs', firstName: 'Folake', surname: 'Bakare' };
const waiting = async (browser: Browser) =>
  ((await browser.page('/approvals')).props as { waiting: { id: number; summary: string; details: string[][] }[] })
    .waiting[0];

test('new contacts of a guardian who signs in wait for a second person, who is told what changes; all else is saved', async () => {
  const { admission_officer: officer, registrar } = browsers;
  const saved = await officer.post(`/guardians/${folake}`, {
    ...record,
    mobile: '08039998888',
    email: 'mine@example.com',
    occupation: 'Trader',
  });
  expect(saved.statusCode, saved.body).toBe(303);
  const page = await officer.page(`/guardians/${folake}`);
  expect(page.flash).toMatchObject({
    message: expect.stringMatching(/except the new phone or e-mail.*Sent for approval/),
  });
  expect(page.props.guardian).toMatchObject({ mobile: '+2348030000001', email: null, occupation: 'Trader' });
  expect(page.props.waitingContacts).toMatchObject([
    {
      isMine: true,
      summary: 'change the mobile and e-mail of Mrs Folake Bakare, who has an account',
      by: expect.arrayContaining(['The owner (owner)']),
    },
  ]);
  const request = (await waiting(registrar))!;
  expect(request.details.slice(0, 2)).toEqual([
    ['New mobile', '+2348039998888 (now +2348030000001)'],
    ['New e-mail', 'mine@example.com (now none)'],
  ]);
  // The person hears of it.
  expect(
    await ask(sql`select n.title from notifications n join accounts a on a.id = n.account_id
      where a.username = 'guardian' and n.kind = 'security.contact'`),
  ).toEqual([{ title: expect.stringMatching(/wants to change the mobile and e-mail on your record$/) }]);
  expect((await officer.post(`/approvals/${request.id}/approve`)).statusCode).toBe(403);
  const agreed = await registrar.post(`/approvals/${request.id}/approve`);
  expect(agreed.json()).toEqual({ message: 'The mobile and e-mail of Mrs Folake Bakare were changed.' });
  expect((await officer.page(`/guardians/${folake}`)).props).toMatchObject({
    guardian: { mobile: '+2348039998888', email: 'mine@example.com', occupation: 'Trader' },
  });
  expect((await officer.page(`/guardians/${folake}`)).props).not.toHaveProperty('waitingContacts');
});

test('the requester cancels it; an owner asks too; what has changed meanwhile is not overwritten', async () => {
  const { owner, registrar } = browsers;
  await owner.post(`/guardians/${folake}`, { ...record, mobile: '08039998888' });
  expect(await mobileOf('guardians', folake)).toBe('+2348030000001');
  const { waitingContacts } = (await owner.page(`/guardians/${folake}`)).props as { waitingContacts: { id: number }[] };
  const twice = await registrar.post(`/guardians/${folake}`, { ...record, mobile: '08037776666' });
  expect([twice.statusCode, twice.json().message]).toEqual([422, expect.stringContaining('already waiting')]);
  expect((await owner.post(`/approvals/${waitingContacts[0]!.id}/withdraw`)).statusCode).toBe(303);
  expect((await owner.page(`/guardians/${folake}`)).props).not.toHaveProperty('waitingContacts');

  await owner.post(`/guardians/${folake}`, { ...record, mobile: '08039998888' });
  await ask(sql`update guardians set mobile = '+2348035554444' where id = ${folake}`);
  const { id } = (await waiting(registrar))!;
  expect((await registrar.post(`/approvals/${id}/approve`)).statusCode).toBe(409);
  expect(await mobileOf('guardians', folake)).toBe('+2348035554444');
  await owner.post(`/approvals/${id}/withdraw`);
});

test('the family does not agree to its own contacts', async () => {
  const { ilorin, accounts } = world.school;
  const { admission_officer: officer, owner, registrar } = browsers;
  await ask(sql`insert into memberships (institution_id, account_id, role_id, guardian_id)
    values (${ilorin.id}, ${accounts.registrar}, ${ilorin.roleIds.guardian}, ${folake})`);
  await officer.post(`/guardians/${folake}`, { ...record, mobile: '08039998888' });
  const { id } = (await waiting(owner))!;
  expect((await registrar.post(`/approvals/${id}/approve`)).statusCode).toBe(403);
  expect((await owner.post(`/approvals/${id}/approve`)).statusCode).toBe(200);
  expect(await mobileOf('guardians', folake)).toBe('+2348039998888');
  await ask(sql`delete from memberships where account_id = ${accounts.registrar} and guardian_id is not null`);
});

test('the contacts that codes go to are decided by two as well, whatever the first of them may see', async () => {
  const { ilorin, accounts } = world.school;
  await ask(sql`update roles set permissions = permissions || array['students.viewPrivate', 'students.viewHealth', 'students.viewReligion']
    where id = ${ilorin.roleIds.ict_administrator}`);
  const ict = await world.as('ict_administrator');
  const saved = await ict.post(`/accounts/${accounts.guardian}`, {
    name: 'Folake Bakare',
    email: 'mine@example.com',
    phone: '',
  });
  expect(saved.statusCode, saved.body).toBeLessThan(400);
  expect(
    await ask(sql`select email from accounts where id = ${accounts.guardian} and email = 'mine@example.com'`),
  ).toEqual([]);
  expect(
    await ask(
      sql`select kind from approvals where subject_type = 'account' and subject_id = ${accounts.guardian} and outcome is null`,
    ),
  ).toEqual([{ kind: 'accounts.edit' }]);
});

test('so do those of students and employees; people without an account, or who are only invited, are changed at once', async () => {
  const { registrar, hr_officer: hr, owner } = browsers;
  const { 'Ada Obi': ada, 'Ngozi Okafor': ngozi } = world.school.ilorin.studentIds;
  const edit = async (browser: Browser, people: string, id: number) => {
    const number = people === 'students' ? 'admission_number' : 'employee_number';
    const [row] = await ask<Record<string, string>>(
      sql`select first_name as "firstName", surname, ${sql.identifier(number)} as number from ${sql.identifier(people)} where id = ${id}`,
    );
    const { number: value, ...names } = row!;
    const answer = await browser.post(`/${people}/${id}`, {
      ...names,
      [people === 'students' ? 'admissionNumber' : 'employeeNumber']: value,
      mobile: '08039998888',
    });
    expect(answer.statusCode, answer.body).toBe(303);
    return mobileOf(people, id);
  };
  const [teacher] = await ask<{ id: number }>(sql`select employee_id::int as id from memberships m
    join accounts a on a.id = m.account_id where a.username = 'teacher'`);
  expect(await edit(registrar, 'students', ada)).toBeNull();
  expect(await edit(hr, 'employees', teacher!.id)).toBeNull();
  for (const kind of ['students.changeContacts', 'employees.changeContacts']) {
    const [request] = await ask<{ id: number }>(
      sql`select id::int from approvals where kind = ${kind} and outcome is null`,
    );
    // oxlint-disable-next-line no-await-in-loop
    expect((await owner.post(`/approvals/${request!.id}/approve`)).statusCode).toBe(200);
  }
  expect(await mobileOf('students', ada)).toBe('+2348039998888');
  expect(await mobileOf('employees', teacher!.id)).toBe('+2348039998888');
  expect(await edit(registrar, 'students', ngozi)).toBe('+2348039998888');
  await ask(sql`update credentials set password_hash = null
    where account_id = (select id from accounts where username = 'guardian')`);
  await registrar.post(`/guardians/${folake}`, { ...record, mobile: '08031234567' });
  expect(await mobileOf('guardians', folake)).toBe('+2348031234567');
});
