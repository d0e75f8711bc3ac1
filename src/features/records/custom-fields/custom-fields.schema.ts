import { boolean, integer, numeric, pgTable, text } from 'drizzle-orm/pg-core';
import { day, flag, identity, institutionId, moment, rowId } from '#kernel/tables.ts';
import type { CustomFieldType } from '#kernel/contracts/custom-field.ts';
export type { CustomFieldType } from '#kernel/contracts/custom-field.ts';
import type { FieldGroup } from '#kernel/contracts/field-groups.ts';
import type { Entity } from '#features/records/people/people.schema.ts';

export const customFields = pgTable('custom_fields', {
  institutionId: institutionId(),
  id: identity(),
  entity: text().$type<Entity>().notNull(),
  label: text().notNull(),
  help: text(),
  type: text().$type<CustomFieldType>().notNull(),
  fieldGroup: text().$type<FieldGroup>().notNull().default('general'),
  isRequired: flag(),
  position: integer().notNull().default(0),
  retiredAt: moment(),
  createdAt: moment().notNull().defaultNow(),
});

export const customFieldOptions = pgTable('custom_field_options', {
  institutionId: institutionId(),
  id: identity(),
  fieldId: rowId().notNull(),
  label: text().notNull(),
  position: integer().notNull().default(0),
  retiredAt: moment(),
});

/** One typed value per person and field; multiple-choice fields have one row per choice. */
export const customValues = pgTable('custom_values', {
  institutionId: institutionId(),
  id: identity(),
  fieldId: rowId().notNull(),
  studentId: rowId(),
  employeeId: rowId(),
  guardianId: rowId(),
  textValue: text(),
  numberValue: numeric({ mode: 'number' }),
  dateValue: day(),
  yesValue: boolean(),
  optionId: rowId(),
  fileId: rowId(),
});
