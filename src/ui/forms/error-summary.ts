import { fieldName } from './blank-required.ts';
import { BLANK_MESSAGE } from './validity-messages.ts';

export interface FieldError {
  field: string;
  message: string;
  focus: () => void;
}

/** The errors in field order; errors without a field come first. */
export function errorSummary(form: () => HTMLFormElement | null, errors: Record<string, string>): FieldError[] {
  const fields = [...(form()?.elements ?? [])];
  const order = fields.map(fieldName);
  // Outside its field, the message for a blank field needs the label.
  const told = (field: string, message: string) => {
    const labels = (fields[order.indexOf(field)] as Partial<HTMLInputElement> | undefined)?.labels;
    const label = labels?.[0]?.textContent;
    return message === BLANK_MESSAGE && label ? `${label}: ${message}` : message;
  };
  return Object.entries(errors)
    .map(([field, message]) => ({
      field,
      message: told(field, message),
      focus: () => focusField(form(), [field]),
    }))
    .sort((one, other) => order.indexOf(one.field) - order.indexOf(other.field));
}

/** Focuses the first of the named fields. */
export function focusField(form: HTMLFormElement | null, names: string[]): void {
  const field = [...(form?.elements ?? [])].find(
    (element) => names.includes(fieldName(element)) && !element.matches('[type=hidden], :disabled'),
  );
  if (!(field instanceof HTMLElement)) return;
  field.focus();
  field.scrollIntoView({ block: 'center' });
}
