import type { ComponentProps } from 'react';
import { TextField } from '#ui/forms/fields.tsx';
import { SelectField } from '#ui/forms/select-field.tsx';
import { AmountField } from './amount-field.tsx';
import type { EntryRow } from './use-entry-lines.ts';
import classes from './entry-lines.module.css';

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
