import { and, asc, eq, inArray, isNull, sql, type Placeholder, type SQL } from 'drizzle-orm';
import type { CustomField, CustomOption, CustomValue, CustomValues } from '#kernel/contracts/custom-field.ts';
import { type Db, pick } from '#kernel/database.ts';
import type { FieldGroup } from '#kernel/contracts/field-groups.ts';
import type { Entity } from '#features/records/people/people.schema.ts';
import { customFields, customValues } from './custom-fields.schema.ts';

/** An institution's id, or the subquery that finds it: `(select institution_id from …)`. */
type Institution = number | SQL<number>;

/** A person's column in the values. */
export const personColumn = {
  student: customValues.studentId,
  employee: customValues.employeeId,
  guardian: customValues.guardianId,
} as const satisfies Record<Entity, unknown>;

/** Drizzle omits the table name in queries on one table, which would be ambiguous in this subquery. */
export const options = sql<CustomOption[]>`coalesce((
  select json_agg(json_build_object('id', o.id, 'label', o.label, 'isRetired', o.retired_at is not null) order by o.position, o.id)
  from custom_field_options o
  where o.institution_id = custom_fields.institution_id and o.field_id = custom_fields.id), '[]')`;

const definition = {
  ...pick(customFields, 'id', 'label', 'help', 'type'),
  group: customFields.fieldGroup,
  isRequired: customFields.isRequired,
  options,
};

const isActive = (institutionId: Institution, entity: Entity, groups: readonly FieldGroup[]) =>
  and(
    eq(customFields.institutionId, institutionId),
    eq(customFields.entity, entity),
    inArray(customFields.fieldGroup, [...groups]),
    isNull(customFields.retiredAt),
  );

/** The active fields of these groups, in the institution's order. */
export const fieldsFor = (db: Db, institutionId: Institution, entity: Entity, groups: readonly FieldGroup[]) =>
  db
    .select(definition)
    .from(customFields)
    .where(isActive(institutionId, entity, groups))
    .orderBy(asc(customFields.position), asc(customFields.id));

export interface OfPerson {
  entity: Entity;
  personId: number | Placeholder;
  /** The groups whose fields are read. */
  groups: readonly FieldGroup[];
  /** Those of them whose values are read too. */
  withValues: readonly FieldGroup[];
}

/** The same with one person's values, in one query. The caller has checked access to the person. */
export const fieldsWithValues = (
  db: Db,
  institutionId: Institution,
  { entity, personId, groups, withValues }: OfPerson,
) => {
  const value = sql`json_build_object('fieldId', v.field_id, 'text', v.text_value, 'number', v.number_value,
    'day', v.date_value, 'yes', v.yes_value, 'optionId', v.option_id, 'fileId', f.id, 'fileName', f.name, 'fileSize', f.size)`;
  const own = sql`(select v.field_id, json_agg(${value} order by o.position, v.option_id) as rows
    from custom_values v
      left join custom_field_options o on (o.institution_id, o.id) = (v.institution_id, v.option_id)
      left join files f on (f.institution_id, f.id) = (v.institution_id, v.file_id)
    where v.institution_id = ${institutionId} and v.${sql.identifier(`${entity}_id`)} = ${personId}
    group by v.field_id) own`;
  const isOwn = and(sql`own.field_id = ${customFields.id}`, inArray(customFields.fieldGroup, [...withValues]));
  return db
    .select({ ...definition, own: sql<ValueRow[] | null>`own.rows` })
    .from(customFields)
    .leftJoin(own, isOwn)
    .where(isActive(institutionId, entity, groups))
    .orderBy(asc(customFields.position), asc(customFields.id));
};

interface ValueRow {
  fieldId: number;
  text: string | null;
  number: number | null;
  day: string | null;
  yes: boolean | null;
  optionId: number | null;
  fileId: number | null;
  fileName: string | null;
  fileSize: number | null;
}

/** A person's custom fields as their record shows them. */
export interface OwnFields {
  fields: CustomField[];
  values: CustomValues;
}

/** What `fieldsWithValues` found, apart. */
export const ownFieldsFrom = (found: Awaited<ReturnType<typeof fieldsWithValues>>): OwnFields => ({
  fields: found.map(({ own, ...field }) => field),
  values: valuesFrom(found.flatMap(({ own }) => own ?? [])),
});

/** One person's values in the fields of these groups. The caller has checked access to the person. */
export const valuesOf = async (
  db: Db,
  institutionId: Institution,
  entity: Entity,
  personId: number,
  groups: readonly FieldGroup[],
): Promise<CustomValues> =>
  ownFieldsFrom(await fieldsWithValues(db, institutionId, { entity, personId, groups, withValues: groups })).values;

/** The values of one person, by field. */
function valuesFrom(rows: ValueRow[]): CustomValues {
  const values: CustomValues = {};
  for (const { fieldId, ...row } of rows) {
    const value: CustomValue | null =
      row.optionId !== null
        ? [...((values[fieldId] as number[] | undefined) ?? []), row.optionId]
        : row.fileId !== null
          ? { id: row.fileId, name: row.fileName!, size: row.fileSize! }
          : (row.text ?? row.number ?? row.day ?? row.yes);
    if (value !== null) values[fieldId] = value;
  }
  return values;
}
