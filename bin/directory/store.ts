import type pg from 'pg';
import type { Message } from './message.ts';

/*
 * What the directory knows, in a schema of its own: digests of names, each with the cell that holds it. If it is lost,
 * the cells send it again.
 */
const tables = `
  create schema if not exists directory;
  create table if not exists directory.cells (
    cell int primary key,
    revision bigint not null default 0,
    countries text[] not null default '{}',
    told_at timestamptz not null default now()
  );
  create table if not exists directory.entries (
    digest bytea not null,
    cell int not null,
    subject bigint not null,
    path text,
    revision bigint not null,
    -- If two cells claim the same name, the first one counts.
    since bigint generated always as identity,
    primary key (digest, cell, subject)
  );
  create index if not exists entries_by_subject on directory.entries (cell, subject);`;

// Any number that nothing else locks in this database.
const lock = 7_234_100;

export interface Holder {
  cell: number;
  path: string | null;
}

export type Store = ReturnType<typeof openStore>;

export function openStore(pool: pg.Pool) {
  async function inTransaction<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    const client = await pool.connect();
    try {
      await client.query('begin');
      const result = await work(client);
      await client.query('commit');
      client.release();
      return result;
    } catch (error) {
      await client.query('rollback').then(
        () => client.release(),
        () => client.release(true),
      );
      throw error;
    }
  }

  return {
    prepare: () =>
      inTransaction(async (client) => {
        await client.query('select pg_advisory_xact_lock($1)', [lock]);
        await client.query(tables);
      }),

    ready: () => pool.query('select 1'),

    /** Takes a message once and in order; otherwise returns the known revision, and the cell sends everything. */
    take: (message: Message) =>
      inTransaction(async (client): Promise<number | null> => {
        const { cell, revision, after } = message;
        await client.query('insert into directory.cells (cell) values ($1) on conflict do nothing', [cell]);
        const { rows } = await client.query<{ known: number }>(
          'select revision::float8 as known from directory.cells where cell = $1 for update',
          [cell],
        );
        const { known } = rows[0]!;
        if (revision <= known || after > known) return known;
        await write(client, message);
        return null;
      }),

    /** The first of these cells that said it holds one of these names. */
    async find(digests: Buffer[], cells: number[]): Promise<Holder | undefined> {
      const { rows } = await pool.query<Holder>(
        `select cell, path from directory.entries where digest = any($1) and cell = any($2) order by since limit 1`,
        [digests, cells],
      );
      return rows[0];
    },

    /** The countries of all schools, whose phone numbers people type. */
    async countries(): Promise<string[]> {
      const { rows } = await pool.query<{ countries: string[] }>(
        `select coalesce(array_agg(distinct c order by c), '{}') as countries from directory.cells, unnest(countries) c`,
      );
      return rows[0]!.countries;
    },

    /** How many names each cell holds. */
    async sizes(): Promise<Map<number, number>> {
      const { rows } = await pool.query<{ cell: number; size: number }>(
        `select cell, count(*)::int as size from directory.entries where subject > 0 group by cell`,
      );
      return new Map(rows.map(({ cell, size }) => [cell, size]));
    },
  };
}

async function write(client: pg.PoolClient, { cell, revision, countries, changes, forgetsBefore }: Message) {
  const flat = changes.flatMap(([subject, entries]) => entries.map(([digest, path]) => ({ subject, digest, path })));
  await client.query(
    `insert into directory.entries (digest, cell, subject, path, revision)
     select distinct on (1, 3) decode(e.digest, 'base64'), $1::int, e.subject, e.path, $2::bigint
     from jsonb_to_recordset($3) e (subject bigint, digest text, path text)
     on conflict (digest, cell, subject) do update set path = excluded.path, revision = excluded.revision`,
    [cell, revision, JSON.stringify(flat)],
  );
  await client.query('delete from directory.entries where cell = $1 and subject = any($2) and revision < $3', [
    cell,
    changes.map(([subject]) => subject),
    revision,
  ]);
  if (forgetsBefore !== null)
    await client.query('delete from directory.entries where cell = $1 and revision < $2', [cell, forgetsBefore]);
  await client.query('update directory.cells set revision = $2, countries = $3, told_at = now() where cell = $1', [
    cell,
    revision,
    countries,
  ]);
}
