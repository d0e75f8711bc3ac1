import type { ComponentProps } from 'react';
import { fieldsAt, labelAt, type RecordField, type RecordFields } from '#kernel/record-fields/record-field.ts';
import { DatePickerField } from '#ui/fields/date-fields.tsx';
import { FieldRow } from '#ui/forms/edit-form.tsx';
import { SelectBoxField } from '#ui/fields/select-box.tsx';
import { TextareaField, TextField } from '#ui/forms/fields.tsx';
import { SelectField } from '#ui/forms/select-field.tsx';

/** What forms derive from the fields of a record (`RecordField`). */

type Values = Readonly<Record<string, unknown>>;

type Attributes = Pick<
  ComponentProps<typeof TextField>,
  'autoCapitalize' | 'autoComplete' | 'autoFocus' | 'enterKeyHint'
>;

/** Lines also take the attributes. */
interface RecordInputsProps extends Attributes {
  fields: RecordFields;
  section?: string;
  /** The record that is edited. */
  values?: object | null;
  /** The values of the institution's lists. */
  lists?: Readonly<Record<string, readonly string[]>>;
  phoneExample?: string;
}

/** The inputs of a form, or of one of its sections, to be placed one by one. */
export const recordInputs = ({ fields, section, values, ...rest }: RecordInputsProps) =>
  fieldsAt(fields, 'form', section).map(([key, field]) => (
    <RecordInput key={key} name={key} field={field} value={(values as Values | null)?.[key]} {...rest} />
  ));

/** The inputs of a form, or of one of its sections. */
export const RecordInputs = (props: RecordInputsProps) => recordInputs(props);

/** The same inputs, two in a row. */
export function RecordRows(props: RecordInputsProps) {
  const inputs = recordInputs(props);
  return inputs.flatMap((input, at) =>
    at % 2 ? [] : [<FieldRow key={input.key}>{inputs.slice(at, at + 2)}</FieldRow>],
  );
}

interface RecordInputProps extends Omit<RecordInputsProps, 'fields' | 'section' | 'values'> {
  name: string;
  field: RecordField;
  value?: unknown;
}

function RecordInput({ name, field, value, lists = {}, phoneExample, ...attributes }: RecordInputProps) {
  const { type, help, max, placeholder, isRequired } = field;
  const defaultValue = typeof value === 'string' ? value : undefined;
  const common = { name, label: labelAt(field, 'form'), help, optional: !isRequired, defaultValue };
  if (type === 'day') return <DatePickerField {...common} />;
  if (type === 'paragraphs') return <TextareaField {...common} maxLength={max} placeholder={placeholder} rows={3} />;
  const line = { ...common, maxLength: max, ...attributes };
  if (type === 'phone')
    return <TextField {...line} type="tel" inputMode="tel" autoComplete="off" placeholder={phoneExample} />;
  if (type === 'email')
    return <TextField {...line} type="email" inputMode="email" autoCapitalize="none" autoComplete="off" />;
  if (type === 'line') return <LineInput {...line} placeholder={placeholder} suggestions={field.suggestions} />;
  const offered = field.options ?? lists[field.list!] ?? [];
  // A value that has been archived stays.
  const all = defaultValue && !offered.includes(defaultValue) ? [...offered, defaultValue] : offered;
  const Choice = all.length > 12 ? SelectBoxField : SelectField;
  return <Choice {...common} options={all.map((one) => ({ value: one, label: one }))} />;
}

interface LineInputProps extends ComponentProps<typeof TextField> {
  suggestions: readonly string[] | undefined;
}

function LineInput({ suggestions, ...line }: LineInputProps) {
  if (!suggestions) return <TextField {...line} />;
  const list = `${line.name}-suggestions`;
  return (
    <>
      <TextField autoComplete="off" {...line} list={list} />
      <datalist id={list}>
        {suggestions.map((suggestion) => (
          <option key={suggestion}>{suggestion}</option>
        ))}
      </datalist>
    </>
  );
}
