import { hasOptions, type CustomField, type CustomValues } from '#kernel/custom-field.ts';
import { DatePickerField } from '#ui/date-fields.tsx';
import { FieldRow } from '#ui/edit-form.tsx';
import { NumberField, TextField } from '#ui/fields.tsx';
import { MultiSelectField } from '#ui/multi-select.tsx';
import { SelectBoxField } from '#ui/select-box.tsx';
import { SelectField } from '#ui/select-field.tsx';
import { CustomFileField } from './custom-field-file.tsx';

interface CustomFieldInputsProps {
  fields: CustomField[];
  values?: CustomValues;
  /** Where this person's kind lives: 'students'. Files are sent ahead to it. */
  people: 'students' | 'employees' | 'guardians';
}

/** An institution's own fields in a form, sent as `custom.<id>`; two of a row, but for files. */
export function CustomFieldInputs({ fields, values = {}, people }: CustomFieldInputsProps) {
  const rows: CustomField[][] = [];
  for (const field of fields) {
    const last = rows.at(-1);
    if (last?.length === 1 && field.type !== 'file' && last[0]!.type !== 'file') last.push(field);
    else rows.push([field]);
  }
  return rows.map((row) => (
    <FieldRow key={row[0]!.id}>
      {row.map((field) => (
        <Input key={field.id} {...{ field, people }} value={values[field.id]} />
      ))}
    </FieldRow>
  ));
}

interface InputProps {
  field: CustomField;
  value: CustomValues[number] | undefined;
  people: CustomFieldInputsProps['people'];
}

// A list as long as this is looked through rather than read.
const longList = 12;

function Input({ field, value, people }: InputProps) {
  const { id, label, help, type, isRequired } = field;
  const shared = { name: `custom.${id}`, label, help: help ?? undefined, optional: !isRequired };
  if (hasOptions(type)) return <Choices {...{ field, shared }} chosen={(value as number[] | undefined) ?? []} />;
  if (type === 'yes_no')
    return (
      <SelectField
        {...shared}
        defaultValue={value === undefined ? '' : value ? 'yes' : 'no'}
        options={[
          { value: 'yes', label: 'Yes' },
          { value: 'no', label: 'No' },
        ]}
      />
    );
  if (type === 'file') return <CustomFileField {...{ field, people }} value={value as never} />;
  const given = value === undefined ? undefined : String(value);
  if (type === 'date') return <DatePickerField {...shared} min="1800-01-01" max="2200-12-31" defaultValue={given} />;
  if (type === 'number') return <NumberField {...shared} step="any" defaultValue={given} />;
  return <TextField {...shared} defaultValue={given} maxLength={2000} autoComplete="off" />;
}

/** What is retired is offered to nobody but who has it. */
function Choices(props: { field: CustomField; shared: { name: string; label: string }; chosen: number[] }) {
  const { field, shared, chosen } = props;
  const options = field.options
    .filter(({ id, isRetired }) => !isRetired || chosen.includes(id))
    .map(({ id, label, isRetired }) => ({ value: String(id), label: isRetired ? `${label} (archived)` : label }));
  if (field.type === 'multi_choice')
    return (
      <>
        {/* A list of which nothing is ticked would not be sent at all. */}
        <input type="hidden" name={`${shared.name}[]`} value="" />
        <MultiSelectField {...shared} name={`${shared.name}[]`} options={options} defaultValue={chosen.map(String)} />
      </>
    );
  const first = chosen[0] === undefined ? '' : String(chosen[0]);
  const Select = options.length > longList ? SelectBoxField : SelectField;
  return <Select {...shared} options={options} defaultValue={first} />;
}
