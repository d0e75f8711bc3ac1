import type { ReactNode } from 'react';
import { fieldsAt, type RecordField, type RecordFields } from '#kernel/record-fields/record-field.ts';
import { DatePickerField } from '#ui/fields/date-fields.tsx';
import { SelectBoxField } from '#ui/fields/select-box.tsx';
import { TextareaField, TextField } from '#ui/forms/fields.tsx';
import { SelectField } from '#ui/forms/select-field.tsx';
import type { Column } from '#ui/lists/data-table/columns.ts';
import { DateText } from '#ui/text.tsx';

/** What pages derive from the fields of a record (`RecordField`). */

type Values = Readonly<Record<string, unknown>>;

interface RecordInputsProps {
  fields: RecordFields;
  section?: string;
  /** The record that is edited. */
  values?: object | null;
  /** The values of the institution's lists. */
  lists?: Readonly<Record<string, readonly string[]>>;
}

/** The inputs of a form, or of one of its sections. */
export const RecordInputs = ({ fields, section, values, lists }: RecordInputsProps) =>
  fieldsAt(fields, 'form', section).map(([key, field]) => (
    <RecordInput key={key} name={key} field={field} value={(values as Values | null)?.[key]} lists={lists} />
  ));

interface RecordInputProps extends Pick<RecordInputsProps, 'lists'> {
  name: string;
  field: RecordField;
  value?: unknown;
}

function RecordInput({ name, field, value, lists = {} }: RecordInputProps) {
  const { type, label, help, max, placeholder, isRequired } = field;
  const defaultValue = typeof value === 'string' ? value : undefined;
  const common = { name, label, help, optional: !isRequired, defaultValue };
  if (type === 'day') return <DatePickerField {...common} />;
  if (type === 'paragraphs') return <TextareaField {...common} maxLength={max} placeholder={placeholder} rows={3} />;
  if (type === 'line') return <TextField {...common} maxLength={max} placeholder={placeholder} />;
  const offered = field.options ?? lists[field.list!] ?? [];
  // A value that has been archived stays.
  const all = defaultValue && !offered.includes(defaultValue) ? [...offered, defaultValue] : offered;
  const Choice = all.length > 12 ? SelectBoxField : SelectField;
  return <Choice {...common} options={all.map((one) => ({ value: one, label: one }))} />;
}

const shown = ({ type }: RecordField, value: unknown): ReactNode =>
  type === 'day' ? <DateText value={value as string | null} /> : ((value as string | null) ?? null);

/** Label and value in the details of a record, or in one of their sections. */
export const recordItems = (fields: RecordFields, values: object, section?: string): [string, ReactNode][] =>
  fieldsAt(fields, 'record', section).map(([key, field]) => [field.label, shown(field, (values as Values)[key])]);

/** Columns of a list, which each person may show. */
export const recordColumns = <Row extends object>(fields: RecordFields): Column<Row>[] =>
  fieldsAt(fields, 'list').map(([key, field]) => ({
    key,
    title: field.label,
    wraps: true,
    optional: true,
    render: (row) => shown(field, (row as Values)[key]),
  }));
