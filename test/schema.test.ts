import { globSync } from 'node:fs';
import { resolve } from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { toSnakeCase } from 'drizzle-orm/casing';
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemActor } from '#kernel/actor.ts';
import { appUrlOf } from '#kernel/postgres/roles.ts';
import { students } from '#features/people/students/students.schema.ts';
import { startSchool } from '#test/harness/app.ts';
import { withClient } from '#test/harness/client.ts';
import { pause } from '#test/harness/time.ts';

/** The database and the code say the same, and the database keeps institutions apart by itself. */
let world: Awaited<ReturnType<typeof startSchool>>;
let declared: { name: string; file: string; columns: Column[] }[];
let owner: pg.Client;

interface Column {
  name: string;
  type: string;
  notNull: boolean;
  hasDefault: boolean;
  isGenerated: boolean;
}

beforeAll(async () => {
  world = await startSchool();
  owner = new pg.Client({ connectionString: world.ownerUrl });
  await owner.connect();
  const root = resolve(import.meta.dirname, '..');
  const files = ['src/kernel/tables.ts', ...globSync('src/**/*.schema.ts', { cwd: root })];
  declared = (
    await Promise.all(files.map(async (file) => tablesIn(file, (await import(resolve(root, file))) as object)))
  ).flat();
});
afterAll(async () => {
  await owner?.end();
  await world?.close();
});

const tablesIn = (file: string, module: object) =>
  Object.values(module)
    .filter((value) => value instanceof PgTable)
    .map((table) => {
      const { name, columns } = getTableConfig(table);
      return {
        name,
        file,
        columns: columns.map((column) => ({
          name: column.keyAsName ? toSnakeCase(column.name) : column.name,
          type: column.getSQLType().replace(', ', ','),
          notNull: column.notNull,
          hasDefault: column.hasDefault,
          isGenerated: Boolean(column.generated ?? column.generatedIdentity),
        })),
      };
    });

async function rowsOf<Row extends pg.QueryResultRow>(query: string, values: unknown[] = []) {
  return (await owner.query<Row>(query, values)).rows;
}

/** Tables (r) and views (v) of ours with their columns as PostgreSQL knows them. */
const found = () =>
  rowsOf<{ table: string; kind: 'r' | 'v' } & Column>(`
    select c.relname as table, c.relkind as kind, a.attname as name, format_type(a.atttypid, a.atttypmod) as type,
      a.attnotnull as "notNull", d.oid is not null as "hasDefault", a.attgenerated <> '' or a.attidentity <> '' as "isGenerated"
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    left join pg_attrdef d on (d.adrelid, d.adnum) = (a.attrelid, a.attnum)
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v') order by 1, a.attnum`);

const tenantTables = async () =>
  (
    await rowsOf<{ name: string }>(`
    select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'institution_id'
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' order by 1`)
  ).map(({ name }) => name);

describe('the code', () => {
  test('every table of the database is declared once, and no other', async () => {
    const names = [...new Set((await found()).map(({ table }) => table))].filter((name) => name !== 'akada_migrations');
    expect(declared.map(({ name }) => name).toSorted()).toEqual(names.toSorted());
  });

  test('every declared column has the type and the nullability it has in the database', async () => {
    const columns = await found();
    for (const { name, file, columns: mine } of declared) {
      const its = columns.filter(({ table }) => table === name);
      const isView = its[0]?.kind === 'v';
      const shown = ({ name: column, type, notNull }: Column) =>
        `${column} ${type.replace('bigserial', 'bigint').replace(/^time$/, 'time without time zone')}${notNull && !isView ? ' not null' : ''}`;
      expect(mine.map(shown).toSorted(), `${name} in ${file}`).toEqual(its.map(shown).toSorted());
    }
  });

  test('columns that an insert can omit are those that the database fills in', async () => {
    const columns = await found();
    const lies = declared.flatMap(({ name, columns: mine }) =>
      mine.flatMap((column) => {
        const its = columns.find((one) => one.table === name && one.name === column.name && one.kind === 'r');
        if (!its) return [];
        const isFilled = its.hasDefault || its.isGenerated;
        if (column.isGenerated !== its.isGenerated) return [`${name}.${column.name} is generated in one of the two`];
        return column.notNull && column.hasDefault && !isFilled
          ? [`${name}.${column.name} has a default here and none in the database`]
          : [];
      }),
    );
    expect(lies).toEqual([]);
  });
});

