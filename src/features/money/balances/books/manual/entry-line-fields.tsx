import { useEffect, useState, type ComponentProps } from 'react';
import { TextField } from '#ui/forms/fields.tsx';
import { SelectField } from '#ui/forms/select-field.tsx';
import type { EntryRow } from './use-entry-lines.ts';
import classes from './entry-lines.module.css';
import { Field } from '#ui/forms/field.tsx';
import field from '#ui/forms/field.module.css';
import { cx } from '#ui/cx.ts';
import { amountPattern, toMinor } from '#ui/forms/money-field.tsx';

interface EntryLineFieldsProps {
  line: EntryRow;
  currency: string;
  groups: NonNullable<ComponentProps<typeof SelectField>['groups']>;
  onChange: (changes: Partial<EntryRow>) => void;
}

/** Account, note, and an amount on one of its sides. A line that nobody touched is not required. */
export function EntryLineFields({ line, currency, groups, onChange }: EntryLineFieldsProps) {
  const { key, account, note, amount } = line;
  const field = (name: string) => `lines.${key}.${name}`;
  return (
    <>
      <div className={classes.account}>
        <SelectField
          name={field('account')}
          label="Account"
          optional
          groups={groups}
          value={account}
          onChange={(event) => onChange({ account: event.target.value })}
        />
      </div>
      <div className={classes.note}>
        <TextField
          name={field('note')}
          label="Note"
          optional
          maxLength={160}
          autoComplete="off"
          value={note}
          onChange={(event) => onChange({ note: event.target.value })}
        />
      </div>
      {([1, -1] as const).map((side) => (
        <AmountField
          key={side}
          name={field(side > 0 ? 'debit' : 'credit')}
          label={side > 0 ? 'Debit' : 'Credit'}
          currency={currency}
          value={amount === null ? null : Math.max(side * amount, 0) || null}
          onChange={(minor) => onChange({ amount: minor === null ? null : side * minor })}
        />
      ))}
    </>
  );
}

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
function AmountField({ name, label, value, onChange }: AmountFieldProps) {
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
