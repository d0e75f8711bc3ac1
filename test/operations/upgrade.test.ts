import { cpSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { proveBackup } from '../../bin/backup/make-backup.ts';
import { readEnvironment } from '#kernel/environment.ts';
import { contentsOf, dataFolder, formOf } from '#test/backup/installation.ts';
import { withClient } from '#test/harness/client.ts';
import { schoolDatabase } from '#test/harness/database.ts';
import { upgradeDatabase } from '../../bin/upgrade.ts';
import { refuseTightBackup } from '../../bin/upgrade/room.ts';

/** A school at this release, and the migrations of one that follows it. */
const { folder, remove } = dataFolder();
const migrationsFolder = join(folder, 'migrations');
const backups = join(folder, 'backups');
let fresh: Awaited<ReturnType<typeof schoolDatabase>>;
let before: Awaited<ReturnType<typeof state>>;

const run = (text: string) => withClient(fresh.ownerUrl, async (client) => (await client.query(text)).rows);
const ledger = () => run('select name from akada_migrations order by name');
const state = async () => ({
  contents: await contentsOf(fresh.ownerUrl),
  form: await formOf(fresh.ownerUrl),
  ledger: await ledger(),
});

beforeAll(async () => {
  fresh = await schoolDatabase();
  await run(
    `insert into audit_entries (institution_id, person, action, summary) select id, 'Ada', 'students.edit', 'did' from institutions`,
  );
  await run('select akada_seal_log(10000)');
  before = await state();
});
beforeEach(() => {
  rmSync(migrationsFolder, { recursive: true, force: true });
  rmSync(backups, { recursive: true, force: true });
  mkdirSync(migrationsFolder);
  cpSync('migrations', migrationsFolder, { recursive: true });
});
afterAll(async () => {
  await fresh?.drop();
  remove();
});

/** Upgrades to a release with these further migrations, and returns what the operator reads. */
async function upgradeWith(later: string[], more = {}): Promise<string> {
  for (const [at, text] of later.entries()) writeFileSync(join(migrationsFolder, `20990101-000${at}_later.sql`), text);
  const said: string[] = [];
  const environment = readEnvironment({ AKADA_DATA: folder });
  await upgradeDatabase(
    { environment, ownerUrl: fresh.ownerUrl, migrationsFolder, ...more },
    (line) => void said.push(line),
  ).catch((error: Error) => said.push(`${error.name}: ${error.message}`));
  return said.join('\n');
}

const good = `alter table institutions add column anthem text; update institutions set anthem = 'Arise';`;
const path = () => join(backups, readdirSync(backups)[0]!);

test('an upgrade that fails midway leaves the database as before, names the backup and how to restore it', async () => {
  const said = await upgradeWith([good, `alter table institutions add column hymn text;\nselect 1 / 0;`]);
  expect(said).toBe(
    [
      `Backed up to ${path()}, and verified it.`,
      'CannotStart: The upgrade failed: migrations/20990101-0001_later.sql: division by zero',
      `Nothing was changed: the database is as it was before, and the previous release can be started. The backup ${path()} is not needed; if you want to start from it nevertheless: npm run akada -- restore ${path()} --replace`,
    ].join('\n'),
  );
  expect(await state()).toEqual(before);
  await proveBackup(path());
});

test('a migration that loses rows, or changes the sealed log, is undone', async () => {
  const lost = await upgradeWith([
    good,
    `create table kept (id int); delete from credentials where account_id = (select min(account_id) from credentials);`,
  ]);
  expect(lost).toMatch(/The upgrade failed: Table \w+ had \d+ rows and would have \d+\.\nNothing was changed/);
  expect(await ledger()).toEqual(before.ledger);
  // A backup is named by the second, and the next upgrade may come within the same one.
  rmSync(path());
  const changed = await upgradeWith([
    `alter table institutions add column hymn text;`,
    `update audit_entries set summary = 'did nothing' where seq = 1`,
  ]);
  expect(await run(`select distinct summary from audit_entries where seq = 1`)).toEqual([{ summary: 'did' }]);
  expect(changed).toMatch(/The upgrade failed: The audit log of .* was changed\. .* add --accept-broken-log/);
  expect(await ledger()).toEqual(before.ledger);
});

test('it refuses while a server uses the database, without room for the backup, and with nothing to do', async () => {
  const server = new pg.Client(fresh.appUrl);
  await server.connect();
  expect(await upgradeWith([good])).toMatch(/^CannotStart: A server is using this database \(1 connections\)/);
  await server.end();
  const tight = withClient(fresh.ownerUrl, (client) =>
    refuseTightBackup(client, { backup: readEnvironment({ AKADA_DATA: folder }).backup }, () => 1e6),
  );
  await expect(tight).rejects.toThrow(
    /^The backup needs about \d+ MB, and 1 MB are free on the disk of .*Nothing was changed\.$/,
  );
  rmSync(join(migrationsFolder, '20990101-0000_later.sql'));
  expect(await upgradeWith([])).toBe('The database is already that of this release. Start Akada: npm start');
  expect(readdirSync(backups)).toEqual([]);
  expect(await ledger()).toEqual(before.ledger);
});

test('an upgrade backs up, migrates, checks and says so; deferred checks do not keep a table from being altered', async () => {
  const said = await upgradeWith([
    `update terms set position = position;`,
    `alter table terms add column motto text; create table anthems (id int primary key);`,
  ]);
  expect(said).toBe(
    [
      `Backed up to ${path()}, and verified it.`,
      'Applied 20990101-0000_later.sql, 20990101-0001_later.sql.',
      'Checked: no table has lost rows, and the audit log and published results are unchanged.',
      'The upgrade is complete. Start Akada: npm start',
      'To go back, restore the backup with the previous release into a new folder or database:',
      `  AKADA_DATA=<new folder> npm run akada -- restore ${path()}`,
    ].join('\n'),
  );
  expect((await ledger()).length).toBe(before.ledger.length + 2);
  expect(await run('select motto from terms limit 1')).toEqual([{ motto: null }]);
});
