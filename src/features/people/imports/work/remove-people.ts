import { sql } from 'drizzle-orm';
import { query, render, type Tx } from '#kernel/database.ts';
import { employees, guardians } from '#features/records/people/people.schema.ts';
import { students } from '#features/people/students/students.schema.ts';
import type { ImportRow } from '../imports.schema.ts';
import type { ImportJob } from '../kinds/kind.ts';

export const peopleTables = { students, employees, guardians };
export type PeopleKind = keyof typeof peopleTables;

export async function removePeople(
  tx: Tx,
  { institutionId, importId }: ImportJob,
  entity: string,
  ids: number[],
): Promise<void> {
  if (ids.length === 0) return;
  await tx.execute(sql`delete from custom_values where institution_id = ${institutionId}
    and ${sql.identifier(`${entity}_id`)} = any(${sql.param(ids)}::bigint[])`);
  const rows = await query<{ removed: number }>(
    tx,
    render(sql`
    select akada_remove_imported(${institutionId}, ${importId}, ${entity}, ${sql.param(ids)}::bigint[]) as removed`),
  );
  if (rows[0]!.removed !== ids.length) throw new Error('An undo removed fewer people than it had locked.');
}

/** Surnames that search suggestions may know only from these students. */
export async function surnamesOf(tx: Tx, { institutionId }: ImportJob, kind: ImportRow['kind'], ids: number[]) {
  if (kind !== 'students' || ids.length === 0) return [];
  const rows = await query<{
    word: string;
  }>(
    tx,
    render(sql`select distinct split_part(sort_name, ' ', 1) as word from students
    where institution_id = ${institutionId} and id = any(${sql.param(ids)}::bigint[])`),
  );
  return rows.map(({ word }) => word);
}

/** Removes the names of wrongly imported people from the log, as an erasure does; actions, times and users stay. Returns the digest for the undo entry. */
export async function redactPeople(tx: Tx, institutionId: number, entity: string, ids: number[], surnames: string[]) {
  if (ids.length === 0) return null;
  const none = { accounts: [], erased: [], messages: [], imports: [], children: [], names: [], contacts: [] };
  const rows = await query<{ redaction: object }>(
    tx,
    render(sql`
    select akada_erase_from_log(${institutionId}, ${JSON.stringify({ subject_type: entity, ids, ...none })}::jsonb) as redaction`),
  );
  if (surnames.length)
    await tx.execute(sql`select akada_forget_name(${institutionId}, word)
      from unnest(${sql.param(surnames)}::text[]) word`);
  return rows[0]!.redaction;
}
