import { getTableColumns, sql, type SQL } from 'drizzle-orm';
import { render, type Tx, query } from '#kernel/database.ts';
import { addMissingListValues } from '#features/records/lookups/check-list-values.ts';
import type { ListKey } from '#features/records/lookups/lookups.schema.ts';
import type { employees, guardians, Entity } from '#features/records/people/people.schema.ts';
import type { students } from '#features/people/students/students.schema.ts';
import type { Fields, PersonRecord } from '../engine/field.ts';
import { listValuesIn, type Kind, type RecordChange } from '../kinds/kind.ts';
import { changesBetween } from '#kernel/edit/changes.ts';
import type { CustomField } from '#kernel/contracts/custom-field.ts';
import { valuesOfMany } from '#features/records/custom-fields/merge-definitions.ts';
import { saveValuesInBulk } from '#features/records/custom-fields/bulk-values.ts';

export type Table = typeof students | typeof employees | typeof guardians;

/** Adds new values to the institution's lists; existing values take the list's spelling. */
export async function spellListValues(
  tx: Tx,
  institutionId: number,
  kind: Kind,
  records: PersonRecord[],
): Promise<void> {
  const bearers = records.flatMap((record) => listValuesIn(kind, record));
  const lists = [...Map.groupBy(bearers, (bearer): ListKey => bearer.list)];
  for (const [list, listValues] of lists.toSorted(([one], [other]) => (one < other ? -1 : 1))) {
    const words = listValues.map(({ word }) => word);
    const known = await addMissingListValues(tx, institutionId, list, words);
    for (const { of, key, word } of listValues) of[key] = known.get(word) ?? null;
  }
}

/** The columns that a kind's fields are stored in. */
export const columnsFor = (fields: Fields, ...more: string[]): string[] => [
  ...new Set([
    'surname',
    'firstName',
    'middleName',
    'countryId',
    'stateId',
    'stateName',
    'lgaId',
    ...Object.entries(fields).flatMap(([key, { isPart, customId, as = key }]) =>
      isPart || customId !== undefined ? [] : [as],
    ),
    ...more,
  ]),
];

const snake = (key: string) => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

export const column = (key: string) => sql.identifier(snake(key));

const list = (parts: SQL[]) => sql.join(parts, sql`, `);

