import { useContext, useId } from 'react';
import { cx } from '#ui/cx.ts';
import { FormErrors } from '#ui/forms/field.tsx';
import classes from './preset.module.css';

interface TickProps {
  isOn: boolean;
  /** Some of what it selects. */
  isSome?: boolean;
  label: string;
  /** The label is for screen readers only, beside a field that shows the name. */
  isHidden?: boolean;
  onChange: (isOn: boolean) => void;
}

/** Selects a part of the form. It is not sent itself: fields that are not selected are missing from the form. */
export function Tick({ isOn, isSome, label, isHidden, onChange }: TickProps) {
  return (
    <label className={classes.tick}>
      <input
        type="checkbox"
        checked={isOn}
        ref={(box) => {
          if (box) box.indeterminate = Boolean(isSome && !isOn);
        }}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span className={cx(isHidden && 'visually-hidden')}>{isHidden ? `Add ${label}` : label}</span>
    </label>
  );
}

interface RowInputProps {
  name: string;
  label: string;
  value: string | number;
  isOff: boolean;
  required?: boolean;
  maxLength?: number;
  placeholder?: string;
  type?: 'number';
  onChange: (value: string) => void;
}

/** A field in a row, whose heading is its label. */
export function RowInput({ label, isOff, onChange, ...rest }: RowInputProps) {
  const id = useId();
  const error = useContext(FormErrors)[rest.name];
  return (
    <span className={classes.cell} data-field={rest.name}>
      <input
        autoComplete="off"
        {...rest}
        aria-label={label}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? id : undefined}
        disabled={isOff}
        onChange={(event) => onChange(event.target.value)}
      />
      {error && <small id={id}>{error}</small>}
    </span>
  );
}
