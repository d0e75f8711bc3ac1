import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readEnvironment } from '#kernel/environment.ts';
import { openFiles } from '#kernel/files.ts';
import { openCourse } from '#test/faults/work/marks.ts';
import { withClient } from '#test/harness/client.ts';
import { freshDatabase } from '#test/harness/database.ts';
import { copiedDemonstration } from '#test/harness/demonstration.ts';
import { makeBackup, proveBackup } from '../bin/backup/make-backup.ts';
import { restoreBackup } from '../bin/backup/restore-backup.ts';
import { readKey } from '../bin/backup/secret-key.ts';
import { StagedUploads } from '../bin/backup/uploads.ts';
import { readFacts, checkServer } from '../bin/doctor/database.ts';
import { findingsOf } from '../bin/doctor/finding.ts';
import { partitionDatabase } from '../bin/partition/command.ts';
import { readCandidates, refuseFewLocks } from '../bin/partition/tables.ts';
import { readSchema } from '../bin/schema/read.ts';
import { upgradeDatabase } from '../bin/upgrade.ts';
import { contentsOf, dataFolder, formOf, serve, type Served } from './backup/installation.ts';

/** The demonstration group, whose tables of institutions all get partitions, with an operator's own settings. */
const [from, to] = [dataFolder(), dataFolder()];
const into = 2;
let demo: Awaited<ReturnType<typeof copiedDemonstration>>;
let before: Awaited<ReturnType<typeof state>>;
let said: string[];

const query = <Row extends pg.QueryResultRow>(text: string, ownerUrl = demo.ownerUrl) =>
  withClient(ownerUrl, async (client) => (await client.query<Row>(text)).rows);
const turn = (wanted = {}, say = (line: string) => void said.push(line)) => {
  said = [];
  return partitionDatabase({ ownerUrl: demo.ownerUrl }, { into, tables: 'all', ...wanted }, say);
};
/** The tables that have partitions; the queue has some of its own. */
const parts = (ownerUrl = demo.ownerUrl) =>
  query(`select relname as name from pg_class where relkind = 'p' and relnamespace = 'public'::regnamespace`, ownerUrl);
const state = async () => ({
  contents: await contentsOf(demo.ownerUrl),
  form: await formOf(demo.ownerUrl),
  details: await detailsOf(),
  schema: await withClient(demo.ownerUrl, readSchema),
});

const own = `
  comment on table students is 'Everybody who learns here';
  comment on column students.surname is 'As on the certificate';
  comment on constraint students_pkey on students is 'A key';
  comment on index students_search is 'For the search';
  comment on trigger touch_accounts on roles is 'Actors follow';
  comment on policy tenant on students is 'Its own rows';
  comment on view student_debts is 'Who owes';
  alter table audit_entries set (autovacuum_vacuum_scale_factor = 0.01, toast.autovacuum_enabled = true);
  alter table students alter column city set statistics 400, alter column city set (n_distinct = 50);
  create statistics students_places on city, state_id from students;
  alter sequence students_id_seq rename to students_own_seq;
  grant select (institution_id, surname) on students to pg_monitor;
  grant select on student_debts, payments to pg_monitor with grant option;
  alter table course_offerings disable trigger open_session_insert;
  create policy moved_away on students as restrictive to akada_app using (institution_id <> all ('{77}'::int[]));`;

