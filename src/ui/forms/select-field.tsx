import type { ComponentProps } from 'react';
import { PLACEHOLDER_OPTION } from '../plain/constants.ts';
import { Field, type FieldProps } from './field.tsx';
import { optionsOf, type Option, type Options } from '../plain/options.ts';
import classes from './field.module.css';

type SelectFieldProps = FieldProps &
  Omit<ComponentProps<'select'>, keyof FieldProps | 'id' | 'required' | 'children'> & {
    options?: Options;
    groups?: { label: string; options: Option[] }[];
    /** The placeholder option (9.5); null omits it. */
    placeholder?: string | null;
  };

const list = (options: Option[]) =>
  options.map((option) => (
    <option key={option.value} value={option.value} disabled={option.disabled}>
      {option.label}
    </option>
  ));

/** A native select. The placeholder is an empty value, which a required field refuses (5.1). */
export function SelectField({
  name,
  label,
  help,
  error,
  optional,
  options,
  groups = [],
  placeholder = PLACEHOLDER_OPTION,
  ...rest
}: SelectFieldProps) {
  const start = rest.value === undefined ? { defaultValue: rest.defaultValue ?? '' } : {};
  return (
    <Field name={name} label={label} help={help} error={error} optional={optional}>
      {(control) => (
        <select {...rest} {...start} name={name} className={classes.control} {...control}>
          {placeholder !== null && <option value="">{placeholder}</option>}
          {list(optionsOf(options))}
          {groups.map((group) => (
            <optgroup key={group.label} label={group.label}>
              {list(group.options)}
            </optgroup>
          ))}
        </select>
      )}
    </Field>
  );
}

/** A native select that always has a value, so it has no placeholder. */
export const ChoiceField = (props: Omit<SelectFieldProps, 'placeholder'>) => (
  <SelectField {...props} placeholder={null} />
);
