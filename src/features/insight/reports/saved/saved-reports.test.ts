import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser } from '#test/harness/app.ts';
import { startSchool } from '#test/harness/app.ts';
import type { reportDesignPage, reportListPage, reportPage } from '../reports.pages.ts';
import type { PropsOf } from '#web/page.ts';

let world: Awaited<ReturnType<typeof startSchool>>;
let ilorin: number;
beforeAll(async () => {
  world = await startSchool();
  ilorin = world.school.ilorin.id;
});
afterAll(() => world.close());

const rule = (field: string, operator: string, values: string[] = [], ask = false) => ({
  field,
  operator,
  values,
  ask,
});
const filters = (...rules: object[]) =>
  JSON.stringify({ joined: 'and', groups: rules.length ? [{ joined: 'and', rules }] : [] });
const form = (name: string, fields: string[], more: object = {}) => ({
  institution_id: ilorin,
  name,
  description: '',
  subject: 'student',
  filters: filters(),
  sort: '[]',
  group_by: '',
  selected_fields: fields.map((field) => `remove_student_${field}`).join(' '),
  limit: '',
  ...more,
});

/** Saves a report; its address. */
async function save(browser: Browser, name: string, fields: string[], more: object = {}) {
  const answer = await browser.post('/reports', form(name, fields, more));
  expect(answer.statusCode, answer.body).toBe(303);
  return answer.headers.location!;
}
const errorsOf = async (browser: Browser, url: string, body: object) => {
  const answer = await browser.send({ method: 'POST', url, payload: body, headers: { accept: 'application/json' } });
  return { status: answer.statusCode, errors: (answer.json() as { errors?: Record<string, string> }).errors };
};
const listed = async (browser: Browser, query = '') =>
  ((await browser.page(`/reports${query}`)).props as unknown as PropsOf<typeof reportListPage>).rows.map(
    ({ name }) => name,
  );
const opened = async (browser: Browser, address: string) =>
  (await browser.page(address)).props as unknown as PropsOf<typeof reportPage>;
const share = (browser: Browser, address: string, ...roles: ('teacher' | 'bursar')[]) =>
  browser.post(`${address}/sharing`, { roles: roles.map((role) => world.school.ilorin.roleIds[role]) });

test('4.3 selected_fields is parsed by the server, and what is wrong with it is said at the field', async () => {
  const registrar = await world.as('registrar');
  const told = async (value: string, more: object = {}) => {
    const body = { ...form('Broken', ['surname']), selected_fields: value, ...more };
    const { status, errors } = await errorsOf(registrar, '/reports', body);
    expect(status).toBe(422);
    return errors;
  };
  expect(await told('')).toEqual({ selected_fields: 'Choose at least one field.' });
  expect(await told('remove_student_shoe_size')).toEqual({
    selected_fields: 'The field “shoe_size” no longer exists. Remove it and choose another.',
  });
  expect(await told('remove_employee_surname')).toEqual({
    selected_fields:
      '“remove_employee_surname” doesn’t belong to this kind of report. Remove it and choose fields from the list.',
  });
  expect(await told('surname; drop table students')).toHaveProperty('selected_fields');
  expect(await told('remove_student_surname remove_student_surname')).toEqual({
    selected_fields: 'A field was chosen twice.',
  });
  const many = Array.from({ length: 200 }, (_, at) => `remove_student_custom_${at + 1}`).join(' ');
  expect(await told(many)).toEqual({ selected_fields: 'Choose at most 60 fields.' });
  expect(await told('remove_student_surname', { subject: 'nothing' })).toHaveProperty('selected_fields');
  expect(await told('remove_nothing_surname', { subject: 'nothing' })).toEqual({
    subject: 'Choose a source for the report.',
  });
  expect(await told('remove_student_surname', { filters: filters(rule('gender', 'contains', ['f'])) })).toEqual({
    filters: 'Choose another comparison for Gender.',
  });
  expect(await told('remove_student_surname', { filters: filters(rule('gender', 'one_of')) })).toEqual({
    filters: 'Enter a value for Gender.',
  });
  expect(await told('remove_student_surname', { filters: '{"groups":"all"}' })).toHaveProperty('filters');
  // Doesn't see religion.
  const ict = await world.as('ict_administrator');
  expect(await errorsOf(ict, '/reports', form('Religions', ['surname', 'religion']))).toEqual({
    status: 422,
    errors: {
      selected_fields: 'You don’t have access to Religion. Remove it, or ask your ICT administrator for access.',
    },
  });
  expect(
    (await errorsOf(ict, '/reports', form('Religions', ['surname'], { filters: filters(rule('religion', 'filled')) })))
      .errors,
  ).toHaveProperty('filters');
});

test('a retired field is refused in a new report, and left out of a saved one with a word about it', async () => {
  const registrar = await world.as('registrar');
  const [field] = await world.database.asSystem(
    [ilorin],
    async (tx) =>
      (
        await tx.execute<{ id: number }>(sql`insert into custom_fields (institution_id, entity, label, type)
        values (${ilorin}, 'student', 'House colour', 'text') returning id`)
      ).rows,
  );
  const key = `custom_${field!.id}`;
  const address = await save(registrar, 'Houses', ['surname', key]);
  expect((await opened(registrar, address)).columns.map(({ label }) => label)).toEqual(['Surname', 'House colour']);
  await world.database.asSystem([ilorin], (tx) =>
    tx.execute(sql`update custom_fields set retired_at = now() where id = ${field!.id}`),
  );
  const page = await opened(registrar, address);
  expect([page.columns.map(({ label }) => label), page.goneCount]).toEqual([['Surname'], 1]);
  expect((await errorsOf(registrar, '/reports', form('Houses again', ['surname', key]))).errors).toHaveProperty(
    'selected_fields',
  );
  const designer = (await registrar.page(`${address}/edit`)).props as unknown as PropsOf<typeof reportDesignPage>;
  expect([designer.goneCount, designer.design?.selected_fields]).toEqual([1, 'remove_student_surname']);
});

