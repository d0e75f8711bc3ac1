import { useState } from 'react';
import { TextField } from '#ui/fields.tsx';
import { patternExample } from '../pattern-example.ts';

/** The pattern of admission numbers, with the numbers it makes as one types. */
export function PatternField({ defaultValue }: { defaultValue: string }) {
  const [pattern, setPattern] = useState(defaultValue);
  const [year] = useState(() => new Date().getFullYear());
  const example = patternExample(pattern, year);
  return (
    <TextField
      name="admissionNumberPattern"
      label="Admission numbers"
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
              {'{year}, {yy}, {class}, {program} and {seq:4} stand for what changes.'}
            </>
          )}
        </span>
      }
    />
  );
}
