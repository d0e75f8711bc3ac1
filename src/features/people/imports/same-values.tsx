import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { FieldRow, FormSection } from '#ui/forms/edit-form.tsx';
import { TextField } from '#ui/forms/fields.tsx';
import { SelectField } from '#ui/forms/select-field.tsx';
import type { ImportColumnsProps } from './imports.pages.ts';

interface SameValuesProps {
  fields: ImportColumnsProps['fields'];
  /** Whether a column is mapped to a field. */
  holds: (field: string) => boolean;
  same: ImportColumnsProps['options']['same'];
}

/** Values that all rows have, for what the file has no column for. */
export function SameValues({ fields, holds, same }: SameValuesProps) {
  const [rows, setRows] = useState(same.map((one, key) => ({ ...one, key })));
  const offered = fields.filter(({ value, canBeSame }) => canBeSame && !holds(value));
  if (offered.length === 0 && rows.length === 0) return null;
  const change = (key: number, field: string) =>
    setRows(rows.map((row) => (row.key === key ? { ...row, field, value: '' } : row)));
  return (
    <FormSection
      title="The same for all rows"
      tour="import-same"
      description="For what the file has no column for, such as the class arm or the admission date."
    >
      {rows.map(({ key, field, value }, at) => {
        const chosen = fields.find((one) => one.value === field);
        const taken = rows.filter((row) => row.key !== key).map((row) => row.field);
        return (
          <div key={key}>
            <FieldRow>
              <SelectField
                name={`same.${at}.field`}
                label={`Field ${at + 1}`}
                value={field}
                onChange={(event) => change(key, event.target.value)}
                options={offered.map(({ value: own, label }) => ({ value: own, label, disabled: taken.includes(own) }))}
              />
              {chosen?.choices ? (
                <SelectField
                  key={field}
                  name={`same.${at}.value`}
                  label="Value"
                  defaultValue={value}
                  options={chosen.choices.map((choice) => ({ value: choice, label: choice }))}
                />
              ) : (
                <TextField
                  key={field}
                  name={`same.${at}.value`}
                  label="Value"
                  defaultValue={value}
                  maxLength={300}
                  help={chosen?.isDay ? 'For example 9 Sep 2024.' : undefined}
                />
              )}
            </FieldRow>
            <Button small onClick={() => setRows(rows.filter((row) => row.key !== key))}>
              Remove value {at + 1}
            </Button>
          </div>
        );
      })}
      <p>
        <Button
          onClick={() =>
            setRows([...rows, { field: '', value: '', key: Math.max(-1, ...rows.map(({ key }) => key)) + 1 }])
          }
        >
          Add a value for all rows
        </Button>
      </p>
    </FormSection>
  );
}
