import { sql } from 'drizzle-orm';
import { Refused } from '#kernel/errors.ts';
import { winnerOf, type Row, type Side } from '#kernel/personal-data/merge-fields.ts';
import type { RunningMerge } from '#kernel/personal-data/merge-rule.ts';

/** Winning values and numbers go to the kept record; the merged one leads to it. */
export async function changeRecords(merge: RunningMerge): Promise<void> {
  const { kind, kept, other, take, changes, keptId, otherId } = merge;
  for (const field of kind.mergeFields)
    if (winnerOf(field, kept, other, take[field.key]) === 'other')
      for (const column of field.columns) changes.kept[column] = other[column];
  if (kind.number) changes.kept['former_numbers'] = formerNumbers(merge, kind.number.column);
  await changeRecord(merge, otherId, changes.other);
  await changeRecord(merge, keptId, changes.kept);
}

/** The search finds the kept record by them; the merged record keeps its number, so that nobody else gets it. */
function formerNumbers({ kept, other }: Record<Side, Row>, number: string): string {
  const all = [kept.former_numbers, other[number], other.former_numbers].filter(Boolean).join(' ');
  if (all.length > 2000)
    throw new Refused('otherId', 'Too many records were merged into this one. No more can be merged into it.');
  return all;
}

/** Column names are those of declarations and of this file. */
async function changeRecord({ kind, institutionId, journal }: RunningMerge, personId: number, changes: Row) {
  const table = sql.identifier(kind.people);
  const columns = Object.keys(changes).map((column) => sql`${sql.identifier(column)} = r.${sql.identifier(column)}, `);
  await journal.run(
    kind.people,
    sql`update ${table} t set ${sql.join(columns)} updated_at = now()
      from jsonb_populate_record(null::${table}, ${JSON.stringify(changes)}::jsonb) r
      where t.institution_id = ${institutionId} and t.id = ${personId}`,
  );
}
