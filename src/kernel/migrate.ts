import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import pg from 'pg';
import { CannotStart } from '#kernel/cannot-start.ts';
import { queues as allQueues } from '#kernel/jobs.ts';
import { explainConnection } from '#kernel/postgres/connection-trouble.ts';
import { ensureJobs } from '#kernel/postgres/job-schema.ts';
import { ensureRoles } from '#kernel/postgres/roles.ts';

interface Options {
  folder?: string;
  /** Where the server connects as akada_app, when its password is not derived from the owner's. */
  appUrl?: string;
  /** Names of the job queues that must exist. */
  queues?: readonly string[];
}

const defaultFolder = resolve(import.meta.dirname, '../../migrations');
// Any number that nothing else in the database locks.
const lock = 7_234_001;

/** Brings the database to the state that this version of Akada needs. Safe to run from several processes at once. */
export async function migrate(ownerUrl: string, { folder = defaultFolder, appUrl, queues = allQueues }: Options = {}) {
  const files = readFiles(folder);
  const client = await connect(ownerUrl);
  try {
    const applied: string[] = [];
    // One transaction for each step, and the lock inside it: so it works through PgBouncer as well.
    const app = await inTransaction(client, () => ensureRoles(client, ownerUrl, appUrl));
    const landed = await inTransaction(client, () => landedFiles(client));
    refuseChanged(files, landed);
    for (const file of files.filter(({ name }) => !landed.has(name))) {
      if (await inTransaction(client, () => apply(client, file))) applied.push(file.name);
    }
    await ensureJobs(client, ownerUrl, queues, (work) => inTransaction(client, work));
    return { appUrl: app, applied };
  } finally {
    await client.end();
  }
}

async function connect(ownerUrl: string) {
  const client = new pg.Client({ connectionString: ownerUrl, connectionTimeoutMillis: 10_000 });
  try {
    await client.connect();
  } catch (error) {
    throw explainConnection(error, ownerUrl);
  }
  const { rows } = await client.query('show server_version_num');
  if (Number(rows[0].server_version_num) >= 160_000) return client;
  await client.end();
  throw new CannotStart(
    'Akada needs PostgreSQL 16 or later (18 is what it is tested with); DATABASE_URL names an older one.',
  );
}

interface File {
  name: string;
  text: string;
  sha256: string;
}

function readFiles(folder: string): File[] {
  const names = readdirSync(folder).filter((name) => name.endsWith('.sql'));
  return names.sort().map((name) => {
    const text = readFileSync(join(folder, name), 'utf8');
    return { name, text, sha256: createHash('sha256').update(text).digest('hex') };
  });
}

async function landedFiles(client: pg.Client) {
  const { rows: found } = await client.query(`select to_regclass('akada_migrations') is not null as "isThere"`);
  if (!found[0].isThere) {
    await client.query(
      'create table akada_migrations (name text primary key, sha256 text not null, applied_at timestamptz not null default now())',
    );
  }
  const { rows } = await client.query<{ name: string; sha256: string }>('select name, sha256 from akada_migrations');
  return new Map(rows.map(({ name, sha256 }) => [name, sha256]));
}

function refuseChanged(files: File[], landed: Map<string, string>) {
  for (const { name, sha256 } of files) {
    if (landed.has(name) && landed.get(name) !== sha256) {
      throw new CannotStart(
        `migrations/${name} was changed after this database had applied it. Restore the file and write the change as a new one.`,
      );
    }
  }
  const names = new Set(files.map(({ name }) => name));
  const unknown = [...landed.keys()].find((name) => !names.has(name));
  if (unknown) {
    throw new CannotStart(
      `The database has applied ${unknown}, which this version of Akada does not know: a newer version ran on it. Start that one.`,
    );
  }
}

/** Applies one file, unless another process was faster. */
async function apply(client: pg.Client, { name, text, sha256 }: File) {
  const { rows } = await client.query('select 1 from akada_migrations where name = $1', [name]);
  if (rows.length) return false;
  try {
    await client.query(text);
  } catch (error) {
    const { message, position } = error as pg.DatabaseError;
    const line = position ? ` (line ${text.slice(0, Number(position)).split('\n').length})` : '';
    throw new Error(`migrations/${name}${line}: ${message}`, { cause: error });
  }
  await client.query('insert into akada_migrations (name, sha256) values ($1, $2)', [name, sha256]);
  return true;
}

async function inTransaction<T>(client: pg.Client, work: () => Promise<T>) {
  await client.query('begin');
  try {
    await client.query('select pg_advisory_xact_lock($1)', [lock]);
    const result = await work();
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  }
}
