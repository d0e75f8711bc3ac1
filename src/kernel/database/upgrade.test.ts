import { copyFileSync, readdirSync, rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { migrate } from '#kernel/migrate.ts';
import { inDatabase } from '#kernel/postgres/address.ts';
import { withClient } from '#test/harness/client.ts';

const all = resolve(import.meta.dirname, '../../../migrations');
const ownerUrl = inDatabase(inject('ownerUrl'), 'upgrade_test');
const run = (text: string, url = ownerUrl) => withClient(url, async (client) => (await client.query(text)).rows);

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'akada-upgrade-'));
  await run('create database upgrade_test', inject('ownerUrl'));
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await run('drop database if exists upgrade_test with (force)', inject('ownerUrl'));
});

test('what a school wrote before there were lists joins them, one spelling a word, and nothing else changes', async () => {
  for (const name of readdirSync(all)) if (name < '0017') copyFileSync(join(all, name), join(folder, name));
  await migrate(ownerUrl, { folder });
  await run(`
    insert into institutions (name, short_name) values ('Olumo Heights', 'OH');
    insert into roles (institution_id, key, name, permissions, is_seeded) values
      (1, 'registrar', 'Registrar', array['students.view'], true), (1, 'own_1', 'Librarian', array['students.view'], false);
    insert into students (institution_id, admission_number, surname, first_name, religion, language, batch_id) values
      (1, '1', 'Ade', 'Bola', ' islam ', 'YORUBA', null), (1, '2', 'Obi', 'Ada', E'\\t', 'Yorùbá', null),
      (1, '3', 'Eze', 'Chi', 'Jehovah’s  Witness', repeat('L', 200), null), (1, '4', 'Eze', 'Uche', 'jehovahs witness', null, null);
    insert into employees (institution_id, employee_number, surname, first_name, job_title, department, employed_on, left_on) values
      (1, '1', 'Bello', 'Aisha', 'teacher ', ' Sciences', '2020-01-02', '2019-01-01'),
      (1, '2', 'Musa', 'Ibrahim', 'Night  watch', '   ', '2020-01-02', null);`);
  await migrate(ownerUrl);
  expect(await run('select religion, length(language) as l, language from students order by id')).toEqual([
    { religion: 'Islam', l: 6, language: 'Yoruba' },
    { religion: null, l: 6, language: 'Yoruba' },
    { religion: expect.stringMatching(/^jehovah’?s witness$/i), l: 80, language: 'L'.repeat(80) },
    { religion: expect.stringMatching(/^jehovah’?s witness$/i), l: null, language: null },
  ]);
  expect(await run('select count(distinct religion)::int as n from students')).toEqual([{ n: 2 }]);
  expect(await run('select job_title, department, employed_on, left_on from employees order by id')).toMatchObject([
    { job_title: 'Teacher', department: 'Sciences', employed_on: null, left_on: '2019-01-01' },
    { job_title: 'Night watch', department: null, employed_on: '2020-01-02', left_on: null },
  ]);
  expect(await run(`select name, 'students.viewHealth' = any (permissions) as given from roles order by id`)).toEqual([
    { name: 'Registrar', given: true },
    { name: 'Librarian', given: false },
  ]);
});
