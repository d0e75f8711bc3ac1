import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PersonalData } from '#kernel/personal-data/personal-data.ts';
import { assemble } from '#product/assemble.ts';
import { features } from '#product/features.ts';
import { startSchool, type Browser } from '#test/harness/app.ts';
import { withClient } from '#test/harness/client.ts';
import { eraseBySecond } from '#test/harness/erase.ts';
import { personalDataPage } from './personal-data-page.ts';

const retention = { keep: 'As long as the student’s record.' };

/** A feature made on the spot: loans of books, fines that must be paid before a merge, and a list of favourites. */
const libraryPersonalData: PersonalData = {
  tables: [
    {
      table: 'library_loans',
      people: ['student'],
      section: {
        title: 'Library loans',
        order: 70,
        rows: ({ institutionId, personId }) => sql`
          select l.book as "Book", l.note as "Note" from library_loans l
          where l.institution_id = ${institutionId} and l.student_id = ${personId} order by l.id`,
      },
      erase: { set: { note: null } },
      merge: { how: 'move', one: 'loan', many: 'loans' },
      retention,
    },
    {
      table: 'library_favourites',
      people: ['student'],
      section: { omit: 'The loans say as much.' },
      erase: 'delete',
      merge: {
        how: 'move',
        same: ['book'],
        one: 'favourite',
        many: 'favourites',
        undo: { keys: ['student_id', 'book'] },
      },
      retention,
    },
    {
      table: 'library_fines',
      people: ['student'],
      section: {
        title: ({ batch }) => `Fines, by ${batch}`,
        order: 75,
        rows: ({ institutionId, personId }) => sql`
          select f.amount as "Amount" from library_fines f
          where f.institution_id = ${institutionId} and f.student_id = ${personId} order by f.id`,
      },
      erase: { keep: 'Money stays in the books.' },
      merge: { how: 'refuse', message: 'The other record has unpaid fines. Settle them first.' },
      retention,
    },
  ],
};

let world: Awaited<ReturnType<typeof startSchool>>;
let ilorin: number;
let registrar: Browser;
beforeAll(async () => {
  world = await startSchool({
    product: assemble([...features, { name: 'library', personalData: libraryPersonalData }]),
  });
  ilorin = world.school.ilorin.id;
  registrar = await world.as('registrar');
  await ask(`
    create table library_loans (institution_id int not null, id bigint generated always as identity, student_id bigint not null,
      book text not null, note text, primary key (institution_id, id), foreign key (institution_id, student_id) references students);
    create table library_favourites (institution_id int not null, student_id bigint not null, book int not null,
      primary key (institution_id, student_id, book), foreign key (institution_id, student_id) references students);
    create table library_fines (institution_id int not null, id bigint generated always as identity, student_id bigint not null,
      amount int not null, primary key (institution_id, id), foreign key (institution_id, student_id) references students);
    select akada_institution_table(name::regclass) from unnest(array['library_loans', 'library_favourites', 'library_fines']) name`);
  // A record that somebody signs in with is merged by two people.
  await ask('delete from memberships where student_id is not null');
});
afterAll(async () => {
  await ask('drop table library_loans, library_favourites, library_fines');
  await world.close();
});

const ask = <Row extends Record<string, unknown>>(query: string) =>
  withClient(world.ownerUrl, async (client) => (await client.query<Row>(query)).rows);
const rows = () =>
  Promise.all(
    ['library_loans', 'library_favourites', 'library_fines'].map((table) =>
      ask<{ row: string }>(`select t::text as row from ${table} t order by 1`).then((all) => all.map(({ row }) => row)),
    ),
  );

async function fill(studentId: number, books: number[]) {
  for (const book of books)
    await ask(`insert into library_loans (institution_id, student_id, book, note) values (${ilorin}, ${studentId}, 'Book ${book}', 'for her brother');
      insert into library_favourites values (${ilorin}, ${studentId}, ${book})`);
}

