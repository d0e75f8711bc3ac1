import { sql } from 'drizzle-orm';
import type { Db, Tx } from '#kernel/database.ts';
import type { FieldGroup } from '#kernel/field-groups.ts';
import type { Journal } from './journal.ts';
import type { Row, Side } from './merge-units.ts';
import type { Pair } from './read-pair.ts';

export interface CustomPair {
  fieldId: number;
  label: string;
  group: FieldGroup;
  kept: string | null;
  other: string | null;
}

/** What the two records say in the school's own fields, in words. */
export async function customPairs(db: Db, { about, institutionId, keptId, otherId }: Pair): Promise<CustomPair[]> {
  const owner = sql.identifier(about.owner);
  const { rows } = await db.execute<CustomPair & Record<string, unknown>>(sql`
    select f.id as "fieldId", f.label, f.field_group as "group",
      string_agg(v.said, ', ' order by v.said) filter (where v.person = ${keptId}) as kept,
      string_agg(v.said, ', ' order by v.said) filter (where v.person = ${otherId}) as other
    from custom_fields f join (
      select c.institution_id, c.field_id, c.${owner} as person, coalesce(c.text_value, c.number_value::text, c.date_value::text,
        case c.yes_value when true then 'Yes' when false then 'No' end, o.label, x.name) as said
      from custom_values c
      left join custom_field_options o on (o.institution_id, o.id) = (c.institution_id, c.option_id)
      left join files x on (x.institution_id, x.id) = (c.institution_id, c.file_id)
      where c.institution_id = ${institutionId} and c.${owner} in (${keptId}, ${otherId})) v
      on (v.institution_id, v.field_id) = (f.institution_id, f.id)
    where f.institution_id = ${institutionId}
    group by f.institution_id, f.id order by f.position, f.id`);
  return rows.map((row) => ({ ...row, fieldId: Number(row.fieldId) }));
}

export const customKey = (fieldId: number) => `custom_${fieldId}`;
export const customWinner = ({ kept, other, fieldId }: CustomPair, take: Record<string, Side>): Side =>
  take[customKey(fieldId)] ?? (kept === null && other !== null ? 'other' : 'kept');

/** Winning values go to the kept record; those that lose stay with the merged one. */
export async function mergeCustomValues(tx: Tx, journal: Journal, pair: Pair, take: Record<string, Side>) {
  const { about, institutionId, keptId, otherId } = pair;
  const owner = sql.identifier(about.owner);
  const moving = (await customPairs(tx, pair))
    .filter((field) => field.other !== null && customWinner(field, take) === 'other')
    .map(({ fieldId }) => fieldId);
  if (moving.length === 0) return;
  const fields = sql`field_id = any(${sql.param(moving)}::bigint[])`;
  const losing = await journal.run(
    'custom_values',
    sql`delete from custom_values where institution_id = ${institutionId} and ${owner} = ${keptId} and ${fields}`,
  );
  await journal.run(
    'custom_values',
    sql`update custom_values set ${owner} = ${keptId} where institution_id = ${institutionId} and ${owner} = ${otherId} and ${fields}`,
  );
  if (losing.length === 0) return;
  const rows = losing.map(({ before }): Row => ({ ...before, [about.owner]: otherId }));
  await journal.run(
    'custom_values',
    sql`insert into custom_values overriding system value
      select * from jsonb_populate_recordset(null::custom_values, ${JSON.stringify(rows)}::jsonb)`,
  );
}
