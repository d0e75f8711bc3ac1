import { afterAll, beforeAll, expect, test } from 'vitest';
import { withClient } from '#test/harness/client.ts';
import { freshDatabase } from '#test/harness/database.ts';
import { sealedColumns, plainBytes } from '../bin/institution/secrets.ts';
import { accountColumns, accountKeys, allTables, otherwise, sharedTables } from '../bin/institution/travels.ts';

/** What travels with an institution is declared, so that a new table or column is not forgotten. */
let fresh: Awaited<ReturnType<typeof freshDatabase>>;
const rowsOf = <Row extends object>(text: string) =>
  withClient(fresh.ownerUrl, async (client) => (await client.query<Row>(text)).rows);

beforeAll(async () => {
  fresh = await freshDatabase();
});
afterAll(() => fresh?.drop());

test('each table without institution_id says whether its rows travel, and no other table does', async () => {
  const tables = await withClient(fresh.ownerUrl, allTables);
  const shared = tables.filter(({ isOfInstitution }) => !isOfInstitution).map(({ name }) => name);
  expect(Object.keys(sharedTables).toSorted()).toEqual(shared.toSorted());
  const own = tables.filter(({ isOfInstitution }) => isOfInstitution).map(({ name }) => name);
  expect(own).toEqual(expect.arrayContaining(Object.keys(otherwise)));
});

test('each column of bytes that travels is opened and sealed again, or says that no key opens it', async () => {
  const columns = await rowsOf<{ place: string; table: string }>(
    `select c.relname as table, c.relname || '.' || a.attname as place from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.atttypid = 'bytea'::regtype and not a.attisdropped`,
  );
  const travels = (table: string) => !(table in otherwise) && !('stays' in (sharedTables[table] ?? {}));
  const plain = Object.entries(plainBytes).flatMap(([table, names]) => names.map((name) => `${table}.${name}`));
  const sealed = sealedColumns.map(({ table, column }) => `${table}.${column}`);
  const found = columns.filter(({ table }) => travels(table)).map(({ place }) => place);
  expect([...plain, ...sealed].toSorted()).toEqual(found.toSorted());
});

test('each column that names an account has a foreign key, or is declared', async () => {
  const keys = await withClient(fresh.ownerUrl, accountKeys);
  const known = [
    ...keys,
    ...Object.entries(accountColumns).flatMap(([table, columns]) => columns.map((column) => ({ table, column }))),
  ].map(({ table, column }) => `${table}.${column}`);
  const named = await rowsOf<{ place: string }>(
    `select c.relname || '.' || a.attname as place from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.atttypid = 'bigint'::regtype
       and a.attname ~ '(^account_id|_by|sender_id)$' and exists (
         select from pg_attribute i where i.attrelid = c.oid and i.attname = 'institution_id')`,
  );
  expect(named.map(({ place }) => place).filter((place) => !known.includes(place))).toEqual([]);
});

test('ids have 64 bits, except those of institutions', async () => {
  const narrow = await rowsOf<{ place: string }>(
    `select c.relname || '.' || a.attname as place from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.atttypid in ('int2'::regtype, 'int4'::regtype)
       and a.attname ~ '(^|_)id$' and a.attname !~ 'institution_id$'
       and (c.relname, a.attname) not in (('institutions', 'id'), ('moved_institutions', 'id'), ('moved_links', 'moved_id'), ('public_names', 'holder_id'))`,
  );
  expect(narrow).toEqual([]);
});
