import { useState } from 'react';
import type { FormEvent } from 'react';
import { BLANK_MESSAGE, fieldName } from './blank-required.ts';

type Errors = Record<string, string>;

/**
 * The text to show beside each field that keeps its form from being sent, until the person changes the field.
 * Spread `handlers` on the form.
 */
export function useFieldCheck(onChanged?: (field: string) => void) {
  const [blanks, setBlanks] = useState<Errors>({});
  return {
    blanks,
    handlers: {
      onInvalidCapture: (event: FormEvent<HTMLFormElement>) => {
        const field = event.target as HTMLInputElement;
        // React also tells of a form that stands elsewhere in the document and only belongs to a part of this one.
        if (!event.currentTarget.contains(field)) return;
        setBlanks((known) => ({ ...known, [fieldName(field)]: messageFor(field) }));
      },
      // In the same turn as the field's own listener: drawn in between, a field that the page controls would lose the key.
      onInput: (event: FormEvent<HTMLFormElement>) => {
        const name = fieldName(event.target as Element);
        setBlanks((known) => (name in known ? without(known, name) : known));
        onChanged?.(name.replace('[]', ''));
      },
    },
  };
}

const messageFor = (field: HTMLInputElement) =>
  field.validity.valueMissing || field.value.trim() === '' ? BLANK_MESSAGE : field.validationMessage;

export const without = (errors: Errors, name: string): Errors =>
  Object.fromEntries(Object.entries(errors).filter(([field]) => field !== name));
