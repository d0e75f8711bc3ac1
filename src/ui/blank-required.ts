type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

export const BLANK_MESSAGE = 'Fill in this field.';

/**
 * The required fields of a form that are blank, in order; spaces count as blank, as does a group of radio buttons or a
 * tick box without a tick. The browser's own check sees neither spaces nor the read-only inputs of list boxes.
 */
export function blankFields(form: HTMLFormElement): Field[] {
  return [...form.elements].filter((element): element is Field => isField(element) && isBlank(element, form));
}

/** Whether a required field is blank; shows such fields to the person. Forms must not be sent when this is true. */
export function blankRequired(form: HTMLFormElement): boolean {
  const blank = blankFields(form);
  for (const field of blank) markBlank(field);
  // Tells every field that it is invalid, and leads to the first with the browser's own message.
  if (blank.length > 0) form.reportValidity();
  // The browser leaves out read-only inputs, which is what list boxes are made of.
  for (const field of blank.filter((field) => !field.willValidate)) {
    field.dispatchEvent(new Event('invalid', { cancelable: true }));
    if (field === blank[0]) field.focus();
  }
  return blank.length > 0;
}

/** Lets no form of the product be sent while a required field is blank, whichever component made it. */
export function watchForms(): void {
  document.addEventListener(
    'submit',
    (event) => {
      if (!(event.target instanceof HTMLFormElement) || !blankRequired(event.target)) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    },
    { capture: true },
  );
}

/** The name under which a field's error is shown. A list box without a name of its own says it in `data-field`. */
export function fieldName(field: Element): string {
  return field.getAttribute('name') || field.closest<HTMLElement>('[data-field]')?.dataset['field'] || '';
}

function markBlank(field: Field): void {
  field.setCustomValidity(BLANK_MESSAGE);
  const clear = () => field.setCustomValidity('');
  field.addEventListener('input', clear, { once: true });
  field.addEventListener('change', clear, { once: true });
}

function isField(element: Element): element is Field {
  return (
    element instanceof HTMLInputElement ||
    element instanceof HTMLSelectElement ||
    element instanceof HTMLTextAreaElement
  );
}

function isBlank(field: Field, form: HTMLFormElement): boolean {
  if (!field.required || field.matches(':disabled')) return false;
  if (!(field instanceof HTMLInputElement)) return field.value.trim() === '';
  if (field.type === 'checkbox') return !field.checked;
  if (field.type === 'radio') return !form.querySelector(`input[type=radio][name="${CSS.escape(field.name)}"]:checked`);
  if (field.type === 'file') return field.files?.length === 0;
  return field.value.trim() === '';
}
