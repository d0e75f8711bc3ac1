import { createHash } from 'node:crypto';
import type pg from 'pg';
import { accountKeys, accountColumns } from '../../bin/institution/travels.ts';
import { withoutIndexes } from './fill.ts';

/** Between the ids of one school and the next. */
const apart = 1_000_000;

/** The cookie of a school's registrar. */
export const cookieOf = (school: number) => `registrar-of-school-${school}`;

/** How many registrars are signed in, each of another school. */
export const signedIn = 200;

/** Copies the first school, with all its rows and people, until there are so many. */
export async function multiply(client: pg.Client, schools: number): Promise<void> {
  const tables = await copiedTables(client);
  await addAudit(client);
  await client.query(`set session_replication_role = replica; set work_mem = '256MB'`);
  await withoutIndexes(
    client,
    tables.map(({ name }) => name),
    async () => {
      for (const { name, columns, values } of tables)
        await client.query(
          `insert into ${name} (${columns}) overriding system value
           select ${values} from ${name} t cross join generate_series(2, ${schools}) k where t.institution_id = 1 order by k`,
        );
      await copyShared(client, schools);
    },
  );
  await client.query('reset session_replication_role; reset work_mem');
  await client.query('vacuum analyze');
  await client.query('checkpoint');
}

/** What a school writes into its log in a term. */
const addAudit = (client: pg.Client) =>
  client.query(
    `insert into audit_entries (institution_id, person, action, summary, subject_type, subject_id, details)
     select 1, 'Ngozi Bello', 'students.edit', 'edited student ' || n, 'student', n, jsonb_build_object('phone', jsonb_build_array(n, n + 1))
     from generate_series(1, 300) n`,
  );

async function copyShared(client: pg.Client, schools: number) {
  await client.query(
    `insert into institutions (id, name, short_name, kind) overriding system value
     select k, 'School ' || k, 'S' || k, 'secondary' from generate_series(2, ${schools}) k`,
  );
  await client.query(
    `insert into accounts (id, username, name, shows_tours) overriding system value
     select id + k * ${apart}::bigint, username || '.' || k, name, shows_tours from accounts cross join generate_series(2, ${schools}) k`,
  );
  const hashes = Array.from({ length: Math.min(signedIn, schools) }, (_, at) =>
    createHash('sha256')
      .update(cookieOf(at + 1))
      .digest(),
  );
  await client.query(
    `insert into sessions (account_id, token_hash, expires_at)
     select a.id + case when k > 1 then k else 0 end * ${apart}::bigint, h, now() + interval '1 day'
     from unnest($1::bytea[]) with ordinality s (h, k) join accounts a on a.username = 'registrar'`,
    [hashes],
  );
}

interface Copied {
  name: string;
  columns: string;
  values: string;
}

async function copiedTables(client: pg.Client): Promise<Copied[]> {
  const named = [
    ...(await accountKeys(client)).map(({ table, column }) => `${table}.${column}`),
    ...Object.entries(accountColumns).flatMap(([table, columns]) => columns.map((column) => `${table}.${column}`)),
  ];
  // What is numbered, and what refers to it.
  const { rows } = await client.query<Copied>(
    `with recursive numbered (rel, att) as (
       select attrelid, attnum from pg_attribute where attidentity <> ''
       union select k.conrelid, u.here from numbered n join pg_constraint k on k.confrelid = n.rel and k.contype = 'f'
         cross join unnest(k.conkey, k.confkey) u (here, there) where u.there = n.att)
     select c.relname as name, string_agg(quote_ident(a.attname), ', ' order by a.attnum) as columns,
       string_agg(case when a.attname = 'institution_id' then 'k'
         when a.atttypid = 'bigint'::regtype and (n.rel is not null or c.relname || '.' || a.attname = any ($1))
           then format('t.%I + k * ${apart}::bigint', a.attname) else format('t.%I', a.attname) end, ', ' order by a.attnum) as values
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
       left join numbered n on (n.rel, n.att) = (c.oid, a.attnum)
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and exists (
       select from pg_attribute i where i.attrelid = c.oid and i.attname = 'institution_id') group by 1 order by 1`,
    [named],
  );
  return rows;
}

/** A student, and a guardian, of each school whose registrar is signed in. */
export async function peopleOf({ client }: { client: pg.Client }, table: 'students' | 'guardians'): Promise<number[]> {
  const { rows } = await client.query<{ id: string }>(
    `select min(id) as id from ${table} where institution_id <= ${signedIn} group by institution_id order by institution_id`,
  );
  return rows.map(({ id }) => Number(id));
}
