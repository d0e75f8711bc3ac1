import { createHash, randomBytes } from 'node:crypto';
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { readArchive, writeArchive } from '../../bin/backup/archive.ts';
import { makeBackup, proveBackup } from '../../bin/backup/make-backup.ts';
import { restoreBackup, type Wishes } from '../../bin/backup/restore-backup.ts';
import { proveSeal, sealOf } from '../../bin/backup/seal.ts';
import type { Entry } from '../../bin/backup/tar.ts';
import { migrate } from '#kernel/migrate.ts';
import { StagedUploads } from '../../bin/backup/uploads.ts';
import { openFiles } from '#kernel/files.ts';
import { withClient } from '#test/harness/client.ts';
import { cloneDatabase } from '#test/harness/database.ts';
import { contentsOf, dataFolder, formOf } from './installation.ts';

/**
 * A small file that is whole, and everything that can be wrong with one. Whatever it is, the target stays as it was. The
 * installation has the tables of two areas: with all others each refusal takes seconds. Those are in round-trip.test.ts.
 */
const { folder, remove } = dataFolder();
const areas = ['01-kernel.sql', '02-records.sql', '12-places.sql'];
const migrationsFolder = join(folder, 'migrations');
const freshDatabase = async () => {
  const fresh = await cloneDatabase(inject('ownerUrl'), 'template1');
  await migrate(fresh.ownerUrl, { folder: migrationsFolder });
  // What the other areas do for a new institution.
  for (const name of ['open_books', 'add_order_accounts', 'add_bank_charges', 'seed_fee_categories'])
    await query(fresh.ownerUrl, `create function akada_${name}(int) returns void language plpgsql as $$ begin end $$`);
  return fresh;
};
const file = join(folder, 'whole.tar.gz');
const filesFolder = join(folder, 'files');
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const upload = `ab/ab${'c'.repeat(38)}`;
let source: Awaited<ReturnType<typeof freshDatabase>>;
let target: Awaited<ReturnType<typeof freshDatabase>>;
let whole: Buffer;
let parts: { name: string; text: Buffer }[];
const query = (ownerUrl: string, text: string) =>
  withClient(ownerUrl, async (client) => (await client.query(text)).rows);
const restore = async (path: string, more: Wishes & { migrationsFolder?: string } = {}) =>
  restoreBackup(
    await proveBackup(path),
    {
      ownerUrl: target.ownerUrl,
      dataFolder: join(folder, 'target'),
      uploads: new StagedUploads(join(folder, 'target/files')),
      migrationsFolder,
      ...more,
    },
    more,
  );
const untouched = async () => ({
  contents: await contentsOf(target.ownerUrl),
  form: await formOf(target.ownerUrl),
  files: readdirSync(join(folder, 'target'), { recursive: true }),
});
let before: Awaited<ReturnType<typeof untouched>>;

beforeAll(async () => {
  mkdirSync(migrationsFolder);
  for (const area of areas) copyFileSync(join('migrations', area), join(migrationsFolder, area));
  [source, target] = [await freshDatabase(), await freshDatabase()];
  mkdirSync(join(folder, 'files/ab'), { recursive: true });
  mkdirSync(join(folder, 'target'));
  writeFileSync(join(filesFolder, upload), 'a roster');
  await query(
    source.ownerUrl,
    `insert into institutions (name, short_name) values ('Ilorin', 'Ilorin');
     insert into files (institution_id, purpose, name, media_type, size, sha256, stored_as)
     values (1, 'import', 'roster.csv', 'text/csv', 8, '${sha256(Buffer.from('a roster'))}', '${upload}');
     insert into audit_entries (institution_id, person, action, summary)
     values (1, 'Ada', 'fees.waive', 'waived five naira'), (1, 'Ada', 'fees.waive', 'waived six naira');
     select akada_seal_log(100)`,
  );
  await makeBackup(
    {
      ownerUrl: source.ownerUrl,
      files: openFiles(filesFolder),
      migrationsFolder,
      key: { secret: Buffer.alloc(32, 5), isKept: true },
    },
    file,
  );
  whole = readFileSync(file);
  parts = [];
  await readArchive(file, async ({ name, content }) => {
    const chunks: Buffer[] = [];
    for await (const chunk of content) chunks.push(chunk);
    parts.push({ name, text: Buffer.concat(chunks) });
  });
  before = await untouched();
});
afterAll(async () => {
  await source?.drop();
  await target?.drop();
  remove();
});

