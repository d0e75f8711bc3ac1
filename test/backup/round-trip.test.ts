import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { makeBackup, proveBackup } from '../../bin/backup/make-backup.ts';
import { restoreBackup } from '../../bin/backup/restore-backup.ts';
import { partitionDatabase } from '../../bin/partition/command.ts';
import { readKey } from '../../bin/backup/secret-key.ts';
import { StagedUploads } from '../../bin/backup/uploads.ts';
import { openFiles } from '#kernel/files.ts';
import { asRole, inDatabase } from '#kernel/postgres/address.ts';
import { appUrlOf } from '#kernel/postgres/roles.ts';
import { prepareSecondFactor, pendingSecondFactor } from '#features/access/accounts/sign-in/second-factor.ts';
import { withClient } from '#test/harness/client.ts';
import { freshDatabase } from '#test/harness/database.ts';
import { copiedDemonstration } from '#test/harness/demonstration.ts';
import { contentsOf, dataFolder, fill, formOf, serve } from './installation.ts';

/** The demonstration group with uploads, on its way through a file into other databases. */
const [from, to] = [dataFolder(), dataFolder()];
const file = join(from.folder, 'whole.tar.gz');
let source: Awaited<ReturnType<typeof freshDatabase>>;
let person: Awaited<ReturnType<typeof fill>>;
let before: Awaited<ReturnType<typeof contentsOf>>;
let sealed: string;
const filesOf = (folder: string) => join(folder, 'files');
const uploadsIn = (folder: string) =>
  readdirSync(filesOf(folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => statSync(join(filesOf(folder), name)).isFile())
    .toSorted()
    .map((name) => [name, readFileSync(join(filesOf(folder), name)).toString('base64')]);
const query = (ownerUrl: string, text: string) =>
  withClient(ownerUrl, async (client) => (await client.query(text)).rows);

beforeAll(async () => {
  const copied = await copiedDemonstration();
  source = copied;
  const served = await serve({ ...source, folder: from.folder });
  person = await fill(served, copied.signIns);
  await served.database.anonymous((tx) => prepareSecondFactor(tx, served.services.secret, 1));
  sealed = (await served.database.anonymous((tx) => pendingSecondFactor(tx, served.services.secret, 1)))!.text;
  // Taken while the server works.
  await makeBackup(
    { ownerUrl: source.ownerUrl, files: openFiles(filesOf(from.folder)), key: readKey({ dataFolder: from.folder }) },
    file,
  );
  await served.close();
  before = await contentsOf(source.ownerUrl);
});
afterAll(async () => {
  await source?.drop();
  for (const { remove } of [from, to]) remove();
});

test('the file is private, ordinary tools can open it, and it contains no sessions', async () => {
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readdirSync(from.folder).filter((name) => name.includes('partial'))).toEqual([]);
  const names = execFileSync('tar', ['tzf', file], { encoding: 'utf8' }).trim().split('\n');
  expect(names[0]).toBe('akada-backup.json');
  expect(names.at(-1)).toBe('end.json');
  expect(names).toContain('tables/students/000001.copy');
  const { list, secret } = await proveBackup(file);
  expect(list.tables.find(({ name }) => name === 'sessions')?.rows).toBe(0);
  expect(await query(source.ownerUrl, 'select count(*)::int as count from sessions')).toEqual([{ count: 1 }]);
  expect(list.uploads.count).toBe(2);
  expect(secret?.trim()).toBe(readFileSync(join(from.folder, 'secret.key'), 'utf8').trim());
  const facts = Object.fromEntries(list.tables.map(({ name, rows, sha256 }) => [name, { rows, sha256 }]));
  expect(facts).toMatchObject(before);
  expect((before.students as { rows: number }).rows).toBeGreaterThan(1000);
});

