import { and, or, sql, type SQL, type SQLWrapper, eq } from 'drizzle-orm';
import { z } from 'zod';
import { isDay } from '#kernel/dates.ts';
import type { Entity } from '#features/records/people/people.schema.ts';
import { searchable } from '#kernel/searchable.ts';
import { allow, membershipIn, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { type Tx, hasKey } from '#kernel/database.ts';
import { NotFound, ValidationError } from '#kernel/errors.ts';
import { customFields } from './custom-fields.schema.ts';
import { definitionsOf } from './write-definitions.ts';
import { lockFields, pluralOf } from './edit-definitions.ts';

interface PersonTable {
  institutionId: SQLWrapper;
  id: SQLWrapper;
}

/** The filter of a list by the institution's own fields. */
export const customFilter = <Table extends PersonTable>(entity: Entity) => ({
  type: z.record(z.string(), z.string().trim().max(200)).optional(),
  where: (wanted: Record<string, string>, table: Table) => and(...customFieldConditions(entity, table, wanted)),
});

/**
 * Conditions for people with these values in general custom fields, by field id; date ranges as `<id>.from` and
 * `<id>.to`. The statement also checks the definition: restricted, retired or foreign fields match nobody.
 */
function customFieldConditions(entity: Entity, table: PersonTable, wanted: Record<string, string>): SQL[] {
  const fields = new Map<string, { value?: string; from?: string; to?: string }>();
  for (const [key, value] of Object.entries(wanted)) {
    const [id = '', end] = key.split('.');
    fields.set(id, { ...fields.get(id), [end ?? 'value']: value });
  }
  return [...fields].map(
    ([id, asked]) => sql`(${table.institutionId}, ${table.id}) in (
      select v.institution_id, v.${sql.raw(`${entity}_id`)} from custom_fields f
      join custom_values v on v.institution_id = f.institution_id and v.field_id = f.id
      where f.id = ${Number(id)} and f.entity = ${entity} and f.field_group = 'general' and f.retired_at is null
        and ${matching(asked) ?? sql`false`})`,
  );
}

/** Matches by every type the value could have. */
function matching({ value, from, to }: { value?: string; from?: string; to?: string }): SQL | undefined {
  const between = and(
    from && isDay(from) ? sql`v.date_value >= ${from}::date` : undefined,
    to && isDay(to) ? sql`v.date_value <= ${to}::date` : undefined,
  );
  if (value === undefined) return between;
  const [, low, high] = /^(-?\d+(?:\.\d+)?)?\s*(?:\.\.|…)\s*(-?\d+(?:\.\d+)?)?$/.exec(value) ?? [];
  const isNumber = /^-?\d{1,15}(?:\.\d{1,15})?$/.test(value);
  return or(
    sql`f.type = 'text' and akada_searchable(v.text_value) like '%' || replace(replace(replace(akada_searchable(${value}), '\\', '\\\\'), '%', '\\%'), '_', '\\_') || '%'`,
    isNumber ? sql`f.type = 'number' and v.number_value = ${value}::numeric` : undefined,
    low || high
      ? and(
          sql`f.type = 'number'`,
          low ? sql`v.number_value >= ${low}::numeric` : undefined,
          high ? sql`v.number_value <= ${high}::numeric` : undefined,
        )
      : undefined,
    isDay(value) ? sql`v.date_value = ${value}::date` : undefined,
    value === 'yes' || value === 'no' ? sql`v.yes_value = ${value === 'yes'}` : undefined,
    /^\d{1,16}$/.test(value) ? sql`v.option_id = ${Number(value)}` : undefined,
  );
}

/** Restores a retired field, with its values, after the others. */
export async function restoreField(tx: Tx, actor: Actor, fieldId: number) {
  const [row] = await tx
    .select({ institutionId: customFields.institutionId, entity: customFields.entity })
    .from(customFields)
    .where(eq(customFields.id, fieldId));
  if (!row || !membershipIn(actor, row.institutionId)) throw new NotFound('field');
  const { institutionId, entity } = row;
  allow(actor, 'customFields.edit', institutionId);
  await lockFields(tx, institutionId, entity);
  const all = await definitionsOf(tx, institutionId, entity);
  const field = all.find(({ id }) => id === fieldId)!;
  if (!field.isRetired) return { ...row, label: field.label };
  const others = all.filter(({ isRetired }) => !isRetired);
  if (others.some(({ label }) => searchable(label) === searchable(field.label)))
    throw new ValidationError('label', `Another field is now named ${field.label}. Rename that one first.`);
  await tx
    .update(customFields)
    .set({ retiredAt: null, position: all.length + 1 })
    .where(hasKey(customFields, institutionId, fieldId));
  await record(tx, actor, 'customFields.restore', {
    institutionId,
    summary: `custom fields of ${pluralOf(entity)}: restored ${field.label}`,
    details: { entity, label: field.label },
  });
  return { ...row, label: field.label };
}
