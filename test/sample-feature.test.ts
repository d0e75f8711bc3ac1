import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { assemble } from '#product/assemble.ts';
import { features } from '#product/features.ts';
import { startSchool, type Browser } from '#test/harness/app.ts';
import { withClient } from '#test/harness/client.ts';
import { eraseBySecond } from '#test/harness/erase.ts';
import { loanFeature } from './sample-feature/loans.feature.ts';

/** A feature that only this test knows, by the recipe of docs/slice.md: nothing outside its folder names it. */
const folder = join(import.meta.dirname, 'sample-feature');
let world: Awaited<ReturnType<typeof startSchool>>;
let owner: Browser;

beforeAll(async () => {
  world = await startSchool({ product: assemble([...features, loanFeature]), jobs: true });
  await withClient(world.ownerUrl, (client) => client.query(readFileSync(join(folder, 'loans.sql'), 'utf8')));
  owner = await world.as('owner');
});
afterAll(() => world?.close());

const ada = () => world.school.ilorin.studentIds['Ada Obi'];
const lend = (title: string, dueOn = '2026-12-01') => owner.post('/loans', { studentId: ada(), title, dueOn });
const loans = async (search = '') => (await owner.page(`/loans${search}`)).props;
const idOf = async (title: string) => {
  const { rows } = (await loans()) as { rows: { id: number; title: string }[] };
  return rows.find((row) => row.title === title)!.id;
};

test('takes at most 12 files and 500 lines', () => {
  const files = readdirSync(folder);
  const lines = files.flatMap((name) => readFileSync(join(folder, name), 'utf8').trimEnd().split('\n'));
  expect(files.length).toBeLessThanOrEqual(12);
  expect(lines.length).toBeLessThanOrEqual(500);
});

test('is in the menu of users who can open it, and its permissions are on the roles page', async () => {
  const menuOf = async (browser: Browser) =>
    ((await browser.page('/account')).props.shell.menu as { label: string; href: string }[]).find(
      ({ label }) => label === 'Loans',
    );
  expect((await menuOf(owner))?.href).toBe('/loans');
  expect(await menuOf(await world.as('registrar'))).toBeUndefined();
  const { props } = await owner.page(`/roles/${world.school.ilorin.roleIds.registrar}`);
  const groups = props.groups as { title: string; permissions: { words: string }[] }[];
  expect(groups.find(({ title }) => title === 'Library')?.permissions.map(({ words }) => words)).toEqual([
    'View loans of library books',
    'Lend library books and take them back',
  ]);
});

test('a new institution’s roles start with its permissions', async () => {
  const group = await world.as('group');
  const added = await group.post('/institutions', { name: 'Jebba Academy', shortName: 'Jebba', kind: 'secondary' });
  const id = Number(/\d+/.exec(added.headers.location!)![0]);
  const roles = await world.database.asSystem([id], (tx) =>
    tx.execute<{ key: string }>(
      sql`select key from roles where institution_id = ${id} and 'loans.view' = any (permissions) order by 1`,
    ),
  );
  expect(roles.rows.map(({ key }) => key)).toEqual(['owner', 'principal', 'registrar']);
});

test('each of its routes says who can call it, and another institution’s record is not found', async () => {
  const declared = world.app.declaredRoutes.filter(({ method, url }) => method !== 'HEAD' && url.startsWith('/loans'));
  expect(declared.map(({ method, url, may }) => [method, url, may].join(' ')).toSorted()).toEqual(
    [
      'GET /loans loans.view',
      'GET /loans/:id/edit loans.edit',
      'GET /loans/new loans.edit',
      'GET /loans/student-options loans.edit',
      'POST /loans loans.edit',
      'POST /loans/:id loans.edit',
    ].toSorted(),
  );
  expect((await lend('Things Fall Apart')).statusCode).toBe(303);
  const id = await idOf('Things Fall Apart');
  expect((await (await world.as('teacher')).get(`/loans/${id}/edit`)).statusCode).toBe(403);
  const elsewhere = await world.as('registrar.offa');
  await world.database.asSystem([world.school.offa.id], (tx) =>
    tx.execute(
      sql`update roles set permissions = permissions || '{loans.view,loans.edit}' where institution_id = ${world.school.offa.id} and key = 'registrar'`,
    ),
  );
  expect((await elsewhere.get(`/loans/${id}/edit`)).statusCode).toBe(404);
  expect((await elsewhere.page('/loans')).props.rows).toEqual([]);
});

