import { useRef, useState } from 'react';
import { SmsCounter } from '#features/records/sending/shared/sms-counter.tsx';
import { TextareaField } from '#ui/forms/fields.tsx';
import { SelectField } from '#ui/forms/select-field.tsx';

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
      {isCounted && (
        <SmsCounter body={value} onChange={onChange}>
          {value.includes('{') && ' · fields are counted when they are filled in'}
        </SmsCounter>
      )}
    </>
  );
}
