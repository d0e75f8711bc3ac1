import { useContext, useState } from 'react';
import { FormErrors } from '#ui/forms/field.tsx';
import { CheckboxField } from '#ui/forms/fields.tsx';

/** Appears once the server has said which registers would be on days without school. */
export function AnywayField({ label }: { label: string }) {
  const isAsked = 'closesTaken' in useContext(FormErrors);
  const [wasAsked, setAsked] = useState(false);
  if (isAsked && !wasAsked) setAsked(true);
  return wasAsked ? <CheckboxField name="closesTaken" label={label} /> : null;
}
