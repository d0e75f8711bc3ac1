import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startSchool } from '#test/harness/app.ts';
import { withClient } from '#test/harness/client.ts';

let world: Awaited<ReturnType<typeof startSchool>>;
beforeAll(async () => void (world = await startSchool()));
afterAll(() => world.close());

test('institutions from before there were exports give them to those roles of theirs that still see all students', async () => {
  const migration = readFileSync(
    join(import.meta.dirname, '../../../../../migrations/0005_student_export.sql'),
    'utf8',
  );
  const found = await withClient(world.ownerUrl, async (client) => {
    const without = (permission: string, where: string) =>
      client.query(`update roles set permissions = array_remove(permissions, '${permission}') where ${where}`);
    await without('students.export', 'true');
    await without('students.view', `key = 'principal' and institution_id = ${world.school.offa.id}`);
    // As an owner who is no superuser, which is what a managed PostgreSQL gives.
    await client.query('create role mere_owner nologin; grant usage on schema public to mere_owner');
    try {
      await client.query(
        `begin; alter table roles owner to mere_owner; set local role mere_owner; ${migration}; commit`,
      );
      await client.query(`alter table roles owner to current_user`);
    } finally {
      await client.query('revoke usage on schema public from mere_owner; drop role mere_owner');
    }
    const { rows } = await client.query(
      `select r.key, i.short_name as place from roles r join institutions i on i.id = r.institution_id
       where 'students.export' = any (permissions) order by place, key`,
    );
    const table = await client.query(`select relforcerowsecurity as forced from pg_class where relname = 'roles'`);
    return { given: rows.map(({ key, place }) => `${place} ${key}`), forced: table.rows[0].forced };
  });
  expect(found).toEqual({
    given: [
      'Ilorin ict_administrator',
      'Ilorin owner',
      'Ilorin principal',
      'Ilorin registrar',
      'Offa ict_administrator',
      'Offa owner',
      'Offa registrar',
    ],
    forced: true,
  });
  const registrar = await world.as('registrar');
  expect((await registrar.get('/students/export.csv')).statusCode).toBe(200);
});

test('the page of a role speaks in the words of its institution, whichever is in view, and names every group in words', async () => {
  const { ilorin, offa } = world.school;
  await withClient(world.ownerUrl, (client) =>
    client.query(
      `update institutions set terminology = '{"batches": "Class arms", "courses": "Subjects"}' where id = $1`,
      [ilorin.id],
    ),
  );
  const group = await world.as('group');
  const groupsOf = async (school: typeof ilorin | typeof offa) => {
    const { props } = await group.page(`/roles/${school.roleIds.teacher}`);
    return props.groups as { title: string; permissions: { name: string; words: string }[] }[];
  };
  const wordsIn = async (school: typeof ilorin | typeof offa) => {
    const all = (await groupsOf(school)).flatMap(({ permissions }) => permissions);
    expect(all.filter(({ words }) => /[{}]/.test(words))).toEqual([]);
    return all.find(({ name }) => name === 'students.viewOwn')!.words;
  };
  expect(await wordsIn(ilorin)).toBe('View students in their own class arms and subjects');
  expect(await wordsIn(offa)).toBe('View students in their own batches and courses');
  const titles = (await groupsOf(ilorin)).map(({ title }) => title);
  expect(titles).toContain('Custom fields');
  expect(titles.filter((title) => /[a-z][A-Z]/.test(title))).toEqual([]);
});

test('two who change what a role may do at once both have their way', async () => {
  const owner = await world.as('owner');
  const at = `/roles/${world.school.ilorin.roleIds.admission_officer}`;
  const opened = (await owner.opened(at)) as { name: string; permissions: string[] };
  const save = async (permissions: string[]) =>
    (await owner.post(at, { name: opened.name, permissions, opened })).statusCode;
  const [first, ...rest] = opened.permissions as [string, ...string[]];
  expect(await save([...opened.permissions, 'site.edit'])).toBe(303);
  expect(await save([...rest, 'lookups.edit'])).toBe(303);
  const now = (await owner.page(at)).props.role.permissions as string[];
  expect(now).toEqual([...rest, 'lookups.edit', 'site.edit'].toSorted());
  expect(now).not.toContain(first);
});