test('its list is searched, filtered and read page by page', async () => {
  for (let copy = 1; copy <= 51; copy += 1) await lend(`Reader ${copy}`);
  const first = await loans('?q=reader');
  expect(first.rows).toHaveLength(50);
  expect(first.next).toContain('after=');
  expect((await owner.page(first.next)).props.rows.map(({ title }: { title: string }) => title)).toEqual(['Reader 1']);
  expect(await loans('?q=reader&state=back')).toMatchObject({ rows: [], isFiltered: true, dropFirst: 'q' });
  expect((await owner.get('/loans?state=lost')).statusCode).toBe(400);
});

test('its form refuses invalid input, and asks before it overwrites another user’s change', async () => {
  await lend('Half of a Yellow Sun');
  const id = await idOf('Half of a Yellow Sun');
  const opened = await owner.opened(`/loans/${id}`);
  const save = (more: object) => owner.post(`/loans/${id}`, { title: 'Half of a Yellow Sun', opened, ...more });
  expect((await save({ dueOn: '2026-02-30' })).statusCode).toBe(422);
  expect((await save({ dueOn: '2026-12-08' })).statusCode).toBe(303);
  expect((await save({ dueOn: '2026-12-15' })).statusCode).toBe(409);
  // Another field, from the same old form: both changes stay.
  expect((await save({ title: 'Purple Hibiscus', dueOn: '2026-12-01' })).statusCode).toBe(303);
  expect((await loans('?q=hibiscus')).rows).toMatchObject([{ title: 'Purple Hibiscus', dueOn: '2026-12-08' }]);
});

test('its job runs when it is sent', async () => {
  await lend('The Palm-Wine Drinkard', '2026-01-05');
  const { id: institutionId } = world.school.ilorin;
  await world.database.asSystem([institutionId], (tx) =>
    world.services.jobs.send(tx, 'loans.remind', { institutionId }),
  );
  const titles = async () =>
    ((await owner.page('/notifications')).props.rows as { title: string }[]).map(({ title }) => title);
  await expect.poll(titles).toContain('1 book is late');
});

test('its tour and the words of its log are there', async () => {
  const tours = await owner.get('/help/tours?page=loans/loan-list', { accept: 'application/json' });
  expect(tours.json()).toMatchObject([{ name: 'loans/list', steps: [{ title: 'Find a loan' }] }]);
  const { props } = await owner.page('/audit?area=loans');
  expect(props.areas.loans).toBe('Library');
  expect((props.rows as { summary: string }[]).map(({ summary }) => summary)).toContain(
    'lent The Palm-Wine Drinkard to Ada Obi',
  );
});

test('an export of a person’s data has its section, and an erasure deletes its rows', async () => {
  // An erasure needs a record that has left.
  const { 'Uduak Essien': left } = world.school.ilorin.studentIds;
  await owner.post('/loans', { studentId: left, title: 'Arrow of God', dueOn: '2026-12-01' });
  const titles = async () => {
    const { sections } = (await owner.get(`/privacy/students/${left}/data.json`)).json<{
      sections: { title: string; rows: Record<string, string>[] }[];
    }>();
    return sections.find(({ title }) => title === 'Book loans')?.rows.map((row) => row['Title']);
  };
  expect(await titles()).toContain('Arrow of God');
  const people = { asker: owner, second: await world.as('group') };
  const [student] = await withClient(
    world.ownerUrl,
    async (client) =>
      (await client.query<{ number: string }>(`select admission_number as number from students where id = ${left}`))
        .rows,
  );
  expect((await eraseBySecond(people, `students/${left}`, student!.number)).statusCode).toBe(200);
  expect((await loans('?q=arrow')).rows).toEqual([]);
});
