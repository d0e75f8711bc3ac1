import type pg from 'pg';
import { quoted } from '../backup/tables.ts';

/** Where rows of an archive wait until nothing of theirs is found to be taken. */
export const arriving = (table: string) => quoted(`arriving_${table}`);

interface Unique {
  table: string;
  columns: string[];
  predicate: string | null;
}

/** What only one row of the installation may have, whichever institution it is of. */
export async function globallyUnique(client: pg.Client, tables: string[]): Promise<Unique[]> {
  const { rows } = await client.query<Unique>(
    `select c.relname as table, pg_get_expr(i.indpred, c.oid) as predicate,
       (select array_agg(a.attname::text order by k.at) from unnest(i.indkey::int[]) with ordinality k (attnum, at)
         join pg_attribute a on (a.attrelid, a.attnum) = (c.oid, k.attnum)) as columns
     from pg_index i join pg_class c on c.oid = i.indrelid
     where i.indisunique and c.relnamespace = 'public'::regnamespace and c.relname = any($1)
       and not exists (select from pg_attribute a
         where (a.attrelid, a.attnum, a.attname) = (c.oid, i.indkey[0], 'institution_id')) order by 1, 3`,
    [tables],
  );
  return rows;
}

/** The first value of each kind that is taken here, in words. */
export async function takenValues(client: pg.Client, uniques: Unique[]): Promise<string[]> {
  const found: string[] = [];
  for (const { table, columns, predicate } of uniques) {
    const list = columns.map(quoted).join(', ');
    const where = predicate ? `where ${predicate}` : '';
    const { rows } = await client.query<Record<string, unknown>>(
      `select ${list} from (select ${list} from ${arriving(table)} ${where}) a
         join (select ${list} from ${quoted(table)} ${where}) h using (${list}) order by ${list} limit 1`,
    );
    if (rows[0]) found.push(inWords(table, rows[0]));
  }
  return found;
}

const nouns: Record<string, (row: Record<string, unknown>) => string> = {
  'institutions.id': ({ id }) => `the institution number ${String(id)}`,
  'institutions.name': ({ name }) => `the name ${String(name)}`,
  'accounts.id': ({ id }) => `the account number ${String(id)}`,
  'accounts.username': ({ username }) => `the username ${String(username)}`,
  'accounts.email': ({ email }) => `the e-mail address ${String(email)}`,
  'accounts.phone': ({ phone }) => `the phone number ${String(phone)}`,
  'public_names.kind,name': ({ kind, name }) => publicNames[String(kind)]!(String(name)),
};

const publicNames: Record<string, (name: string) => string> = {
  slug: (name) => `the address of the public site, /sites/${name}`,
  host: (name) => `the host name ${name}`,
  front: () => 'the front page: unpublish or move the site that has it here',
  picture: (name) => `the picture ${name}`,
};

function inWords(table: string, row: Record<string, unknown>): string {
  const columns = Object.keys(row).join(',');
  const said = nouns[`${table}.${columns}`];
  return said ? said(row) : `${table}, ${columns.replaceAll(',', ' and ')} ${Object.values(row).join(', ')}`;
}

/** Ids of rows that another institution here has too: pages find records by their id alone. */
export async function takenIds(client: pg.Client, tables: string[], institutionId: number): Promise<string[]> {
  const found: string[] = [];
  for (const table of tables) {
    const name = quoted(table);
    const { rows } = await client.query<{ id: number }>(
      `select n.id from ${name} n join ${name} o on o.id = n.id and o.institution_id <> n.institution_id
       where n.institution_id = $1 order by n.id limit 1`,
      [institutionId],
    );
    if (rows[0]) found.push(`${table.replaceAll('_', ' ')}, number ${rows[0].id}`);
  }
  return found;
}

/** Tables whose ids are numbered for the whole installation. */
export async function numberedTables(client: pg.Client): Promise<{ table: string; isOfInstitution: boolean }[]> {
  const { rows } = await client.query<{ table: string; isOfInstitution: boolean }>(
    `select c.relname as table, exists (select from pg_attribute i where i.attrelid = c.oid and i.attname = 'institution_id')
       as "isOfInstitution" from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attidentity <> ''
     where c.relnamespace = 'public'::regnamespace and a.attname = 'id' order by 1`,
  );
  return rows;
}
