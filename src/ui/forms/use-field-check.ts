import { useState, type FormEvent } from 'react';
import { fieldName } from './blank-required.ts';
import { validityWords } from './validity-words.ts';

type Errors = Record<string, string>;

/** Messages for blank required fields, until the field changes. Spread `handlers` on the form. */
export function useFieldCheck(onChanged?: (field: string) => void) {
  const [blanks, setBlanks] = useState<Errors>({});
  return {
    blanks,
    handlers: {
      onInvalidCapture: (event: FormEvent<HTMLFormElement>) => {
        const field = event.target as HTMLInputElement;
        // React also bubbles events of portaled forms.
        if (!event.currentTarget.contains(field)) return;
        setBlanks((known) => ({ ...known, [fieldName(field)]: validityWords(field) }));
      },
      // In the same event as the field's own listener, because a render in between would lose the key of a controlled field.
      onInput: (event: FormEvent<HTMLFormElement>) => {
        const name = fieldName(event.target as Element);
        setBlanks((known) => (name in known ? without(known, name) : known));
        onChanged?.(name.replace('[]', ''));
      },
    },
  };
}

export const without = (errors: Errors, name: string): Errors =>
  Object.fromEntries(Object.entries(errors).filter(([field]) => field !== name));