const write = (name: string, bytes: Buffer) => {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  return path;
};

describe('a file that is not as it was written', () => {
  test('is refused at whatever length it was cut off', async () => {
    const lengths = [
      0,
      1,
      2,
      9,
      57,
      58,
      59,
      ...Array.from({ length: 60 }, (_, at) => Math.floor((whole.length * at) / 60)),
    ];
    for (const length of [...lengths, whole.length - 2, whole.length - 1]) {
      const path = write('short.tar.gz', whole.subarray(0, length));
      await expect(proveBackup(path), `${length} of ${whole.length} bytes`).rejects.toThrow(
        /is incomplete: its end is missing|is not an Akada backup/,
      );
    }
  });

  test('is refused with any one bit changed, and with something behind its end', async () => {
    const places = [...Array(80).keys(), ...Array.from({ length: 80 }, (_, at) => whole.length - 1 - at)];
    for (let at = 80; at < whole.length; at += 97) places.push(at);
    const path = write('flipped.tar.gz', whole);
    const flipped = await open(path, 'r+');
    for (const at of places) {
      await flipped.write(Buffer.of(whole[at]! ^ (1 << (at % 8))), 0, 1, at);
      await expect(proveSeal(path), `byte ${at}`).rejects.toThrow(/is damaged|is incomplete|is not an Akada backup/);
      await flipped.write(whole, at, 1, at);
    }
    await flipped.close();
    await proveSeal(path);
    await expect(proveBackup(write('longer.tar.gz', Buffer.concat([whole, Buffer.alloc(1)])))).rejects.toThrow(
      'is incomplete',
    );
  });

  test('changes nothing when a restore is attempted', async () => {
    const bytes = Buffer.from(whole);
    bytes[Math.floor(bytes.length / 2)]! ^= 4;
    await expect(restore(write('damaged.tar.gz', bytes))).rejects.toThrow(
      'damaged.tar.gz is damaged: its content does not match its checksum. Nothing was restored. Copy the file again, or use another backup.',
    );
    await expect(restore(write('cut.tar.gz', whole.subarray(0, 5000)))).rejects.toThrow('cut.tar.gz is incomplete');
    await expect(restore(join(folder, 'none.tar.gz'))).rejects.toThrow('none.tar.gz does not exist');
    await expect(restore(write('text.tar.gz', Buffer.from('PK\x03\x04 something else')))).rejects.toThrow(
      'is not an Akada backup',
    );
    expect(await untouched()).toEqual(before);
  });
});

type Part = (typeof parts)[number];

/** A file with a right seal around other contents: made by somebody who knows how. */
async function forge(name: string, change: (parts: Part[]) => Part[], { isListed = true } = {}) {
  const path = join(folder, name);
  rmSync(path, { force: true });
  const changed = change(parts.map((part) => ({ ...part })));
  if (isListed) {
    const list = JSON.parse(changed.at(-1)!.text.toString()) as { entries: object[] };
    list.entries = changed
      .slice(0, -1)
      .map((part) => ({ name: part.name, size: part.text.length, sha256: sha256(part.text) }));
    changed.at(-1)!.text = Buffer.from(JSON.stringify(list));
  }
  const entries = async function* (): AsyncGenerator<Entry> {
    for (const { name: part, text } of changed) yield { name: part, size: text.length, content: [text] };
  };
  await writeArchive(path, entries, async () => {});
  return path;
}
const json = (part: string, change: (value: never) => unknown) => (all: Part[]) =>
  all.map((one) =>
    one.name === part
      ? { ...one, text: Buffer.from(JSON.stringify(change(JSON.parse(one.text.toString()) as never))) }
      : one,
  );
const renamed = (from: string | RegExp, to: string) => (all: Part[]) =>
  all.map((one) => ({ ...one, name: one.name.replace(from, to) }));
