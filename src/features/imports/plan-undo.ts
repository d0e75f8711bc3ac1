import { sql, type SQL } from 'drizzle-orm';
import type { Db } from '#kernel/database.ts';
import type { Entity } from '#features/people/people.schema.ts';
import type { Kind } from './kinds/kind.ts';
import type { ImportJob } from './import-work.ts';

/** What an undo does, or has done, in counts. */
export interface UndoResult {
  removed: number;
  /** Records that were added and stay, by why. */
  stays: Record<string, number>;
  /** Records that get back what they held before. */
  restored: number;
  /** Changed records of which something stays, for it was changed again since. */
  kept: number;
}

/** Why a record that an import added stays, by the table that hangs on it. What is not named here is 'other records'. */
const reasons: Record<string, string> = {
  memberships: 'has a sign-in',
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

/** A table and its column that point at people of a kind: the database knows them all, also those of later features. */
export async function tablesOn(db: Db, people: string): Promise<{ table: string; column: string }[]> {
  const { rows } = await db.execute<{ table: string; column: string }>(sql`
    select c.conrelid::regclass::text as table, a.attname as column from pg_constraint c
    join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any(c.conkey) and a.attname <> 'institution_id'
    where c.contype = 'f' and c.confrelid = ${people}::regclass order by 1, 2`);
  return rows;
}

export interface Added {
  id: number;
  called: string;
  /** Why it stays; null where it goes. */
  reason: string | null;
}

/** What became of the records that an import added. */
export async function addedBy(
  db: Db,
  { institutionId, importId }: ImportJob,
  { key, entity }: Pick<Kind, 'key' | 'entity'>,
  tables: { table: string; column: string }[],
): Promise<Added[]> {
  const hanging = tables
    .filter(({ table }) => table !== 'custom_values')
    .map(({ table, column }) => {
      const reason = table === 'student_guardians' ? linked[entity] : (reasons[table] ?? 'has other records');
      return sql`when exists (select from ${sql.identifier(table)} t where t.institution_id = c.institution_id
        and t.${sql.identifier(column)} = c.subject_id ${ownOf(table, entity)}) then ${reason}`;
    });
  const { rows } = await db.execute<{ id: number; called: string; reason: string | null }>(sql`
    select c.subject_id as id, p.first_name || ' ' || p.surname as called, case
      when p.merged_into_id is not null then ${reasons['students']!}
      when p.anonymised_at is not null then 'was erased'
      ${sql.join(hanging, sql` `)}
      when exists (select from audit_entries a where a.institution_id = c.institution_id and a.subject_type = ${entity}
        and a.subject_id = c.subject_id and a.details ->> 'import' is distinct from ${String(importId)}
        and a.action not like '%.print%') then ${changedSince} end as reason
    from import_changes c join ${sql.identifier(key)} p on p.institution_id = c.institution_id and p.id = c.subject_id
    where c.institution_id = ${institutionId} and c.import_id = ${importId} and c.is_new order by c.subject_id`);
  return rows.map((row) => ({ ...row, id: Number(row.id) }));
}

/** What the import itself hung on the record goes with it. */
function ownOf(table: string, entity: Entity): SQL {
  if (table === 'enrolments') return sql`and (t.id is distinct from c.enrolment_id or t.to_date is not null)`;
  if (table === 'student_guardians' && entity === 'guardian')
    return sql`and not exists (select from jsonb_array_elements(c.links) l where (l ->> 'studentId')::bigint = t.student_id)`;
  return sql``;
}

export const countReasons = (added: Added[]): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const { reason } of added) if (reason) counts[reason] = (counts[reason] ?? 0) + 1;
  return counts;
};
