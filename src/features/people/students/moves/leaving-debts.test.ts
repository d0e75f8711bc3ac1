import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startSchool, type Browser } from '#test/harness/app.ts';
import { openTill } from '#test/harness/till.ts';

let world: Awaited<ReturnType<typeof startSchool>>;
let till: ReturnType<typeof openTill>;
let principal: Browser;
let registrar: Browser;
beforeEach(async () => {
  world = await startSchool();
  till = openTill(world);
  [principal, registrar] = await Promise.all([world.as('principal'), world.as('registrar')]);
});
afterEach(() => world.close());

type Name = 'Ngozi Okafor' | 'Ada Obi' | 'Tunde Bakare';
const idOf = (name: Name) => world.school.ilorin.studentIds[name];
const leave = (by: Browser, path: string, more: object = {}) =>
  by.post(`/students/${idOf('Ngozi Okafor')}/${path}`, {
    onDate: till.day,
    reason: 'Moved to Jos',
    destination: 'Jos High School',
    keepsSignIn: 'true',
    ...more,
  });
const asked = (answer: Awaited<ReturnType<typeof leave>>) => [answer.statusCode, answer.json().errors?.owedSeen];
const rowsOf = async (query: ReturnType<typeof sql>) => (await till.work((tx) => tx.execute(query))).rows;
const statusOf = async (name: Name) =>
  (await rowsOf(sql`select status from students where id = ${idOf(name)}`))[0]!['status'];

test.each(['withdraw', 'transfer-out', 'graduate'])(
  '%s says what is owed and asks, again when it has changed, and the audit log keeps it',
  async (path) => {
    const id = idOf('Ngozi Okafor');
    expect((await principal.page(`/students/${id}/${path}`)).props.debts).toBeNull();
    await till.bill(id, 45_000_00);
    expect((await principal.page(`/students/${id}/${path}`)).props.debts).toEqual({
      currency: 'NGN',
      total: 45_000_00,
      students: [{ id, name: 'Ngozi Okafor', owed: 45_000_00 }],
      seen: '4500000',
    });
    expect(asked(await leave(principal, path))).toEqual([
      422,
      'Ngozi Okafor still owes ₦45,000.00. Tick the box to continue.',
    ]);
    await till.bill(id, 5_000_00);
    expect(asked(await leave(principal, path, { owedSeen: '4500000' }))).toEqual([
      422,
      'Ngozi Okafor still owes ₦50,000.00: this has just changed. Tick the box again to continue.',
    ]);
    expect(await statusOf('Ngozi Okafor')).toBe('active');
    expect((await leave(principal, path, { owedSeen: '5000000' })).statusCode).toBe(303);
    expect(
      await rowsOf(sql`select details ->> 'owed' as owed from audit_entries
        where action = 'students.changeStatus' and subject_id = ${id} order by id desc limit 1`),
    ).toEqual([{ owed: '5000000' }]);
    expect(await till.balance(id)).toEqual({ owed: 50_000_00, credit: 0 });
  },
);

test('a user without access to fees learns that someone owes, never how much, and is sent to the bursar', async () => {
  const id = idOf('Ngozi Okafor');
  await till.bill(id, 45_000_00);
  const page = await registrar.page(`/students/${id}/withdraw`);
  expect(page.props.debts).toMatchObject({ total: null, students: [{ id, owed: null }], seen: '1' });
  expect(JSON.stringify(page.props)).not.toMatch(/45[,.]?000/);
  const refused = await leave(registrar, 'withdraw', { owedSeen: '' });
  expect(asked(refused)).toEqual([
    422,
    'Ngozi Okafor still owes fees. Ask the bursar first. Tick the box to continue.',
  ]);
  // The sum of somebody else doesn’t open it, nor does the route that names the status.
  expect((await leave(registrar, 'withdraw', { owedSeen: '4500000' })).statusCode).toBe(422);
  const status = { status: 'withdrawn', reason: 'Moved' };
  expect((await registrar.post(`/students/${id}/status`, status)).statusCode).toBe(422);
  expect((await registrar.post(`/students/${id}/status`, { ...status, owedSeen: '1' })).statusCode).toBe(303);
});

test('in bulk it lists who owes with their sums, and nobody leaves before it was seen', async () => {
  const ids = [idOf('Ngozi Okafor'), idOf('Ada Obi'), idOf('Tunde Bakare')];
  await till.bill(idOf('Ada Obi'), 10_000_00);
  await till.bill(idOf('Ngozi Okafor'), 45_000_00);
  const debts = async (by: Browser) => (await by.get(`/students/leaving-debts?ids=${ids.join(',')}`)).json().debts;
  const { students, total, seen } = await debts(principal);
  expect(students.map(({ name, owed }: { name: string; owed: number }) => [name, owed])).toEqual([
    ['Ngozi Okafor', 45_000_00],
    ['Ada Obi', 10_000_00],
  ]);
  expect([total, seen]).toEqual([55_000_00, '5500000']);
  expect(await debts(registrar)).toMatchObject({ total: null, seen: '2' });
  expect(await debts(await world.as('registrar.offa'))).toBeNull();
  expect((await (await world.as('teacher')).get(`/students/leaving-debts?ids=${ids.join(',')}`)).statusCode).toBe(403);
  const withdraw = (owedSeen?: string) =>
    principal.post('/students/withdraw', { studentIds: ids, onDate: till.day, reason: 'School closes', owedSeen });
  expect(asked(await withdraw())).toEqual([422, '2 students still owe ₦55,000.00. Tick the box to continue.']);
  expect(await statusOf('Tunde Bakare')).toBe('active');
  expect((await withdraw(seen)).statusCode).toBe(200);
  expect(
    await rowsOf(sql`select subject_id::int as id, details -> 'owed' as owed from audit_entries
      where action = 'students.changeStatus' order by subject_id`),
  ).toEqual(
    [
      { id: idOf('Ngozi Okafor'), owed: 45_000_00 },
      { id: idOf('Ada Obi'), owed: 10_000_00 },
      { id: idOf('Tunde Bakare'), owed: null },
    ].toSorted((one, other) => one.id - other.id),
  );
});

test('a death, a suspension and a readmission ask for nothing', async () => {
  await till.bill(idOf('Ngozi Okafor'), 45_000_00);
  expect((await leave(registrar, 'suspend')).statusCode).toBe(303);
  expect((await leave(registrar, 'lift-suspension')).statusCode).toBe(303);
  expect((await leave(registrar, 'deceased')).statusCode).toBe(303);
});