const replaced = (part: string, from: string, to: string) => (all: Part[]) =>
  all.map((one) => (one.name === part ? { ...one, text: Buffer.from(one.text.toString().replace(from, to)) } : one));
/** Table data that its list describes rightly. */
const told = (table: string, from: string, to: string) => (all: Part[]) => {
  const changed = replaced(`tables/${table}/000001.copy`, from, to)(all);
  const text = changed.find(({ name }) => name === `tables/${table}/000001.copy`)!.text;
  return json('end.json', (list: { tables: { name: string; sha256: string }[] }) => ({
    ...list,
    tables: list.tables.map((one) => (one.name === table ? { ...one, sha256: sha256(text) } : one)),
  }))(changed);
};

describe('a forged file', () => {
  test.each<[string, (all: Part[]) => Part[], string]>([
    [
      'a way out of the uploads',
      renamed(`files/${upload}`, 'files/../../../outside'),
      'it holds "files/../../../outside"',
    ],
    ['an absolute path', renamed(`files/${upload}`, '/etc/cron.d/akada'), 'it holds "/etc/cron.d/akada"'],
    ['a table that is SQL', renamed('tables/files/', 'tables/files; drop table students/'), 'which no backup does'],
    ['a table of PostgreSQL', renamed('tables/files/', 'tables/pg_authid/'), 'is not what its list says'],
    [
      'a listed table of PostgreSQL',
      (all) =>
        json('end.json', (list: { tables: { name: string }[] }) => ({
          ...list,
          tables: list.tables.map((one) => (one.name === 'files' ? { ...one, name: 'pg_authid' } : one)),
        }))(renamed('tables/files/', 'tables/pg_authid/')(all)),
      'are not those of its version of Akada',
    ],
    [
      'columns that are SQL',
      json('end.json', (list: { tables: { columns: string[] }[] }) => {
        list.tables[0]!.columns[0] = 'id) from program $$touch /tmp/x$$ --';
        return list;
      }),
      'its description is wrong at tables.0.columns.0',
    ],
    [
      'a number that is SQL',
      json('end.json', (list: { numbers: { next: string }[] }) => {
        list.numbers[0]!.next = '1; drop table students';
        return list;
      }),
      'its description is wrong at numbers.0.next',
    ],
    [
      'rows fewer than listed',
      replaced('tables/countries/000001.copy', /^.*\n/.exec('NG\tNigeria\n')![0], ''),
      'table countries',
    ],
    ['a part twice', (all) => [...all.slice(0, -1), { ...all.at(-2)! }, all.at(-1)!], 'it contains a part twice'],
    [
      'a part too few',
      (all) => all.filter(({ name }) => name !== `files/${upload}`),
      'its uploads are not what its list says',
    ],
    [
      'no list',
      (all) => all.slice(0, -1).concat({ name: 'jobs.json', text: Buffer.from('[]') }),
      'description is missing',
    ],
    ['parts out of order', (all) => [all[1]!, all[0]!, ...all.slice(2)], 'its parts are out of order'],
    [
      'a newer form',
      json('akada-backup.json', (header: object) => ({ ...header, format: 2 })),
      'newer version of Akada',
    ],
    [
      'a name that leaves the folder, in a row',
      told('files', upload, '../../../../etc/passwd'),
      'names an upload that it does not hold: "../../../../etc/passwd"',
    ],
    [
      'a name that leaves the folder, in a row and among the missing',
      (all) =>
        json('end.json', (list: object) => ({ ...list, missing: ['../../../../etc/passwd'] }))(
          told('files', upload, '../../../../etc/passwd')(all),
        ),
      'its description is wrong at missing.0',
    ],
    [
      'an upload with other content',
      replaced(`files/${upload}`, 'a roster', 'a forged'),
      'holds an upload whose content is not the one that was uploaded',
    ],
    [
      'an upload that no record names',
      (all) =>
        json('end.json', (list: { uploads: { count: number; bytes: number } }) => ({
          ...list,
          uploads: { count: 2, bytes: 16 },
        }))([
          ...all.slice(0, -1),
          { name: `files/cd/cd${'e'.repeat(38)}`, text: Buffer.from('a parcel') },
          all.at(-1)!,
        ]),
      'holds an upload that no record names',
    ],
    [
      'a queue that is none',
      json('jobs.json', () => [{ queue: '__pgboss__maintenance', data: {}, key: null }]),
      'its description is wrong at 0.queue',
    ],
    [
      'a counter of another table',
      json('end.json', (list: { numbers: { table: string }[] }) => {
        list.numbers[0]!.table = 'pg_class';
        return list;
      }),
      'The backup sets the counter pg_class.',
    ],
    [
      'a counter too few',
      json('end.json', (list: { numbers: object[] }) => ({ ...list, numbers: list.numbers.slice(1) })),
      'The backup lacks the counter',
    ],
    [
      'a changed entry of the log',
      told('audit_entries', 'five naira', 'nine naira'),
      'The audit log in this backup was changed. Ilorin: ',
    ],
    [
      'a log without its end',
      json('akada-backup.json', (header: { logHeads: { seq: number }[] }) => {
        header.logHeads[0]!.seq = 3;
        return header;
      }),
      'The audit log in this backup was changed. Ilorin: The log ends with number 2',
    ],
    ['a row that breaks a rule', told('institutions', 'secondary', 'pirate'), 'violates check constraint'],
    [
      'a row whose parent is missing',
      told('institutions', '1\tIlorin', '7\tIlorin'),
      'violates foreign key constraint',
    ],
    [
      'a row that is none',
      told('institutions', 'Ilorin\t', ''),
      'The rows in this backup cannot be loaded: invalid input syntax for type bigint',
    ],
    [
      'another key than it says',
      replaced('secret.key', '05', '06'),
      'The key in this backup is not the one that its description names',
    ],
  ])('with %s is refused', async (_, change, words) => {
    const isListed = !words.includes('description is missing');
    await expect(restore(await forge('forged.tar.gz', change, { isListed }))).rejects.toThrow(words);
    expect(existsSync(join(folder, '../outside'))).toBe(false);
  });

  // One look behind all of them: to read the whole database costs as much as a refusal.
  test('has changed nothing, whatever was wrong with it', async () => {
    expect(await untouched()).toEqual(before);
  });

  test('with a right seal and no tar inside is refused', async () => {
    for (const inside of [Buffer.alloc(0), Buffer.from('x'.repeat(5000)), Buffer.alloc(1024), Buffer.alloc(1536)]) {
      const bytes = gzipSync(inside);
      const digest = createHash('sha256').update(bytes).digest();
      await expect(proveBackup(write('odd.tar.gz', Buffer.concat([bytes, sealOf(digest)])))).rejects.toThrow(
        'odd.tar.gz cannot be used',
      );
    }
  });
});

