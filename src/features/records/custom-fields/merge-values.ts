import { query, render } from '#kernel/database.ts';
import { sql } from 'drizzle-orm';
import type { FieldGroup } from '#kernel/contracts/field-groups.ts';
import type { Row, Side } from '#kernel/personal-data/merge-fields.ts';
import type { Merge, MergePreviewField, RunningMerge } from '#kernel/personal-data/merge-rule.ts';
import { anyId, ownerColumn } from '#kernel/personal-data/named-by.ts';

interface CustomPair {
  fieldId: number;
  label: string;
  group: FieldGroup;
  kept: string | null;
  other: string | null;
}

/** The values of both records in each custom field, in words. */
async function customPairs({ tx, kind, institutionId, keptId, otherId }: Merge): Promise<CustomPair[]> {
  const owner = ownerColumn(kind.entity);
  const rows = await query<CustomPair>(
    tx,
    render(sql`
    select f.id as "fieldId", f.label, f.field_group as "group",
      string_agg(v.value, ', ' order by v.value) filter (where v.person = ${keptId}) as kept,
      string_agg(v.value, ', ' order by v.value) filter (where v.person = ${otherId}) as other
    from custom_fields f join (
      select c.institution_id, c.field_id, c.${owner} as person, coalesce(c.text_value, c.number_value::text, c.date_value::text,
        case c.yes_value when true then 'Yes' when false then 'No' end, o.label, x.name) as value
      from custom_values c
      left join custom_field_options o on (o.institution_id, o.id) = (c.institution_id, c.option_id)
      left join files x on (x.institution_id, x.id) = (c.institution_id, c.file_id)
      where c.institution_id = ${institutionId} and c.${owner} in (${keptId}, ${otherId})) v
      on (v.institution_id, v.field_id) = (f.institution_id, f.id)
    where f.institution_id = ${institutionId}
    group by f.institution_id, f.id order by f.position, f.id`),
  );
  return rows.map((row) => ({ ...row, fieldId: Number(row.fieldId) }));
}

const keyOf = ({ fieldId }: CustomPair) => `custom_${fieldId}`;
const winnerOf = (pair: CustomPair, take: Record<string, Side>): Side =>
  take[keyOf(pair)] ?? (pair.kept === null && pair.other !== null ? 'other' : 'kept');

/** Custom fields to choose from, beside the fields of the record. */
export const customMergeFields = async (merge: Merge): Promise<MergePreviewField[]> =>
  (await customPairs(merge)).map((pair) => ({
    key: keyOf(pair),
    label: pair.label,
    group: pair.group,
    kept: pair.kept,
    other: pair.other,
    winner: winnerOf(pair, {}),
    isSame: pair.kept === pair.other,
  }));

/** Winning values go to the kept record; those that lose stay with the merged one. */
export async function mergeValues(merge: RunningMerge): Promise<void> {
  const { kind, institutionId, keptId, otherId, take, journal } = merge;
  const owner = ownerColumn(kind.entity);
  const moving = (await customPairs(merge))
    .filter((pair) => pair.other !== null && winnerOf(pair, take) === 'other')
    .map(({ fieldId }) => fieldId);
  if (moving.length === 0) return;
  const valuesOf = (personId: number) =>
    sql`institution_id = ${institutionId} and ${owner} = ${personId} and field_id = ${anyId(moving)}`;
  const losing = await journal.run('custom_values', sql`delete from custom_values where ${valuesOf(keptId)}`);
  await journal.run('custom_values', sql`update custom_values set ${owner} = ${keptId} where ${valuesOf(otherId)}`);
  if (losing.length === 0) return;
  const rows = losing.map(({ before }): Row => ({ ...before, [`${kind.entity}_id`]: otherId }));
  await journal.run(
    'custom_values',
    sql`insert into custom_values overriding system value
      select * from jsonb_populate_recordset(null::custom_values, ${JSON.stringify(rows)}::jsonb)`,
  );
}
