import { and, asc, eq, inArray, isNull, sql, type Placeholder, type SQL } from 'drizzle-orm';
import type { CustomOption, CustomValue, CustomValues } from '#kernel/contracts/custom-field.ts';
import { type Db, hasKey, pick } from '#kernel/database.ts';
import type { FieldGroup } from '#kernel/contracts/field-groups.ts';
import { files } from '#kernel/tables.ts';
import type { Entity } from '#features/records/people/people.schema.ts';
import { customFieldOptions, customFields, customValues } from './custom-fields.schema.ts';

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

/** The active fields of these groups, in the institution's order. */
export const fieldsFor = (db: Db, institutionId: Institution, entity: Entity, groups: readonly FieldGroup[]) =>
  db
    .select({
      ...pick(customFields, 'id', 'label', 'help', 'type'),
      group: customFields.fieldGroup,
      isRequired: customFields.isRequired,
      options,
    })
    .from(customFields)
    .where(
      and(
        eq(customFields.institutionId, institutionId),
        eq(customFields.entity, entity),
        inArray(customFields.fieldGroup, [...groups]),
        isNull(customFields.retiredAt),
      ),
    )
    .orderBy(asc(customFields.position), asc(customFields.id));

/** One person's values in the fields of these groups. The caller has checked access to the person. */
export const valuesOf = async (
  db: Db,
  institutionId: Institution,
  entity: Entity,
  personId: number,
  groups: readonly FieldGroup[],
): Promise<CustomValues> => valuesFrom(await valueRows(db, institutionId, entity, personId, groups));

/** The rows of `valuesFrom`. */
export const valueRows = (
  db: Db,
  institutionId: Institution,
  entity: Entity,
  personId: number | Placeholder,
  groups: readonly FieldGroup[],
) =>
  db
    .select({
      fieldId: customValues.fieldId,
      text: customValues.textValue,
      number: customValues.numberValue,
      day: customValues.dateValue,
      yes: customValues.yesValue,
      optionId: customValues.optionId,
      fileId: customValues.fileId,
      fileName: files.name,
      fileSize: files.size,
    })
    .from(customValues)
    .innerJoin(customFields, hasKey(customFields, customValues.institutionId, customValues.fieldId))
    .leftJoin(customFieldOptions, hasKey(customFieldOptions, customValues.institutionId, customValues.optionId))
    .leftJoin(files, hasKey(files, customValues.institutionId, customValues.fileId))
    .where(
      and(
        eq(customValues.institutionId, institutionId),
        eq(personColumn[entity], personId),
        eq(customFields.entity, entity),
        inArray(customFields.fieldGroup, [...groups]),
        isNull(customFields.retiredAt),
      ),
    )
    // Choices in the order of their list.
    .orderBy(asc(customFieldOptions.position), asc(customValues.optionId));

/** The values of one person, by field. */
export function valuesFrom(rows: Awaited<ReturnType<typeof valueRows>>): CustomValues {
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
