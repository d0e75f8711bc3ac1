import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import { CannotStart } from '#kernel/cannot-start.ts';
import { asBaseline, landedFiles, refuseChanged, type Migration } from '#kernel/migrate.ts';
import type { Header } from './contents.ts';
import { namesIn, quoted } from './tables.ts';

/** The migrations of the backup's database, if they are among ours. */
export function migrationsOf(header: Header, ours: Migration[]): Migration[] {
  const landed = new Map(header.migrations.map(({ name, sha256 }) => [name, sha256]));
  return [...asBaseline(landed, ours, 'backup')].map(([name, sha256]) => {
    const found = ours.find((migration) => migration.name === name);
    if (!found)
      throw new CannotStart(
        `This backup is of Akada ${header.akada}, which is newer: it knows ${name}, and this one does not. Restore it with that version, or a later one.`,
      );
    if (found.sha256 !== sha256)
      throw new CannotStart(
        `This backup was made with another migrations/${name} than the one here, so its tables may have another form. Restore it with the version that made it (Akada ${header.akada}).`,
      );
    return found;
  });
}

/** Refuses a database that is in use, is not Akada's, or contains data that the user has not agreed to lose. */
export async function refuseTarget(client: pg.Client, ours: Migration[], mayReplace: boolean) {
  await refuseServer(client);
  const names = namesIn(ours);
  const { rows: strangers } = await client.query<{ name: string }>(
    `select c.relname as name from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm')
       and c.relname <> all($1) and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e') order by 1`,
    [['akada_migrations', ...names.tables, ...names.views]],
  );
  const isOurs = await isThere(client, 'akada_migrations');
  if (isOurs) refuseChanged(ours, await landedFiles(client, ours));
  else if (strangers.length || (await count(client, names.tables)).some(({ isFound }) => isFound))
    throw new CannotStart(
      "This database holds tables that are not Akada's. Make an empty one: create database akada encoding utf8 template template0",
    );
  const held = (await count(client, ['institutions', 'accounts', 'students'])).filter(({ rows }) => rows);
  if (held.length && !mayReplace)
    throw new CannotStart(
      `This database is not empty: it holds ${held.map(({ name, rows }) => `${rows} ${name}`).join(', ')}. Restoring would replace all of it. Nothing was changed. If that is what you want, back it up first, then add --replace.`,
    );
}

export async function refuseServer(client: pg.Client) {
  let connections = 0;
  // A connection that was just closed is listed a moment longer.
  for (let tries = 0; tries < 20; tries += 1) {
    if (tries) await wait(50);
    await client.query('select pg_stat_clear_snapshot()');
    const { rows } = await client.query<{ count: number }>(
      `select count(*)::int as count from pg_stat_activity where datname = current_database() and usename = 'akada_app'`,
    );
    connections = rows[0]!.count;
    if (!connections) return;
  }
  throw new CannotStart(
    `A server is using this database (${connections} connections). Stop every Akada server that uses it, then try again.`,
  );
}

/** Drops everything that the migrations created, whichever of them have run; other objects stay. */
export async function dropOurs(client: pg.Client, ours: Migration[]) {
  const names = namesIn(ours);
  const tables = [...names.tables, 'akada_migrations'];
  const list = (all: string[]) => all.map(quoted).join(', ');
  if (names.views.length) await client.query(`drop view if exists ${list(names.views)}`);
  const triggered = await triggeredBy(client, tables);
  // Some routines read a table, and some tables use a routine, so each is dropped before what it depends on.
  await dropRoutines(client, names.routines, tables);
  await client.query(`drop table if exists ${list(tables)}`);
  await dropRoutines(client, [...names.routines, ...triggered]);
  await dropEmptyPartitions(client);
}

/** The schemas of partitions that have gone with their tables. */
async function dropEmptyPartitions(client: pg.Client) {
  const { rows } = await client.query<{ name: string }>(
    `select quote_ident(nspname) as name from pg_namespace n
      where nspname ^@ 'akada_part_' and not exists (select from pg_class c where c.relnamespace = n.oid)`,
  );
  if (rows.length) await client.query(`drop schema ${rows.map(({ name }) => name).join(', ')}`);
}

/** Routines that triggers of these tables run: a migration may have made them by a statement that it put together. */
async function triggeredBy(client: pg.Client, tables: string[]): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select distinct p.proname as name from pg_trigger t join pg_proc p on p.oid = t.tgfoid join pg_class c on c.oid = t.tgrelid
      where not t.tgisinternal and p.pronamespace = 'public'::regnamespace and c.relnamespace = 'public'::regnamespace
        and c.relname = any($1)`,
    [tables],
  );
  return rows.map(({ name }) => name);
}

/** All of these, or only those that refer to one of the tables. */
async function dropRoutines(client: pg.Client, names: string[], tables: string[] | null = null) {
  const { rows } = await client.query<{ routine: string }>(
    `select p.oid::regprocedure::text as routine from pg_proc p where p.pronamespace = 'public'::regnamespace
       and p.proname = any($1) and not exists (select from pg_depend e where e.objid = p.oid and e.deptype = 'e')
       and ($2::text[] is null or exists (select from pg_depend d left join pg_type t on (d.refclassid, d.refobjid) = ('pg_type'::regclass, t.oid)
         join pg_class c on c.oid = coalesce(t.typrelid, case when d.refclassid = 'pg_class'::regclass then d.refobjid end)
         where (d.classid, d.objid) = ('pg_proc'::regclass, p.oid) and c.relnamespace = 'public'::regnamespace and c.relname = any($2)))`,
    [names, tables],
  );
  if (rows.length) await client.query(`drop routine ${rows.map(({ routine }) => routine).join(', ')}`);
}

const isThere = async (client: pg.Client, name: string) =>
  (await client.query(`select to_regclass($1) is not null as "isThere"`, [`public.${name}`])).rows[0]
    .isThere as boolean;

async function count(client: pg.Client, tables: string[]) {
  const counts: { name: string; isFound: boolean; rows: number }[] = [];
  for (const name of tables) {
    const isFound = await isThere(client, name);
    const rows = isFound ? Number((await client.query(`select count(*) from ${quoted(name)}`)).rows[0].count) : 0;
    counts.push({ name, isFound, rows });
  }
  return counts;
}
