import type pg from 'pg';
import { newBackupIn } from '#kernel/backup/folder.ts';
import { makeBackup, type Proof } from './backup/make-backup.ts';
import { openAlone } from './backup/open-database.ts';
import { readKey } from './backup/secret-key.ts';
import { refuseServer } from './backup/target.ts';
import { takeOnly } from './command.ts';
import { CannotStart } from '#kernel/cannot-start.ts';
import { isConnectionLost } from '#kernel/database/failures.ts';
import { readEnvironment, type Environment } from '#kernel/environment.ts';
import * as migrations from '#kernel/migrate.ts';
import { nameAlike } from '#kernel/partitions.ts';
import { ensureJobs } from '#kernel/postgres/job-schema.ts';
import { ensureRoles } from '#kernel/postgres/roles.ts';
import { keepSecret } from '#kernel/secrets/check-secret.ts';
import { refuseTightBackup } from './upgrade/room.ts';
import { verifyUpgrade } from './upgrade/verify.ts';
import { filesOf } from './objects/open-files.ts';

/** `akada upgrade [--accept-broken-log]`: backs up, migrates and checks; if anything fails, nothing has changed. */
export async function upgrade(args: string[]) {
  takeOnly(args, ['--accept-broken-log']);
  const environment = readEnvironment();
  const database = await openAlone(environment, console.log);
  try {
    const { ownerUrl } = database;
    await upgradeDatabase({ environment, ownerUrl, acceptsBrokenLog: args.length > 0 }, console.log);
  } finally {
    await database.close();
  }
}

interface Wanted {
  environment: Pick<Environment, 'dataFolder' | 'secret' | 'databaseAppUrl' | 'backup' | 'filesIn' | 'store'>;
  ownerUrl: string;
  migrationsFolder?: string;
  acceptsBrokenLog?: boolean;
}

/** The same for an open database. */
export async function upgradeDatabase(wanted: Wanted, say: (line: string) => void): Promise<void> {
  const { environment, ownerUrl, migrationsFolder } = wanted;
  const files = migrations.readMigrations(migrationsFolder);
  const client = await migrations.connectAsOwner(ownerUrl);
  client.on('error', () => {});
  try {
    await refuseServer(client);
    const pending = await pendingOf(client, files);
    if (pending.length === 0) return say('The database is already that of this release. Start Akada: npm start');
    await refuseTightBackup(client, environment);
    const backup = await backUp(wanted);
    say(`Backed up to ${backup.path}, and verified it.`);
    await changeAll(client, { wanted, files, backup, say });
    say(`Applied ${pending.join(', ')}.`);
    say('Checked: no table has lost rows, and the audit log and published results are unchanged.');
    await finish(client, wanted);
    say(
      [
        'The upgrade is complete. Start Akada: npm start',
        'To go back, restore the backup with the previous release into a new folder or database:',
        `  AKADA_DATA=<new folder> npm run akada -- restore ${backup.path}`,
      ].join('\n'),
    );
  } finally {
    await client.end().catch(() => {});
  }
}

async function pendingOf(client: pg.Client, files: migrations.Migration[]): Promise<string[]> {
  const { rows } = await client.query(`select to_regclass('public.akada_migrations') is not null as "isThere"`);
  if (!rows[0].isThere) throw new CannotStart('This database is empty. Start Akada to set it up: npm start');
  const landed = await migrations.landedFiles(client, files);
  migrations.refuseChanged(files, landed);
  return files.filter(({ name }) => !landed.has(name)).map(({ name }) => name);
}

async function backUp({ environment, ownerUrl }: Wanted): Promise<Proof> {
  const target = await newBackupIn(environment.backup.folder, { isNightly: false });
  return makeBackup({ ownerUrl, files: await filesOf(environment), key: readKey(environment) }, target);
}

interface Work {
  wanted: Wanted;
  files: migrations.Migration[];
  backup: Proof;
  say: (line: string) => void;
}

/**
 * Migrations and checks in one transaction: whatever fails, even the power, leaves the database as it was. A start
 * applies each migration in a transaction of its own, because another version may be running.
 */
async function changeAll(client: pg.Client, work: Work): Promise<void> {
  const { wanted, files, backup } = work;
  const { environment, ownerUrl } = wanted;
  let isChecked = false;
  try {
    await migrations.inTransaction(client, () => ensureRoles(client, ownerUrl, environment.databaseAppUrl));
    await migrations.inTransaction(client, async () => {
      await client.query('set local statement_timeout = 0; set local lock_timeout = 0');
      const landed = await migrations.adoptBaseline(client, files);
      for (const file of files.filter(({ name }) => !landed.has(name))) {
        await migrations.apply(client, file);
        await settleConstraints(client);
      }
      await nameAlike(client);
      await verifyUpgrade(client, { files, backup, key: readKey(environment), ...wanted }, work.say);
      isChecked = true;
    });
  } catch (error) {
    throw explain(error as Error, backup.path, isChecked);
  }
}

/** What is checked at a commit otherwise: a table with checks outstanding can't be altered by the next migration. */
async function settleConstraints(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ names: string }>(
    `select string_agg(distinct quote_ident(conname), ', ') as names from pg_constraint
     where condeferred and connamespace = 'public'::regnamespace`,
  );
  await client.query('set constraints all immediate');
  if (rows[0]!.names) await client.query(`set constraints ${rows[0]!.names} deferred`);
}

function explain(error: Error, path: string, isChecked: boolean): Error {
  const restore = `npm run akada -- restore ${path} --replace`;
  if (isChecked && isConnectionLost(error))
    return new CannotStart(
      `The connection was lost while the upgrade was saved: either all of it was, or nothing. Run npm run akada -- upgrade again. The backup of before is ${path}; this release restores it by: ${restore}`,
    );
  return new CannotStart(
    `The upgrade failed: ${error.message}\nNothing was changed: the database is as it was before, and the previous release can be started. The backup ${path} is not needed; if you want to start from it nevertheless: ${restore}`,
  );
}

/** What a start does as well: if it fails here, the next start does it. */
async function finish(client: pg.Client, { environment, ownerUrl }: Wanted): Promise<void> {
  await keepSecret(client, readKey(environment).secret);
  await ensureJobs(client, ownerUrl, (work) => migrations.inTransaction(client, work));
}