/** What formOf leaves out. */
const detailsOf = () =>
  withClient(demo.ownerUrl, async (client) => {
    const list = async (text: string) => (await client.query<{ line: string }>(text)).rows.map(({ line }) => line);
    const tables = `c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v')`;
    return {
      columns: await list(
        `select concat_ws(' ', c.relname, row_number() over (partition by c.oid order by a.attnum), a.attname, format_type(a.atttypid, a.atttypmod),
           a.attnotnull, a.attidentity, a.attgenerated, a.attstorage, a.attcompression, a.attstattarget, a.attoptions, a.attacl, a.attcollation::regcollation,
           pg_get_expr(d.adbin, d.adrelid), pg_get_serial_sequence(c.relname, a.attname)) as line from pg_class c
         join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped left join pg_attrdef d on (d.adrelid, d.adnum) = (c.oid, a.attnum)
         where ${tables} order by c.relname, a.attnum`,
      ),
      rights: await list(
        `select concat_ws(' ', c.relname, c.relowner::regrole, c.relacl, c.relreplident, array(select format('%s %s', s.stxname, s.stxkind) from pg_statistic_ext s where s.stxrelid = c.oid)) as line
         from pg_class c where ${tables} order by 1`,
      ),
      triggers: await list(
        `select concat_ws(' ', pg_get_triggerdef(oid), tgenabled) as line from pg_trigger where not tgisinternal and tgparentid = 0 order by 1`,
      ),
      // Brackets that are not needed may not come back.
      views: await list(
        `select concat_ws(' ', viewname, translate(definition, '()', '')) as line from pg_views where schemaname = 'public' order by 1`,
      ),
      routines: await list(
        `select concat_ws(' ', p.oid::regprocedure, p.proowner::regrole, p.proacl, pg_get_functiondef(p.oid)) as line from pg_proc p
         where p.pronamespace = 'public'::regnamespace and p.prokind = 'f' and p.proname like 'akada\\_%' order by 1`,
      ),
      comments: await list(
        `select concat_ws(' ', (pg_identify_object(classoid, objoid, objsubid)).type, (pg_identify_object(classoid, objoid, objsubid)).identity, description) as line
         from pg_description where objoid >= 16384 and (pg_identify_object(classoid, objoid, objsubid)).schema is distinct from 'pgboss'
           and (pg_identify_object(classoid, objoid, objsubid)).identity ~ 'students|roles|debts' order by 1`,
      ),
      sequences: await list(
        `select concat_ws(' ', sequencename, start_value, min_value, max_value, increment_by, cycle, cache_size, last_value) as line
         from pg_sequences where schemaname = 'public' order by 1`,
      ),
    };
  });

beforeAll(async () => {
  demo = await copiedDemonstration();
  await query(own);
  before = await state();
});
afterAll(async () => {
  await demo?.drop();
  for (const { remove } of [from, to]) remove();
});

describe('before anything is turned over', () => {
  test('a look says what would be done, and does nothing', async () => {
    await turn({ isCheck: true });
    expect(said[0]).toBe('Tables with partitions: 0. To be divided into 2: 240. Left as they are: 0.');
    expect(await parts()).toEqual([]);
    await turn({ tables: undefined });
    expect(said).toEqual(['Tables with partitions: 0. To be divided into 2: 0. Left as they are: 240.']);
  });

  test('a server that runs, a full disk and tables that cannot be divided are refused', async () => {
    const server = withClient(demo.appUrl, () => expect(turn()).rejects.toThrow('A server is using this database'));
    await server;
    const full = partitionDatabase({ ownerUrl: demo.ownerUrl, freeBytes: 1e6 }, { into, tables: 'students' }, () => {});
    await expect(full).rejects.toThrow('Nothing was changed.');
    await expect(turn({ tables: 'accounts' })).rejects.toThrow('There is no table accounts with rows of institutions.');
    await query('create unique index fees_by_title on fees (title)');
    await expect(turn({ tables: 'fees' })).rejects.toThrow(
      'Table fees can’t be partitioned: its unique index fees_by_title lacks institution_id.',
    );
    await query('drop index fees_by_title');
  });
});

