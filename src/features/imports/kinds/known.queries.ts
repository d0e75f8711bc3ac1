import { getTableName, sql } from 'drizzle-orm';
import { rows, type Db } from '#kernel/database.ts';
import { render } from '#kernel/database.ts';
import type { employees } from '#features/people/people.schema.ts';
import type { students } from '#features/students/students.schema.ts';
import { nameKey } from '../engine/duplicates.ts';
import type { PersonRecord } from '../engine/field.ts';

type Table = typeof students | typeof employees;

/** Somebody with a number: an admission number or an employee number. */
export interface KnownByNumber {
  /** Of the record that took this one's place, where two became one. */
  id: number;
  number: string;
  surname: string;
  firstName: string;
  status: string | null;
  batchId: number | null;
  isErased: boolean;
  key: string;
}

interface Where {
  db: Db;
  institutionId: number;
  table: Table;
}

const isStudents = (table: Table) => getTableName(table) === 'students';
const shown = (table: Table) => sql`k.id, ${numberOf(table)} as number, k.surname,
  k.first_name as "firstName", k.anonymised_at is not null as "isErased",
  ${isStudents(table) ? sql`k.status, k.batch_id` : sql`null::text as status, null::bigint`} as "batchId"`;
/** The record k that stands for p now: itself, or the last of those that it was merged into. */
const standing = (table: Table) => sql`join ${table} k on k.institution_id = p.institution_id
  and k.id = case when p.merged_into_id is null then p.id else (
    with recursive way as (select p.merged_into_id as id
      union select n.merged_into_id from ${table} n join way on n.institution_id = p.institution_id and n.id = way.id)
    select way.id from way join ${table} n on n.institution_id = p.institution_id and n.id = way.id
    where n.merged_into_id is null) end`;
const numberOf = (table: Table) => (isStudents(table) ? sql`p.admission_number` : sql`p.employee_number`);

const find = async ({ db }: Where, query: ReturnType<typeof sql>) => {
  const { sql: text, params } = render(query);
  const found = await rows<KnownByNumber>(db, { text }, params);
  return new Map(found.map((row) => [row.key, row]));
};

/** Those with one of these numbers, by number. */
export async function findByNumber(where: Where, numbers: string[]): Promise<Map<string, KnownByNumber>> {
  if (numbers.length === 0) return new Map();
  const { table, institutionId } = where;
  return find(
    where,
    sql`select ${shown(table)}, ${numberOf(table)} as key from ${table} p ${standing(table)}
      where p.institution_id = ${institutionId} and ${numberOf(table)} = any(${sql.param(numbers)})`,
  );
}

/** Those with the surname, first name and birth date of one of the records, by both. */
export async function findByName(where: Where, records: PersonRecord[]): Promise<Map<string, KnownByNumber>> {
  const people = records.filter(({ birthDate }) => birthDate);
  if (people.length === 0) return new Map();
  const { table, institutionId } = where;
  return find(
    where,
    sql`select ${shown(table)}, wanted.birth::text || ' ' || wanted.name as key from ${table} p ${standing(table)}
      join unnest(${sql.param(people.map(nameKey))}::text[], ${sql.param(people.map(({ birthDate }) => birthDate!))}::date[]) as wanted (name, birth)
        on p.birth_date = wanted.birth and (p.sort_name = wanted.name or p.sort_name ^@ (wanted.name || ' '))
      where p.institution_id = ${institutionId} and p.merged_into_id is null`,
  );
}

export const personKey = (record: PersonRecord): string => `${record.birthDate} ${nameKey(record)}`;
