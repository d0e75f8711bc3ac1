import { sql } from 'drizzle-orm';
import { ValidationError } from '#kernel/errors.ts';
import type { MergeRule, RunningMerge } from '#kernel/personal-data/merge-rule.ts';
import { byOwner, ownerColumn } from '#kernel/personal-data/named-by.ts';
import { inWriteOrder, type PersonalTable } from '#kernel/personal-data/personal-data.ts';

/** Merges the rows of all tables as their features declare. */
export async function mergeRows(merge: RunningMerge, tables: readonly PersonalTable[]): Promise<void> {
  for (const table of tables) await refuseIfDeclared(merge, table);
  for (const { table, merge: rule } of inWriteOrder(tables)) {
    if (rule.how === 'move') await moveRows(merge, table, rule.same ?? []);
    if (rule.how === 'combine') await rule.run(merge);
  }
}

/** What features refuse once everything is written. */
export async function checkMerged(merge: RunningMerge, tables: readonly PersonalTable[]): Promise<void> {
  for (const { merge: rule } of tables) if (rule.how === 'record') await rule.check?.(merge);
}

async function refuseIfDeclared(
  { tx, kind, institutionId, otherId }: RunningMerge,
  { table, merge, namedBy = byOwner }: PersonalTable,
): Promise<void> {
  if (merge.how !== 'refuse') return;
  const { rows } = await tx.execute(sql`select 1 from ${sql.identifier(table)}
    where institution_id = ${institutionId} and ${namedBy(kind.entity, [otherId])} limit 1`);
  if (rows.length) throw new ValidationError('otherId', merge.message);
}

/** Of two rows that agree in the columns of `same`, the one of the merged record is deleted. */
async function moveRows(
  { kind, institutionId, keptId, otherId, journal }: RunningMerge,
  table: string,
  same: NonNullable<Extract<MergeRule, { how: 'move' }>['same']>,
): Promise<void> {
  const [name, owner] = [sql.identifier(table), ownerColumn(kind.entity)];
  const compared = same.filter((column) => column !== `${kind.entity}_id`);
  if (compared.length) {
    const isSame = sql.raw(compared.map((column) => `k.${column} is not distinct from g.${column}`).join(' and '));
    await journal.run(
      table,
      sql`delete from ${name} g where g.institution_id = ${institutionId} and g.${owner} = ${otherId} and exists (
        select from ${name} k where k.institution_id = g.institution_id and k.${owner} = ${keptId} and ${isSame})`,
    );
  }
  await journal.run(
    table,
    sql`update ${name} set ${owner} = ${keptId} where institution_id = ${institutionId} and ${owner} = ${otherId}`,
  );
}
