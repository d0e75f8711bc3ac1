import { SelectBoxField } from '#ui/select-box.tsx';
import { SelectField } from '#ui/select-field.tsx';

interface WordFieldProps {
  name: string;
  label: string;
  words: readonly string[];
  /** What the record says now: it may have been retired since, and stays. */
  value?: string | null;
}

/** A word of one of the institution's lists; a long list can be searched. */
export function WordField({ name, label, words, value }: WordFieldProps) {
  const all = value && !words.includes(value) ? [value, ...words] : words;
  const options = all.map((word) => ({ value: word, label: word }));
  const Field = all.length > 12 ? SelectBoxField : SelectField;
  return <Field name={name} label={label} optional defaultValue={value ?? undefined} options={options} />;
}