test('a run that is killed leaves each table whole, and the next goes on', async () => {
  const killed = turn({}, (line) => {
    said.push(line);
    // In the middle of a later table.
    if (line.startsWith('40 of'))
      setTimeout(
        () =>
          void query(
            `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
          ),
        150,
      );
  });
  await expect(killed).rejects.toThrow(/connection/i);
  const turned = (await parts()).length;
  expect(turned).toBeGreaterThanOrEqual(40);
  expect(turned).toBeLessThan(240);
  expect(await query(`select from pg_namespace where nspname = 'akada_turning'`)).toEqual([]);
  expect(await state()).toEqual(before);
  await expect(turn({ into: 3 })).rejects.toThrow('This database has tables with 2 partitions already. Use --into 2.');
  await turn();
  expect(said[0]).toBe(
    `Tables with partitions: ${turned}. To be divided into 2: ${240 - turned}. Left as they are: 0.`,
  );
  await turn();
  expect(said).toEqual(['Tables with partitions: 240. To be divided into 2: 0. Left as they are: 0.']);
});

test('rows, keys, indexes, triggers, policies, rights, comments and settings are as they were', async () => {
  const after = await state();
  for (const part of Object.keys(before.details) as (keyof typeof before.details)[])
    expect(after.details[part], part).toEqual(before.details[part]);
  expect(after).toEqual(before);
  expect(
    await query(
      `select c.relname as table, c.reloptions, t.reloptions as toast from pg_class c left join pg_class t on t.oid = c.reltoastrelid
       where c.relname in ('audit_entries', 'attendance_totals') and c.relnamespace = 'akada_part_01'::regnamespace order by 1`,
    ),
  ).toMatchObject([
    {
      table: 'attendance_totals',
      reloptions: ['fillfactor=60'],
    },
    { table: 'audit_entries', reloptions: ['autovacuum_vacuum_scale_factor=0.01'], toast: ['autovacuum_enabled=true'] },
  ]);
  expect(
    await query(
      `select c.oid::regclass from pg_inherits i join pg_class c on c.oid = i.inhrelid join pg_class p on p.oid = i.inhparent
       where c.relnamespace = 'akada_part_01'::regnamespace and c.relname <> p.relname`,
    ),
  ).toEqual([]);
});

describe('the server on it', () => {
  let served: Served;
  const who = (role: string) => demo.signIns.find((one) => one.username === role)!;
  const enter = (role: string) => served.signIn(who(role).username, who(role).password);
  beforeAll(async () => void (served = await serve({ ...demo, folder: from.folder })));
  afterAll(() => served?.close());

  test('people sign in and see their own institution only', async () => {
    const registrar = await enter('registrar');
    const { props } = await registrar.page('/students');
    expect(props.rows.length).toBeGreaterThan(10);
    const [other] = await query<{ id: number }>(
      `select max(id)::int as id from students where institution_id <> (select min(id) from institutions)`,
    );
    expect((await registrar.get(`/students/${other!.id}`)).statusCode).toBe(404);
  });

  test('a payment is taken, and the books balance', async () => {
    const cashier = await enter('cashier');
    const [student] = await query<{ id: number; institution: number }>(
      `select id::int, institution_id as institution from students where institution_id = 1 and status = 'active' order by id limit 1`,
    );
    const opened = await cashier.post('/cashier-days', { institutionId: student!.institution, opening_float: 0 });
    const taken = await cashier.post('/payments', {
      student_id: student!.id,
      channel: 'transfer',
      reference: 'PARTS-1',
      reference_again: true,
      shares: [{ student_id: student!.id, amount: 1_000_00 }],
    });
    expect([opened.statusCode, taken.statusCode, taken.body]).toEqual([expect.any(Number), 200, expect.any(String)]);
    expect(
      await query(`select sum(amount)::int as sum from ledger_lines group by institution_id having sum(amount) <> 0`),
    ).toEqual([]);
    await expect(query('update ledger_lines set amount = amount + 1')).rejects.toThrow('ledger_lines is append-only');
  });

  test('a mark is saved once', async () => {
    const registrar = await enter('registrar');
    const { address, component, studentIds } = await openCourse(demo.ownerUrl, 1);
    const save = async (entry: number, was: number | null) => {
      const cells = [{ studentId: studentIds[0], component, entry, was }];
      const { statusCode, body } = await registrar.post(`${address}/marks`, { cells });
      return [statusCode, (JSON.parse(body) as { problems: unknown[] }).problems.length];
    };
    expect([await save(700, null), await save(800, 300)]).toEqual([
      [200, 0],
      [200, 1],
    ]);
  });

  test('people follow a change of their role', async () => {
    const versions = () =>
      query(`select sum(access_version)::int as sum from accounts a join memberships m on m.account_id = a.id
        join roles r on (r.institution_id, r.id) = (m.institution_id, m.role_id) where r.institution_id = 1 and r.key = 'cashier'`);
    const [old] = await versions();
    await query(`update roles set name = name || ' ' where institution_id = 1 and key = 'cashier'`);
    const [now] = await versions();
    expect(now!['sum']).toBeGreaterThan(old!['sum'] as number);
  });
});

test('a backup of it can be restored, into tables without partitions', async () => {
  const file = join(from.folder, 'whole.tar.gz');
  const files = openFiles(join(from.folder, 'files'));
  await makeBackup({ ownerUrl: demo.ownerUrl, files, key: readKey({ dataFolder: from.folder }) }, file);
  const wanted = await contentsOf(demo.ownerUrl);
  const restored = (ownerUrl: string, mayReplace: boolean) =>
    proveBackup(file).then((proof) =>
      restoreBackup(
        proof,
        { ownerUrl, dataFolder: to.folder, uploads: new StagedUploads(join(to.folder, 'files')) },
        { mayReplace },
      ),
    );
  const target = await freshDatabase();
  try {
    const form = await formOf(target.ownerUrl);
    await partitionDatabase({ ownerUrl: target.ownerUrl }, { into, tables: 'fees' }, () => {});
    await restored(target.ownerUrl, false);
    await query(`delete from audit_entries where action = 'backup.restore'`, target.ownerUrl);
    expect({ ...(await contentsOf(target.ownerUrl)), audit_entries: 0 }).toEqual({ ...wanted, audit_entries: 0 });
    expect(await formOf(target.ownerUrl)).toEqual(form);
    expect(await parts(target.ownerUrl)).toEqual([]);
    const schemas = `select nspname as name from pg_namespace where nspname ^@ 'akada_part_'`;
    expect(await query(schemas, target.ownerUrl)).toEqual([]);
  } finally {
    await target.drop();
  }
});

test('a later release is installed, and errors of what it brings have the names that they are known by', async () => {
  const migrationsFolder = join(from.folder, 'migrations');
  mkdirSync(migrationsFolder);
  cpSync('migrations', migrationsFolder, { recursive: true });
  writeFileSync(
    join(migrationsFolder, '20990101-0000_later.sql'),
    `alter table fees add column colour text not null default 'red';
     create unique index fees_one_colour on fees (institution_id, title, colour, id);
     alter table fees add constraint fees_colour_once unique (institution_id, colour, id);
     create table fee_colours (institution_id int not null, id bigint generated always as identity, fee_id bigint not null,
       primary key (institution_id, id), foreign key (institution_id, fee_id) references fees);
     select akada_institution_table('fee_colours');`,
  );
  const environment = readEnvironment({ AKADA_DATA: from.folder, AKADA_SECRET: '07'.repeat(32) });
  const lines: string[] = [];
  await upgradeDatabase({ environment, ownerUrl: demo.ownerUrl, migrationsFolder }, (line) => void lines.push(line));
  expect(lines.join()).toContain('Applied 20990101-0000_later.sql.');
  expect(
    await query(
      `select relname as name from pg_class where relname ~ '^fees_.*colour' and relkind = 'i' order by relnamespace, 1`,
    ),
  ).toEqual(Array.from({ length: into }, () => [{ name: 'fees_colour_once' }, { name: 'fees_one_colour' }]).flat());
  const twice = query(`insert into fees select (f).* from (select f from fees f limit 1) f`);
  await expect(twice).rejects.toThrow();
  const again = query(
    `insert into students (institution_id, admission_number, surname, first_name)
     select institution_id, admission_number, 'Bello', 'Ada' from students limit 1`,
  );
  await expect(again).rejects.toMatchObject({
    constraint: 'students_institution_id_admission_number_key',
    table: 'students',
  });
});

test('doctor says which setting has room for the locks of so many partitions, and more are refused', async () => {
  await withClient(demo.ownerUrl, async (client) => {
    const facts = await readFacts(client);
    const check = (locks: number) => checkServer(findingsOf('Database'), { ...facts, locks, locksOfAll: 512 });
    expect(
      check(512)
        .map(({ text }) => text)
        .join(),
    ).not.toContain('max_locks');
    expect(check(256)).toMatchObject([
      { level: 'warning', text: expect.stringContaining('Set it to 512 and restart PostgreSQL.') as string },
    ]);
    expect(facts.locksOfAll).toBeGreaterThan(0);
    const chosen = (await readCandidates(client)).map((one) => ({ ...one, indexes: 10 }));
    await expect(refuseFewLocks(client, chosen, 64)).rejects.toThrow(
      'So many partitions need max_locks_per_transaction',
    );
    await refuseFewLocks(client, [], 64);
  });
});
