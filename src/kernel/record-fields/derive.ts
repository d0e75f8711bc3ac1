import { sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import { toSnakeCase } from 'drizzle-orm/casing';
import { text } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import { withArticle } from '../contracts/terminology.ts';
import type { GroupPermissions } from '../contracts/field-groups.ts';
import { fieldsIn } from '../contracts/report-fields.ts';
import type { ReportField } from '../contracts/report.ts';
import { formatDay } from '../dates.ts';
import { textColumn, type ChoosableColumn } from '../export/columns.ts';
import { phoneField } from '../phone.ts';
import { day, emptyIsNull, line, optionalDay, optionalEmail, optionalLine } from '../schemas.ts';
import { day as dayColumn } from '../tables.ts';
import {
  fieldsAt,
  labelAt,
  type FieldsLike,
  type GivenFields,
  type Place,
  type RecordField,
  type RecordFields,
} from './record-field.ts';

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

function inputOf({ type, label, named, max = 80, isRequired, options = [] }: RecordField): z.ZodType {
  const name = label.charAt(0).toLowerCase() + label.slice(1);
  const subject = named ?? `The ${name}`;
  if (type === 'day') return isRequired ? day : optionalDay;
  if (type === 'phone') return phoneField;
  if (type === 'email') return optionalEmail;
  if (type === 'option') {
    const option = z.enum(options, `Choose ${withArticle(name)}.`);
    return isRequired ? option : emptyIsNull(option);
  }
  if (type === 'paragraphs')
    return emptyIsNull(z.string().trim().max(max, `${subject} can have up to ${max} characters.`));
  return isRequired ? line(max, subject) : optionalLine(max, subject);
}

/** Their columns of a table, for `select`. */
export const selectionOf = <Fields extends RecordFields, Table extends Record<keyof Fields, unknown>>(
  fields: Fields,
  table: Table,
) => eachField(fields, (_, key) => table[key as keyof Fields]) as Pick<Table, keyof Fields>;

/**
 * Their columns of the table `alias` in raw SQL, each after a comma: all of them by key, or those of a place, by key or,
 * for people, by label.
 */
export function columnListOf(
  fields: RecordFields,
  alias: string,
  { place, sections = [], as = 'key' }: ColumnList = {},
): SQL {
  const some = place ? fieldsAt(fields, place, ...sections) : Object.entries(fields);
  const columns = some.map(([key, field]) => {
    const column = sql`${sql.identifier(alias)}.${sql.identifier(toSnakeCase(key))}`;
    const name = place && as === 'label' ? labelAt(field, place) : key;
    return sql`, ${field.type === 'day' ? sql`${column}::text` : column} as ${sql.identifier(name)}`;
  });
  return sql.join(columns);
}
interface ColumnList {
  place?: Place;
  sections?: readonly string[];
  as?: 'key' | 'label';
}

interface ReportShape {
  subject: string;
  /** The group of the report that they stand in. */
  group: string;
  sections?: readonly string[];
  /** The values of an institution's list, where fields have one. */
  optionsOf?: (list: string) => ReportField['options'];
  /** The permission behind each restricted group, where fields have one. */
  groups?: GroupPermissions;
}

/** As fields of reports. */
export const reportFieldsOf = <Fields extends RecordFields>(
  fields: Fields,
  table: Record<keyof Fields, SQLWrapper>,
  { subject, group: reportGroup, sections = [], optionsOf, groups }: ReportShape,
): ReportField[] =>
  fieldsAt(fields, 'report', ...sections).map(([key, field]) => {
    const { type, group, list, options, width = 20, reportWidth = width, reportKey = toSnakeCase(key) } = field;
    const choices = list ? optionsOf!(list) : options && Object.fromEntries(options.map((one) => [one, one]));
    const declare = fieldsIn(subject, reportGroup)[type === 'day' ? 'day' : choices ? 'choice' : 'text'];
    return declare(reportKey, labelAt(field, 'report'), table[key]!, {
      width: reportWidth,
      ...(choices && { options: choices }),
      ...(group && { needs: groups![group], restriction: group }),
    });
  });

/** The columns of a list in its report. */
export const reportColumnsOf = (fields: RecordFields): Record<string, [string]> =>
  Object.fromEntries(fieldsAt(fields, 'list').map(([key]) => [key, [toSnakeCase(key)]]));

/** The columns of some sections in an export, under a heading of the export's own. */
export const exportColumnsOf = <Fields extends RecordFields, Section extends string>(
  fields: Fields,
  heading: string,
  ...sections: Section[]
) =>
  Object.fromEntries(
    fieldsAt(fields, 'export', ...sections).map(([key, field]) => {
      const { group, type, width = 20 } = field;
      return [
        key,
        textColumn(heading, labelAt(field, 'export'), width, { group, kind: type === 'day' ? 'day' : 'text' }),
      ];
    }),
  ) as Record<keyof FieldsLike<Fields, { section: Section }>, ChoosableColumn>;

/** Label and value of the fields in a section of a document. */
export const factsOf = <Fields extends RecordFields>(fields: Fields, row: GivenFields<Fields>, section?: string) =>
  fieldsAt(fields, 'document', section).map(([key, field]) => {
    const value = (row as Record<string, string | null>)[key] ?? null;
    return { label: labelAt(field, 'document'), value: value && field.type === 'day' ? formatDay(value) : value };
  });

/** Those that a document prints only where they have a value. */
export const printedFieldsOf = <Fields extends RecordFields>(fields: Fields, row: GivenFields<Fields>) =>
  factsOf(fields, row).flatMap(({ label, value }) => (value ? [{ label, value }] : []));
