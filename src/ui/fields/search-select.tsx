import { useId, useState, type ReactNode, Suspense, lazy } from 'react';
import { FormValueInput } from './form-value-input.tsx';
import { type Choice, selectionText } from './choices/choices.ts';
import { type ControlProps, Field, type FieldProps } from '../forms/field.tsx';
import { ComboButton } from './choices/combo-button.tsx';
import { SELECT_NOTHING_CHOSEN } from '../plain/constants.ts';
import { cx } from '../cx.ts';
import { usePopover } from '../overlays/use-popover.ts';
import classes from './choices/choices.module.css';
import popover from '../overlays/popover.module.css';

interface SingleProps extends SearchSelectProps {
  defaultChoice?: Choice | null;
  onChange?: (choice: Choice | null) => void;
  /** Choices act at once through `onChange`; the control stays empty. */
  isAction?: boolean;
}

/** A select for long lists, searched on the server. Sends the choice, or ''. */
export function SearchSelectField({ name, label, help, error, optional, ...rest }: FieldProps & SingleProps) {
  return (
    <Field name={name} label={label} help={help} error={error} optional={optional}>
      {(control) => <Single name={name} label={label} control={control} {...rest} />}
    </Field>
  );
}

/** The same with a visually hidden label. */
export function SearchSelect(props: SingleProps) {
  const id = useId();
  const control = { id, required: false, 'aria-describedby': undefined, 'aria-invalid': undefined } as const;
  return <Single {...props} control={control} isBare />;
}

function Single({
  defaultChoice = null,
  onChange,
  isAction,
  ...props
}: SingleProps & { control: ControlProps; isBare?: boolean }) {
  const [choice, setChoice] = useState(defaultChoice);
  const { name, disabled, control } = props;
  const change = (next: Choice | null) => {
    if (!isAction) setChoice(next);
    if (next?.value !== choice?.value) onChange?.(next);
  };
  return (
    <Opener
      {...props}
      chosen={choice ? [choice] : []}
      words={choice?.label}
      onChoose={change}
      carrier={(focus) => (
        <FormValueInput
          name={name}
          disabled={disabled}
          value={choice?.value ?? ''}
          required={control.required}
          // A draft stores the value, not its label.
          onRestore={(value) => change(value ? { value, label: 'Previous choice' } : null)}
          onFocus={focus}
        />
      )}
    />
  );
}

interface SeveralProps extends SearchSelectProps {
  defaultChoices?: Choice[];
  onChange?: (choices: Choice[]) => void;
}

/** A multi-select for long lists: sends each choice under `name`, which ends in [] if the server expects a list. */
export function SearchMultiSelectField({
  help,
  error,
  optional,
  defaultChoices = [],
  onChange,
  ...props
}: FieldProps & SeveralProps) {
  const { name, label, disabled } = props;
  const [chosen, setChosen] = useState(defaultChoices);
  const toggle = (choice: Choice | null) => {
    if (!choice) return;
    const rest = chosen.filter(({ value }) => value !== choice.value);
    const next = rest.length < chosen.length ? rest : [...chosen, choice];
    setChosen(next);
    onChange?.(next);
  };
  return (
    <Field label={label} help={help} error={error} optional={optional} name={name.replace(/\[\]$/, '')}>
      {(control) => (
        <Opener
          {...props}
          several
          control={control}
          chosen={chosen}
          words={chosen.length ? selectionText(chosen.map((one) => one.name ?? one.label)) : undefined}
          onChoose={toggle}
          carrier={(focus) => (
            <>
              {chosen.map(({ value }) => (
                <input key={value} type="hidden" name={name} value={value} disabled={disabled} />
              ))}
              <FormValueInput
                value={chosen.map((one) => one.value).join(' ')}
                disabled={disabled}
                required={control.required}
                onFocus={focus}
              />
            </>
          )}
        />
      )}
    </Field>
  );
}

interface SearchSelectProps {
  name: string;
  label: string;
  /** The URL of a `serveChoices` route, without the search text. */
  search: string;
  disabled?: boolean;
  /** The text shown without a choice. */
  placeholder?: string;
}

interface OpenerProps extends SearchSelectProps {
  control: ControlProps;
  isBare?: boolean;
  several?: boolean;
  chosen: Choice[];
  /** The text of the button with a choice. */
  words: string | undefined;
  onChoose: (choice: Choice | null) => void;
  /** The form values. */
  carrier: (focus: () => void) => ReactNode;
}

/** The button and its panel, which is loaded when it is about to open. */
function Opener({ control, isBare, several, chosen, words, onChoose, carrier, ...props }: OpenerProps) {
  const { label, search, disabled, placeholder = SELECT_NOTHING_CHOSEN } = props;
  const { required } = control;
  const panelId = useId();
  const { area, button, panel, open, setOpen } = usePopover();
  const [typed, setTyped] = useState('');
  const show = (start: string) => {
    setTyped(start);
    setOpen(true);
  };
  const close = () => {
    setOpen(false);
    button.current?.focus();
  };
  return (
    <div ref={area} className={classes.area}>
      <ComboButton
        control={control}
        panelId={panelId}
        open={open}
        disabled={disabled}
        ref={button}
        label={isBare ? label : undefined}
        isEmpty={!words}
        onShow={show}
        onHide={() => setOpen(false)}
        onNear={() => void fetchPanel()}
      >
        {words ?? placeholder}
      </ComboButton>
      {open && (
        // A dialog contains controls; the keys are those of its search field.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
        <div
          ref={panel}
          id={panelId}
          role="dialog"
          aria-label={label}
          tabIndex={-1}
          className={cx(popover.panel, classes.panel, classes.searched, classes.long)}
          style={{ minWidth: button.current?.offsetWidth }}
          onKeyDown={(event) => {
            if (event.key === 'Escape') {
              event.stopPropagation();
              setOpen(false);
            } else if (event.target === event.currentTarget && event.key.length === 1) setTyped(typed + event.key);
            else return;
            event.preventDefault();
          }}
        >
          <Suspense fallback={<p className={classes.none}>Loading…</p>}>
            <SearchPanel
              id={panelId}
              label={label}
              search={search}
              chosen={chosen}
              several={several}
              typed={typed}
              first={
                several
                  ? { label: chosen.length ? 'Selected' : '', options: chosen }
                  : { label: '', options: required ? [] : [{ value: '', label: placeholder }] }
              }
              onType={setTyped}
              onChoose={(choice) => {
                onChoose(choice);
                if (!several) close();
              }}
              onClose={close}
            />
          </Suspense>
        </div>
      )}
      {carrier(() => button.current?.focus())}
    </div>
  );
}

const fetchPanel = () => import('../lists/searched/search-panel.tsx');

const SearchPanel = lazy(fetchPanel);
