import { useState } from 'react';
import { Button } from '../button.tsx';
import { DatePickerField } from './date-fields.tsx';
import classes from './dates/dates.module.css';
import { addDays, addMonths, todayHere, weekStart } from './dates/notation.ts';

export interface DateRange {
  from: string;
  to: string;
}

interface DateRangeFieldProps {
  /** The label of both fields. */
  label: string;
  /** The form names. */
  names?: DateRange;
  defaultValue?: Partial<DateRange>;
  optional?: boolean;
  /** Additional presets, for example terms. */
  presets?: DatePreset[];
  /** Called when a range is typed, picked or chosen from a preset. */
  onChange?: (range: DateRange, isPreset: boolean) => void;
}

/** A date range (3.10); the end is never before the start. */
export function DateRangeField({
  label,
  names = { from: 'date_from', to: 'date_to' },
  defaultValue,
  presets = [],
  onChange,
  ...rest
}: DateRangeFieldProps) {
  const [range, setRange] = useState<DateRange>({ from: defaultValue?.from ?? '', to: defaultValue?.to ?? '' });
  const change = (next: DateRange, isPreset = false) => {
    setRange(next);
    onChange?.(next, isPreset);
  };
  const shared = { ...rest, range: range.from && range.to ? range : undefined };
  return (
    <fieldset className={classes.range}>
      <legend>{label}</legend>
      <div className={classes.presets}>
        {[...datePresets(), ...presets].map(({ label: name, from, to }) => (
          <Button
            key={name}
            small
            aria-pressed={from === range.from && to === range.to}
            onClick={() => change({ from, to }, true)}
          >
            {name}
          </Button>
        ))}
      </div>
      <div className={classes.ends}>
        <DatePickerField
          {...shared}
          name={names.from}
          label="From"
          value={range.from}
          onChange={(from) => change({ ...range, from })}
        />
        <DatePickerField
          {...shared}
          name={names.to}
          label="To"
          min={range.from || undefined}
          value={range.to}
          onChange={(to) => change({ ...range, to })}
        />
      </div>
    </fieldset>
  );
}

export interface DatePreset {
  label: string;
  from: string;
  to: string;
}

/** Common date ranges; pages add their terms. */
export function datePresets(today = todayHere()): DatePreset[] {
  const monday = weekStart(today);
  const first = `${today.slice(0, 8)}01`;
  return [
    { label: 'Today', from: today, to: today },
    { label: 'This week', from: monday, to: addDays(monday, 6) },
    { label: 'This month', from: first, to: addDays(addMonths(first, 1), -1) },
  ];
}
