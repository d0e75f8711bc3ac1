import { useState } from 'react';
import { TextField } from '#ui/forms/fields.tsx';
import { SelectField } from '#ui/forms/select-field.tsx';
import { meaningActs } from './engine/form-values.ts';
import type { ImportCheckedProps } from './imports.pages.ts';
import classes from './corrections.module.css';

interface MeaningFieldProps {
  /** The place in the form. */
  at: number;
  field: string;
  value: string;
  /** What it means already. */
  means?: string;
  /** The first option, which changes nothing. */
  unchanged: string;
  choices: string[] | undefined;
  can: ImportCheckedProps['can'];
  /** The value is about to be added to the list anyway. */
  isNew?: boolean;
}

/** Asks what a value of the file means: another value, nothing, or a new one of the school’s list. */
export function MeaningField({ at, field, value, means, unchanged, choices, can, isNew }: MeaningFieldProps) {
  const [chosen, setChosen] = useState('');
  const name = `words.${at}.means`;
  const label = `What “${value}” means`;
  const { blank, asWritten, add } = meaningActs;
  const isBatch = field === 'batch';
  const mayAdd = !isNew && means === undefined && (isBatch ? can.classes.length > 0 : can.addTo.includes(field));
  return (
    <div className={classes.how}>
      <input type="hidden" name={`words.${at}.field`} value={field} />
      <input type="hidden" name={`words.${at}.value`} value={value} />
      <div className={classes.plain}>
        {choices ? (
          <SelectField
            name={name}
            label={label}
            optional
            placeholder={unchanged}
            value={chosen}
            onChange={(event) => setChosen(event.target.value)}
            options={[
              ...choices.filter((choice) => choice !== means).map((choice) => ({ value: choice, label: choice })),
              ...(means === '' ? [] : [{ value: blank, label: 'Leave blank' }]),
              ...(means === undefined ? [] : [{ value: asWritten, label: `Read it as written: ${value}` }]),
              ...(mayAdd ? [{ value: add, label: isBatch ? 'Add a new one…' : `Add “${value}” to the list` }] : []),
            ]}
          />
        ) : (
          <TextField name={name} label={label} optional placeholder={means || 'Correct value'} maxLength={300} />
        )}
      </div>
      {chosen === add && isBatch && (
        <div className={classes.batch}>
          <SelectField
            name={`words.${at}.classId`}
            label="Class"
            options={can.classes.map(({ id, name: title }) => ({ value: String(id), label: title }))}
          />
          <TextField name={`words.${at}.arm`} label="Arm" optional maxLength={40} />
          <TextField name={`words.${at}.capacity`} label="Seats" defaultValue="40" inputMode="numeric" maxLength={5} />
        </div>
      )}
    </div>
  );
}
