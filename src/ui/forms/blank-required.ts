import { BLANK_MESSAGE, type Control as Field, type Control, validityMessage } from './validity-messages.ts';
import classes from './field-note.module.css';

/** The blank required fields of a form, in order. Spaces, radio groups without a choice and unticked boxes count as blank. The browser's own check misses spaces and the read-only inputs of list boxes. */
function blankFields(form: HTMLFormElement): Field[] {
  return [...form.elements].filter((element): element is Field => isField(element) && isBlank(element, form));
}

/** Whether a required field is blank; marks such fields. A form must not be sent if this is true. */
function blankRequired(form: HTMLFormElement): boolean {
  const blank = blankFields(form);
  for (const field of blank) markBlank(field);
  // Marks every field as invalid; field-note.ts leads to the first.
  if (blank.length > 0 && form.reportValidity()) reportUnseen(form);
  return blank.length > 0;
}

/** Reports blank read-only inputs, which list boxes use and the browser ignores. */
function reportUnseen(form: HTMLFormElement): void {
  const blank = blankFields(form);
  for (const field of blank.filter(({ willValidate }) => !willValidate)) {
    markBlank(field);
    field.dispatchEvent(new Event('invalid', { cancelable: true }));
    if (field === blank[0]) field.focus();
  }
}

/** A browser that stops a form at the fields that it sees does not send 'submit': the others are reported after them. */
function watchUnseen(): void {
  let isReporting = false;
  document.addEventListener(
    'invalid',
    ({ target }) => {
      const { form } = target as Field;
      if (isReporting || !form) return;
      isReporting = true;
      setTimeout(() => {
        reportUnseen(form);
        isReporting = false;
      });
    },
    { capture: true },
  );
}

/** Stops every form with a blank required field from being sent, and says what is wrong with fields. */
export function watchForms(): void {
  watchUnseen();
  watchInvalidFields();
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

/** The name of a field's error. List boxes without a name give it in `data-field`. */
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

/* The browser's bubbles are in its own language, look and time; these are ours. */

/** A field's own message appears with the next render. */
const nextPaint = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));

/** Reports invalid fields in place of the browser: leads to the first, and tells it beside fields that do not themselves. */
function watchInvalidFields(): void {
  let isLed = false;
  document.addEventListener(
    'invalid',
    (event) => {
      event.preventDefault();
      if (isLed) return;
      isLed = true;
      // The others of the same form follow in this task.
      setTimeout(() => (isLed = false));
      const field = event.target as Control;
      field.focus();
      void nextPaint().then(() => isTold(field) || note(field));
    },
    { capture: true },
  );
}

/** Whether the message stands beside the field already. */
function isTold(field: Control): boolean {
  const described = field.getAttribute('aria-describedby')?.split(' ') ?? [];
  const beside = [...described.map((id) => document.getElementById(id)), field.closest('[data-field]')];
  return beside.some((element) => element?.textContent?.includes(validityMessage(field)));
}

/** A message below a field, until it changes or is left. */
function note(field: Control): void {
  const words = validityMessage(field);
  if (!field.isConnected || !words) return;
  const bubble = document.createElement('p');
  bubble.id = 'field-note';
  bubble.setAttribute('role', 'alert');
  bubble.className = classes.note!;
  bubble.textContent = words;
  const described = field.getAttribute('aria-describedby');
  field.setAttribute('aria-describedby', [described, bubble.id].filter(Boolean).join(' '));
  field.setAttribute('aria-invalid', 'true');
  // A modal dialog is above the page, so its messages must be inside it.
  (field.closest('dialog[open]') ?? document.body).append(bubble);
  const place = () => {
    const at = field.getBoundingClientRect();
    const room = document.documentElement.clientWidth - bubble.offsetWidth - 8;
    bubble.style.left = `${Math.max(8, Math.min(at.left, room))}px`;
    bubble.style.top = `${at.bottom + 4}px`;
  };
  const over = new AbortController();
  const { signal } = over;
  const end = () => {
    over.abort();
    bubble.remove();
    field.removeAttribute('aria-invalid');
    if (described) field.setAttribute('aria-describedby', described);
    else field.removeAttribute('aria-describedby');
  };
  place();
  addEventListener('scroll', place, { capture: true, passive: true, signal });
  addEventListener('resize', place, { signal });
  for (const event of ['input', 'change', 'blur']) field.addEventListener(event, end, { signal });
}
