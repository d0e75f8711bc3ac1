import type { ReactNode } from 'react';
import { Problems, TextField } from '#ui/public/fields.tsx';
import type { FormProps } from '#ui/public/form-props.ts';

interface EntranceFormProps extends FormProps {
  submit: string;
  /** The names of its fields, in order: other problems are shown above them. */
  fields: string[];
  children: ReactNode;
}

/** A short form that the browser sends by itself. */
export function EntranceForm({ action, csrf, errors, fields, message, submit, children }: EntranceFormProps) {
  // A single error is shown only at its field, which has the focus: the form is too small to repeat it.
  const isBeside = Object.keys(errors).length === 1 && fields.some((name) => errors[name]);
  return (
    <form className="form" method="post" action={action} data-once="">
      {!isBeside && <Problems title="Check the entries below." message={message} errors={errors} labels={fields} />}
      <input type="hidden" name="_csrf" value={csrf} />
      {children}
      <button className="submit">{submit}</button>
    </form>
  );
}

/** What fields need to know of their form; `first` gets the focus unless another one is wrong. */
export const stateOf = ({ values, errors }: FormProps, first: string) => ({
  values,
  errors,
  focus: Object.keys(errors)[0] ?? first,
});
type State = ReturnType<typeof stateOf>;

export const IdentifierField = ({ state }: { state: State }) => (
  <TextField
    state={state}
    name="identifier"
    label="Username, e-mail or phone"
    autoComplete="username"
    autoCapitalize="none"
    spellCheck={false}
    required
  />
);

interface PasswordFieldProps {
  state: State;
  label?: string;
  isNew?: boolean;
}

/** Never filled in by the server. The script adds what shows the password. */
export function PasswordField({ state, label = 'Password', isNew = false }: PasswordFieldProps) {
  const hint = isNew
    ? 'At least 10 characters. Several words in a row are easy to remember and hard to guess.'
    : undefined;
  return (
    <TextField
      state={{ ...state, values: {} }}
      name="password"
      label={label}
      hint={hint}
      type="password"
      autoComplete={isNew ? 'new-password' : 'current-password'}
      minLength={isNew ? 10 : undefined}
      maxLength={isNew ? 1000 : 500}
      required
      data-reveal=""
    />
  );
}

/** A code of a few digits; phones offer the one that just arrived. */
export const CodeField = ({ state, label, digits = 6 }: { state: State; label: string; digits?: number }) => (
  <TextField
    state={state}
    name="code"
    label={label}
    className="code"
    inputMode="numeric"
    autoComplete="one-time-code"
    maxLength={digits + 2}
    placeholder={'0'.repeat(digits)}
    required
  />
);