test('a backup with a changed log is restored on request, and the log itself says so', async () => {
  const changed = await forge('log.tar.gz', told('audit_entries', 'five naira', 'nine naira'));
  const own = await freshDatabase();
  try {
    const { logProblems } = await restoreBackup(
      await proveBackup(changed),
      {
        ownerUrl: own.ownerUrl,
        dataFolder: join(folder, 'own'),
        uploads: new StagedUploads(join(folder, 'own/files')),
        migrationsFolder,
      },
      { acceptsBrokenLog: true },
    );
    expect(logProblems).toEqual([expect.stringMatching(/^Ilorin: .*number 1/)]);
    const [last] = await query(own.ownerUrl, 'select summary from audit_entries order by id desc limit 1');
    expect(last.summary).toMatch(/although its audit log was changed$/);
  } finally {
    await own.drop();
  }
});

test('what fails at the very end leaves the database as it was, and no uploads beside the others', async () => {
  const inTheWay = join(folder, 'target/files', upload);
  mkdirSync(join(inTheWay, 'something'), { recursive: true });
  const beside = await untouched();
  await expect(restore(file)).rejects.toThrow(/EISDIR|ENOTEMPTY|EEXIST/);
  expect(await untouched()).toEqual(beside);
  expect(beside.contents).toEqual(before.contents);
  rmSync(join(folder, 'target/files'), { recursive: true });
});

