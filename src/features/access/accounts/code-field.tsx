import { TextField } from '#ui/forms/fields.tsx';
import classes from './code-field.module.css';

interface CodeFieldProps {
  label: string;
  help?: string;
  digits?: number;
  autoFocus?: boolean;
}

/** A code of a few digits; phones offer the one that just arrived. */
export function CodeField({ digits = 6, ...rest }: CodeFieldProps) {
  return (
    <TextField
      {...rest}
      name="code"
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={digits + 2}
      placeholder={'0'.repeat(digits)}
      className={classes.code}
    />
  );
}