describe('every tenant table', () => {
  test('has row-level security, also for its owner, with one policy for the server', async () => {
    const rows = await rowsOf(
      `
      select c.relname as table, relrowsecurity and relforcerowsecurity as forced,
        (select jsonb_object_agg(p.polname, jsonb_build_object('to', p.polroles::regrole[]::text, 'for', p.polcmd, 'permissive', p.polpermissive,
          'using', pg_get_expr(p.polqual, p.polrelid), 'check', pg_get_expr(p.polwithcheck, p.polrelid))) from pg_policy p where p.polrelid = c.oid) as policies
      from pg_class c where c.relnamespace = 'public'::regnamespace and c.relname = any($1)`,
      [[...(await tenantTables()), 'institutions']],
    );
    expect(rows.length).toBeGreaterThan(15);
    for (const { table, forced, policies } of rows) {
      const sentence = `(${table === 'institutions' ? 'id' : 'institution_id'} = ANY (( SELECT akada_institutions() AS akada_institutions)::integer[]))`;
      const tenant = { to: '{akada_app}', for: '*', permissive: true, using: sentence, check: sentence };
      expect({ table, forced, tenant: policies?.tenant }).toEqual({ table, forced: true, tenant });
      expect(Object.keys(policies).toSorted(), `policies of ${table}`).toEqual(['gate', 'tenant']);
      expect(policies.gate.to).toBe('{akada_gate}');
    }
  });

  test('a migration makes one by one call, which refuses a table that could not be distributed', async () => {
    const made = async (columns: string, more = '') => {
      await owner.query('begin');
      try {
        await owner.query(`create table sample_fees (${columns}); ${more}`);
        await owner.query(`select akada_institution_table('sample_fees', 'select, insert')`);
        const rights = await rowsOf<{ right: string }>(`select privilege_type as right
          from information_schema.role_table_grants where table_name = 'sample_fees' and grantee = 'akada_app' order by 1`);
        const policies = await rowsOf<{ name: string }>(
          `select polname as name from pg_policy where polrelid = 'sample_fees'::regclass order by 1`,
        );
        return [...policies.map(({ name }) => name), ...rights.map(({ right }) => right)].join(' ');
      } catch (error) {
        return (error as Error).message;
      } finally {
        await owner.query('rollback');
      }
    };
    const institution = 'institution_id int not null references institutions';
    const key = `${institution}, id bigint generated always as identity, primary key (institution_id, id)`;
    expect(await made(`${key}, name text`)).toBe('gate tenant INSERT SELECT');
    expect(await made('id int primary key')).toContain('needs a column "institution_id int not null"');
    expect(await made(`${institution}, id int`)).toContain('there is no primary key');
    expect(await made(`${institution}, id int primary key`)).toContain('begins with institution_id: sample_fees_pkey');
    expect(await made(`${key}, name text unique`)).toContain('begins with institution_id: sample_fees_name_key');
    expect(await made(`${key}, name text`, 'create unique index sample_names on sample_fees (lower(name))')).toContain(
      'begins with institution_id: sample_names',
    );
    const renamed = 'role_id bigint, foreign key (institution_id, role_id) references roles on update cascade';
    expect(await made(`${key}, ${renamed}`)).toContain('Refer to its id');
  });

  test('tables without row-level security belong to no institution: the product’s own and those of accounts', async () => {
    const rows = await rowsOf<{ name: string; owner: string | null }>(`
      select c.relname as name, (select a.attname from pg_attribute a where a.attrelid = c.oid and a.attname = 'account_id') as owner
      from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'm') and not c.relrowsecurity order by 1`);
    // Read by the token, the username or the account of who asks, never by an id from an address; which pages somebody
    // was shown round is asked of oneself alone.
    const ofAccounts = [
      'accounts',
      'calendar_feeds',
      'credentials',
      'idempotency_keys',
      'one_time_tokens',
      'recovery_codes',
      'sessions',
      'tours_seen',
    ];
    const ofTheHouse = [
      'akada_migrations',
      'countries',
      'directory_changes',
      'installation',
      'lgas',
      'moved_institutions',
      'moved_links',
      'public_names',
      'states',
      'throttles',
    ];
    expect(rows.map(({ name }) => name)).toEqual([...ofAccounts, ...ofTheHouse].toSorted());
    for (const { name, owner: column } of rows)
      expect(column, name).toBe(ofAccounts.includes(name) && name !== 'accounts' ? 'account_id' : null);
  });

  test('begins its primary key with the institution', async () => {
    const rows = await rowsOf(
      `
      select c.relname as table, (select a.attname from pg_constraint k join pg_attribute a on a.attrelid = c.oid and a.attnum = k.conkey[1]
        where k.conrelid = c.oid and k.contype = 'p') as first
      from pg_class c where c.relnamespace = 'public'::regnamespace and c.relname = any($1)`,
      [await tenantTables()],
    );
    expect(rows.filter(({ first }) => first !== 'institution_id')).toEqual([]);
  });

  test('carries the institution through every foreign key to another, and into every unique constraint', async () => {
    const tables = await tenantTables();
    const keys = await rowsOf(`
      select conrelid::regclass::text as table, confrelid::regclass::text as to, pg_get_constraintdef(oid) as key,
        (select attname from pg_attribute where attrelid = conrelid and attnum = conkey[1]) as here,
        (select attname from pg_attribute where attrelid = confrelid and attnum = confkey[1]) as there
      from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`);
    const between = keys.filter(
      ({ table, to }) => tables.includes(table) && (tables.includes(to) || to === 'institutions'),
    );
    expect(between.length).toBeGreaterThan(20);
    const wrong = between.filter(
      ({ to, here, there }) => here !== 'institution_id' || there !== (to === 'institutions' ? 'id' : 'institution_id'),
    );
    expect(wrong).toEqual([]);
    const everyTableHasOne = tables.filter((table) => !between.some((key) => key.table === table));
    expect(everyTableHasOne, 'no way to institutions').toEqual([]);
    const uniques = await rowsOf(
      `
      select i.indrelid::regclass::text as table, i.indexrelid::regclass::text as index, a.attname as first
      from pg_index i left join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]
      where i.indisunique and i.indrelid::regclass::text = any($1)`,
      [tables],
    );
    // What is unique in the whole installation stands in public_names.
    expect(uniques.filter(({ first }) => first !== 'institution_id')).toEqual([]);
  });
});

