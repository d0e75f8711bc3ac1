import { cpSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { verifyLog } from '#kernel/log/verify-log.ts';
import { migrate } from '#kernel/migrate.ts';
import { inDatabase } from '#kernel/postgres/address.ts';
import { withClient } from '#test/harness/client.ts';

/*
 * Installations that exist are brought on from migration to migration with their rows in them. One goes through all of them
 * here; each step leaves behind what the next has to find.
 */
const migrations = resolve(import.meta.dirname, '../migrations');
const name = `upgrade_${randomBytes(4).toString('hex')}`;
const ownerUrl = inDatabase(inject('ownerUrl'), name);
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'akada-upgrade-'));
  await withClient(inject('ownerUrl'), (client) => client.query(`create database ${name}`));
});
afterAll(async () => {
  await withClient(inject('ownerUrl'), (client) => client.query(`drop database ${name} with (force)`));
  await rm(folder, { recursive: true });
});

/** Applies the migrations before a number, or all. */
async function upgradeTo(number = '9999') {
  const upTo = join(folder, number);
  mkdirSync(upTo);
  for (const file of readdirSync(migrations).filter((one) => one < number))
    cpSync(join(migrations, file), join(upTo, file));
  await migrate(ownerUrl, { folder: upTo });
}
const work = <T>(what: (client: pg.Client) => Promise<T>) => withClient(ownerUrl, what);
const insert = async (client: pg.Client, text: string, values: unknown[] = []) =>
  Number((await client.query(`${text} returning id`, values)).rows[0].id);

let here: number;
let there: number;

test('0045 and 0046: older messages find the account of their link, accounts the institution that made them', async () => {
  await upgradeTo('0045');
  const token = 'a'.repeat(43);
  const used = 'b'.repeat(43);
  const ids = await work(async (client) => {
    const institution = (place: string) =>
      insert(client, `insert into institutions (name, short_name, kind) values ($1, $1, 'secondary')`, [place]);
    here = await institution('Here');
    there = await institution('There');
    const account = (username: string) =>
      insert(client, `insert into accounts (name, username, email) values ($1, $1, $1 || '@example.com')`, [username]);
    const [made, joined, alone] = [await account('made'), await account('joined'), await account('alone')];
    for (const institutionId of [here, there]) {
      const role = await insert(
        client,
        `insert into roles (institution_id, key, name, permissions, is_seeded) values ($1, 'teacher', 'Teacher', '{}', true)`,
        [institutionId],
      );
      for (const one of [made, joined])
        await client.query('insert into memberships (institution_id, account_id, role_id) values ($1, $2, $3)', [
          institutionId,
          one,
          role,
        ]);
    }
    // There made the one; of the other nobody wrote down who did.
    await client.query(
      `insert into audit_entries (institution_id, person, action, subject_type, subject_id, summary)
       values ($1, 'ICT', 'accounts.create', 'account', $2, 'invited made')`,
      [there, made],
    );
    for (const [text, usedAt] of [
      [token, null],
      [used, '2026-01-01'],
    ] as const)
      await client.query(
        `insert into one_time_tokens (token_hash, kind, account_id, expires_at, used_at)
         values (sha256(convert_to($1, 'UTF8')), 'invitation', $2, now() + interval '1 day', $3)`,
        [text, made, usedAt],
      );
    for (const body of [
      `Mallory http://evil.example/invitations/${used} choose: https://akada.example/invitations/${token} The link works once.`,
      `Choose: https://akada.example/invitations/${used}`,
      '12345678 is your code for a new password.',
      'School resumes on Monday.',
    ])
      await client.query(
        `insert into outbox (institution_id, channel, recipient, subject, body) values ($1, 'email', 'x@example.com', 'Hello', $2)`,
        [here, body],
      );
    return { made, joined, alone };
  });
  await upgradeTo('0047');
  await work(async (client) => {
    const messages = await client.query(
      'select account_id::int as account, key_kind as kind, body from outbox order by id',
    );
    expect(messages.rows).toEqual([
      { account: ids.made, kind: 'invitation', body: expect.stringContaining(token) },
      { account: null, kind: null, body: 'This link has been used or replaced.' },
      { account: null, kind: null, body: 'This code no longer works.' },
      { account: null, kind: null, body: 'School resumes on Monday.' },
    ]);
    const homes = await client.query('select username, home_institution_id as home from accounts order by id');
    expect(homes.rows).toEqual([
      { username: 'made', home: there },
      { username: 'joined', home: here },
      { username: 'alone', home: null },
    ]);
  });
});