test('a report is its owner’s until it is shared, and a colleague who may see less is told what is left out', async () => {
  const registrar = await world.as('registrar');
  const teacher = await world.as('teacher');
  const address = await save(registrar, 'Beliefs', ['surname', 'religion']);
  const byBelief = await save(registrar, 'Believers', ['surname'], { filters: filters(rule('religion', 'filled')) });
  expect((await teacher.get(address)).statusCode).toBe(404);
  expect(await listed(teacher)).toEqual([]);
  await share(registrar, address, 'teacher');
  await share(registrar, byBelief, 'teacher');
  expect((await listed(teacher)).toSorted()).toEqual(['Beliefs', 'Believers']);
  expect(await listed(teacher, '?of=mine')).toEqual([]);
  const page = await opened(teacher, address);
  expect(page.hidden).toEqual(['Religion']);
  // Own batches only.
  const own = ['Adébáyọ̀', 'Danjuma', 'Garba', 'Okafor'];
  expect(page.rows.map(({ cells }) => cells)).toEqual(own.map((surname) => [surname]));
  const refused = await opened(teacher, byBelief);
  expect([refused.rows, refused.problem]).toEqual([
    [],
    'You don’t have access to Religion, so it can’t be part of a report you run.',
  ]);
  expect((await teacher.get(`${address}/edit`)).statusCode).toBe(403);
  expect((await teacher.post(`${address}/delete`)).statusCode).toBe(403);
  // Another institution knows nothing of it.
  expect((await (await world.as('registrar.offa')).get(address)).statusCode).toBe(404);
  await share(registrar, address);
  expect((await teacher.get(address)).statusCode).toBe(404);
});

test('two who edit a report at once are asked, and neither change is lost', async () => {
  const registrar = await world.as('registrar');
  const principal = await world.as('principal');
  const address = await save(registrar, 'Register', ['surname']);
  await share(registrar, address, 'teacher');
  const before = (await principal.page(`${address}/edit`)).props['opened'];
  const change = (values: object) => ({ ...form('Register', ['surname']), ...values, opened: before });
  await registrar.post(address, change({ name: 'The register' }));
  // Another part: both stay.
  expect((await principal.post(address, change({ totals: 'true' }))).statusCode).toBe(303);
  expect((await opened(registrar, address)).report).toMatchObject({ name: 'The register', hasTotals: true });
  await registrar.post(address, change({ name: 'The register', selected_fields: 'remove_student_first_name' }));
  const conflict = await errorsOf(principal, address, change({ filters: filters(rule('gender', 'filled')) }));
  expect(conflict.status).toBe(409);
  expect((await opened(registrar, address)).columns.map(({ key }) => key)).toEqual(['first_name']);
  // Who shares at once: each tick counts by itself.
  const shared = (await principal.page(`${address}/sharing`)).props['opened'];
  await share(registrar, address, 'teacher', 'bursar');
  await principal.post(`${address}/sharing`, { roles: [], opened: shared });
  const { props } = await registrar.page(`${address}/sharing`);
  expect(props['shared']).toEqual([world.school.ilorin.roleIds.bursar]);
});

test('a report whose owner left stays usable, and someone who shares reports takes it over', async () => {
  const bursar = await world.as('bursar');
  const registrar = await world.as('registrar');
  const teacher = await world.as('teacher');
  const address = await save(bursar, 'Debts', ['surname']);
  await share(bursar, address, 'teacher');
  expect((await registrar.post(`${address}/take-over`)).statusCode).toBe(409);
  await world.database.asSystem([ilorin], (tx) =>
    tx.execute(sql`update memberships set suspended_at = now() where account_id = ${world.school.accounts.bursar}`),
  );
  expect((await opened(teacher, address)).report).toMatchObject({ isOrphaned: true, can: { takeOver: false } });
  expect((await teacher.post(`${address}/take-over`)).statusCode).toBe(403);
  expect((await opened(registrar, address)).report.can.takeOver).toBe(true);
  await registrar.post(`${address}/take-over`);
  expect((await opened(registrar, address)).report).toMatchObject({ isOrphaned: false, isOwn: true });
  await world.database.asSystem([ilorin], (tx) =>
    tx.execute(sql`update memberships set suspended_at = null where account_id = ${world.school.accounts.bursar}`),
  );
});

test('a copy is one’s own and gets a free name; a deleted report is gone for everyone', async () => {
  const registrar = await world.as('registrar');
  const admission = await world.as('admission_officer');
  const address = await save(registrar, 'Original', ['surname']);
  expect((await admission.post(`${address}/copy`)).statusCode).toBe(404);
  await registrar.post(`${address}/copy`);
  await registrar.post(`${address}/copy`);
  expect(await listed(registrar, '?q=original')).toEqual(['Original copy 2', 'Original copy', 'Original']);
  expect((await errorsOf(registrar, '/reports', form('ORIGINAL', ['surname']))).errors).toEqual({
    name: 'You already have a report with this name. Choose another name.',
  });
  await registrar.post(`${address}/delete`);
  expect((await registrar.get(address)).statusCode).toBe(404);
  const { rows } = await world.database.asSystem([ilorin], (tx) =>
    tx.execute(
      sql`select action from audit_entries where action like 'reports.%' and summary like '%riginal%' order by id`,
    ),
  );
  expect(rows.map(({ action }) => action)).toEqual(['reports.save', 'reports.copy', 'reports.copy', 'reports.delete']);
});
