import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PropsOf } from '#web/page.ts';
import type { moneyRolesPage } from './money-roles.pages.ts';
import type { Shell } from '#web/shell.ts';
import { startSchool } from '#test/harness/app.ts';

let world: Awaited<ReturnType<typeof startSchool>>;
beforeAll(async () => {
  world = await startSchool();
  // As they were before there was money.
  await world.database.asSystem([world.school.ilorin.id], (tx) =>
    tx.execute(sql`update roles set permissions = array(select p from unnest(permissions) p where p !~ '^(fees|payments|ledger|openings)[.]')
      where is_seeded; update institutions set to_confirm = '{money}'`),
  );
});
afterAll(() => world?.close());

const shown = async (who: string) =>
  (await (await world.as(who)).page('/roles/money')).props as unknown as PropsOf<typeof moneyRolesPage>;

const asks = async (who: string) =>
  ((await (await world.as(who)).page('/account')).props.shell as Shell).toConfirm.map(({ href }) => href);

test('an owner sees who would get which permissions of money, and confirms role by role', async () => {
  const { rows } = await shown('owner');
  expect(rows.map(({ key }) => key)).toEqual(expect.arrayContaining(['bursar', 'cashier', 'principal', 'guardian']));
  const cashier = rows.find(({ key }) => key === 'cashier')!;
  expect(cashier).toMatchObject({ people: 1, missing: ['payments.take'] });
  expect(cashier.names).toHaveLength(1);
  expect((await (await world.as('cashier')).get('/payments/new')).statusCode).toBeGreaterThan(399);

  const owner = await world.as('owner');
  const give = (permissions: string[]) => owner.post(`/roles/${cashier.id}/money`, { permissions });
  expect((await give([...cashier.missing, 'ledger.close'])).statusCode).toBe(422);
  expect((await give(cashier.missing)).statusCode).toBe(303);
  expect((await shown('owner')).rows.map(({ key }) => key)).not.toContain('cashier');
  expect((await shown('owner')).rows.map(({ key }) => key)).toContain('bursar');
  expect((await give(cashier.missing)).statusCode).toBe(422);
});

test('nobody but an owner is offered it, and a new institution has the permissions from the start', async () => {
  expect((await (await world.as('bursar')).get('/roles/money')).statusCode).toBe(403);
  const ict = await world.as('ict_administrator');
  const answer = await ict.get('/roles/money');
  if (answer.statusCode === 200) expect((await shown('ict_administrator')).rows).toEqual([]);
  const { rows } = await shown('owner');
  const bursar = rows.find(({ key }) => key === 'bursar')!;
  expect((await ict.post(`/roles/${bursar.id}/money`, { permissions: bursar.missing })).statusCode).toBe(403);
});

test('an owner is asked above every page until all roles are confirmed or left as they are; nobody else is', async () => {
  const { id } = world.school.ilorin;
  expect(await asks('owner')).toEqual([`/roles/money?institution_id=${id}`]);
  for (const other of ['bursar', 'cashier', 'ict_administrator'])
    expect([other, await asks(other)]).toEqual([other, []]);
  const done = async (who: string) =>
    (await (await world.as(who)).post('/roles/money/done', { institutionId: id })).statusCode;
  expect(await done('ict_administrator')).toBe(403);
  expect(await done('owner')).toBe(303);
  expect(await asks('owner')).toEqual([]);

  await world.database.asSystem([id], (tx) =>
    tx.execute(sql`update institutions set to_confirm = '{money}' where id = ${id}`),
  );
  const owner = await world.as('owner');
  for (const role of (await shown('owner')).rows) {
    expect(await asks('owner')).toHaveLength(1);
    expect((await owner.post(`/roles/${role.id}/money`, { permissions: role.missing })).statusCode).toBe(303);
  }
  expect(await asks('owner')).toEqual([]);
});
