import { createContext, type ReactNode, useContext, useId } from 'react';
import type { FieldError } from './error-summary.ts';
import { IconAlertTriangle } from './icons.tsx';
import classes from './field.module.css';

/** What the server refused, by field name. Fields under it show their own. */
export const FormErrors = createContext<Record<string, string>>({});

/** Percent of the form's files that have left, while they are sent. */
export const FormUpload = createContext<number | null>(null);

export interface FieldProps {
  name: string;
  label: string;
  help?: ReactNode;
  error?: string;
  /** May stay empty; says so beside the label. Everything else is required. */
  optional?: boolean;
}

export interface ControlProps {
  id: string;
  required: boolean;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
}

/** Label above, help under, the error beside: the wiring that every control shares. */
export function Field({
  name,
  label,
  help,
  error,
  optional,
  children,
}: FieldProps & { children: (control: ControlProps) => ReactNode }) {
  const id = useId();
  const sent = useContext(FormErrors)[name];
  const shown = error ?? sent;
  return (
    <div className={classes.field} data-field={name}>
      <label className={classes.label} id={`${id}-label`} htmlFor={id}>
        {label}
        {optional && <span className={classes.optional}> (optional)</span>}
      </label>
      {children({
        id,
        required: !optional,
        'aria-describedby': [help && `${id}-help`, shown && `${id}-error`].filter(Boolean).join(' ') || undefined,
        'aria-invalid': shown ? true : undefined,
      })}
      <FieldNotes id={id} help={help} error={shown} />
    </div>
  );
}

/** The lines under a control, with the ids that aria-describedby names. */
export function FieldNotes({ id, help, error }: { id: string; help?: ReactNode; error?: string }) {
  return (
    <>
      {error && (
        <p className={classes.error} id={`${id}-error`}>
          <IconAlertTriangle size={15} /> {error}
        </p>
      )}
      {help && (
        <p className={classes.help} id={`${id}-help`}>
          {help}
        </p>
      )}
    </>
  );
}

/** All that was refused, on top of the form: announced, and each line leads to its field. */
export function ErrorSummary({ errors }: { errors: FieldError[] }) {
  if (errors.length === 0) return null;
  return (
    <div className={classes.summary} role="alert">
      <strong>
        {errors.length === 1 ? 'One thing needs your attention' : `${errors.length} things need your attention`}
      </strong>
      <ul>
        {errors.map(({ field, message, focus }) => (
          <li key={field}>
            <button type="button" onClick={focus}>
              {message}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
