import { useRef, useState } from 'react';
import { isReplaceable, segmentsOf, withoutForcing } from '#kernel/messages/segments.ts';
import { Button } from '#ui/button.tsx';
import { TextareaField } from '#ui/forms/fields.tsx';
import { SelectField } from '#ui/forms/select-field.tsx';
import { count } from '#ui/format.ts';
import classes from './compose.module.css';

interface BodyFieldProps {
  value: string;
  /** Fields that can be inserted. */
  fields: { name: string; label: string }[];
  error?: string | undefined;
  /** It may go out as an SMS, whose parts cost. */
  isCounted: boolean;
  onChange: (body: string) => void;
}

/** A text with fields that are chosen from a list, and what it takes as an SMS. */
export function BodyField({ value, fields, error, isCounted, onChange }: BodyFieldProps) {
  const area = useRef<HTMLDivElement>(null);
  const [picked, setPicked] = useState('');
  const insert = (name: string) => {
    const input = area.current?.querySelector('textarea');
    const [start, end] = input ? [input.selectionStart, input.selectionEnd] : [value.length, value.length];
    onChange(`${value.slice(0, start)}{${name}}${value.slice(end)}`);
    setPicked('');
    requestAnimationFrame(() => {
      input?.focus();
      input?.setSelectionRange(start + name.length + 2, start + name.length + 2);
    });
  };
  return (
    <>
      <div ref={area}>
        <TextareaField
          name="body"
          label="Text"
          rows={6}
          maxLength={5000}
          value={value}
          error={error}
          onChange={(event) => onChange(event.target.value)}
        />
      </div>
      <SelectField
        name="field"
        label="Insert a field"
        optional
        placeholder="Choose a field…"
        value={picked}
        options={fields.map(({ name, label }) => ({ value: name, label: `${label} {${name}}` }))}
        onChange={(event) => event.target.value && insert(event.target.value)}
      />
      {isCounted && <Counter body={value} onChange={onChange} />}
    </>
  );
}

/** Characters, encoding and parts of the text as typed, with what makes it longer than it must be. */
function Counter({ body, onChange }: { body: string; onChange: (body: string) => void }) {
  const { encoding, places, parts, left, forcing } = segmentsOf(body);
  return (
    <div className={classes.counter} role="status">
      <p>
        {count(places)} {places === 1 ? 'character' : 'characters'} · {encoding} · {count(parts)}{' '}
        {parts === 1 ? 'part' : 'parts'} · {count(left)} left in this part
        {body.includes('{') && ' · fields are counted when they are filled in'}
      </p>
      {forcing.length > 0 && (
        <p className={classes.forcing}>
          These characters make each part hold 70 instead of 160:{' '}
          {forcing.slice(0, 12).map((character) => (
            <mark key={character}>{character}</mark>
          ))}
          {forcing.some(isReplaceable) && (
            <Button small onClick={() => onChange(withoutForcing(body))}>
              Replace
            </Button>
          )}
        </p>
      )}
    </div>
  );
}
