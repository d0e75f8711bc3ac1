import { parseArgs } from 'node:util';
import type pg from 'pg';
import { freeBytes } from '#kernel/disk.ts';
import { CannotStart } from '#kernel/cannot-start.ts';
import { readEnvironment, type Environment } from '#kernel/environment.ts';
import { connectAsOwner, inTransaction, landedFiles, readMigrations, refuseChanged } from '#kernel/migrate.ts';
import { findPlace } from '#kernel/postgres/place.ts';
import { openAlone } from '../backup/open-database.ts';
import { refuseHiddenRows } from '../backup/tables.ts';
import { refuseServer } from '../backup/target.ts';
import { megabytes } from '../doctor/finding.ts';
import { choose, partsOf, readCandidates, refuseFewLocks, type Candidate } from './tables.ts';
import { turnTable } from './turn.ts';

const most = 100;
/** A smaller table is vacuumed quickly as it is. */
const largeFrom = 2 ** 30;

interface Wanted {
  into: number;
  /** Names, or 'all'; the large ones that are only added to, if not given. */
  tables?: string | undefined;
  /** Says what would be done, and does nothing. */
  isCheck?: boolean;
}

/** `akada partition --into <number> [--tables all|<name>,…] [--check]`: divides tables by institution. */
export async function partition(args: string[]) {
  const environment = readEnvironment();
  const wanted = wantedIn(args);
  const database = await openAlone(environment, console.log);
  try {
    await partitionDatabase({ ownerUrl: database.ownerUrl, freeBytes: freeFor(environment) }, wanted, console.log);
  } finally {
    await database.close();
  }
}

function wantedIn(args: string[]): Wanted {
  try {
    const options = { into: { type: 'string' }, tables: { type: 'string' }, check: { type: 'boolean' } } as const;
    const { into = '', tables, check } = parseArgs({ args, options }).values;
    const number = /^\d{1,3}$/.test(into) ? Number(into) : 0;
    if (number < 2 || number > most)
      throw new CannotStart(`Say into how many partitions, from 2 to ${most}: --into 64`);
    return { into: number, tables, isCheck: Boolean(check) };
  } catch (error) {
    throw error instanceof CannotStart ? error : new CannotStart((error as Error).message);
  }
}

/** What is free where the built-in PostgreSQL keeps its data; another one's disk is not ours to see. */
const freeFor = ({ databaseUrl, dataFolder }: Environment) =>
  databaseUrl ? undefined : freeBytes(findPlace(dataFolder).data);

interface Where {
  ownerUrl: string;
  freeBytes?: number | undefined;
}

/** The same for an open database. */
export async function partitionDatabase(where: Where, wanted: Wanted, say: (line: string) => void): Promise<void> {
  const client = await connectAsOwner(where.ownerUrl);
  client.on('error', () => {});
  try {
    await refuseServer(client);
    await refusePending(client);
    const all = await readCandidates(client);
    refuseOtherNumber(all, wanted.into);
    const chosen = choose(all, wanted.tables, largeFrom);
    await refuseHiddenRows(
      client,
      chosen.map(({ name }) => ({ name, columns: [], order: [] })),
    );
    for (const line of planOf(all, chosen, wanted.into)) say(line);
    refuseFullDisk(chosen, where.freeBytes, say);
    await refuseFewLocks(client, chosen, wanted.into);
    if (wanted.isCheck || chosen.length === 0) return;
    await turnAll(client, chosen, wanted.into, say);
  } finally {
    await client.end().catch(() => {});
  }
}

async function refusePending(client: pg.Client) {
  const { rows } = await client.query(`select to_regclass('public.akada_migrations') is not null as "isThere"`);
  if (!rows[0].isThere) throw new CannotStart('This database is empty. Start Akada to set it up: npm start');
  const files = readMigrations();
  const landed = await landedFiles(client, files);
  refuseChanged(files, landed);
  if (files.some(({ name }) => !landed.has(name)))
    throw new CannotStart('The database must be upgraded first: npm run akada -- upgrade');
}

/** Rows of one institution are found by the remainder of one division. */
function refuseOtherNumber(all: Candidate[], into: number) {
  const parts = partsOf(all);
  if (parts > 0 && parts !== into)
    throw new CannotStart(`This database has tables with ${parts} partitions already. Use --into ${parts}.`);
}

function planOf(all: Candidate[], chosen: Candidate[], into: number): string[] {
  const done = all.filter(({ parts }) => parts > 0).length;
  const odd = all.filter(({ obstacle }) => obstacle);
  const left = all.length - done - chosen.length - odd.length;
  return [
    ...odd.map(({ name, obstacle }) => `${name} stays: ${obstacle}.`),
    `Tables with partitions: ${done}. To be divided into ${into}: ${chosen.length}. Left as they are: ${left}.`,
    ...chosen.map(({ name, bytes }) => `  ${name}, ${megabytes(bytes)}`),
  ];
}

/** Until its transaction ends a table is there twice, and PostgreSQL's log has the copy once more. */
function refuseFullDisk(chosen: Candidate[], free: number | undefined, say: (line: string) => void) {
  const needed = 2 * Math.max(0, ...chosen.map(({ bytes }) => bytes)) + 256 * 2 ** 20;
  if (chosen.length === 0) return;
  if (free === undefined) return say(`This needs ${megabytes(needed)} of free space on the disk of the database.`);
  if (free < needed)
    throw new CannotStart(
      `This needs ${megabytes(needed)} of free space, and ${megabytes(free)} are free on the disk of the database. Nothing was changed.`,
    );
}

async function turnAll(client: pg.Client, chosen: Candidate[], into: number, say: (line: string) => void) {
  for (const [at, { name }] of chosen.entries()) {
    const begun = performance.now();
    // Each in its own transaction: a run that is stopped has done some of them, and the next does the others.
    const rows = await inTransaction(client, async () => {
      await refuseServer(client);
      return turnTable(client, name, into);
    });
    const seconds = ((performance.now() - begun) / 1000).toFixed(1);
    say(`${at + 1} of ${chosen.length}: ${name}, ${rows.toLocaleString('en')} rows, ${seconds} s`);
  }
  say('Everything is in its partitions. Start Akada: npm start');
}