test('every function with other rights than its caller’s has its search_path, the caller’s own tables last', async () => {
  const without = await rowsOf<{ name: string }>(`
    select p.oid::regprocedure::text as name from pg_proc p
    where p.pronamespace = 'public'::regnamespace and (p.prosecdef or p.proowner = 'akada_gate'::regrole)
      and not exists (select from unnest(p.proconfig) setting where setting = 'search_path=public, pg_temp') order by 1`);
  expect(without.map(({ name }) => name)).toEqual([]);
});

describe('the role of the server', () => {
  test('owns nothing and bypasses nothing', async () => {
    expect(
      await rowsOf(
        `select rolsuper, rolbypassrls, rolcreatedb, rolcreaterole, rolreplication from pg_roles where rolname = 'akada_app'`,
      ),
    ).toEqual([
      { rolsuper: false, rolbypassrls: false, rolcreatedb: false, rolcreaterole: false, rolreplication: false },
    ]);
    expect(
      await rowsOf(`
      select 'relation' as kind, relname as name from pg_class where relowner = 'akada_app'::regrole
      union all select 'function', proname from pg_proc where proowner = 'akada_app'::regrole
      union all select 'schema', nspname from pg_namespace where nspowner = 'akada_app'::regrole
      union all select 'type', typname from pg_type where typowner = 'akada_app'::regrole
      union all select 'database', datname from pg_database where datdba = 'akada_app'::regrole`),
    ).toEqual([]);
    expect(
      await rowsOf(`select roleid::regrole::text as role from pg_auth_members where member = 'akada_app'::regrole`),
    ).toEqual([]);
    expect(await rowsOf(`select has_schema_privilege('akada_app', 'public', 'create') as may`)).toEqual([
      { may: false },
    ]);
  });

  test('cannot change log entries, nor empty a table', async () => {
    const rows = await rowsOf(
      `
      select t as table from unnest($1::text[]) t
      where has_table_privilege('akada_app', t, 'truncate') or has_table_privilege('akada_app', t, 'references') or has_table_privilege('akada_app', t, 'trigger')`,
      [await tenantTables()],
    );
    expect(rows).toEqual([]);
    expect(
      await rowsOf(
        `select has_table_privilege('akada_app', 'audit_entries', 'update') or has_table_privilege('akada_app', 'audit_entries', 'delete') as may`,
      ),
    ).toEqual([{ may: false }]);
  });

  test('sees nothing without having entered: never before, and not after another transaction', async () => {
    const filled: string[] = [];
    for (const table of await tenantTables())
      if ((await rowsOf(`select 1 from ${table} limit 1`)).length) filled.push(table);
    expect(filled.length).toBeGreaterThan(10);
    await withClient(appUrlOf(world.ownerUrl), async (client) => {
      for (const table of [...filled, 'institutions', 'findable_students']) {
        await expect(client.query(`select * from ${table}`), table).rejects.toThrow(
          /akada\.institutions|malformed array literal/,
        );
      }
      await client.query(`begin; select set_config('akada.institutions', '{1}', true); commit`);
      for (const table of filled)
        await expect(client.query(`select * from ${table}`), table).rejects.toThrow('malformed array literal');
    });
  });

  test('cannot write a row into an institution it has not entered', async () => {
    const { ilorin, offa } = world.school;
    const move = world.database.asSystem([ilorin.id], (tx) =>
      tx.update(students).set({ institutionId: offa.id }).where(eq(students.institutionId, ilorin.id)),
    );
    await expect(move).rejects.toMatchObject({ cause: { message: expect.stringContaining('row-level security') } });
    const steal = await world.database.asSystem([ilorin.id], (tx) =>
      tx.update(students).set({ surname: 'Gone' }).where(eq(students.institutionId, offa.id)),
    );
    expect(steal.rowCount).toBe(0);
  });
});

