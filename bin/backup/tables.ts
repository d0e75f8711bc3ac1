import { createHash } from 'node:crypto';
import type pg from 'pg';
import { CannotStart } from '#kernel/cannot-start.ts';
import type { Migration } from '#kernel/migrate.ts';
import { copyOut } from './copy.ts';

export interface Table {
  name: string;
  /** Stored columns; the database computes generated ones again. */
  columns: string[];
  /** The rows in a fixed order that does not depend on the machine's locale. */
  order: string[];
  /** A query of some of the rows, in brackets and named. */
  from?: string;
}

/*
 * Tables whose rows are not backed up. A restored installation starts with nobody signed in: otherwise sessions and
 * links that ended after the backup would be valid again.
 */
export const emptied = ['sessions', 'one_time_tokens', 'throttles'];

/** The objects that the migrations create, by name: only those belong to Akada, whatever else is in the database. */
export function namesIn(migrations: Migration[]) {
  const all = migrations.map(({ text }) => text).join('\n');
  const after = (words: string) => [
    ...new Set(
      [...all.matchAll(new RegExp(`(?:^|;)\\s*create (?:or replace )?${words} (?:if not exists )?(\\w+)`, 'gim'))].map(
        ([, name]) => name!,
      ),
    ),
  ];
  return { tables: after('table'), views: after('(?:materialized )?view'), routines: after('(?:function|procedure)') };
}

/** Akada's tables as they are in the database. */
export async function describeTables(client: pg.Client, names: string[]): Promise<Table[]> {
  const { rows } = await client.query<{ name: string; columns: string[]; key: string[]; texts: string[] }>(
    `select c.relname as name,
       (select array_agg(a.attname::text order by a.attnum) from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
       (select array_agg(a.attname::text order by k.at) from pg_index i
        cross join unnest(i.indkey::int[]) with ordinality k (attnum, at)
        join pg_attribute a on (a.attrelid, a.attnum) = (c.oid, k.attnum) where i.indrelid = c.oid and i.indisprimary) as key,
       (select coalesce(array_agg(a.attname::text), '{}') from pg_attribute a
        where a.attrelid = c.oid and a.attcollation <> 0) as texts
     from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
       and not c.relispartition and c.relname = any($1) order by c.relname`,
    [names],
  );
  return rows.map(({ name, columns, key, texts }) => ({
    name,
    columns,
    order: (key ?? columns).map((column) =>
      texts.includes(column) ? `${quoted(column)} collate "C"` : quoted(column),
    ),
  }));
}

/** Makes every value look the same on all servers, for the rest of the transaction. */
export async function speakPlainly(client: pg.Client) {
  for (const setting of [
    'client_encoding = utf8',
    'timezone = utc',
    'datestyle = iso',
    'intervalstyle = postgres',
    'extra_float_digits = 3',
    'bytea_output = hex',
    'statement_timeout = 0',
    'idle_in_transaction_session_timeout = 0',
  ])
    await client.query(`set local ${setting}`);
}

/** All rows of a table as lines, in chunks. */
export const linesOf = (client: pg.Client, { name, columns, order, from = quoted(name) }: Table) =>
  copyOut(client, `select ${columns.map(quoted).join(', ')} from ${from} order by ${order.join(', ')}`);

/** The number of rows of a table, and the SHA-256 of its lines. */
export async function digestOf(client: pg.Client, table: Table) {
  const hash = createHash('sha256');
  let rows = 0;
  for await (const lines of linesOf(client, table)) {
    rows += lines.rows;
    hash.update(lines.bytes);
  }
  return { rows, sha256: hash.digest('hex') };
}

/** Throws if row-level security would hide rows from the owner, since a backup without them looks complete. */
export async function refuseHiddenRows(client: pg.Client, tables: Table[]) {
  const { rows } = await client.query<{ name: string; owner: string }>(
    `select c.relname as name, current_user as owner from pg_class c join pg_roles r on r.rolname = current_user
     where c.relnamespace = 'public'::regnamespace and c.relname = any($1) and c.relrowsecurity
       and not (r.rolsuper or r.rolbypassrls) and (c.relforcerowsecurity or not pg_has_role(c.relowner, 'usage'))
       and not exists (select from pg_policy p cross join unnest(p.polroles) role
         where p.polrelid = c.oid and p.polpermissive and p.polcmd in ('*', 'r')
           and pg_get_expr(p.polqual, p.polrelid) = 'true' and (role = 0 or pg_has_role(role, 'usage')))`,
    [tables.map(({ name }) => name)],
  );
  if (rows[0])
    throw new CannotStart(
      `User ${rows[0].owner} does not see all rows of ${rows.map(({ name }) => name).join(', ')}. Use the owner of the database, and let a superuser run: grant akada_gate to "${rows[0].owner}" with inherit true, set true;`,
    );
}

/** The next number of every identity column. Read after the snapshot: a number that is too high does no harm. */
export async function nextNumbers(client: pg.Client, tables: Table[]) {
  const { rows } = await client.query<{ table: string; column: string; next: string }>(
    `select c.relname as table, a.attname as column,
       coalesce(pg_sequence_last_value(s.seqrelid) + s.seqincrement, s.seqstart)::text as next
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attidentity <> ''
     join pg_sequence s on s.seqrelid = pg_get_serial_sequence(quote_ident(c.relname), a.attname)::regclass
     where c.relnamespace = 'public'::regnamespace and c.relname = any($1) order by 1, 2`,
    [tables.map(({ name }) => name)],
  );
  return rows;
}

export const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;
