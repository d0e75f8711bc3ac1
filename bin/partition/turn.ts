import type pg from 'pg';
import { quoted } from '../backup/tables.ts';
import { CannotStart } from '#kernel/cannot-start.ts';
import { nameAlike } from '#kernel/partitions.ts';
import { aside, readDefinition, readDependants, schemaOf, type Definition } from './catalogue.ts';

/**
 * Turns one table over, in the caller's transaction: the table is put aside, made again with partitions, filled from
 * what was put aside, and gets everything back that PostgreSQL's catalogues say of it. Returns the number of rows.
 */
export async function turnTable(client: pg.Client, name: string, parts: number): Promise<number> {
  await client.query('set local search_path = public');
  await client.query('set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0');
  await client.query(`lock table ${quoted(name)} in access exclusive mode`);
  const definition = await readDefinition(client, name);
  const dependants = await readDependants(client, name);
  const run = async (statements: string[]) => {
    for (const statement of statements) {
      try {
        await client.query(statement);
      } catch (error) {
        throw new Error(`${name}: ${(error as Error).message}, in: ${statement}`, { cause: error });
      }
    }
  };
  await run(dependants.toReversed().map(({ drop }) => drop));
  await run(definition.keysFrom.map((key) => `alter table ${key.table} drop constraint ${quoted(key.name)}`));
  await makeParts(client, definition, parts);
  const loadsUnchecked = await mayLoadUnchecked(client);
  if (loadsUnchecked) await run(definition.keysTo);
  const rows = await fill(client, definition, loadsUnchecked);
  await run([`drop table ${aside}.${quoted(name)}`, `drop schema ${aside}`]);
  await run([...definition.keys, ...definition.indexes, ...definition.keysToItself]);
  if (!loadsUnchecked) await run(definition.keysTo);
  await run(definition.keysFrom.map(({ statement }) => statement));
  await run(definition.rest);
  await run(dependants.flatMap(({ make }) => make));
  await nameAlike(client);
  await client.query(`analyze ${quoted(name)}`);
  return rows;
}

async function makeParts(client: pg.Client, { name, storage, sequences }: Definition, parts: number) {
  const old = `${aside}.${quoted(name)}`;
  await client.query(`create schema ${aside}`);
  await client.query(`alter table ${quoted(name)} set schema ${aside}`);
  await client.query(
    `create table ${quoted(name)} (like ${old} including all excluding indexes excluding statistics) partition by hash (institution_id)`,
  );
  for (let at = 0; at < parts; at += 1) {
    await client.query(`create schema if not exists ${schemaOf(at)}`);
    await client.query(
      `create table ${schemaOf(at)}.${quoted(name)} partition of ${quoted(name)}
       for values with (modulus ${parts}, remainder ${at}) ${storage ? `with (${storage})` : ''}`,
    );
  }
  for (const { column, name: sequence, last, isCalled } of sequences) {
    const { rows } = await client.query<{ is: string }>('select pg_get_serial_sequence($1, $2) as is', [
      quoted(name),
      column,
    ]);
    if (rows[0]!.is !== `public.${sequence}`) await client.query(`alter sequence ${rows[0]!.is} rename to ${sequence}`);
    await client.query('select setval($1::regclass, $2, $3)', [`public.${quoted(sequence)}`, last, isCalled]);
  }
}

/**
 * Whether rows that met the table's foreign keys where they were are spared a second check, which takes as many joins
 * as there are partitions. PostgreSQL lets superusers decide that.
 */
async function mayLoadUnchecked(client: pg.Client) {
  const { rows } = await client.query<{ may: boolean }>(
    `select has_parameter_privilege('session_replication_role', 'set') as may`,
  );
  return rows[0]!.may;
}

async function fill(client: pg.Client, { name, columns }: Definition, isUnchecked: boolean): Promise<number> {
  const all = columns.map(quoted).join(', ');
  if (isUnchecked) await client.query('set local session_replication_role = replica');
  const { rowCount } = await client.query(
    `insert into ${quoted(name)} (${all}) overriding system value select ${all} from ${aside}.${quoted(name)}`,
  );
  if (isUnchecked) await client.query('set local session_replication_role = origin');
  const { rows } = await client.query<{ before: number; now: number }>(
    `select (select count(*) from ${aside}.${quoted(name)})::float8 as before, (select count(*) from ${quoted(name)})::float8 as now`,
  );
  const { before, now } = rows[0]!;
  if (before !== now || before !== rowCount)
    throw new CannotStart(`Table ${name} has ${before} rows, and its partitions ${now}. Nothing of it was changed.`);
  return now;
}
