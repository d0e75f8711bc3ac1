import { type ComponentProps, useEffect, useState } from 'react';
import { toMinor } from '#ui/forms/money-field.tsx';
import { cx } from '#ui/cx.ts';
import classes from './counter.module.css';

interface AmountInputProps extends Omit<ComponentProps<'input'>, 'value' | 'onChange'> {
  /** Minor units; null while it is not an amount. */
  value: number | null;
  onChange: (minor: number | null) => void;
}

const shown = (minor: number) => (minor / 100).toLocaleString('en-GB', { minimumFractionDigits: 2 });

/** An amount that others on the page change too: typed text stays until the value differs from it. */
export function AmountInput({ value, onChange, className, ...rest }: AmountInputProps) {
  const [text, setText] = useState(value ? shown(value) : '');
  useEffect(() => {
    setText((typed) => (toMinor(typed) === value || (value === 0 && typed === '') ? typed : value ? shown(value) : ''));
  }, [value]);
  return (
    <input
      {...rest}
      className={cx(classes.control, classes.amount, className)}
      inputMode="decimal"
      autoComplete="off"
      value={text}
      onChange={(event) => {
        setText(event.target.value);
        onChange(event.target.value.trim() === '' ? 0 : toMinor(event.target.value));
      }}
      onFocus={(event) => event.target.select()}
      onBlur={() => value && setText(shown(value))}
    />
  );
}
