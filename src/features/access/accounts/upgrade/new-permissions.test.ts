import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PropsOf } from '#web/page.ts';
import type { newPermissionsPage } from './new-permissions.routes.ts';
import type { Shell } from '#web/shell.ts';
import { startSchool } from '#test/harness/app.ts';

let world: Awaited<ReturnType<typeof startSchool>>;
let id: number;
beforeAll(async () => {
  world = await startSchool();
  ({ id } = world.school.ilorin);
  // As they were before there was money or admission.
  await world.database.asSystem([id], (tx) =>
    tx.execute(sql`update roles set permissions = array(select p from unnest(permissions) p
        where p !~ '^(fees|payments|ledger|openings|admissions|pins|orders)[.]')
      where is_seeded; update institutions set to_confirm = '{money,admissions}'`),
  );
});
afterAll(() => world?.close());

const shown = async (who: string) =>
  ((await (await world.as(who)).page('/roles/new-permissions')).props as unknown as PropsOf<typeof newPermissionsPage>)
    .institutions;
const asks = async (who: string) => (await told(who)).filter(({ action }) => action).map(({ href }) => href);
const told = async (who: string) => ((await (await world.as(who)).page('/account')).props.shell as Shell).toConfirm;
const confirm = async (who: string, roles: string[]) =>
  (await world.as(who)).post('/roles/new-permissions', { institution_id: id, roles });

test('only an owner is asked, above every page, which roles get the permissions of an upgrade', async () => {
  expect(await asks('owner')).toEqual([`/roles/new-permissions?institution_id=${id}`]);
  for (const other of ['bursar', 'cashier', 'ict_administrator'])
    expect([other, await asks(other)]).toEqual([other, []]);
  expect((await (await world.as('bursar')).get('/roles/new-permissions')).statusCode).toBe(403);
  expect(await shown('ict_administrator')).toEqual([]);
  expect((await confirm('ict_administrator', [])).statusCode).toBe(403);

  const [{ news, roles }] = (await shown('owner')) as [Awaited<ReturnType<typeof shown>>[number]];
  expect(news).toEqual(['Fees and payments', 'Admissions, pins and orders']);
  expect(roles.map(({ key }) => key)).toEqual(
    expect.arrayContaining(['bursar', 'cashier', 'principal', 'guardian', 'registrar', 'admission_officer']),
  );
  const cashier = roles.find(({ key }) => key === 'cashier')!;
  expect(cashier).toMatchObject({ people: 1, names: [expect.any(String)] });
  expect(cashier.permissions).toContain('View pins, their stock and their use');
});

test('people who wait for the owner are told so at home and where the page would be, others are not', async () => {
  const opens = 'This opens once the owner of Ilorin Grammar School has confirmed the new permissions of your role.';
  expect(await told('cashier')).toEqual([
    { text: `New at Ilorin Grammar School: Fees and payments · Admissions, pins and orders. ${opens}`, href: '/home' },
  ]);
  const page = (who: string, url: string) => world.as(who).then((browser) => browser.get(url));
  expect((await page('cashier', '/payments/new')).body).toContain(`${opens} Ask them to confirm it.`);
  expect(await told('ict_administrator')).toEqual([]);
  expect((await page('ict_administrator', '/payments/new')).body).toContain('Ask your ICT administrator for access.');
});

test('the owner confirms all ticked roles in one act; a role that changed meanwhile is refused, others stay', async () => {
  const [{ roles }] = (await shown('owner')) as [Awaited<ReturnType<typeof shown>>[number]];
  const valueOf = (wanted: string) => roles.find(({ key }) => key === wanted)!.value;
  expect((await (await world.as('cashier')).get('/payments/new')).statusCode).toBeGreaterThan(399);
  expect((await confirm('owner', [valueOf('cashier'), `${valueOf('registrar')},ledger.close`])).statusCode).toBe(422);
  expect((await (await world.as('cashier')).get('/payments/new')).statusCode).toBeGreaterThan(399);

  expect((await confirm('owner', [valueOf('cashier'), valueOf('registrar')])).statusCode).toBe(303);
  expect((await (await world.as('cashier')).get('/payments/new')).statusCode).toBe(200);
  expect((await (await world.as('registrar')).get('/applications')).statusCode).toBe(200);
  expect((await (await world.as('bursar')).get('/payments/new')).statusCode).toBeGreaterThan(399);
  expect([await asks('owner'), await shown('owner')]).toEqual([[], []]);
  expect((await confirm('owner', [valueOf('bursar')])).statusCode).toBe(422);
});
