import { createHash, type Hash } from 'node:crypto';
import type pg from 'pg';
import packageJson from '../../package.json' with { type: 'json' };
import { CannotStart } from '#kernel/cannot-start.ts';
import { isOwnQueue } from '#kernel/jobs/queues.ts';
import { connectAsOwner, landedFiles, readMigrations, refuseChanged, type Migration } from '#kernel/migrate.ts';
import { logHeads } from '#kernel/log/verify-log.ts';
import { archiveOf, writeArchive, readArchive } from './archive.ts';
import * as contents from './contents.ts';
import { fingerprintOf, refuseOtherSecret } from '#kernel/secrets/check-secret.ts';
import type { Key } from './secret-key.ts';
import * as tables from './tables.ts';
import { type Entry, type TarEntry, Malformed } from './tar.ts';
import type { Files } from '#kernel/files.ts';
import { packUploads } from './uploads.ts';
import { basename } from 'node:path';
import { proveSeal } from './seal.ts';

interface Installation {
  ownerUrl: string;
  files: Pick<Files, 'open'>;
  key: Key;
  migrationsFolder?: string;
}

const partSize = 1_048_576;

/** Writes the database and its uploads, as of one moment, to one file and verifies it. */
export async function makeBackup(installation: Installation, target: string): Promise<Proof> {
  const proof = await pack(installation, (entries) => writeArchive(target, entries, proveBackup));
  return { ...proof, path: target };
}

/** The same without a file here: the bytes go where they are sent, and who sends them verifies them there. */
export async function sendBackup<T>(installation: Installation, send: (bytes: AsyncIterable<Buffer>) => Promise<T>) {
  const seen = emptyList([]);
  const sent = await pack(installation, (entries) => send(archiveOf((packed) => entries(packed, seen))));
  return { sent, list: seen };
}

type Entries = (packed: TarEntry[], list?: contents.List) => AsyncIterable<Entry>;

async function pack<T>(installation: Installation, work: (entries: Entries) => Promise<T>): Promise<T> {
  const migrations = readMigrations(installation.migrationsFolder);
  const client = await connectAsOwner(installation.ownerUrl);
  // A broken connection also fails the current query.
  client.on('error', () => {});
  try {
    return await work((packed, list = emptyList(packed)) =>
      entriesOf(client, installation, migrations, Object.assign(list, { entries: packed })),
    );
  } finally {
    await client.end().catch(() => {});
  }
}

const emptyList = (entries: TarEntry[]): contents.List => ({
  tables: [],
  numbers: [],
  uploads: { count: 0, bytes: 0 },
  missing: [],
  changed: [],
  entries,
});

async function* entriesOf(
  client: pg.Client,
  { files, key }: Installation,
  migrations: Migration[],
  list: contents.List,
): AsyncGenerator<Entry> {
  const { landed, described, now, version } = await openSnapshot(client, migrations);
  await refuseOtherSecret(client, key.secret);
  yield contents.jsonEntry(contents.names.header, {
    format: contents.format,
    akada: packageJson.version,
    createdAt: now.toISOString(),
    postgres: version,
    migrations: [...landed].map(([name, sha256]) => ({ name, sha256 })),
    secretFingerprint: fingerprintOf(key.secret),
    logHeads: await logHeads(client),
  });
  if (key.isKept) {
    const bytes = Buffer.from(`${key.secret.toString('hex')}\n`);
    yield { name: contents.names.secret, size: bytes.length, content: [bytes] };
  }
  for (const table of described) list.tables.push(yield* packTable(client, table));
  list.numbers = await tables.nextNumbers(client, described);
  yield contents.jsonEntry(contents.names.jobs, await unfinishedJobs(client));
  yield* packUploads(client, files, list);
  await client.query('commit');
  yield contents.jsonEntry(contents.names.list, list);
}

/** A snapshot transaction. The tables are locked first, so that their definition cannot change while they are read. */
export async function openSnapshot(client: pg.Client, migrations: Migration[]) {
  const look = async () => ({
    landed: await landedFiles(client, migrations),
    described: await tables.describeTables(client, tables.namesIn(migrations).tables),
  });
  const { rows } = await client.query(`select to_regclass('public.akada_migrations') is not null as "isThere"`);
  if (!rows[0].isThere)
    throw new CannotStart('There is nothing to back up: this database does not contain Akada data.');
  const before = await look();
  refuseChanged(migrations, before.landed);
  await client.query('begin isolation level repeatable read, read only');
  await tables.speakPlainly(client);
  await client.query(`set local lock_timeout = '60s'`);
  await client.query(
    `lock table ${before.described.map(({ name }) => tables.quoted(name)).join(', ')} in access share mode`,
  );
  const { rows: moment } = await client.query<{ now: Date; version: string }>(
    `select now(), current_setting('server_version') as version`,
  );
  const during = await look();
  if (JSON.stringify([...during.landed, during.described]) !== JSON.stringify([...before.landed, before.described]))
    throw new CannotStart('Another version of Akada is bringing the database up to date. Try again in a minute.');
  await tables.refuseHiddenRows(client, during.described);
  return { ...during, ...moment[0]! };
}