test('0065: the log loses the search words of older exports and people of undone imports, and its chain holds', async () => {
  await upgradeTo('0064');
  await work(async (client) => {
    const student = await insert(
      client,
      `insert into students (institution_id, admission_number, surname, first_name) values ($1, 'A/1', 'Obi', 'Ada')`,
      [here],
    );
    const entry = (action: string, subject: number | null, summary: string, details: object, mentions: object = []) =>
      client.query(
        `insert into audit_entries (institution_id, person, action, subject_type, subject_id, summary, details, mentions)
         values ($1, 'The registrar', $2, case when $3::bigint is not null then 'student' end, $3, $4, $5, $6)`,
        [here, action, subject, summary, JSON.stringify(details), JSON.stringify(mentions)],
      );
    await entry('students.export', null, 'exported 400 students', { filter: { q: 'musa garba', sort: 'name' } });
    await entry('students.export', null, 'exported 1 student', { filter: { q: 'ada' } }, [
      { of: 'student', id: student, details: [['filter', 'q']] },
    ]);
    await entry('students.create', student, 'added Ada Obi from a file', { import: 7 });
    await entry('students.create', 999_999, 'added Gone Person from a file', { import: 7 });
    await client.query('select akada_seal_log(100)');
  });
  await upgradeTo();
  await work(async (client) => {
    const entries = await client.query(
      `select action, summary, details from audit_entries where institution_id = $1 order by id`,
      [here],
    );
    expect(entries.rows).toEqual([
      expect.objectContaining({ details: { filter: { q: 'not shown', sort: 'name' } } }),
      expect.objectContaining({ details: { filter: { q: 'ada' } } }),
      expect.objectContaining({ summary: 'added Ada Obi from a file' }),
      { action: 'students.create', summary: 'changed a record that has been erased since', details: {} },
      expect.objectContaining({ action: 'audit.redact' }),
    ]);
    await client.query('select akada_seal_log(100)');
    expect((await verifyLog(client)).map(({ problem }) => problem)).toEqual([null, null]);
  });
});

test('0066: roles that imported people can add them, unless that permission was removed', async () => {
  const migration = readFileSync(join(migrations, '0066_import_creates.sql'), 'utf8');
  const held = await work(async (client) => {
    const role = (key: string, permissions: string[]) =>
      insert(client, `insert into roles (institution_id, key, name, permissions) values ($1, $2, $2, $3)`, [
        here,
        key,
        permissions,
      ]);
    await role('files', ['students.import', 'employees.import', 'guardians.import']);
    await role('both', ['students.import', 'students.create']);
    await role('neither', ['students.view']);
    const taken = await role('taken', ['students.import']);
    await client.query(
      `insert into audit_entries (institution_id, person, action, subject_type, subject_id, summary, details)
       values ($1, 'The owner', 'roles.edit', 'role', $2, 'changed the role taken', '{"removed": ["students.create"]}')`,
      [here, taken],
    );
    await client.query(`begin; ${migration}; commit`);
    await client.query(`begin; ${migration}; commit`);
    const { rows } = await client.query(
      `select key, permissions from roles where institution_id = $1 and not is_seeded order by id`,
      [here],
    );
    return Object.fromEntries(rows.map((row) => [row.key, row.permissions]));
  });
  expect(held).toEqual({
    files: ['students.import', 'employees.import', 'guardians.import', 'students.create', 'employees.create'],
    both: ['students.import', 'students.create'],
    neither: ['students.view'],
    taken: ['students.import'],
  });
});

