import type pg from 'pg';
import { describeTables, quoted, type Table } from '../backup/tables.ts';
import { CannotStart } from '#kernel/cannot-start.ts';

/** Whose rows of a shared table travel with an institution; or why none do. */
type Travel = { of: 'the institution' | 'everybody named' | 'its members' } | { stays: string };

/**
 * Tables of the whole installation. All rows of a table with `institution_id` travel; one without is declared here, and
 * test/institution-travels.test.ts names what is not.
 */
export const sharedTables: Record<string, Travel> = {
  institutions: { of: 'the institution' },
  public_names: { of: 'the institution' },
  accounts: { of: 'everybody named' },
  credentials: { of: 'its members' },
  tours_seen: { of: 'its members' },
  calendar_feeds: { of: 'its members' },
  sessions: { stays: 'everybody signs in again' },
  one_time_tokens: { stays: 'invitations and links are sent again' },
  recovery_codes: { stays: 'they are hashed with a key of the installation; people make new ones' },
  idempotency_keys: { stays: 'of forms that were sent within a day' },
  throttles: { stays: 'of addresses, not of people' },
  directory_changes: { stays: 'everything is sent to the directory again' },
  installation: { stays: 'each installation has its own' },
  akada_migrations: { stays: 'both installations have the same' },
  moved_institutions: { stays: 'about those that have left' },
  moved_links: { stays: 'about those that have left' },
  countries: { stays: 'everywhere the same' },
  states: { stays: 'everywhere the same' },
  lgas: { stays: 'everywhere the same' },
};

/** Tables of institutions that travel in another way. */
export const otherwise: Record<string, string> = {
  carried_keys: 'with the secrets, and sealed with the key of the other installation',
};

/** Columns that name an account and have no foreign key. */
export const accountColumns: Record<string, string[]> = {
  mark_changes: ['account_id'],
  promotion_decisions: ['account_id', 'approved_by'],
  promotion_rules: ['account_id'],
  promotion_runs: ['account_id', 'undone_by'],
  published_results: ['account_id'],
  result_corrections: ['account_id'],
};

export interface Named {
  table: string;
  column: string;
}

/** The foreign keys of institutions' tables that lead to accounts. */
export async function accountKeys(client: pg.Client): Promise<Named[]> {
  const { rows } = await client.query<Named>(
    `select c.relname as table, a.attname as column from pg_constraint k join pg_class c on c.oid = k.conrelid
       join pg_attribute a on a.attrelid = c.oid and a.attnum = any (k.conkey)
     where k.contype = 'f' and k.conparentid = 0 and k.confrelid = 'accounts'::regclass and exists (
       select from pg_attribute i where i.attrelid = c.oid and i.attname = 'institution_id') order by 1, 2`,
  );
  return rows;
}

/** All columns of institutions' tables that name an account. */
export const namingColumns = async (client: pg.Client): Promise<Named[]> => [
  ...(await accountKeys(client)),
  ...Object.entries(accountColumns).flatMap(([table, columns]) => columns.map((column) => ({ table, column }))),
];

/** The accounts of an institution: those of its members, and all that its rows name. */
export interface People {
  members: number[];
  named: number[];
}

export async function peopleOf(client: pg.Client, institutionId: number): Promise<People> {
  const parts = (await namingColumns(client)).map(
    ({ table, column }) =>
      `select ${quoted(column)} as id from ${quoted(table)} where institution_id = ${Number(institutionId)}`,
  );
  const { rows } = await client.query<{ id: number; isMember: boolean }>(
    `select a.id, exists (select from memberships m where m.institution_id = $1 and m.account_id = a.id) as "isMember"
     from accounts a where a.id in (${parts.join(' union ')}) order by a.id`,
    [institutionId],
  );
  return { members: rows.filter(({ isMember }) => isMember).map(({ id }) => id), named: rows.map(({ id }) => id) };
}

const list = (ids: number[]) => `'{${ids.join(',')}}'::bigint[]`;

/** What of an account is not taken along as it stands. Who is only named signs in to nothing there. */
const ofAccount = (institutionId: number, { members, named }: People): Record<string, string> => {
  const isMember = `id = any (${list(members)})`;
  const ifMember = (column: string) => `case when ${isMember} then ${column} end`;
  const ifNamed = (column: string) => `case when ${column} = any (${list(named)}) then ${column} end`;
  return {
    email: ifMember('email'),
    phone: ifMember('phone'),
    is_group_administrator: 'false',
    disabled_at: `case when ${isMember} then disabled_at else coalesce(disabled_at, created_at) end`,
    home_institution_id: ifMember(String(institutionId)),
    offered_to: ifNamed('offered_to'),
    invited_by: ifNamed('invited_by'),
    signs_in_by_email: `${isMember} and signs_in_by_email`,
    signs_in_by_phone: `${isMember} and signs_in_by_phone`,
  };
};

/** The tables that hold something of an institution, each with the query of its rows. */
export async function travellingTables(client: pg.Client, institutionId: number, people: People): Promise<Table[]> {
  const all = await allTables(client);
  const tables = await describeTables(
    client,
    all.map(({ name }) => name),
  );
  return tables.flatMap((table) => {
    const isShared = !all.find(({ name }) => name === table.name)!.isOfInstitution;
    if (!isShared) return table.name in otherwise ? [] : [{ ...table, from: rowsOf(table.name, institutionId) }];
    const travel = sharedTables[table.name];
    if (!travel) throw new CannotStart(`Nobody has declared whether rows of ${table.name} travel with an institution.`);
    return 'stays' in travel ? [] : [{ ...table, from: sharedRows(table, travel.of, institutionId, people) }];
  });
}

export async function allTables(client: pg.Client): Promise<{ name: string; isOfInstitution: boolean }[]> {
  const { rows } = await client.query<{ name: string; isOfInstitution: boolean }>(
    `select c.relname as name, exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'institution_id')
       as "isOfInstitution" from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
       and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e') order by 1`,
  );
  return rows;
}

export const rowsOf = (table: string, institutionId: number) =>
  `(select * from ${quoted(table)} where institution_id = ${Number(institutionId)}) as rows`;

function sharedRows({ name, columns }: Table, of: string, institutionId: number, people: People): string {
  const key = name === 'institutions' ? 'id' : 'holder_id';
  if (of === 'the institution')
    return `(select * from ${quoted(name)} where ${key} = ${Number(institutionId)}) as rows`;
  if (of === 'its members')
    return `(select * from ${quoted(name)} where account_id = any (${list(people.members)})) as rows`;
  const others = ofAccount(institutionId, people);
  const selected = columns.map((column) => (others[column] ? `${others[column]} as ${column}` : column));
  return `(select ${selected.join(', ')} from ${quoted(name)} where id = any (${list(people.named)})) as rows`;
}