test('400 pipelined reads of two institutions with failures among them never show a foreign row', async () => {
  const houses = [world.school.ilorin.id, world.school.offa.id];
  const total = (
    await rowsOf<{ id: number; count: number }>(`select institution_id as id, count(*)::int from students group by 1`)
  ).map(({ id, count }) => [id, count] as const);
  const counts = new Map(total);
  const outcomes = { right: 0, failed: 0 };
  const wrong: string[] = [];
  await Promise.all(
    Array.from({ length: 400 }, async (_, at) => {
      const institutionId = houses[at % 2]!;
      const mustFail = at % 5 === 0 || at % 7 === 0 || at % 11 === 0;
      try {
        const [rows, again] = await world.database.read(systemActor(institutionId, 'A reader'), async (db) => {
          if (at % 7 === 0) throw new Error('the work itself fails');
          // A query that comes after its transaction was sent must not slip into another's.
          if (at % 11 === 0) await pause(at % 3);
          return Promise.all([
            db.select({ institutionId: students.institutionId }).from(students),
            db.execute<{ id: number; seen: string }>(
              sql`select institution_id as id, current_setting('akada.institutions') as seen from students`,
            ),
            at % 5 === 0 ? db.execute(sql`select 1 / (${at} - ${at}::int)`) : undefined,
          ]);
        });
        if (mustFail) wrong.push(`read ${at} should have failed`);
        const isOwn =
          rows.every((row) => row.institutionId === institutionId) &&
          again.rows.every((row) => row.id === institutionId && row.seen === `{${institutionId}}`);
        if (!isOwn || rows.length !== counts.get(institutionId))
          wrong.push(`read ${at} of ${institutionId} saw ${JSON.stringify(rows)}`);
        outcomes.right += 1;
      } catch (error) {
        if (!mustFail) wrong.push(`read ${at} failed: ${(error as Error).message}`);
        outcomes.failed += 1;
      }
    }),
  );
  expect(wrong).toEqual([]);
  expect(outcomes.failed).toBeGreaterThan(100);
  expect(outcomes.right).toBeGreaterThan(200);
  expect(world.database.load().waiting).toBe(0);
});
