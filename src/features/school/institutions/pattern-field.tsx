import { useState } from 'react';
import { todayHere } from '#ui/fields/dates/notation.ts';
import { TextField } from '#ui/forms/fields.tsx';
import { patternExample } from './pattern-example.ts';

interface PatternFieldProps {
  name: 'admissionNumberPattern' | 'employeeNumberPattern';
  label: string;
  defaultValue: string;
  timeZone: string;
}

/** A number pattern with live examples. */
export function PatternField({ name, label, defaultValue, timeZone }: PatternFieldProps) {
  const [pattern, setPattern] = useState(defaultValue);
  const [year] = useState(() => Number(todayHere(timeZone).slice(0, 4)));
  const example = patternExample(pattern, year);
  return (
    <TextField
      name={name}
      label={label}
      defaultValue={defaultValue}
      maxLength={60}
      spellCheck={false}
      onChange={(event) => setPattern(event.target.value)}
      help={
        <span aria-live="polite">
          {'refusal' in example ? (
            example.refusal
          ) : (
            <>
              Example: <b>{example.numbers.join(', ')}</b>.{' '}
              {name === 'admissionNumberPattern'
                ? 'You can use {year}, {yy}, {class}, {program} and {seq:4}.'
                : 'You can use {year}, {yy} and {seq:4}. The year is the year of employment.'}
            </>
          )}
        </span>
      }
    />
  );
}
