import { useState } from 'react';
import { todayHere } from '#ui/dates/notation.ts';
import { TextField } from '#ui/fields.tsx';
import { patternExample } from '../pattern-example.ts';

interface PatternFieldProps {
  name: 'admissionNumberPattern' | 'employeeNumberPattern';
  label: string;
  defaultValue: string;
  timeZone: string;
}

/** A pattern of numbers, with the numbers it makes as one types. */
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
              The next ones look like <b>{example.numbers.join(', ')}</b>.{' '}
              {name === 'admissionNumberPattern'
                ? '{year}, {yy}, {class}, {program} and {seq:4} stand for what changes.'
                : '{year}, {yy} and {seq:4} stand for what changes; the year is that of employment.'}
            </>
          )}
        </span>
      }
    />
  );
}
