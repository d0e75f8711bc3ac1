import type { Choice } from '#kernel/choices.ts';
import { DatePickerField } from '#ui/fields/date-fields.tsx';
import { SearchMultiSelectField } from '#ui/fields/search-select.tsx';
import { NumberField, TextField } from '#ui/forms/fields.tsx';
import { MoneyField } from '#ui/forms/money-field.tsx';
import type { OfferedField } from '../design/offer.ts';
import type { Rule } from '../engine/definition.ts';
import { valuesOf } from '../engine/operators.ts';
import classes from './rules.module.css';

interface ValueFieldProps {
  /** Tells its controls apart from those of other filters. */
  name: string;
  label: string;
  field: OfferedField;
  operator: Rule['operator'];
  values: string[];
  chosen: Choice[];
  /** The address of the field’s choices, without the letters. */
  search: string;
  currency: string;
  optional?: boolean;
  onChange: (values: string[], chosen: Choice[]) => void;
}

/** What a filter compares with: as many controls as its comparison takes, of the field’s type. */
export function ValueField(props: ValueFieldProps) {
  const { name, label, field, operator, values, chosen, search, optional, onChange } = props;
  const takes = valuesOf(operator);
  if (takes === 'none') return null;
  if (takes === 'many')
    return (
      <SearchMultiSelectField
        key={field.key}
        name={`${name}[]`}
        label={label}
        search={search}
        optional={optional}
        defaultChoices={chosen}
        onChange={(choices) =>
          onChange(
            choices.map(({ value }) => value),
            choices,
          )
        }
      />
    );
  const set = (at: number) => (value: string) => {
    const next = takes === 'two' ? [values[0] ?? '', values[1] ?? ''] : [values[0] ?? ''];
    next[at] = value;
    onChange(next, []);
  };
  if (takes === 'one') return <One {...props} value={values[0] ?? ''} onValue={set(0)} />;
  return (
    <div className={classes.two}>
      <One {...props} name={`${name}_from`} label={`${label}, from`} value={values[0] ?? ''} onValue={set(0)} />
      <span aria-hidden>and</span>
      <One {...props} name={`${name}_to`} label={`${label}, to`} value={values[1] ?? ''} onValue={set(1)} />
    </div>
  );
}

interface OneProps extends Pick<ValueFieldProps, 'name' | 'label' | 'field' | 'operator' | 'currency' | 'optional'> {
  value: string;
  onValue: (value: string) => void;
}

function One({ name, label, field, operator, currency, optional, value, onValue }: OneProps) {
  const shared = { name, label, optional };
  if (operator === 'last_days' || operator === 'next_days')
    return (
      <NumberField {...shared} min={1} max={36_500} value={value} onChange={(event) => onValue(event.target.value)} />
    );
  switch (field.type) {
    case 'money':
      return (
        <MoneyField
          key={field.key}
          {...shared}
          currency={currency}
          defaultValue={value === '' ? null : Number(value)}
          onAmount={(minor) => onValue(minor === null ? '' : String(minor))}
        />
      );
    case 'day':
      return <DatePickerField {...shared} value={value} onChange={onValue} />;
    case 'number':
      return <NumberField {...shared} step="any" value={value} onChange={(event) => onValue(event.target.value)} />;
    default:
      return <TextField {...shared} maxLength={200} value={value} onChange={(event) => onValue(event.target.value)} />;
  }
}