test('a backup is never written over another file', async () => {
  const other = join(from.folder, 'other.tar.gz');
  writeFileSync(other, 'mine');
  const again = makeBackup(
    { ownerUrl: source.ownerUrl, files: openFiles(filesOf(from.folder)), key: readKey({ dataFolder: from.folder }) },
    other,
  );
  await expect(again).rejects.toThrow('other.tar.gz already exists');
  expect(readFileSync(other, 'utf8')).toBe('mine');
});

describe('in another database', () => {
  let target: Awaited<ReturnType<typeof freshDatabase>>;
  const restore = async (path = file, mayReplace = false) =>
    restoreBackup(
      await proveBackup(path),
      { ownerUrl: target.ownerUrl, dataFolder: to.folder, uploads: new StagedUploads(filesOf(to.folder)) },
      { mayReplace },
    );
  beforeAll(async () => {
    target = await freshDatabase();
    await restore();
  });
  afterAll(() => target?.drop());

  test('every table has the same rows, the same next numbers and the same rules', async () => {
    const [entries] = await query(
      target.ownerUrl,
      `with gone as (delete from audit_entries where action = 'backup.restore' returning person, summary)
       select count(*)::int as count, min(person) as person, min(summary) as summary from gone`,
    );
    expect(entries).toMatchObject({ count: 2, person: 'Operator' });
    expect(entries!.summary).toMatch(/^restored everything from the backup of \d+ \w+ \d{4}, \d\d:\d\d UTC$/);
    expect(await contentsOf(target.ownerUrl)).toEqual(before);
    expect(await formOf(target.ownerUrl)).toEqual(await formOf(source.ownerUrl));
    const next = `select max(id)::int as last from students`;
    const [{ last } = { last: 0 }] = await query(target.ownerUrl, next);
    const [made] = await query(
      target.ownerUrl,
      `insert into students (institution_id, admission_number, surname, first_name) values (1, 'next', 'Next', 'One') returning id::int, sort_name`,
    );
    expect(made).toEqual({ id: last + 1, sort_name: 'next one' });
    await query(target.ownerUrl, `delete from students where admission_number = 'next'`);
  });

  test('the uploads are there, and a work that waited waits again', async () => {
    expect(uploadsIn(to.folder)).toEqual(uploadsIn(from.folder));
    expect(readdirSync(to.folder).toSorted()).toEqual(['files', 'secret.key']);
    const waiting = `select name, data, state::text from pgboss.job where name = 'imports.check'`;
    expect(await query(target.ownerUrl, waiting)).toEqual(await query(source.ownerUrl, waiting));
    expect(await query(target.ownerUrl, waiting)).toHaveLength(1);
  });

  test('people sign in again with their passwords and second factors, see the list and the logo', async () => {
    const served = await serve({ ...target, folder: to.folder });
    try {
      const browser = await served.signIn(person.username, person.password);
      const list = await browser.page('/students');
      expect(list.props.rows.length).toBe(50);
      const logo = await browser.get('/institutions/1/logo');
      expect([logo.statusCode, logo.headers['content-type']]).toEqual([200, 'image/webp']);
      const again = await served.database.anonymous((tx) => pendingSecondFactor(tx, served.services.secret, 1));
      expect(again?.text).toBe(sealed);
      await expect(restore(file, true)).rejects.toThrow('A server is using this database');
    } finally {
      await served.close();
    }
  });

  test('existing data is replaced only on request, and then completely', async () => {
    await query(
      target.ownerUrl,
      `update students set surname = 'Later'; update institutions set name = name || ' later'`,
    );
    await expect(restore()).rejects.toThrow(
      /^This database is not empty: it holds 2 institutions, \d+ accounts, \d+ students\. .*add --replace\.$/,
    );
    expect(await query(target.ownerUrl, `select distinct surname from students`)).toEqual([{ surname: 'Later' }]);
    await restore(file, true);
    expect({ ...(await contentsOf(target.ownerUrl)), audit_entries: before.audit_entries }).toEqual(before);
  });

  test('another application’s database is left alone', async () => {
    await query(target.ownerUrl, 'drop view findable_students; drop table akada_migrations');
    await expect(restore(file, true)).rejects.toThrow("tables that are not Akada's");
    expect(await query(target.ownerUrl, 'select count(*)::int as count from institutions')).toEqual([{ count: 2 }]);
  });
});

