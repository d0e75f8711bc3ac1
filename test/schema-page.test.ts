import { afterAll, beforeAll, expect, test } from 'vitest';
import { readPlaces } from '../bin/schema/source.ts';
import { drawSchema } from '../bin/schema/draw.ts';
import { readSchema } from '../bin/schema/read.ts';
import { withClient } from '#test/harness/client.ts';
import { freshDatabase } from '#test/harness/database.ts';

let fresh: Awaited<ReturnType<typeof freshDatabase>>;
beforeAll(async () => void (fresh = await freshDatabase()));
afterAll(() => fresh?.drop());

test('the page and the picture of the schema are what the database is; npm run picture writes them', async () => {
  const { page, picture } = await withClient(fresh.ownerUrl, drawSchema);
  await expect(page).toMatchFileSnapshot('../docs/schema.md');
  await expect(picture).toMatchFileSnapshot('../docs/schema.svg');
});

test('every table, view and function says in its migration what it is for', async () => {
  const { tables, routines } = await withClient(fresh.ownerUrl, readSchema);
  const { places } = readPlaces();
  const names = [...tables, ...routines].map(({ name }) => name).filter((name) => !name.endsWith('_of_open_session'));
  expect(names.length).toBeGreaterThan(300);
  expect(names.filter((name) => !places.get(name)?.text)).toEqual([]);
});

test('a table of a later migration belongs to the area that the migration names', () => {
  const later = {
    name: '20270101-0900_loans.sql',
    sha256: '',
    text: '-- Area: money\n\n/* Loans. */\ncreate table loans (id int);',
  };
  const { areas, places } = readPlaces([later]);
  expect([areas, places.get('loans')]).toEqual([['money'], { area: 'money', section: '', text: 'Loans.' }]);
  expect(() => readPlaces([{ ...later, text: 'create table loans (id int);' }])).toThrow('give it a line "-- Area: …"');
});
