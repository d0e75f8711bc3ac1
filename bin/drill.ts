import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { backupsIn } from '#kernel/backup/folder.ts';
import { proveBackup, type Proof } from './backup/make-backup.ts';
import { restoreBackup } from './backup/restore-backup.ts';
import { StagedUploads } from './backup/uploads.ts';
import { CannotStart } from '#kernel/cannot-start.ts';
import type { Environment } from '#kernel/environment.ts';
import { verifyLog } from '#kernel/log/verify-log.ts';
import { connectAsOwner } from '#kernel/migrate.ts';
import { addressOfPlace } from '#kernel/object-place.ts';
import { inDatabase } from '#kernel/postgres/address.ts';
import { holderIn } from '#kernel/postgres/claim.ts';
import { readIfThere } from '#kernel/postgres/files.ts';
import { findPlace } from '#kernel/postgres/place.ts';
import { endProcessesIn } from '#kernel/postgres/processes.ts';
import { startPostgres } from '#kernel/postgres/supervisor.ts';
import { readSecret } from '#kernel/secrets/secret.ts';
import { backupsInBucket, bucketNamed, isAddress, withFetched } from './objects/sent-backups.ts';
import { problemsOfPublished } from './verify-results.ts';

/** Restores a backup beside the running installation, verifies it, says so, and removes everything again. */
export async function drill(named: string | undefined, environment: Environment) {
  const from = named ?? (await newestBackup(environment));
  await removeLeft(environment);
  const work = (path: string) => restoreBeside(path, environment);
  console.log(isAddress(from) ? await withFetched(from, environment, work) : await work(from));
}

/** Of the folder and the bucket of nightly backups; of two from the same night the one that was sent away. */
async function newestBackup(environment: Environment): Promise<string> {
  const { folder, to } = environment.backup;
  const [here] = backupsIn(folder);
  const [there] = to ? await backupsInBucket(await bucketNamed(addressOfPlace(to), environment)) : [];
  if (to && there && (!here || there.at >= here.at)) return addressOfPlace(to, there.path);
  if (!here) throw new CannotStart(`There is no backup in ${folder}. Make one first: npm run akada -- backup`);
  return here.path;
}

async function restoreBeside(path: string, environment: Environment): Promise<string> {
  const started = Date.now();
  const folder = mkdtempSync(join(environment.dataFolder, 'drill-'));
  // PostgreSQL's own user has to pass through.
  chmodSync(folder, 0o711);
  const stopped = onStop();
  let close = async () => {};
  let restoring: Promise<void> | undefined;
  try {
    const proof = await Promise.race([proveBackup(path), stopped.promise]);
    const opening = openBeside(folder, environment).then((opened) => {
      close = opened.close;
      return opened;
    });
    const { ownerUrl, appUrl } = await Promise.race([opening, stopped.promise]).catch(async (error) => {
      await opening.catch(() => {});
      throw error;
    });
    restoring = verified(proof, { ownerUrl, appUrl, folder, secret: environment.secret });
    await Promise.race([restoring, stopped.promise]);
    return inWords(proof, Date.now() - started);
  } finally {
    stopped.end();
    await close();
    // It ends, because its database has gone.
    await restoring?.catch(() => {});
    await removeDrill(folder);
  }
}

interface Beside {
  ownerUrl: string;
  appUrl?: string;
  folder: string;
  secret?: string;
}

async function verified(proof: Proof, { ownerUrl, appUrl, folder, secret }: Beside) {
  const uploads = new StagedUploads(join(folder, 'files'));
  await restoreBackup(proof, { ownerUrl, appUrl, dataFolder: folder, uploads, secret });
  const client = await connectAsOwner(ownerUrl);
  client.on('error', () => {});
  try {
    const logs = (await verifyLog(client)).flatMap(({ institution, problem }) =>
      problem ? [`${institution}: the audit log was changed. ${problem}`] : [],
    );
    const problems = [...logs, ...(await problemsOfPublished(client, readSecret({ dataFolder: folder, secret })))];
    if (problems.length > 0)
      throw new CannotStart(
        `The backup can be restored, but not all in it is as it was sealed.\n${problems.join('\n')}`,
      );
  } finally {
    await client.end().catch(() => {});
  }
}