describe('a file of another version', () => {
  const copy = (name: string) => {
    const path = join(folder, name);
    mkdirSync(path);
    for (const one of areas) copyFileSync(join(migrationsFolder, one), join(path, one));
    return path;
  };

  test('that is newer, or was made by other migrations of the same name, is refused', async () => {
    const older = copy('older');
    const last = readdirSync(older).toSorted().at(-1)!;
    rmSync(join(older, last));
    await expect(restore(file, { migrationsFolder: older })).rejects.toThrow(
      `which is newer: it knows ${last}, and this one does not`,
    );
    writeFileSync(join(older, last), '-- something else');
    await expect(restore(file, { migrationsFolder: older })).rejects.toThrow(
      `another migrations/${last} than the one here`,
    );
    expect(await untouched()).toEqual(before);
  });

  const ofMigrations = (migrations: { name: string; sha256: string }[]) =>
    forge(
      'before.tar.gz',
      json('akada-backup.json', (header: object) => ({ ...header, migrations })),
    );
  const first = { name: '0001_foundation.sql', sha256: 'f'.repeat(64) };

  test('of the release before the baseline is restored; an older one names the release for it', async () => {
    await expect(restore(await ofMigrations([first]))).rejects.toThrow(
      'This backup is from an older release: restore it with the previous release (up to 20261127-1730_years.sql) first, then start this one.',
    );
    expect(await untouched()).toEqual(before);
    const last = {
      name: '20261127-1730_years.sql',
      sha256: '8bd5231ca4dbd6b3b4d985cff5f135967ef181a47328f9783631af0b984bcbec',
    };
    const own = await freshDatabase();
    try {
      const restored = await restoreBackup(await proveBackup(await ofMigrations([first, last])), {
        ownerUrl: own.ownerUrl,
        dataFolder: join(folder, 'before'),
        uploads: new StagedUploads(join(folder, 'before/files')),
        migrationsFolder,
      });
      expect(restored.applied).toEqual([]);
      expect(await query(own.ownerUrl, 'select name from institutions')).toEqual([{ name: 'Ilorin' }]);
      expect(await query(own.ownerUrl, 'select name from akada_migrations order by name collate "C"')).toEqual(
        areas.map((name) => ({ name })),
      );
    } finally {
      await own.drop();
    }
  });

  test('that is older is loaded as it was and brought up to date, old rows and all', async () => {
    const newer = copy('newer');
    writeFileSync(
      join(newer, '9999_nicknames.sql'),
      `alter table institutions add nickname text not null default 'none';
       update institutions set nickname = lower(short_name);
       create table nicknames (id int primary key);`,
    );
    const restored = await restore(file, { migrationsFolder: newer });
    expect(restored.applied).toEqual(['9999_nicknames.sql']);
    expect(await query(target.ownerUrl, 'select name, nickname from institutions')).toEqual([
      { name: 'Ilorin', nickname: 'ilorin' },
    ]);
    // And a database that a newer version has changed is not touched by this one.
    await expect(restore(file, { mayReplace: true })).rejects.toThrow('a newer version ran on it');
    const back = await restore(file, { mayReplace: true, migrationsFolder: newer });
    expect(back.applied).toEqual(['9999_nicknames.sql']);
    await query(target.ownerUrl, `delete from akada_migrations where name like '9999%'`);
    await expect(migrate(target.ownerUrl, { folder: newer, appUrl: target.appUrl })).rejects.toThrow('nickname');
  });
});

const isMountable = spawnSync('unshare', ['--mount', 'true']).status === 0;
test.runIf(isMountable)('a disk that fills up leaves no file, and says so', async () => {
  const full = join(folder, 'full');
  mkdirSync(full);
  writeFileSync(join(filesFolder, upload), randomBytes(200_000));
  expect(spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', full]).status).toBe(0);
  try {
    const installation = {
      ownerUrl: source.ownerUrl,
      files: openFiles(filesFolder),
      migrationsFolder,
      key: { secret: Buffer.alloc(32, 5), isKept: true },
    };
    await expect(makeBackup(installation, join(full, 'all.tar.gz'))).rejects.toThrow(
      `The disk that holds ${full} is full`,
    );
    expect(readdirSync(full)).toEqual([]);
  } finally {
    spawnSync('umount', [full]);
  }
});
