import {
  hasOptions,
  type CustomField,
  type CustomValues,
  customFileBytes,
  type CustomFile,
} from '#kernel/contracts/custom-field.ts';
import { DatePickerField } from '#ui/fields/date-fields.tsx';
import { FieldRow } from '#ui/forms/edit-form.tsx';
import { NumberField, TextField } from '#ui/forms/fields.tsx';
import { MultiSelectField } from '#ui/fields/multi-select.tsx';
import { SelectBoxField } from '#ui/fields/select-box.tsx';
import { SelectField } from '#ui/forms/select-field.tsx';
import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/forms/field.tsx';
import { UploadField } from '#ui/fields/upload-field.tsx';
import { sizeText } from '#ui/fields/uploads/check-files.ts';
import { useRemote } from '#web/client/remote.ts';
import classes from './custom-fields.module.css';

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

interface CustomFileFieldProps {
  field: CustomField;
  value: CustomFile | undefined;
  people: string;
}

/** A file field: the file is uploaded first, and the form sends its id. */
function CustomFileField({ field, value, people }: CustomFileFieldProps) {
  const [kept, setKept] = useState(value);
  const [sentId, setSentId] = useState<number | 'waiting' | null>(null);
  const { send, busy, message } = useRemote<CustomFile>();
  const name = `custom.${field.id}`;
  const shared = { name, label: field.label, optional: !field.isRequired };
  const choose = async ([file]: File[]) => {
    setSentId(file ? 'waiting' : null);
    if (!file) return;
    const answer = await send('POST', `/${people}/custom-fields/${field.id}/file`, { file });
    if (answer) setSentId(answer.json.id);
  };
  const carrier = <input type="hidden" name={name} value={sentId ?? kept?.id ?? ''} />;
  if (kept && sentId === null)
    return (
      <Field {...shared} help={field.help}>
        {({ required: _, ...control }) => (
          <div className={classes.kept}>
            {carrier}
            <span>
              {kept.name} <small>{sizeText(kept.size)}</small>
            </span>
            <Button
              {...control}
              small
              aria-label={`Remove ${kept.name} from ${field.label}`}
              onClick={() => setKept(undefined)}
            >
              Remove
            </Button>
          </div>
        )}
      </Field>
    );
  return (
    <div>
      {carrier}
      {/* Of no form: the file itself has gone ahead. */}
      <UploadField
        {...shared}
        form=""
        help={field.help}
        error={message || undefined}
        accept="image/png,image/jpeg,image/webp,application/pdf"
        maxBytes={customFileBytes}
        hint={`PDF or picture, up to ${sizeText(customFileBytes)}`}
        onFiles={(files) => void choose(files)}
      />
      <p role="status" className={classes.status}>
        {busy ? 'Uploading…' : typeof sentId === 'number' ? 'Uploaded. Save the form to keep it.' : ''}
      </p>
    </div>
  );
}