/** The rows as a table `r` in the statement, in a single parameter. */
export const given = (table: Table, keys: string[], rows: object[]): SQL => {
  const columns = getTableColumns(table) as Record<string, { getSQLType(): string }>;
  const types = keys.map((key) => sql`${sql.identifier(key)} ${sql.raw(columns[key]!.getSQLType())}`);
  return sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r("at" int, "personId" bigint, ${list(types)})`;
};

const pickFields = (keys: string[], row: Record<string, unknown>) =>
  Object.fromEntries(keys.map((key) => [key, row[key]]));

/** A record before and after the update, by field. */
interface Rewritten {
  personId: number;
  before: Record<string, unknown>;
  after: Record<string, unknown>;
}

const camel = (name: string) => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** Selected columns of a JSON row, by field name. */
export const named = (row: Record<string, unknown>, keys: readonly string[]) => {
  const fields = Object.fromEntries(Object.entries(row).map(([name, value]) => [camel(name), value]));
  return Object.fromEntries(keys.map((key) => [key, fields[key] ?? null]));
};

/** Inserts people; returns their ids in the order of the records. */
export async function insertPeople(
  tx: Tx,
  table: Table,
  institutionId: number,
  records: Record<string, unknown>[],
  keys: string[],
): Promise<number[]> {
  if (records.length === 0) return [];
  const rows = records.map((record, at) => ({ at, ...pickFields(keys, record) }));
  const inserted = await query<{ id: number }>(tx, render)`
    insert into ${table} (institution_id, ${list(keys.map((key) => sql`${column(key)}`))})
    select ${institutionId}, ${list(keys.map((key) => sql`r.${sql.identifier(key)}`))}
    from ${given(table, keys, rows)} order by r.at returning id`;
  // Ids are assigned in row order.
  return inserted.map(({ id }) => Number(id)).toSorted((a, b) => a - b);
}

/**
 * Updates records with the cells that are not blank; `sets` has expressions for columns with special rules. Returns the
 * records that changed; others are not touched.
 */
export async function updatePeople(
  tx: Tx,
  table: Table,
  institutionId: number,
  changed: { personId: number; record: Record<string, unknown> }[],
  keys: string[],
  sets: Record<string, SQL> = {},
): Promise<Rewritten[]> {
  if (changed.length === 0) return [];
  const rules: Record<string, SQL> = { ...placeRules, ...sets };
  const become = keys.map((key) => rules[key] ?? sql`coalesce(r.${sql.identifier(key)}, s.${column(key)})`);
  const assigned = keys.map((key, at) => sql`${column(key)} = ${become[at]!}`);
  const now = list(keys.map((key) => sql`s.${column(key)}`));
  const rows = changed.map(({ personId, record }) => ({ personId, ...pickFields(keys, record) }));
  // Locked in id order, as everywhere, so that no deadlock is possible.
  const locked = await query<{ id: number; row: Record<string, unknown> }>(tx, render)`
    select s.id, to_jsonb(s) as row from ${table} s where s.institution_id = ${institutionId}
    and s.id = any(${sql.param(rows.map(({ personId }) => personId))}::bigint[])
    and s.merged_into_id is null and s.anonymised_at is null order by s.id for no key update`;
  if (locked.length !== new Set(rows.map(({ personId }) => personId)).size) throw new Overtaken();
  const written = await query<{ id: number; row: Record<string, unknown> }>(tx, render)`
    update ${table} s set ${list(assigned)}, updated_at = now()
    from ${given(table, keys, rows)} where s.institution_id = ${institutionId} and s.id = r."personId"
      and (${now}) is distinct from (${list(become)})
    returning s.id, to_jsonb(s) as row`;
  const shown = [...new Set([...keys, 'surname', 'firstName'])];
  const before = new Map(locked.map(({ id, row }) => [Number(id), named(row, shown)]));
  return written.map(({ id, row }) => ({
    personId: Number(id),
    before: before.get(Number(id))!,
    after: named(row, shown),
  }));
}

/** A person in the file was erased or merged before the update: the chunk is judged again. */
export class Overtaken extends Error {}

/** A new country or state clears the places below it, unless the row gives them. */
const isSameCountry = sql`(r."countryId" is null or r."countryId" = s.country_id)`;

const placeRules: Record<string, SQL> = {
  stateId: sql`case when r."stateName" is null then coalesce(r."stateId", case when ${isSameCountry} then s.state_id end) end`,
  stateName: sql`case when r."stateId" is null then coalesce(r."stateName", case when ${isSameCountry} then s.state_name end) end`,
  lgaId: sql`case when r."stateName" is null then coalesce(r."lgaId", case when ${isSameCountry}
    and (r."stateId" is null or r."stateId" = s.state_id) then s.lga_id end) end`,
};

/** Writes the custom fields given in the file; returns the changes by person. */
export async function writeCustomFields(
  tx: Tx,
  institutionId: number,
  entity: Entity,
  fields: CustomField[],
  { fresh, changed }: Record<'fresh' | 'changed', { personId: number; record: PersonRecord }[]>,
): Promise<Map<number, RecordChange['own']>> {
  const given = fields.filter(({ id }) => [...fresh, ...changed].some(({ record }) => record.custom.has(id)));
  if (given.length === 0) return new Map();
  const ids = changed.map(({ personId }) => personId);
  const before = await valuesOfMany(tx, institutionId, entity, ids, given);
  const changes = new Map<number, RecordChange['own']>();
  for (const { personId, record } of changed) {
    const own: RecordChange['own'] = new Map();
    for (const field of given) {
      const [from, to] = [before.get(personId)?.[field.id] ?? null, record.custom.get(field.id)];
      if (to !== undefined && JSON.stringify(from) !== JSON.stringify(to)) own.set(field, { from, to });
    }
    if (own.size) changes.set(personId, own);
  }
  await saveValuesInBulk(tx, { institutionId, entity }, given, [
    ...fresh.map(({ personId, record }) => ({ personId, values: record.custom })),
    ...[...changes].map(([personId, own]) => ({
      personId,
      values: new Map([...own].map(([{ id }, { to }]) => [id, to] as const)),
    })),
  ]);
  return changes;
}

/** The changes of a record, for its history and for undo. */
const writtenOf = (
  { before, after }: Pick<Rewritten, 'before' | 'after'>,
  personId: number,
  own: Map<number, RecordChange['own']>,
): RecordChange => ({
  personId,
  called: `${String(after['firstName'])} ${String(after['surname'])}`,
  isNew: false,
  fields: changesBetween(before, after),
  own: own.get(personId) ?? new Map(),
  links: [],
});

/** People whose record or custom fields changed. */
export function changedPeople(
  changed: { personId: number; record: PersonRecord }[],
  rewritten: Rewritten[],
  own: Map<number, RecordChange['own']>,
): RecordChange[] {
  const byId = new Map(rewritten.map((one) => [one.personId, one]));
  return changed.flatMap(({ personId, record }) => {
    const one = byId.get(personId);
    if (!one && !own.has(personId)) return [];
    return [
      writtenOf(one ?? { before: {}, after: { ...pickFields(['firstName', 'surname'], record) } }, personId, own),
    ].map((written) => (one ? written : { ...written, fields: {} }));
  });
}
