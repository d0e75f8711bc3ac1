import { sql, type SQL } from 'drizzle-orm';
import { render, type Db, query } from '#kernel/database.ts';
import type { Entity } from '#features/records/people/people.schema.ts';
import type { Kind, ImportJob, UndoResult } from '../kinds/kind.ts';

/** Why an added record stays, by the table that references it. Other tables are 'other records'. */
const reasons: Record<string, string> = {
  memberships: 'has an account',
  documents: 'has documents',
  certificates: 'has certificates',
  student_moves: 'has left or returned since',
  employee_moves: 'has left or returned since',
  enrolments: 'was assigned elsewhere since',
  student_electives: 'has electives',
  batch_teachers: 'is a class teacher',
  course_offerings: 'teaches a subject',
  merges: 'was merged with another record',
  students: 'was merged with another record',
  employees: 'was merged with another record',
  guardians: 'was merged with another record',
};
const linked: Record<Entity, string> = {
  student: 'has guardians',
  guardian: 'has children linked since',
  employee: '',
};
const changedSince = 'was changed since';

/** Foreign keys to a kind of people, read from the database so that later features are included. */
export async function tablesOn(db: Db, people: string): Promise<{ table: string; column: string }[]> {
  const rows = await query<{ table: string; column: string }>(db, render)`
    select c.conrelid::regclass::text as table, a.attname as column from pg_constraint c
    join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any(c.conkey) and a.attname <> 'institution_id'
    where c.contype = 'f' and c.conparentid = 0 and c.confrelid = ${people}::regclass order by 1, 2`;
  return rows;
}

interface Added {
  id: number;
  called: string;
  /** Why the record stays; null if it is removed. */
  reason: string | null;
}

/** The current state of the records that an import added. */
export async function addedBy(
  db: Db,
  { institutionId, importId }: ImportJob,
  { key, entity }: Pick<Kind, 'key' | 'entity'>,
  tables: { table: string; column: string }[],
  /** Counts students as free whose only guardians came with the import: an undo removes those first. */
  { isPlan = false } = {},
): Promise<Added[]> {
  const hanging = tables
    .filter(({ table }) => table !== 'custom_values')
    .map(({ table, column }) => {
      const reason = table === 'student_guardians' ? linked[entity] : (reasons[table] ?? 'has other records');
      return sql`when exists (select from ${sql.identifier(table)} t where t.institution_id = c.institution_id
        and t.${sql.identifier(column)} = c.subject_id ${ownOf(table, entity, isPlan)}) then ${reason}`;
    });
  const rows = await query<{ id: number; called: string; reason: string | null }>(db, render)`
    select c.subject_id as id, p.first_name || ' ' || p.surname as called, case
      when p.merged_into_id is not null then ${reasons['students']!}
      when p.anonymised_at is not null then 'was erased'
      ${sql.join(hanging, sql` `)}
      when exists (select from audit_entries a where a.institution_id = c.institution_id and a.subject_type = ${entity}
        and a.subject_id = c.subject_id and a.details ->> 'import' is distinct from ${String(importId)}
        and a.action not like '%.print%') then ${changedSince} end as reason
    from import_changes c join ${sql.identifier(key)} p on p.institution_id = c.institution_id and p.id = c.subject_id
    where c.institution_id = ${institutionId} and c.import_id = ${importId} and c.entity = ${entity} and c.is_new order by c.subject_id`;
  return rows.map((row) => ({ ...row, id: Number(row.id) }));
}

/** Rows that the import itself added to a record are removed with it. */
function ownOf(table: string, entity: Entity, isPlan: boolean): SQL {
  if (table === 'enrolments') return sql`and (t.id is distinct from c.enrolment_id or t.to_date is not null)`;
  if (table === 'student_guardians' && entity === 'guardian')
    return sql`and not exists (select from jsonb_array_elements(c.links) l where (l ->> 'studentId')::bigint = t.student_id)`;
  if (table === 'student_guardians' && entity === 'student' && isPlan)
    return sql`and not exists (select from import_changes o, jsonb_array_elements(o.links) l
      where o.institution_id = c.institution_id and o.import_id = c.import_id and o.entity = 'guardian'
        and (l ->> 'studentId')::bigint = t.student_id and (l ->> 'guardianId')::bigint = t.guardian_id)`;
  return sql``;
}

/** The counts of two kinds of people in one. */
export const sumOf = (one: UndoResult, other: UndoResult): UndoResult => ({
  removed: one.removed + other.removed,
  stays: Object.fromEntries(
    [...new Set([...Object.keys(one.stays), ...Object.keys(other.stays)])].map((reason) => [
      reason,
      (one.stays[reason] ?? 0) + (other.stays[reason] ?? 0),
    ]),
  ),
  restored: one.restored + other.restored,
  kept: one.kept + other.kept,
});

export const countReasons = (added: Added[]): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const { reason } of added) if (reason) counts[reason] = (counts[reason] ?? 0) + 1;
  return counts;
};
