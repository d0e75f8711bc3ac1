import { rmSync, writeFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PgBoss } from 'pg-boss';
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest';
import { queueOptions } from '#kernel/jobs/queues.ts';
import { migrate, refuseOlder } from '#kernel/migrate.ts';
import { asRole, inDatabase } from '#kernel/postgres/address.ts';
import { withClient } from '#test/harness/client.ts';

const name = 'migrate_test';
const ownerUrl = inDatabase(inject('ownerUrl'), name);
let folder: string;

const file = (path: string, sql: string) => writeFileSync(join(folder, path), sql);
const run = (url: string, sql: string) => withClient(url, async (client) => (await client.query(sql)).rows);

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'akada-migrations-'));
  await run(inject('ownerUrl'), `create database ${name}`);
  file('0001_first.sql', 'create table first (id int); grant select on first to akada_app;');
});
afterEach(async () => {
  rmSync(folder, { recursive: true });
  await run(inject('ownerUrl'), `drop database ${name} with (force)`);
});

describe('migrations', () => {
  test('are applied in order, once', async () => {
    file('0002_second.sql', 'alter table first add name text;');
    const first = await migrate(ownerUrl, { folder });
    expect(first.applied).toEqual(['0001_first.sql', '0002_second.sql']);
    expect(
      await run(
        first.appUrl,
        'select current_user::text as name from (select * from first) f right join (select 1) o on true',
      ),
    ).toEqual([{ name: 'akada_app' }]);
    expect(await migrate(ownerUrl, { folder })).toEqual({ appUrl: first.appUrl, applied: [] });
  });

  test('of several processes at once are still applied once', async () => {
    const all = await Promise.all([1, 2, 3].map(() => migrate(ownerUrl, { folder })));
    expect(all.flatMap(({ applied }) => applied)).toEqual(['0001_first.sql']);
  });

  test('a landed file that was changed is refused', async () => {
    await migrate(ownerUrl, { folder });
    file('0001_first.sql', 'create table first (id bigint);');
    await expect(migrate(ownerUrl, { folder })).rejects.toThrow('migrations/0001_first.sql was changed');
  });

  test('a database of a newer version is refused', async () => {
    await migrate(ownerUrl, { folder });
    rmSync(join(folder, '0001_first.sql'));
    await expect(migrate(ownerUrl, { folder })).rejects.toThrow('a newer version ran on it');
  });

  test('a file that fails leaves nothing and names its line', async () => {
    file('0002_second.sql', 'create table half (id int);\nselect nothing;');
    await expect(migrate(ownerUrl, { folder })).rejects.toThrow(
      'migrations/0002_second.sql (line 2): column "nothing"',
    );
    expect(await run(ownerUrl, `select to_regclass('half') as half`)).toEqual([{ half: null }]);
  });

  test('the application role owns nothing and cannot pass row-level security', async () => {
    await migrate(ownerUrl, { folder });
    const owned = `select relname from pg_class where relowner = 'akada_app'::regrole
      union all select proname from pg_proc where proowner = 'akada_app'::regrole`;
    expect(await run(ownerUrl, owned)).toEqual([]);
    const [role] = await run(
      ownerUrl,
      `select rolsuper, rolbypassrls, rolcreaterole from pg_roles where rolname = 'akada_app'`,
    );
    expect(role).toEqual({ rolsuper: false, rolbypassrls: false, rolcreaterole: false });
  });

  test('nothing of the application role waits or holds for ever, also where the role is of an older version', async () => {
    await run(inject('ownerUrl'), `alter role akada_app set statement_timeout = '60s'`);
    const { appUrl } = await migrate(ownerUrl, { folder });
    const [set] = await run(
      appUrl,
      `select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock,
        current_setting('idle_in_transaction_session_timeout') as idle`,
    );
    expect(set).toEqual({ statement: '20s', lock: '10s', idle: '1min' });
  });

  test('the application role can use jobs without migrations of its own', async () => {
    const { appUrl } = await migrate(ownerUrl, { folder });
    await migrate(ownerUrl, { folder });
    const boss = new PgBoss({ connectionString: appUrl, migrate: false, createSchema: false });
    const errors: unknown[] = [];
    boss.on('error', (error) => errors.push(error));
    await boss.start();
    await boss.createQueue('two', queueOptions);
    await boss.send('two', { id: 7 });
    expect((await boss.fetch('two')).map(({ data }) => data)).toEqual([{ id: 7 }]);
    await boss.supervise();
    await boss.stop({ graceful: false });
    expect(errors).toEqual([]);
  });
});

describe('an owner who cannot create roles', () => {
  beforeEach(() =>
    run(inject('ownerUrl'), `create role plain login password 'plain'; grant create on database ${name} to plain`),
  );
  afterEach(async () => {
    await run(ownerUrl, 'drop owned by plain');
    await run(inject('ownerUrl'), 'drop role plain');
  });

  test('is shown the SQL for a superuser', async () => {
    const url = asRole(ownerUrl, 'plain', 'plain');
    await expect(migrate(url, { folder })).rejects.toThrow('grant akada_gate to "plain" with inherit true, set true;');
  });

  test('can migrate when that was done', async () => {
    await run(ownerUrl, `grant akada_gate to plain with inherit true, set true; grant all on schema public to plain`);
    const given = asRole(ownerUrl, 'akada_app', 'theirs');
    const { appUrl, applied } = await migrate(asRole(ownerUrl, 'plain', 'plain'), { folder, appUrl: given });
    expect({ appUrl, applied }).toEqual({ appUrl: given, applied: ['0001_first.sql'] });
  });
});

test('a PostgreSQL that is too old stops the start with what to do', () => {
  expect(() => refuseOlder(160_004)).toThrow(
    'Akada needs PostgreSQL 17 or later, and DATABASE_URL names version 16. Upgrade it, or remove DATABASE_URL to use the one that comes with Akada.',
  );
  for (const version of [170_000, 180_001]) expect(() => refuseOlder(version)).not.toThrow();
});
