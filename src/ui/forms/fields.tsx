import { type ComponentProps, useContext, useId, useState } from 'react';
import { Button } from '../button.tsx';
import { cx } from '../cx.ts';
import { Field, FieldNotes, type FieldProps, FormErrors, OpenedValues } from './field.tsx';
import classes from './field.module.css';

type Own<Tag extends 'input' | 'textarea'> = FieldProps &
  Omit<ComponentProps<Tag>, keyof FieldProps | 'id' | 'required'>;

/** What a field is given; without a value of its own it starts with what its form was opened with. */
function useOpened<Given extends { value?: unknown; defaultValue?: unknown }>(name: string, given: Given): Given {
  const opened = useContext(OpenedValues)[name];
  const isGiven = given.value !== undefined || given.defaultValue !== undefined;
  return isGiven || !['string', 'number'].includes(typeof opened) ? given : { ...given, defaultValue: opened };
}

/** A text field; `type` can be email, tel, search or url. */
export function TextField({ name, label, help, error, optional, className, ...rest }: Own<'input'>) {
  const given = useOpened(name, rest);
  return (
    <Field name={name} label={label} help={help} error={error} optional={optional}>
      {(control) => (
        <input type="text" {...given} name={name} className={cx(classes.control, className)} {...control} />
      )}
    </Field>
  );
}

/** A number field. */
export function NumberField({ className, ...rest }: Own<'input'>) {
  return <TextField type="number" inputMode="decimal" className={cx(classes.number, className)} {...rest} />;
}

/** A decimal number that is sent as it is typed; earlier entries are not offered. */
export const DecimalField = (props: Own<'input'>) => <TextField inputMode="decimal" autoComplete="off" {...props} />;

/** A password field with a Show button. */
export function PasswordField({ name, label, help, error, optional, ...rest }: Own<'input'>) {
  const [seen, setSeen] = useState(false);
  return (
    <Field name={name} label={label} help={help} error={error} optional={optional}>
      {(control) => (
        <div className={classes.affix} style={{ '--affix': '10px' } as React.CSSProperties}>
          <input
            autoComplete="current-password"
            {...rest}
            name={name}
            type={seen ? 'text' : 'password'}
            className={classes.control}
            {...control}
          />
          <Button tone="plain" small className={classes.reveal} aria-pressed={seen} onClick={() => setSeen(!seen)}>
            {seen ? 'Hide' : 'Show'}
            <span className="visually-hidden"> {label.toLowerCase()}</span>
          </Button>
        </div>
      )}
    </Field>
  );
}

/** A multi-line text field. */
export function TextareaField({ name, label, help, error, optional, className, ...rest }: Own<'textarea'>) {
  const given = useOpened(name, rest);
  return (
    <Field name={name} label={label} help={help} error={error} optional={optional}>
      {(control) => (
        <textarea rows={4} {...given} name={name} className={cx(classes.control, className)} {...control} />
      )}
    </Field>
  );
}

/** A checkbox. Sends `value` (default 'true') when ticked, nothing otherwise. */
export function CheckboxField({ name, label, help, error, optional: _, value = 'true', ...rest }: Own<'input'>) {
  const id = useId();
  const sent = useContext(FormErrors)[name];
  const opened = useContext(OpenedValues)[name];
  const start = rest.checked === undefined ? (rest.defaultChecked ?? opened === true) : undefined;
  const shown = error ?? sent;
  return (
    <div className={classes.check} data-field={name}>
      <input
        type="checkbox"
        {...rest}
        defaultChecked={start}
        id={id}
        name={name}
        value={value}
        aria-invalid={shown ? true : undefined}
        aria-describedby={[help && `${id}-help`, shown && `${id}-error`].filter(Boolean).join(' ') || undefined}
      />
      <div>
        <label htmlFor={id}>{label}</label>
        <FieldNotes id={id} help={help} error={shown} />
      </div>
    </div>
  );
}

const isColor = (value: string) => /^#[0-9a-f]{6}$/i.test(value);

/** A colour field, #rrggbb. */
export function ColorField({ name, label, help, error, optional, defaultValue = '', disabled }: Own<'input'>) {
  const [value, setValue] = useState(String(defaultValue));
  return (
    <Field name={name} label={label} help={help} error={error} optional={optional}>
      {(control) => (
        <div className={classes.color}>
          <input
            type="color"
            aria-label={`Pick ${label.toLowerCase()}`}
            value={isColor(value) ? value : '#2b3a8f'}
            disabled={disabled}
            onChange={(event) => setValue(event.target.value)}
          />
          <input
            className={classes.control}
            name={name}
            value={value}
            disabled={disabled}
            placeholder="#2b3a8f"
            pattern="#[0-9a-fA-F]{6}"
            title="# followed by six digits or letters a–f"
            spellCheck={false}
            onChange={(event) => setValue(event.target.value)}
            {...control}
          />
        </div>
      )}
    </Field>
  );
}
