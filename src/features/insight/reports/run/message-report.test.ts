import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { query } from '#kernel/database.ts';
import { startSchool, type Browser } from '#test/harness/app.ts';

let world: Awaited<ReturnType<typeof startSchool>>;
let registrar: Browser;
let ilorin: number;
beforeAll(async () => {
  world = await startSchool();
  ilorin = world.school.ilorin.id;
  registrar = await world.as('registrar');
});
afterAll(() => world.close());

const rule = (field: string, operator: string, values: string[] = [], ask = false) => ({
  field,
  operator,
  values,
  ask,
});
const filters = (...rules: object[]) => JSON.stringify({ joined: 'and', groups: [{ joined: 'and', rules }] });
const form = (name: string, more: object = {}) => ({
  institution_id: ilorin,
  name,
  description: '',
  subject: 'student',
  sort: '[]',
  group_by: '',
  limit: '',
  filters: filters(rule('batch', 'filled')),
  selected_fields: 'remove_student_surname',
  ...more,
});
async function save(body: object): Promise<string> {
  const answer = await registrar.post('/reports', body);
  expect(answer.statusCode, answer.body).toBe(303);
  return answer.headers.location!;
}
const messageTo = async (browser: Browser, address: string) => {
  const answer = await browser.get(`${address}/message`);
  expect(answer.statusCode, answer.body).toBe(303);
  return answer.headers.location!;
};
const idsIn = (address: string) => new URLSearchParams(address.split('?')[1]).get('ids')!.split(',').map(Number);

test('a message from a report goes to the people in it, with the reader’s rights', async () => {
  const address = await save(form('In class'));
  const { studentIds } = world.school.ilorin;
  const there = await messageTo(registrar, address);
  const seated = ['Bakare', 'Eze', 'Obi', 'Garba', 'Okafor', 'Danjuma', 'Adébáyọ̀'];
  const expected = Object.entries(studentIds).filter(([name]) => seated.includes(name.split(' ').at(-1)!));
  expect(idsIn(there).toSorted()).toEqual(expected.map(([, id]) => id).toSorted());
  const { props } = await registrar.page(there);
  expect(props.audience).toMatchObject({ of: 'guardians', by: [{ kind: 'students' }] });
  expect(props.audience.by[0].needs).toBeUndefined();
  await registrar.post(`${address}/sharing`, { roles: [world.school.ilorin.roleIds.teacher] });
  const teacher = await world.as('teacher');
  expect(idsIn(await messageTo(teacher, address)).length).toBeLessThan(expected.length);
  expect((await (await world.as('registrar.offa')).get(`${address}/message`)).statusCode).toBe(404);
});

test('what a report chose by goes with its people: who may not know it does not see them in the message', async () => {
  const ada = world.school.ilorin.studentIds['Ada Obi'];
  await world.database.asSystem([ilorin], (tx) =>
    tx.execute(sql`update students set religion = 'Islam' where id = ${ada}`),
  );
  const there = await messageTo(
    registrar,
    await save(form('Friday prayer', { filters: filters(rule('religion', 'one_of', ['Islam'])) })),
  );
  expect(idsIn(there)).toEqual([ada]);
  const { audience } = (await registrar.page(there)).props;
  expect(audience.by).toEqual([{ kind: 'students', ids: [ada], needs: ['students.viewReligion'] }]);
  const body = {
    institution_id: ilorin,
    channel: 'sms',
    purpose: 'service',
    subject: '',
    body: 'Hello.',
    act: 'draft',
  };
  const saved = await registrar.post('/messages', { ...body, audience });
  expect(saved.statusCode, saved.body).toBe(200);
  const rows = await world.database.asSystem([ilorin], (tx) =>
    query<{ needs: string }>(
      tx,
      sql`select audience_needs as needs from messages where id = ${saved.json<{ id: number }>().id}`,
    ),
  );
  expect(rows).toEqual([{ needs: 'students.viewReligion' }]);
  // Nobody sends by what they can’t see.
  const teacher = await world.as('teacher');
  expect((await teacher.post('/messages/preview', { ...body, act: undefined, audience })).statusCode).toBe(403);
});

test('equal rows, other records and empty results have nobody to message, and say so', async () => {
  const distinct = await save(form('Surnames', { distinct: 'true' }));
  expect((await registrar.page(distinct)).props.canMessage).toBe(false);
  expect((await registrar.get(`${distinct}/message`)).statusCode).toBe(403);
  const nobody = await save(form('Nobody', { filters: filters(rule('surname', 'is', ['Nobody at all'])) }));
  const answer = await registrar.get(`${nobody}/message`);
  expect([answer.statusCode, answer.headers.location]).toEqual([303, nobody]);
  expect((await registrar.page(nobody)).flash).toMatchObject({ message: 'This report has no students to message.' });
  const asks = await save(form('Asks', { filters: filters(rule('batch', 'one_of', [], true)) }));
  expect((await registrar.get(`${asks}/message`)).statusCode).toBe(422);
  const cashier = await world.as('hr_officer');
  const staff = JSON.stringify(
    form('', { subject: 'employee', filters: '{"groups":[]}', selected_fields: 'remove_employee_surname' }),
  );
  const unsaved = new URLSearchParams({ institution_id: String(ilorin), design: staff });
  expect((await cashier.page(`/reports/run?${unsaved}`)).props.canMessage).toBe(false);
  expect((await cashier.get(`/reports/run/message?${unsaved}`)).statusCode).toBe(403);
});
