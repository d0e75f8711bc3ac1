import { TextField, type FieldProps } from './fields.tsx';

/** 5.3: a day is typed and shown as dd/mm/yyyy, also without the script; the server takes yyyy-mm-dd as well. */
export function DayField({ state, ...field }: FieldProps) {
  const value = (state.values[field.name] ?? '').replace(/^(\d{4})-(\d\d)-(\d\d)$/, '$3/$2/$1');
  const typed = { ...state, values: { ...state.values, [field.name]: value } };
  return <TextField {...field} state={typed} inputMode="numeric" placeholder="dd/mm/yyyy" maxLength={20} />;
}

/** A year is typed as yyyy. */
export const YearField = (field: FieldProps) => (
  <TextField {...field} inputMode="numeric" placeholder="yyyy" maxLength={4} pattern="[0-9]{4}" />
);
