import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addMissingListValues } from '#features/records/lookups/check-list-values.ts';
import { startSchool, type Browser } from '#test/harness/app.ts';

/** Two people have an order before them; whoever saves the older one last drops nothing and brings nothing back. */
let world: Awaited<ReturnType<typeof startSchool>>;
let owner: Browser;
let institutionId: number;
beforeAll(async () => {
  world = await startSchool();
  owner = await world.as('owner');
  institutionId = world.school.ilorin.id;
});
afterAll(() => world?.close());

const rows = async <Row extends Record<string, unknown>>(query: ReturnType<typeof sql>) =>
  (await world.database.asSystem([institutionId], (tx) => tx.execute<Row>(query))).rows;

test('words of a list', async () => {
  await world.database.asSystem([institutionId], (tx) =>
    addMissingListValues(tx, institutionId, 'religions', ['A', 'B', 'C']),
  );
  const now = async () =>
    (
      await rows<{ name: string }>(sql`select name from religions where institution_id = ${institutionId}
      order by position, name`)
    ).map(({ name }) => name);
  const old = (await now()).toReversed();
  await rows(sql`delete from religions where institution_id = ${institutionId} and name = 'B'`);
  await world.database.asSystem([institutionId], (tx) => addMissingListValues(tx, institutionId, 'religions', ['New']));
  expect((await owner.post('/lists/order', { institutionId, list: 'religions', words: old })).statusCode).toBe(200);
  expect(await now()).toEqual([...old.filter((name) => name !== 'B'), 'New']);
});

test('items of a site', async () => {
  const add = (title: string) =>
    owner.post('/site/features', { institutionId, icon: 'book', title, body: 'Once a week.', isShown: 'true' });
  const now = () =>
    rows<{ id: number; title: string }>(sql`select id::int, title from site_features
      where institution_id = ${institutionId} order by position, id`);
  for (const title of ['One', 'Two', 'Three']) expect((await add(title)).statusCode).toBe(303);
  const ids = (await now()).map(({ id }) => id).toReversed();
  await rows(sql`delete from site_features where institution_id = ${institutionId} and title = 'Two'`);
  await add('Four');
  expect((await owner.post('/site/order', { institutionId, list: 'features', ids })).statusCode).toBe(200);
  expect((await now()).map(({ title }) => title)).toEqual(['Three', 'One', 'Four']);
});

test('a student’s guardians', async () => {
  const ada = world.school.ilorin.studentIds['Ada Obi'];
  const add = (firstName: string) =>
    owner.post(`/students/${ada}/guardians`, { firstName, surname: 'Obi', mobile: '08030000055', relation: 'Aunt' });
  const now = () =>
    rows<{ id: number; name: string }>(sql`select g.id::int, g.first_name as name from student_guardians l
      join guardians g on (g.institution_id, g.id) = (l.institution_id, l.guardian_id)
      where l.student_id = ${ada} order by l.position, g.id`);
  for (const name of ['One', 'Two', 'Three']) expect((await add(name)).statusCode).toBe(303);
  const ids = (await now()).map(({ id }) => id).toReversed();
  const two = (await now()).find(({ name }) => name === 'Two')!.id;
  await rows(sql`delete from student_guardians where student_id = ${ada} and guardian_id = ${two}`);
  await add('Four');
  expect((await owner.post(`/students/${ada}/guardians/order`, { ids })).statusCode).toBeLessThan(400);
  expect((await now()).map(({ name }) => name)).toEqual(['Three', 'One', 'Four']);
});

test('classes, which move one place at a time', async () => {
  const now = () =>
    rows<{ id: number; name: string }>(sql`select id::int, name from classes
      where institution_id = ${institutionId} order by position, id`);
  const old = await now();
  const [{ program_id: programId }] = (await rows(sql`select program_id from classes
    where institution_id = ${institutionId} limit 1`)) as [{ program_id: number }];
  await rows(sql`insert into classes (institution_id, program_id, name, position)
    select institution_id, ${programId}, 'JSS 3', 3 from classes where id = ${old[0]!.id}`);
  await rows(sql`insert into classes (institution_id, program_id, name, position)
    select institution_id, ${programId}, 'Gone', 4 from classes where id = ${old[0]!.id}`);
  const gone = (await now()).find(({ name }) => name === 'Gone')!.id;
  await rows(sql`delete from classes where institution_id = ${institutionId} and id = ${gone}`);
  expect((await owner.post(`/classes/${gone}/move`, { direction: 'up' })).statusCode).toBe(404);
  expect((await owner.post(`/classes/${old[1]!.id}/move`, { direction: 'up' })).statusCode).toBe(303);
  expect((await now()).map(({ name }) => name)).toEqual(['JSS 2', 'JSS 1', 'JSS 3']);
});
