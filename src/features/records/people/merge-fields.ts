import { toSnakeCase } from 'drizzle-orm/casing';
import type { FieldGroup } from '#kernel/contracts/field-groups.ts';
import type { MergeField } from '#kernel/personal-data/merge-fields.ts';
import { fieldsAt, labelAt, type RecordFields } from '#kernel/record-fields/record-field.ts';

export const fieldOf = (
  key: string,
  label: string,
  columns: readonly string[],
  group: FieldGroup = 'general',
): MergeField => ({ key, label, columns, group });
export const columnField = (column: string, label: string, group?: FieldGroup) =>
  fieldOf(column, label, [column], group);

export const nameFields = [
  columnField('surname', 'Surname'),
  columnField('first_name', 'First name'),
  columnField('middle_name', 'Middle name'),
];
/** The plain fields of some sections. */
export const plainFields = (fields: RecordFields, ...sections: string[]) =>
  fieldsAt(fields, 'merge', ...sections).map(([key, field]) =>
    columnField(toSnakeCase(key), labelAt(field, 'merge'), field.group),
  );
export const photoField = fieldOf('photo', 'Photo', ['photo_id', 'photo_small_id']);
export const nextOfKinField = (group?: FieldGroup) =>
  fieldOf('next_of_kin', 'Next of kin', ['next_of_kin_name', 'next_of_kin_phone', 'next_of_kin_relation'], group);
export const homeFields = (fields: RecordFields, group: FieldGroup) => [
  columnField('nationality_id', 'Nationality', group),
  fieldOf('place', 'Country, state, LGA', ['country_id', 'state_id', 'state_name', 'lga_id'], group),
  ...plainFields(fields, 'home'),
];
