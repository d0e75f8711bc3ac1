import { hasOptions, type CustomField, type CustomValues } from '#kernel/contracts/custom-field.ts';
import { DatePickerField } from '#ui/fields/date-fields.tsx';
import { FieldRow } from '#ui/forms/edit-form.tsx';
import { NumberField, TextField } from '#ui/forms/fields.tsx';
import { MultiSelectField } from '#ui/fields/multi-select.tsx';
import { SelectBoxField } from '#ui/fields/select-box.tsx';
import { SelectField } from '#ui/forms/select-field.tsx';
import { CustomFileField } from './custom-field-file.tsx';

interface CustomFieldInputsProps {
  fields: CustomField[];
  values?: CustomValues;
  /** The kind of person: 'students'. Files are uploaded to its address. */
  people: 'students' | 'employees' | 'guardians';
}

/** Custom fields in a form, sent as `custom.<id>`: two in a row, except files. */
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
        <Input key={field.id} field={field} people={people} value={values[field.id]} />
      ))}
    </FieldRow>
  ));
}

interface InputProps {
  field: CustomField;
  value: CustomValues[number] | undefined;
  people: CustomFieldInputsProps['people'];
}

// Lists longer than this can be searched.
const longList = 12;

function Input({ field, value, people }: InputProps) {
  const { id, label, help, type, isRequired } = field;
  const shared = { name: `custom.${id}`, label, help: help ?? undefined, optional: !isRequired };
  if (hasOptions(type)) return <Choices field={field} shared={shared} chosen={(value as number[] | undefined) ?? []} />;
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
  if (type === 'file') return <CustomFileField field={field} people={people} value={value as never} />;
  const given = value === undefined ? undefined : String(value);
  if (type === 'date') return <DatePickerField {...shared} min="1800-01-01" max="2200-12-31" defaultValue={given} />;
  if (type === 'number') return <NumberField {...shared} step="any" defaultValue={given} />;
  return <TextField {...shared} defaultValue={given} maxLength={2000} autoComplete="off" />;
}

/** Archived options are offered only on records that have them. */
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
