import { sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import { toSnakeCase } from 'drizzle-orm/casing';
import { text } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import type { fieldsIn } from '../contracts/report-fields.ts';
import type { ReportField } from '../contracts/report.ts';
import { choice, day, emptyIsNull, line, optionalDay, optionalLine } from '../schemas.ts';
import { day as dayColumn } from '../tables.ts';
import { fieldsAt, type FieldValues, type Place, type RecordField, type RecordFields } from './record-field.ts';

/** What the server derives from the fields of a record (`RecordField`). */

const requiredText = () => text().notNull();
const optionalText = () => text();

type ColumnOf<Field extends RecordField> = Field['type'] extends 'day'
  ? ReturnType<typeof dayColumn>
  : ReturnType<Field['isRequired'] extends true ? typeof requiredText : typeof optionalText>;

const eachField = <T>(fields: RecordFields, make: (field: RecordField, key: string) => T): Record<string, T> =>
  Object.fromEntries(Object.entries(fields).map(([key, field]) => [key, make(field, key)]));

/** Their columns, for `pgTable`. */
export const columnsOf = <Fields extends RecordFields>(fields: Fields) =>
  eachField(fields, ({ type, isRequired }) =>
    type === 'day' ? dayColumn() : isRequired ? requiredText() : optionalText(),
  ) as { [Key in keyof Fields]: ColumnOf<Fields[Key]> };

/** Their checks, for `z.object`. */
export const inputsOf = <Fields extends RecordFields>(fields: Fields) =>
  eachField(fields, inputOf) as {
    [Key in keyof Fields]: z.ZodType<Fields[Key]['isRequired'] extends true ? string : string | null>;
  };

function inputOf({ type, label, named = label, max = 80, isRequired, options = [] }: RecordField): z.ZodType {
  if (type === 'day') return isRequired ? day : optionalDay;
  if (type === 'option') {
    const one = choice(Object.fromEntries(options.map((option) => [option, option])));
    return isRequired ? one : emptyIsNull(one);
  }
  if (type === 'paragraphs')
    return emptyIsNull(z.string().trim().max(max, `${named} can have up to ${max} characters.`));
  return isRequired ? line(max, named) : optionalLine(max, named);
}

/** Their columns of a table, for `select`. */
export const selectionOf = <Fields extends RecordFields, Table extends Record<keyof Fields, unknown>>(
  fields: Fields,
  table: Table,
) => eachField(fields, (_, key) => table[key as keyof Fields]) as Pick<Table, keyof Fields>;

/**
 * Their columns of the table `alias` in raw SQL, each after a comma: all of them or those of a place, named by their key
 * or, for people, by their label.
 */
export function columnListOf(fields: RecordFields, alias: string, { place, as = 'key' }: ColumnList = {}): SQL {
  const some = place ? fieldsAt(fields, place) : Object.entries(fields);
  const columns = some.map(([key, { label, type }]) => {
    const column = sql`${sql.identifier(alias)}.${sql.identifier(toSnakeCase(key))}`;
    return sql`, ${type === 'day' ? sql`${column}::text` : column} as ${sql.identifier(as === 'label' ? label : key)}`;
  });
  return sql.join(columns);
}
interface ColumnList {
  place?: Place;
  as?: 'key' | 'label';
}

/** As fields of reports in the group of `declare`; their keys are the names of the columns. */
export const reportFieldsOf = <Fields extends RecordFields>(
  fields: Fields,
  table: Record<keyof Fields, SQLWrapper>,
  declare: ReturnType<typeof fieldsIn>,
): ReportField[] =>
  fieldsAt(fields, 'report').map(([key, { label, type, width }]) =>
    declare[type === 'day' ? 'day' : 'text'](toSnakeCase(key), label, table[key]!, { width: width ?? 20 }),
  );

/** The columns of a list in its report. */
export const reportColumnsOf = (fields: RecordFields): Record<string, [string]> =>
  Object.fromEntries(fieldsAt(fields, 'list').map(([key]) => [key, [toSnakeCase(key)]]));

/** Label and value of the fields that a document prints. */
export const printedFieldsOf = <Fields extends RecordFields>(fields: Fields, row: FieldValues<Fields>) =>
  fieldsAt(fields, 'document').flatMap(([key, { label }]) => {
    const value = (row as Record<string, string | null>)[key];
    return value ? [{ label, value }] : [];
  });
