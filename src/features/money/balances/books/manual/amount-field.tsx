import { useEffect, useState } from 'react';
import { Field } from '#ui/forms/field.tsx';
import field from '#ui/forms/field.module.css';
import { cx } from '#ui/cx.ts';
import { amountPattern, toMinor } from '#ui/forms/money-field.tsx';
import classes from './entry-lines.module.css';

interface AmountFieldProps {
  name: string;
  label: string;
  currency: string;
  /** Minor units; null while there is none. */
  value: number | null;
  onChange: (minor: number | null) => void;
}

const shown = (minor: number) => (minor / 100).toLocaleString('en-GB', { minimumFractionDigits: 2 });

/** A money field that its form changes too: typed text stays until the value differs from it. */
export function AmountField({ name, label, value, onChange }: AmountFieldProps) {
  const [text, setText] = useState(value === null ? '' : shown(value));
  useEffect(() => {
    setText((typed) => (toMinor(typed) === value ? typed : value === null ? '' : shown(value)));
  }, [value]);
  return (
    <Field name={name} label={label} optional>
      {(control) => (
        <>
          <input
            {...control}
            className={cx(field.control, classes.amount)}
            inputMode="decimal"
            autoComplete="off"
            pattern={amountPattern}
            title="For example 12,500.00"
            value={text}
            onChange={(event) => {
              setText(event.target.value);
              onChange(toMinor(event.target.value) || null);
            }}
            onFocus={(event) => event.target.select()}
            onBlur={() => value !== null && setText(shown(value))}
          />
          <input type="hidden" name={name} value={value ?? ''} />
        </>
      )}
    </Field>
  );
}
