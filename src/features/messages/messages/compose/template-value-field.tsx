import { TextField } from '#ui/forms/fields.tsx';
import { SelectField } from '#ui/forms/select-field.tsx';
import classes from '../shared/compose.module.css';

interface TemplateValueFieldProps {
  at: number;
  value: string;
  fields: { name: string; label: string }[];
  onChange: (value: string) => void;
}

/** What stands in one place of a template: words, and fields of the recipient from a list. */
export function TemplateValueField({ at, value, fields, onChange }: TemplateValueFieldProps) {
  return (
    <div className={classes.grid}>
      <TextField
        name={`value_${at + 1}`}
        label={`Value for {{${at + 1}}}`}
        value={value}
        maxLength={600}
        onChange={(event) => onChange(event.target.value)}
      />
      <SelectField
        name={`field_${at + 1}`}
        label={`Field for {{${at + 1}}}`}
        optional
        placeholder="Choose a field…"
        value=""
        options={fields.map(({ name, label }) => ({ value: name, label: `${label} {${name}}` }))}
        onChange={(event) => event.target.value && onChange(`${value}{${event.target.value}}`)}
      />
    </div>
  );
}
