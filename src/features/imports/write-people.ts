import { getTableColumns, sql, type SQL } from 'drizzle-orm';
import type { CustomField } from '#kernel/custom-field.ts';
import type { Tx } from '#kernel/database.ts';
import { saveValuesInBulk } from '#features/custom-fields/bulk-values.ts';
import { learnWords } from '#features/lookups/check-words.ts';
import type { ListKey } from '#features/lookups/lookups.schema.ts';
import type { employees, Entity, guardians } from '#features/people/people.schema.ts';
import type { students } from '#features/students/students.schema.ts';
import type { Fields, PersonRecord } from './engine/field.ts';
import { wordsIn, type Kind } from './kinds/kind.ts';

type Table = typeof students | typeof employees | typeof guardians;

/** Words that the institution's lists do not have yet join them; known ones take the list's spelling. */
export async function spellWords(tx: Tx, institutionId: number, kind: Kind, records: PersonRecord[]): Promise<void> {
  const bearers = records.flatMap((record) => wordsIn(kind, record));
  const lists = [...Map.groupBy(bearers, (bearer): ListKey => bearer.list)];
  for (const [list, mine] of lists.toSorted(([one], [other]) => (one < other ? -1 : 1))) {
    const words = mine.map(({ word }) => word);
    const known = await learnWords(tx, institutionId, list, words);
    for (const { of, key, word } of mine) of[key] = known.get(word) ?? null;
  }
}

/** The columns that a kind's fields fill. */
export const columnsFor = (fields: Fields, ...more: string[]): string[] => [
  ...new Set([
    ...['surname', 'firstName', 'middleName', 'countryId', 'stateId', 'stateName', 'lgaId'],
    ...Object.entries(fields).flatMap(([key, { isPart, customId, as = key }]) =>
      isPart || customId !== undefined ? [] : [as],
    ),
    ...more,
  ]),
];

const snake = (key: string) => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const column = (key: string) => sql.identifier(snake(key));
const list = (parts: SQL[]) => sql.join(parts, sql`, `);

/** The rows as a table `r` in the statement: one parameter, however many there are. */
const given = (table: Table, keys: string[], rows: object[]): SQL => {
  const columns = getTableColumns(table) as Record<string, { getSQLType(): string }>;
  const types = keys.map((key) => sql`${sql.identifier(key)} ${sql.raw(columns[key]!.getSQLType())}`);
  return sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r("at" int, "personId" bigint, ${list(types)})`;
};

const only = (keys: string[], row: Record<string, unknown>) => Object.fromEntries(keys.map((key) => [key, row[key]]));

/** New people; their ids, in the order of the records. */
export async function insertPeople(
  tx: Tx,
  table: Table,
  institutionId: number,
  records: Record<string, unknown>[],
  keys: string[],
): Promise<number[]> {
  if (records.length === 0) return [];
  const rows = records.map((record, at) => ({ at, ...only(keys, record) }));
  const { rows: inserted } = await tx.execute<{ id: number }>(sql`
    insert into ${table} (institution_id, ${list(keys.map((key) => sql`${column(key)}`))})
    select ${institutionId}, ${list(keys.map((key) => sql`r.${sql.identifier(key)}`))}
    from ${given(table, keys, rows)} order by r.at returning id`);
  // Ids are given in the order of the rows.
  return inserted.map(({ id }) => Number(id)).toSorted((a, b) => a - b);
}

/** Cells that are not blank replace what is recorded; `sets` says what becomes of a column that has rules of its own. */
export async function updatePeople(
  tx: Tx,
  table: Table,
  institutionId: number,
  changed: { personId: number; record: Record<string, unknown> }[],
  keys: string[],
  sets: Record<string, SQL> = {},
): Promise<void> {
  if (changed.length === 0) return;
  const rules: Record<string, SQL> = { ...placeRules, ...sets };
  const assigned = keys.map(
    (key) => sql`${column(key)} = ${rules[key] ?? sql`coalesce(r.${sql.identifier(key)}, s.${column(key)})`}`,
  );
  const rows = changed.map(({ personId, record }) => ({ personId, ...only(keys, record) }));
  // In the order of their ids, as everywhere: whoever else locks some of them waits, and is waited for by nobody.
  const { rowCount } = await tx.execute(sql`select 1 from ${table} s where s.institution_id = ${institutionId}
    and s.id = any(${sql.param(rows.map(({ personId }) => personId))}::bigint[])
    and s.merged_into_id is null and s.anonymised_at is null order by s.id for no key update`);
  if (rowCount !== new Set(rows.map(({ personId }) => personId)).size) throw new Overtaken();
  await tx.execute(sql`
    update ${table} s set ${list(assigned)}, updated_at = now()
    from ${given(table, keys, rows)} where s.institution_id = ${institutionId} and s.id = r."personId"`);
}

/** Somebody of the file was erased or merged between the look and the writing: the piece is judged anew. */
export class Overtaken extends Error {}

/** A new country or state takes those below it along, unless the row names them too. */
const isSameCountry = sql`(r."countryId" is null or r."countryId" = s.country_id)`;
const placeRules: Record<string, SQL> = {
  stateId: sql`case when r."stateName" is null then coalesce(r."stateId", case when ${isSameCountry} then s.state_id end) end`,
  stateName: sql`case when r."stateId" is null then coalesce(r."stateName", case when ${isSameCountry} then s.state_name end) end`,
  lgaId: sql`case when r."stateName" is null then coalesce(r."lgaId", case when ${isSameCountry}
    and (r."stateId" is null or r."stateId" = s.state_id) then s.lga_id end) end`,
};

/** What the file gives of the institution's own fields; others stay as they are. */
export const writeOwnFields = (
  tx: Tx,
  institutionId: number,
  entity: Entity,
  fields: CustomField[],
  people: { personId: number; record: PersonRecord }[],
): Promise<void> =>
  saveValuesInBulk(
    tx,
    { institutionId, entity },
    fields,
    people.map(({ personId, record }) => ({ personId, values: record.custom })),
  );