/** A PostgreSQL in the folder, or a database of its own in the PostgreSQL of DATABASE_URL. */
async function openBeside(folder: string, { databaseUrl, databaseAppUrl }: Environment) {
  if (!databaseUrl) {
    const postgres = await startPostgres({ dataFolder: folder, log: () => {}, isBeside: true });
    return { ownerUrl: postgres.ownerUrl, close: () => postgres.stop() };
  }
  const name = `akada_drill_${randomBytes(4).toString('hex')}`;
  await asOwner(databaseUrl, `create database ${name} encoding utf8 template template0`).catch((error) => {
    throw error.code === '42501'
      ? new CannotStart(
          'The owner of the database may not make another one for the drill. Let a superuser run: alter role akada createdb;',
        )
      : error;
  });
  return {
    ownerUrl: inDatabase(databaseUrl, name),
    ...(databaseAppUrl && { appUrl: inDatabase(databaseAppUrl, name) }),
    close: () => asOwner(databaseUrl, `drop database if exists ${name} with (force)`),
  };
}

async function asOwner(url: string, statement: string) {
  const client = await connectAsOwner(url);
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** What drills that were killed have left. */
async function removeLeft({ dataFolder, databaseUrl }: Environment) {
  for (const name of readdirSync(dataFolder).filter((entry) => /^(drill|fetched)-\w+$/.test(entry))) {
    const folder = join(dataFolder, name);
    if (!holderIn(folder) && statSync(folder).mtimeMs < Date.now() - 6 * 3_600_000) await removeDrill(folder);
  }
  if (!databaseUrl) return;
  const client = await connectAsOwner(databaseUrl);
  try {
    const { rows } = await client.query<{ name: string }>(
      `select datname as name from pg_database d where datname ~ '^akada_drill_[0-9a-f]{8}$' and datdba = current_user::regrole
        and not exists (select from pg_stat_activity a where a.datname = d.datname)`,
    );
    for (const { name } of rows) await client.query(`drop database if exists ${name}`);
  } finally {
    await client.end();
  }
}

async function removeDrill(folder: string) {
  const elsewhere = readIfThere(join(folder, 'postgres.place'))?.trim();
  if (elsewhere !== undefined) await endProcessesIn(findPlace(folder).data);
  for (const path of [folder, ...(elsewhere && isAbsolute(elsewhere) ? [elsewhere] : [])])
    rmSync(path, { recursive: true, force: true });
}

/** Ctrl-C and the like end the work, and everything is still removed. */
function onStop() {
  const stopped = Promise.withResolvers<never>();
  stopped.promise.catch(() => {});
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  const stop = () => stopped.reject(new CannotStart('The drill was stopped. Everything of it was removed.'));
  const before = signals.map((signal) => [signal, process.listeners(signal)] as const);
  for (const signal of signals) process.removeAllListeners(signal).on(signal, stop);
  return {
    promise: stopped.promise,
    end() {
      for (const [signal, listeners] of before) {
        process.removeAllListeners(signal);
        for (const listener of listeners) process.on(signal, listener);
      }
    },
  };
}

function inWords({ header, list, path }: Proof, took: number) {
  const number = (value: number) => value.toLocaleString('en');
  const rows = list.tables.reduce((sum, table) => sum + table.rows, 0);
  const hours = Math.floor((Date.now() - Date.parse(header.createdAt)) / 3_600_000);
  const age = hours < 48 ? `${hours} ${hours === 1 ? 'hour' : 'hours'}` : `${Math.floor(hours / 24)} days`;
  const lacks = list.missing.length + list.changed.length;
  return [
    `${path} can be restored. It is ${age} old; restoring and verifying took ${Math.ceil(took / 1000)} seconds.`,
    `${number(rows)} rows of ${list.tables.length} tables and ${number(list.uploads.count)} uploads are complete; audit logs, results, decisions and papers are as they were sealed.`,
    ...(lacks ? [`${number(lacks)} uploads were missing or changed when the backup was made.`] : []),
  ].join('\n');
}
