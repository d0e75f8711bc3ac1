import { useEffect, useRef, useState } from 'react';
import { Button } from '../../button.tsx';
import { DatePickerField } from '../../fields/date-fields.tsx';
import { type DateRange, DateRangeField, type DatePreset } from '../../fields/date-range-field.tsx';
import classes from '../../fields/dates/dates.module.css';

interface DatesPanelProps {
  label: string;
  /** Without the second, for a single date. */
  names: DateRange;
  range: DateRange;
  presets?: DatePreset[];
  onApply: (range: DateRange) => void;
}

/** A date range panel: presets apply at once, typed dates with the button. */
export default function DatesPanel({ label, names, range: given, presets, onApply }: DatesPanelProps) {
  const form = useRef<HTMLFormElement>(null);
  const [range, setRange] = useState(given);
  useEffect(() => form.current?.querySelector('button')?.focus(), []);
  return (
    <form
      ref={form}
      className={classes.panel}
      onSubmit={(event) => {
        event.preventDefault();
        onApply(range);
      }}
    >
      {names.to ? (
        <DateRangeField
          label={label}
          names={names}
          presets={presets}
          optional
          defaultValue={given}
          onChange={(next, isPreset) => (isPreset ? onApply(next) : setRange(next))}
        />
      ) : (
        <DatePickerField
          label={label}
          name={names.from}
          optional
          defaultValue={given.from}
          onChange={(day) => setRange({ from: day, to: day })}
        />
      )}
      <Button type="submit" tone="primary">
        Apply
      </Button>
    </form>
  );
}
