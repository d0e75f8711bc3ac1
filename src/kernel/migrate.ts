import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import pg from 'pg';
import { CannotStart } from '#kernel/cannot-start.ts';
import { explainConnection } from '#kernel/postgres/connection-trouble.ts';
import { ensureJobs } from '#kernel/postgres/job-schema.ts';
import { ensureRoles } from '#kernel/postgres/roles.ts';
import { closeMoved } from './moved.ts';
import { keepCell } from './cells.ts';
import { nameAlike } from './partitions.ts';
import { loadCarriedKeys } from '#kernel/secrets/carried-keys.ts';
import { keepSecret } from '#kernel/secrets/check-secret.ts';

interface Options {
  folder?: string;
  /** Where the server connects as akada_app, if its password is not derived from the owner's. */
  appUrl?: string;
  /** Refused unless it is the database's. */
  secret?: Buffer;
  /** The number of the installation; likewise. */
  cell?: number;
}

const defaultFolder = resolve(import.meta.dirname, '../../migrations');
// Any number that nothing else in the database locks.
const lock = 7_234_001;

/** Migrates the database to the state that this version of Akada needs. Safe to run from several processes at once. */
export async function migrate(ownerUrl: string, { folder = defaultFolder, appUrl, secret, cell }: Options = {}) {
  const files = readMigrations(folder);
  const client = await connectAsOwner(ownerUrl);
  try {
    const applied: string[] = [];
    // One transaction per step with the lock inside it, so that it works through PgBouncer too.
    const app = await inTransaction(client, () => ensureRoles(client, ownerUrl, appUrl));
    const landed = await inTransaction(client, async () => {
      await ensureLedger(client);
      return adoptBaseline(client, files);
    });
    refuseChanged(files, landed);
    for (const file of files.filter(({ name }) => !landed.has(name))) {
      if (await inTransaction(client, () => apply(client, file))) applied.push(file.name);
    }
    if (applied.length) await inTransaction(client, () => nameAlike(client));
    if (secret) await keepSecret(client, secret);
    if (secret || cell !== undefined) {
      await keepCell(client, cell);
      await inTransaction(client, () => closeMoved(client));
    }
    if (secret) await loadCarriedKeys(client, secret);
    await ensureJobs(client, ownerUrl, (work) => inTransaction(client, work));
    return { appUrl: app, applied };
  } finally {
    await client.end();
  }
}

/** A connection as the owner, or a readable error. */
export async function connectAsOwner(ownerUrl: string) {
  const client = new pg.Client({ connectionString: ownerUrl, connectionTimeoutMillis: 10_000 });
  try {
    await client.connect();
  } catch (error) {
    throw explainConnection(error, ownerUrl);
  }
  const { rows } = await client.query('show server_version_num');
  try {
    refuseOlder(Number(rows[0].server_version_num));
  } catch (error) {
    await client.end();
    throw error;
  }
  return client;
}

/** The first version that can change the expression of a generated column, which migrations do. */
const oldest = 17;

/** Refuses to start on a server version (170002 is 17.2) that the migrations do not support. */
export function refuseOlder(version: number): void {
  const major = Math.floor(version / 10_000);
  if (major >= oldest) return;
  throw new CannotStart(
    `Akada needs PostgreSQL ${oldest} or later, and DATABASE_URL names version ${major}. Upgrade it, or remove DATABASE_URL to use the one that comes with Akada.`,
  );
}

export interface Migration {
  name: string;
  text: string;
  sha256: string;
}

/** The migrations that this version of Akada has, in order. */
export function readMigrations(folder = defaultFolder): Migration[] {
  const names = readdirSync(folder).filter((name) => name.endsWith('.sql'));
  return names.sort().map((name) => {
    const text = readFileSync(join(folder, name), 'utf8');
    return { name, text, sha256: createHash('sha256').update(text).digest('hex') };
  });
}

/** The migrations that this database has applied, with hashes, in order. */
export async function landedFiles(client: pg.Client, files: Migration[]) {
  const { rows } = await client.query<{ name: string; sha256: string }>(
    'select name, sha256 from akada_migrations order by name',
  );
  return asBaseline(new Map(rows.map(({ name, sha256 }) => [name, sha256])), files);
}

/** The first and the last of the migrations that the baseline replaced. */
const firstBefore = '0001_foundation.sql';
const lastBefore = {
  name: '20261127-1730_years.sql',
  sha256: '8bd5231ca4dbd6b3b4d985cff5f135967ef181a47328f9783631af0b984bcbec',
};

/** The files of the baseline are named by number and area, what follows them by time. */
const isBaseline = ({ name }: Migration) => /^\d\d-[a-z]+\.sql$/.test(name);

/**
 * Names the baseline instead of the migrations that it replaced, if all of them were applied: they made the same schema
 * (docs/decisions/0001). Refuses a database or a backup that lacks some.
 */
export function asBaseline(landed: Map<string, string>, files: Migration[], what = 'database'): Map<string, string> {
  if (!landed.has(firstBefore)) return landed;
  if (landed.get(lastBefore.name) !== lastBefore.sha256 || [...landed.keys()].some((name) => name > lastBefore.name)) {
    throw new CannotStart(
      `This ${what} is from an older release: ${what === 'backup' ? 'restore it with' : 'start'} the previous release (up to ${lastBefore.name}) first, then start this one.`,
    );
  }
  return new Map(files.filter(isBaseline).map(({ name, sha256 }) => [name, sha256]));
}

/** Replaces the names of a database that applied the migrations before the baseline; its tables stay as they are. */
export async function adoptBaseline(client: pg.Client, files: Migration[]) {
  const landed = await landedFiles(client, files);
  const { rowCount } = await client.query('delete from akada_migrations where not name = any($1)', [
    [...landed.keys()],
  ]);
  if (rowCount)
    await client.query('insert into akada_migrations (name, sha256) select * from unnest($1::text[], $2::text[])', [
      [...landed.keys()],
      [...landed.values()],
    ]);
  return landed;
}

/** Creates the table of applied migrations. */
export async function ensureLedger(client: pg.Client) {
  const { rows } = await client.query(`select to_regclass('akada_migrations') is not null as "isThere"`);
  if (rows[0].isThere) return;
  await client.query(
    'create table akada_migrations (name text primary key, sha256 text not null, applied_at timestamptz not null default now())',
  );
}

/** Refuses a database whose applied migrations differ from these files. */
export function refuseChanged(files: Migration[], landed: Map<string, string>) {
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

/** Applies one file in the caller's transaction, unless another process was faster. */
export async function apply(client: pg.Client, { name, text, sha256 }: Migration) {
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

/** Runs the work while no other process migrates. */
export async function inTransaction<T>(client: pg.Client, work: () => Promise<T>) {
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
