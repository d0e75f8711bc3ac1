import { createHash } from 'node:crypto';
import type pg from 'pg';

/** Ids by table: whatever an address or a form may name. */
export type Ids = Map<string, number[]>;

/** From here on ids are somebody else's, so that a leaked one is known by its digits. */
export const foreignFrom = 880_000_000;

/** Has everything that is made from now on count from `foreignFrom`; the answer takes that back. */
export async function countElsewhere(client: pg.Client): Promise<() => Promise<void>> {
  const { rows } = await client.query<{ name: string; last: string }>(
    `select format('%I.%I', schemaname, sequencename) as name, coalesce(last_value, 0)::text as last from pg_sequences where schemaname = 'public'`,
  );
  const set = async (to: (last: number, at: number) => number) => {
    for (const [at, { name, last }] of rows.entries())
      await client.query(`select setval('${name}', ${to(Number(last), at)})`);
  };
  await set((_last, at) => foreignFrom + 1000 * (at + 1));
  return () => set((last) => Math.max(last, 1));
}

const tenantTables = async (client: pg.Client) =>
  (
    await client.query<{ name: string; has_id: boolean }>(
      `select c.table_name as name, bool_or(c.column_name = 'id') as has_id from information_schema.columns c
       join information_schema.tables t using (table_schema, table_name)
       where table_schema = 'public' and table_type = 'BASE TABLE' group by 1 having bool_or(c.column_name = 'institution_id') order by 1`,
    )
  ).rows;

/** People of these institutions alone: who also works elsewhere is known there. */
const theirPeople = `(select account_id from memberships group by 1 having bool_and(institution_id = any ($1)))`;

/** The ids of the institutions' rows and of their people, latest last. */
export async function idsOf(client: pg.Client, institutionIds: number[]): Promise<Ids> {
  const parts = [
    ...(await tenantTables(client))
      .filter((one) => one.has_id)
      .map(({ name }) => `select '${name}' as name, id::bigint from ${name} where institution_id = any ($1)`),
    `select 'institutions', id from institutions where id = any ($1)`,
    `select 'accounts', id from accounts where id in ${theirPeople}`,
    `select 'holder of ' || id, account_id from memberships where institution_id = any ($1)`,
    `select 'roll of ' || batch_id, id from students where institution_id = any ($1) and batch_id is not null`,
    `select 'the bank in the ledger', id from ledger_accounts where institution_id = any ($1) and role = 'bank'`,
    `select 'open programs', program_id from intakes where institution_id = any ($1) and closes_at > now()`,
    `select 'open classes', class_id from intake_classes where institution_id = any ($1)`,
    `select 'sessions', s.id from sessions s where account_id in ${theirPeople}`,
  ];
  const { rows } = await client.query<{ name: string; ids: string[] }>(
    `select name, array_agg(distinct id order by id)::text[] as ids from (${parts.join(' union all ')}) found group by name`,
    [institutionIds],
  );
  const ids: Ids = new Map(rows.map((row) => [row.name, row.ids.map(Number)]));
  for (const [name, table] of [
    ['teachers', 'employees'],
    ['person', 'accounts'],
  ] as const)
    ids.set(name, ids.get(table) ?? []);
  return ids;
}

/** Accounts of these institutions alone, as they are now: who leaves another one later was not theirs before. */
export async function peopleOf(client: pg.Client, institutionIds: number[]): Promise<number[]> {
  const { rows } = await client.query<{ id: string }>(`select account_id as id from ${theirPeople} p order by 1`, [
    institutionIds,
  ]);
  return rows.map(({ id }) => Number(id));
}

/** A hash of all rows of each table that are theirs: equal before and after, or somebody reached in. */
export async function pictureOf(
  client: pg.Client,
  institutionIds: number[],
  accountIds: number[],
): Promise<Record<string, string>> {
  const parts = [
    ...(await tenantTables(client)).map(({ name }) => [name, 'institution_id = any ($1)'] as const),
    ['institutions', 'id = any ($1)'] as const,
    ['accounts', 'id = any ($2)'] as const,
    ...['sessions', 'credentials', 'recovery_codes', 'one_time_tokens'].map(
      (name) => [name, 'account_id = any ($2)'] as const,
    ),
  ];
  const { rows } = await client.query<{ name: string; rows: string }>(
    parts
      .map(
        ([name, where]) =>
          `select '${name}' as name, string_agg(t::text, '|' order by t::text) as rows from ${name} t where ${where}`,
      )
      .join(' union all '),
    [institutionIds, accountIds],
  );
  return Object.fromEntries(
    rows.map(({ name, rows: text }) => [
      name,
      createHash('sha256')
        .update(text ?? '')
        .digest('hex'),
    ]),
  );
}

/** Texts in the institutions' rows that nobody else's rows hold. */
export async function secretsOf(client: pg.Client, institutionIds: number[]): Promise<string[]> {
  const theirs = new Set<string>();
  const others: string[] = [];
  for (const table of [
    'institutions',
    'accounts',
    'countries',
    'states',
    'lgas',
    ...(await tenantTables(client)).map(({ name }) => name),
  ]) {
    const owner = { institutions: 'id', countries: 'null', states: 'null', lgas: 'null' }[table] ?? 'institution_id';
    const isTheirs =
      table === 'accounts'
        ? `not is_group_administrator and id in ${theirPeople}`
        : `coalesce(${owner === 'null' ? 'null::int' : owner} = any ($1), false)`;
    const { rows } = await client.query<{ theirs: boolean; row: Record<string, unknown> }>(
      `select ${isTheirs} as theirs, to_jsonb(t) as row from ${table} t where $1::int[] is not null`,
      [institutionIds],
    );
    for (const { theirs: isSecret, row } of rows) {
      if (isSecret) for (const text of textsIn(row)) theirs.add(text);
      else others.push(JSON.stringify(row).toLowerCase());
    }
  }
  const known = others.join('\n');
  return [...theirs].filter(
    (text) =>
      text.length >= 5 &&
      /[a-z]{3}|\d{6}/i.test(text) &&
      !known.includes(JSON.stringify(text).slice(1, -1).toLowerCase()),
  );
}

// Days, moments and the words of a choice are not what makes a record theirs.
const isOfItsOwn = (text: string) => !/^\d{4}-\d\d-\d\d/.test(text) && /[A-Z\d@.]/.test(text);

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return isOfItsOwn(value) ? [value] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(textsIn);
}