/** Splits a table into chunks of whole rows; only one chunk is in memory. */
export async function* packTable(
  client: pg.Client,
  table: tables.Table,
): AsyncGenerator<Entry, contents.List['tables'][number]> {
  const hash = createHash('sha256');
  const facts = { name: table.name, columns: table.columns, rows: 0 };
  let part: Buffer[] = [];
  let size = 0;
  let number = 0;
  const pack = (): Entry => {
    const entry = { name: contents.names.table(table.name, (number += 1)), size, content: part };
    [part, size] = [[], 0];
    return entry;
  };
  if (!tables.emptied.includes(table.name)) {
    for await (const { bytes, rows } of tables.linesOf(client, table)) {
      hash.update(bytes);
      facts.rows += rows;
      part.push(bytes);
      size += bytes.length;
      if (size >= partSize) yield pack();
    }
  }
  if (size) yield pack();
  return { ...facts, sha256: hash.digest('hex') };
}

/** Unfinished jobs, except the backup itself; they run again after a restore. */
export async function unfinishedJobs(client: pg.Client, institutionId?: number): Promise<contents.KeptJobs> {
  const { rows: found } = await client.query(`select to_regclass('pgboss.job') is not null as "isThere"`);
  if (!found[0].isThere) return [];
  const { rows } = await client.query(
    `select name as queue, coalesce(data, '{}') as data, singleton_key as key from pgboss.job
     where state in ('created', 'retry', 'active') and ${isOwnQueue('name')} and name not like 'backup.%'
       and ($1::text is null or data ->> 'institutionId' = $1) order by created_on, id`,
    [institutionId ?? null],
  );
  return rows;
}

/** The content of a verified backup. */
export interface Proof {
  path: string;
  bytes: number;
  header: contents.Header;
  list: contents.List;
  secret?: string;
}

/** Reads the whole file and compares it with its own list. Changes nothing. */
export async function proveBackup(path: string): Promise<Proof> {
  const { bytes } = await proveSeal(path);
  let header: contents.Header | undefined;
  let list: contents.List | undefined;
  let secret: string | undefined;
  const tables = new Map<string, { rows: number; hash: Hash }>();
  const uploads = { count: 0, bytes: 0 };
  const found = await readArchive(path, async (entry) => {
    const kind = contents.kindOf(entry.name);
    if (!header !== (kind.kind === 'header') || list) throw new Malformed('its parts are out of order');
    if (kind.kind === 'header') header = await contents.readHeader(entry);
    else if (kind.kind === 'list') list = await contents.readList(entry);
    else if (kind.kind === 'secret') secret = await contents.readText(entry, 1000);
    else if (kind.kind === 'jobs') await contents.readJobs(entry);
    else if (kind.kind === 'table') await addLines(tables, kind.table, entry.content);
    else if (kind.kind === 'upload') {
      uploads.count += 1;
      uploads.bytes += entry.size;
    }
  });
  if (!header || !list) throw new CannotStart(`${basename(path)} cannot be used: its description is missing.`);
  refuseDifference(path, list, { found: found.slice(0, -1), tables, uploads });
  return { path, bytes, header, list, secret };
}

/** The header of a backup, without reading the rest. */
export async function peekHeader(path: string): Promise<contents.Header> {
  const enough = new Error('The header has been read.');
  let header: contents.Header | undefined;
  await readArchive(path, async (entry) => {
    header = await contents.readHeader(entry);
    throw enough;
  }).catch((error) => {
    if (error !== enough) throw error;
  });
  if (!header) throw new CannotStart(`${basename(path)} cannot be used: its description is missing.`);
  return header;
}

export async function addLines(
  tables: Map<string, { rows: number; hash: Hash }>,
  name: string,
  lines: AsyncIterable<Buffer>,
) {
  const table = tables.get(name) ?? { rows: 0, hash: createHash('sha256') };
  tables.set(name, table);
  for await (const chunk of lines) {
    table.hash.update(chunk);
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) table.rows += 1;
  }
}

interface Found {
  found: contents.List['entries'];
  tables: Map<string, { rows: number; hash: Hash }>;
  uploads: contents.List['uploads'];
}

export function refuseDifference(path: string, list: contents.List, { found, tables, uploads }: Found) {
  const refuse = (what: string) => {
    throw new CannotStart(`${basename(path)} cannot be used: ${what}.`);
  };
  const line = ({ name, size, sha256 }: contents.List['entries'][number]) => `${name} ${size} ${sha256}`;
  const wrong = found.find((entry, at) => !list.entries[at] || line(entry) !== line(list.entries[at]));
  if (wrong) refuse(`${wrong.name} in it is not what its list says`);
  if (found.length !== list.entries.length) refuse('it holds fewer parts than its list says');
  if (new Set(found.map(({ name }) => name)).size !== found.length) refuse('it contains a part twice');
  for (const { name, rows, sha256 } of list.tables) {
    const table = tables.get(name) ?? { rows: 0, hash: createHash('sha256') };
    if (table.rows !== rows || table.hash.digest('hex') !== sha256)
      refuse(`table ${name} in it is not what its list says`);
    tables.delete(name);
  }
  for (const name of tables.keys()) refuse(`it holds table ${name}, which its list does not name`);
  if (uploads.count !== list.uploads.count || uploads.bytes !== list.uploads.bytes)
    refuse('its uploads are not what its list says');
}
