import { and, asc, eq, sql } from 'drizzle-orm';
import type { CustomFieldType } from '#kernel/contracts/custom-field.ts';
import type { Db } from '#kernel/database.ts';
import type { FieldGroup } from '#kernel/contracts/field-groups.ts';
import type { Entity } from '#features/records/people/people.schema.ts';
import { customFields } from './custom-fields.schema.ts';

export interface DefinedOption {
  id: number;
  label: string;
  isRetired: boolean;
}

export interface Definition {
  id: number;
  label: string;
  help: string | null;
  type: CustomFieldType;
  group: FieldGroup;
  isRequired: boolean;
  isRetired: boolean;
  /** Whether it has values. */
  isUsed: boolean;
  options: DefinedOption[];
}

// The table name is spelled out, because drizzle omits it in this subquery.
const options = sql<DefinedOption[]>`coalesce((
  select json_agg(json_build_object('id', o.id, 'label', o.label, 'isRetired', o.retired_at is not null) order by o.position, o.id)
  from custom_field_options o
  where o.institution_id = custom_fields.institution_id and o.field_id = custom_fields.id), '[]')`;
const isUsed = sql<boolean>`exists (select from custom_values v
  where v.institution_id = custom_fields.institution_id and v.field_id = custom_fields.id)`;

/** All fields of an entity in order, including retired ones. */
export const definitionsOf = (db: Db, institutionId: number, entity: Entity): Promise<Definition[]> =>
  db
    .select({
      id: customFields.id,
      label: customFields.label,
      help: customFields.help,
      type: customFields.type,
      group: customFields.fieldGroup,
      isRequired: customFields.isRequired,
      isRetired: sql<boolean>`${customFields.retiredAt} is not null`,
      isUsed,
      options,
    })
    .from(customFields)
    .where(and(eq(customFields.institutionId, institutionId), eq(customFields.entity, entity)))
    .orderBy(asc(customFields.position), asc(customFields.id));

export const offered = ({ options }: Pick<Definition, 'options'>): DefinedOption[] =>
  options.filter(({ isRetired }) => !isRetired);
