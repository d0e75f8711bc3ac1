import { useId, useState } from 'react';
import { FormValueInput } from './form-value-input.tsx';
import { type Choice, chosenWords } from './choices/choices.ts';
import { type ControlProps, Field, type FieldProps } from '../forms/field.tsx';
import { Opener, type SearchSelectProps } from './search-opener.tsx';

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
          words={chosen.length ? chosenWords(chosen.map((one) => one.name ?? one.label)) : undefined}
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