test('what a feature declares is exported in its place, in the institution’s words', async () => {
  const { 'Tunde Bakare': tunde } = world.school.ilorin.studentIds;
  await fill(tunde, [1]);
  const { sections } = (await registrar.get(`/privacy/students/${tunde}/data.json`)).json<{
    sections: { title: string; rows: object[] }[];
  }>();
  const titles = sections.map(({ title }) => title);
  const at = titles.indexOf('Library loans');
  expect(titles.slice(at - 1, at + 3)).toEqual(['Optional items', 'Library loans', 'Fines, by Batch', 'Documents']);
  expect(sections[at]!.rows).toEqual([{ Book: 'Book 1', Note: 'for her brother' }]);
});

test('a merge moves its rows, an unmerge puts them back, and what it refuses is refused', async () => {
  const { 'Ada Obi': ada, 'Ngozi Okafor': ngozi } = world.school.ilorin.studentIds;
  await fill(ada, [1, 2]);
  await fill(ngozi, [2, 3]);
  await ask(`insert into library_fines (institution_id, student_id, amount) values (${ilorin}, ${ngozi}, 500)`);
  const { props } = await registrar.page(`/students/${ada}/merge?with=${ngozi}`);
  expect(props.moves).toEqual(['1 enrolment', '2 loans', '2 favourites']);
  const merge = () => registrar.post(`/students/${ada}/merge`, { otherId: ngozi });
  expect((await merge()).json().errors.otherId).toBe('The other record has unpaid fines. Settle them first.');

  await ask('delete from library_fines');
  const before = await rows();
  expect((await merge()).statusCode).toBe(303);
  expect(await ask(`select count(*)::int as loans from library_loans where student_id = ${ada}`)).toEqual([
    { loans: 4 },
  ]);
  expect(await ask(`select book from library_favourites where student_id in (${ada}, ${ngozi}) order by 1`)).toEqual(
    [1, 2, 3].map((book) => ({ book })),
  );
  const [last] = await ask<{ id: string }>('select id from merges order by id desc limit 1');
  const unmerge = () => registrar.post(`/merges/${last!.id}/undo`);
  await ask(`delete from library_favourites where book = 3`);
  expect((await unmerge()).json().message).toBe(
    'These records can’t be unmerged: the favourites changed since the merge.',
  );
  await ask(`insert into library_favourites values (${ilorin}, ${ada}, 3)`);
  expect((await unmerge()).statusCode).toBe(200);
  expect(await rows()).toEqual(before);
});

test('an erasure deletes, empties or keeps its rows as declared', async () => {
  const { 'Uduak Essien': uduak } = world.school.ilorin.studentIds;
  await fill(uduak, [9]);
  await ask(`insert into library_fines (institution_id, student_id, amount) values (${ilorin}, ${uduak}, 700)`);
  const [student] = await ask<{ number: string }>(
    `select admission_number as number from students where id = ${uduak}`,
  );
  const people = { asker: await world.as('owner'), second: await world.as('group') };
  expect((await eraseBySecond(people, `students/${uduak}`, student!.number)).statusCode).toBe(200);
  expect(await ask(`select book, note from library_loans where student_id = ${uduak}`)).toEqual([
    { book: 'Book 9', note: null },
  ]);
  expect(await ask(`select 1 from library_favourites where student_id = ${uduak}`)).toEqual([]);
  expect(await ask(`select amount from library_fines where student_id = ${uduak}`)).toEqual([{ amount: 700 }]);
});

test('a table that two features declare for the same people stops the start', () => {
  const twice = {
    name: 'library',
    personalData: { tables: [libraryPersonalData.tables[0]!, libraryPersonalData.tables[0]!] },
  };
  expect(() => assemble([...features, twice])).toThrow('library_loans is declared twice for a student');
});

test('the page of all personal data is what features declare; `-u` writes it', async () => {
  const page = personalDataPage(assemble(features).personalData);
  await expect(page).toMatchFileSnapshot('../docs/personal-data.md');
});
