import { DayField } from '#ui/public/day-field.tsx';
import { fieldId, SelectField, TextAreaField, TextField, type FormState } from '#ui/public/fields.tsx';
import type { ExtraField } from './steps.ts';

/** Fields that the school has chosen or added. */
export function ExtraFields({ state, fields }: { state: FormState; fields: ExtraField[] }) {
  return fields.map((field) => <Extra key={field.name} state={state} field={field} />);
}

export function Extra({ state, field }: { state: FormState; field: ExtraField }) {
  const { isOptional, label, name, options = [], type } = field;
  const shared = { state, name, label, isOptional, hint: field.hint ?? undefined };
  if (type === 'textarea') return <TextAreaField {...shared} maxLength={2000} />;
  if (type === 'select') return <SelectField {...shared} options={options} />;
  if (type === 'date') return <DayField {...shared} />;
  if (type === 'checks') return <Checks state={state} field={field} />;
  return <TextField {...shared} inputMode={type === 'number' ? 'decimal' : undefined} maxLength={300} />;
}

function Checks({ state, field: { label, name, options = [] } }: { state: FormState; field: ExtraField }) {
  const chosen = (state.values[name] ?? '').split(',');
  return (
    <div className="field" role="group" aria-labelledby={`${fieldId(name)}-label`}>
      <span className="label" id={`${fieldId(name)}-label`}>
        {label}
      </span>
      {options.map(({ value, label: text }) => (
        <label className="tick" key={value}>
          <input type="checkbox" name={name} value={value} defaultChecked={chosen.includes(value)} />
          <span>{text}</span>
        </label>
      ))}
      {state.errors[name] && <p className="error">{state.errors[name]}</p>}
    </div>
  );
}