test('0067: older entries get the account and the people they mention, even if the owner is not a superuser', async () => {
  const migration = readFileSync(join(migrations, '0067_older_entries.sql'), 'utf8');
  const owner = `owner_${randomBytes(4).toString('hex')}`;
  const found = await work(async (client) => {
    const account = await insert(client, `insert into accounts (name, username) values ('Ada', 'ada.older')`);
    const entry = (action: string, details: object) =>
      insert(
        client,
        `insert into audit_entries (institution_id, account_id, person, action, summary, details)
         values ($1, $2, 'Ada', $3, 'did it', $4)`,
        [here, account, action, JSON.stringify(details)],
      );
    const ids = [
      await entry('guardians.link', { student: 1, guardian: 2 }),
      await entry('people.merge', { kept: 3, merged: 4 }),
    ];
    await client.query(
      `begin; create role ${owner}; alter table audit_entries owner to ${owner}; grant select on accounts to ${owner};
       set local role ${owner}; ${migration}; commit`,
    );
    const { rows } = await client.query(
      `select username, jsonb_path_query_array(mentions, '$[*].id') as mentioned from audit_entries where id = any($1) order by id`,
      [ids],
    );
    await client.query(`alter table audit_entries owner to current_user; drop owned by ${owner}; drop role ${owner}`);
    return rows;
  });
  expect(found).toEqual([
    { username: 'ada.older', mentioned: [1, 2] },
    { username: 'ada.older', mentioned: [3, 4] },
  ]);
});

test('audience_needs: earlier messages reveal what their rules do, and all of it where that can’t be read', async () => {
  await upgradeTo('9998');
  const migration = readFileSync(join(migrations, '20261125-0445_audience_needs.sql'), 'utf8');
  const owner = `owner_${randomBytes(4).toString('hex')}`;
  const found = await work(async (client) => {
    const group = await insert(
      client,
      `insert into message_groups (institution_id, name, audience) values ($1, 'Debtors', $2)`,
      [here, JSON.stringify({ of: 'guardians', by: [{ kind: 'debtors', above: 0 }] })],
    );
    const list = (query: string, people = 'students') => ({ kind: 'list', people, query });
    const rules = [
      [{ kind: 'all' }],
      [list('q=papers&gender=female&custom.3=x')],
      [list('religion=Islam'), { kind: 'debtors', above: 0 }],
      [list('class=1&cgpa=4..5')],
      [list('sort=-average')],
      [list('papers=expired', 'employees')],
      [list('papers=expired', 'guardians')],
      [{ kind: 'group', ids: [group] }],
      [{ kind: 'group', ids: [group + 1000] }],
      [list('r%65ligion=Islam')],
    ];
    const ids: number[] = [];
    for (const by of rules)
      ids.push(
        // oxlint-disable-next-line no-await-in-loop
        await insert(client, 'insert into messages (institution_id, channel, audience) values ($1, $2, $3)', [
          here,
          'sms',
          JSON.stringify({ of: 'guardians', by }),
        ]),
      );
    await client.query(
      `begin; alter table messages drop column audience_needs; create role ${owner}; grant create on schema public to ${owner};
       alter table messages owner to ${owner}; alter table message_groups owner to ${owner}; set local role ${owner}; ${migration}; commit`,
    );
    const { rows } = await client.query('select audience_needs as needs from messages where id = any($1) order by id', [
      ids,
    ]);
    await client.query(`alter table messages owner to current_user; alter table message_groups owner to current_user;
      drop owned by ${owner}; drop role ${owner}`);
    return rows.map(({ needs }) => needs);
  });
  const restricted = 'employees.viewPrivate results.view students.viewPrivate students.viewReligion';
  expect(found).toEqual([
    null,
    null,
    'fees.view students.viewReligion',
    'results.view',
    'results.view',
    'employees.viewPrivate',
    'students.viewPrivate',
    'fees.view',
    `employees.viewPrivate fees.view ${restricted.slice(22)}`,
    restricted,
  ]);
});
