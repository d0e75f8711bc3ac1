import { useState } from 'react';
import { expiryWarningDays } from '#kernel/dates.ts';
import { DatePickerField } from '#ui/fields/date-fields.tsx';
import { EditForm, FieldRow } from '#ui/forms/edit-form.tsx';
import { TextField } from '#ui/forms/fields.tsx';
import { SelectField } from '#ui/forms/select-field.tsx';
import { UploadField } from '#ui/fields/upload-field.tsx';

export interface PaperFields {
  id: number;
  type: string | null;
  title: string;
  issuedOn: string | null;
  expiresOn: string | null;
}

interface PaperFormProps {
  row: PaperFields | null;
  types: string[];
  action: string;
  onDone: () => void;
}

export function PaperForm({ row, types, action, onDone }: PaperFormProps) {
  const [title, setTitle] = useState(row?.title ?? '');
  const [type, setType] = useState(row?.type ?? '');
  const choose = (next: string) => {
    // An untouched title follows the type.
    if (title === '' || title === type) setTitle(next);
    setType(next);
  };
  // An archived type stays selectable on documents that have it.
  const offered = row?.type && !types.includes(row.type) ? [...types, row.type] : types;
  return (
    <EditForm
      action={row ? `${action}/${row.id}` : action}
      opened={row && { type: row.type, title: row.title, issuedOn: row.issuedOn, expiresOn: row.expiresOn }}
      submit={row ? 'Save document' : 'Add document'}
      options={{ preserveScroll: true }}
      onSuccess={onDone}
    >
      {!row && (
        <UploadField
          name="file"
          label="File"
          accept="application/pdf,image/jpeg,image/png,image/webp"
          maxBytes={10 * 1_048_576}
          hint="PDF, JPEG, PNG or WebP, up to 10 MB."
        />
      )}
      <SelectField
        name="type"
        label="Type"
        optional
        value={type}
        onChange={(event) => choose(event.target.value)}
        options={offered.map((word) => ({ value: word, label: word }))}
      />
      <TextField
        name="title"
        label="Title"
        value={title}
        onChange={(event) => setTitle(event.target.value)}
        maxLength={150}
        autoComplete="off"
      />
      <FieldRow>
        <DatePickerField name="issuedOn" label="Issued on" optional defaultValue={row?.issuedOn ?? undefined} />
        <DatePickerField
          name="expiresOn"
          label="Expires on"
          optional
          defaultValue={row?.expiresOn ?? undefined}
          help={`Users who manage these records are notified ${expiryWarningDays} days before.`}
        />
      </FieldRow>
    </EditForm>
  );
}
