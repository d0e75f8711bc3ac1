import { DATE_TIME_MINUTE_STEP, DATE_TIME_START } from '../plain/constants.ts';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { FormValueInput } from './form-value-input.tsx';
import { cx } from '../cx.ts';
import { Field, type FieldProps } from '../forms/field.tsx';
import { IconCalendar, IconX } from '../icons.tsx';
import { Popover } from '../overlays/popover.tsx';
import { inNotation, spokenDate } from './dates/notation.ts';
import { dateKinds, type DateKind, type DateLimits, dateTrouble } from './dates/date-kinds.ts';
import buttons from '../button.module.css';
import fields from '../forms/field.module.css';
import classes from './dates/dates.module.css';

// Loaded when first opened; without a connection dates can still be typed.
const Calendar = lazy(() => import('./dates/calendar.tsx').catch(() => ({ default: NoCalendar })));
const NoCalendar = () => <p className={classes.waiting}>The calendar couldn’t be loaded. Type the date instead.</p>;

interface DateEntryProps extends FieldProps, DateLimits {
  defaultValue?: string | null;
  /** With `onChange`, for controlled use. */
  value?: string;
  /** Called with yyyy-mm-dd (and Thh:mm), or '' without a date. */
  onChange?: (value: string) => void;
  disabled?: boolean;
  autoFocus?: boolean;
  /** A range of days to highlight. */
  range?: { from: string; to: string };
}

/** A date field for typing or picking. Shows the notation of its kind and sends yyyy-mm-dd (5.3). */
function DateEntry({ kind, ...props }: DateEntryProps & { kind: DateKind }) {
  const { name, label, help, error, optional, disabled, autoFocus, min, max, step, range, onChange } = props;
  const { notation, read, placeholder } = dateKinds[kind];
  const show = (value: string | null | undefined) => inNotation(value ?? '', notation);
  const valueOf = (said: string) => (dateTrouble(kind, said, { min, max, step }) ? '' : (read(said) ?? ''));
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(() => show(props.value ?? props.defaultValue));
  // An incomplete date is not an error yet.
  const [typing, setTyping] = useState(false);
  const [given, setGiven] = useState(props.value);
  const value = valueOf(text);
  if (props.value !== undefined && props.value !== given) {
    setGiven(props.value);
    if (props.value !== value) setText(show(props.value));
  }
  const trouble = dateTrouble(kind, text, { min, max, step });
  useEffect(() => input.current?.setCustomValidity(trouble), [trouble, text]);
  const write = (said: string) => {
    setText(said);
    if (valueOf(said) !== value) onChange?.(valueOf(said));
  };
  const pick = (picked: string) => write(show(picked));
  const words = value && spokenDate(value);
  return (
    <Field name={name} label={label} help={help} optional={optional} error={(!typing && trouble) || error}>
      {({ id, required, ...control }) => (
        <div className={classes.entry}>
          <input
            {...control}
            ref={input}
            id={id}
            type="text"
            className={cx(fields.control, fields.number, optional && classes.clearable)}
            aria-describedby={cx(control['aria-describedby'], `${id}-words`)}
            inputMode={kind === 'moment' ? 'text' : 'numeric'}
            autoComplete="off"
            // The user asked for this field.
            // oxlint-disable-next-line jsx-a11y/no-autofocus
            autoFocus={autoFocus}
            placeholder={placeholder}
            value={text}
            onChange={(event) => {
              setTyping(true);
              write(event.target.value);
            }}
            onBlur={() => {
              if (value) setText(show(value));
              setTyping(false);
            }}
            onInvalid={() => setTyping(false)}
            required={required}
            disabled={disabled}
          />
          <span className={classes.tools}>
            {optional && text && !disabled && (
              <button
                type="button"
                className={cx(buttons.button, buttons.plain, classes.tool, classes.clear)}
                aria-label="Clear"
                aria-describedby={`${id}-label`}
                onClick={() => {
                  write('');
                  input.current?.focus();
                }}
              >
                <IconX size={16} />
              </button>
            )}
            <Popover
              sheet
              align="end"
              label={words ? `Open the calendar, ${words}` : 'Open the calendar'}
              describedBy={`${id}-label`}
              disabled={disabled}
              trigger={<IconCalendar />}
              triggerClass={cx(buttons.button, buttons.plain, classes.tool)}
            >
              {(close) => (
                <Suspense fallback={<p className={classes.waiting}>Loading the calendar…</p>}>
                  <Calendar
                    kind={kind}
                    value={value}
                    min={min}
                    max={max}
                    step={step}
                    range={range}
                    optional={optional}
                    onPick={(picked) => {
                      pick(picked);
                      close();
                    }}
                  />
                </Suspense>
              )}
            </Popover>
          </span>
          <span id={`${id}-words`} className="visually-hidden">
            {words || `Format: ${placeholder}`}
          </span>
          <FormValueInput name={name} value={value} disabled={disabled} onRestore={pick} />
        </div>
      )}
    </Field>
  );
}

/** A date, shown and typed as yyyy-mm-dd (5.3). */
export const DateField = (props: DateEntryProps) => <DateEntry kind="date" {...props} />;

/** A date, shown and typed as dd/mm/yyyy, sent as yyyy-mm-dd (5.3). */
export const DatePickerField = (props: DateEntryProps) => <DateEntry kind="picker" {...props} />;

/** A year, yyyy (5.3). */
export const YearField = (props: DateEntryProps) => <DateEntry kind="year" {...props} />;

/** A date and 12-hour time in ten-minute steps, from 2013-02-14 10:00 (5.3, 9.6). Sent as yyyy-mm-ddThh:mm. */
export const DateTimeField = (props: DateEntryProps) => (
  <DateEntry kind="moment" min={DATE_TIME_START.replace(' ', 'T')} step={DATE_TIME_MINUTE_STEP} {...props} />
);