test('an owner with another name, who is not a superuser, restores, backs up and divides tables', async () => {
  const server = inject('ownerUrl');
  await query(
    server,
    `create role bursary login password 'b'; grant akada_gate to bursary with inherit true, set true`,
  );
  await query(server, 'create database bursary owner bursary');
  const ownerUrl = asRole(inDatabase(server, 'bursary'), 'bursary', 'b');
  const third = dataFolder();
  try {
    const files = openFiles(filesOf(third.folder));
    const uploads = new StagedUploads(files.folder);
    // The roles are there already, with a password of their own, as where a superuser made them.
    const appUrl = appUrlOf(inDatabase(server, 'bursary'));
    await restoreBackup(await proveBackup(file), { ownerUrl, appUrl, dataFolder: third.folder, uploads });
    const second = join(third.folder, 'second.tar.gz');
    const again = await makeBackup({ ownerUrl, files, key: readKey({ dataFolder: third.folder }) }, second);
    const facts = Object.fromEntries(again.list.tables.map(({ name, rows, sha256 }) => [name, { rows, sha256 }]));
    expect(facts).toMatchObject({ ...before, audit_entries: expect.anything() });
    const form = await formOf(ownerUrl);
    await partitionDatabase({ ownerUrl }, { into: 2, tables: 'students,audit_entries,roles,enrolments' }, () => {});
    expect(facts).toMatchObject(await contentsOf(ownerUrl));
    expect(await formOf(ownerUrl)).toEqual(form);
    await query(inDatabase(server, 'bursary'), `revoke akada_gate from bursary`);
    const blind = makeBackup({ ownerUrl, files, key: readKey({ dataFolder: third.folder }) }, `${second}.2`);
    await expect(blind).rejects.toThrow('User bursary does not see all rows of');
    expect(existsSync(`${second}.2`)).toBe(false);
  } finally {
    third.remove();
    await query(server, 'drop database bursary with (force)');
    await query(server, 'drop role bursary');
  }
});

test('a backup taken while people write shows one moment', async () => {
  const busy = await freshDatabase();
  const folder = dataFolder();
  await query(
    busy.ownerUrl,
    `insert into institutions (name, short_name) values ('Busy', 'Busy'); insert into counters (institution_id, name) values (1, 'messages')`,
  );
  let isOver = false;
  let written = 0;
  const writing = withClient(busy.ownerUrl, async (client) => {
    for (; !isOver; written += 1) {
      await client.query('begin');
      // First the table that is read last, then the one that is read first.
      await client.query(
        `insert into outbox (institution_id, channel, recipient, body) values (1, 'sms', '+2348030000000', repeat('x', 2000))`,
      );
      await client.query(`update counters set value = value + 1 where institution_id = 1`);
      await client.query('commit');
    }
  });
  try {
    for (let tries = 0; tries < 4; tries += 1) {
      const writtenBefore = written;
      const path = join(folder.folder, `${tries}.tar.gz`);
      const key = { secret: Buffer.alloc(32, tries), isKept: true };
      await makeBackup({ ownerUrl: busy.ownerUrl, files: openFiles(folder.folder), key }, path);
      const counted = execFileSync('tar', ['xzOf', path, 'tables/counters/000001.copy'], { encoding: 'utf8' });
      const { list } = await proveBackup(path);
      const messages = list.tables.find(({ name }) => name === 'outbox')!.rows;
      expect(Number(counted.trim().split('\t')[2])).toBe(messages);
      expect(messages).toBeGreaterThanOrEqual(writtenBefore);
      expect(Number(list.numbers.find(({ table }) => table === 'outbox')!.next)).toBeGreaterThan(messages);
    }
    expect(written).toBeGreaterThan(10);
  } finally {
    isOver = true;
    await writing;
    await busy.drop();
    folder.remove();
  }
});
