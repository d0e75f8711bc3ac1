import { useContext, useState } from 'react';
import { FormErrors } from '#ui/forms/field.tsx';
import { CheckboxField } from '#ui/forms/fields.tsx';

/** Asks only once the server has found a payment that looks the same. */
export function AgainField() {
  const error = useContext(FormErrors)['again'];
  const [isAsked, setAsked] = useState(false);
  if (error && !isAsked) setAsked(true);
  return isAsked ? (
    <CheckboxField
      name="again"
      label="This is another payment"
      help="Tick it only if the same amount really arrived twice."
    />
  ) : null;
}
