import { type ComponentProps, useState } from 'react';
import { Field, type FieldProps } from './field.tsx';
import { currencySign } from '../format.ts';
import classes from './field.module.css';

type MoneyFieldProps = FieldProps &
  Omit<ComponentProps<'input'>, keyof FieldProps | 'id' | 'required' | 'defaultValue'> & {
    currency?: string;
    /** In minor units (kobo). */
    defaultValue?: number | null;
    /** Called with minor units while the user types; null if it is not an amount. */
    onAmount?: (minor: number | null) => void;
  };

/** '12,500.5' → 1250050; null if it is not an amount: a comma or space stands before exactly three digits. */
export function toMinor(text: string) {
  const [, major, minor = ''] =
    /^(\d+|\d{1,3}(?:,\d{3})+|\d{1,3}(?:\s\d{3})+)(?:\.(\d{0,2}))?$/.exec(text.trim()) ?? [];
  return major === undefined ? null : Number(major.replaceAll(/\D/g, '')) * 100 + Number(minor.padEnd(2, '0'));
}

/** What the browser accepts before the form is sent. */
export const amountPattern = String.raw`\s*(\d+|\d{1,3}(,\d{3})+|\d{1,3}(\s\d{3})+)(\.\d{0,2})?\s*`;

const shown = (minor: number) => (minor / 100).toLocaleString('en-GB', { minimumFractionDigits: 2 });

/** A money field: shows naira, sends kobo. */
export function MoneyField({
  name,
  label,
  help,
  error,
  optional,
  currency = 'NGN',
  defaultValue,
  onAmount,
  ...rest
}: MoneyFieldProps) {
  const [text, setText] = useState(defaultValue == null ? '' : shown(defaultValue));
  const minor = toMinor(text);
  const sign = currencySign(currency);
  return (
    <Field name={name} label={label} help={help} error={error} optional={optional}>
      {(control) => (
        <div className={classes.affix} style={{ '--affix': `${14 + sign.length * 11}px` } as React.CSSProperties}>
          <span aria-hidden>{sign}</span>
          <input
            {...rest}
            {...control}
            className={classes.control}
            inputMode="decimal"
            autoComplete="off"
            pattern={amountPattern}
            title="For example 12,500.00"
            value={text}
            onChange={(event) => {
              setText(event.target.value);
              onAmount?.(toMinor(event.target.value));
            }}
            onBlur={() => minor !== null && setText(shown(minor))}
          />
          <input type="hidden" name={name} value={minor ?? ''} />
        </div>
      )}
    </Field>
  );
}
