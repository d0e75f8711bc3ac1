import { createContext, type ReactNode, useContext, useId } from 'react';
import type { FieldError } from './error-summary.ts';
import { IconAlertTriangle } from '../icons.tsx';
import classes from './field.module.css';

/** Server errors by field name, shown by the fields below. */
export const FormErrors = createContext<Record<string, string>>({});

/** What an edit form was opened with: the usual values of its text fields and checkboxes. */
export const OpenedValues = createContext<Record<string, unknown>>({});

/** Upload progress of the form's files in percent. */
export const FormUpload = createContext<number | null>(null);

export interface FieldProps {
  name: string;
  label: string;
  help?: ReactNode;
  error?: string;
  /** Marks the field as optional. All others are required. */
  optional?: boolean;
}

export interface ControlProps {
  id: string;
  required: boolean;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
}

/** The label, help and error of a control. */
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

/** The help and error below a control, with ids for aria-describedby. */
export function FieldNotes({ id, help, error }: { id: string; help?: ReactNode; error?: string }) {
  return (
    <>
      {error && (
        <p className={classes.error} id={`${id}-error`}>
          <IconAlertTriangle size={15} /> {error}
        </p>
      )}
      {help && (
        <p className="fine-print" id={`${id}-help`}>
          {help}
        </p>
      )}
    </>
  );
}

/** The announced list of errors above a form, with links to the fields. */
export function ErrorSummary({ errors }: { errors: FieldError[] }) {
  if (errors.length === 0) return null;
  return (
    <div className={classes.summary} role="alert">
      <strong>{errors.length === 1 ? 'There is 1 problem' : `There are ${errors.length} problems`}</strong>
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
