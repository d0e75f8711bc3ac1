import classes from './field-note.module.css';
import { type Control, validityWords } from './validity-words.ts';

/* The browser's bubbles are in its own language, look and time; these are ours. */

/** A field's own message appears with the next render. */
const nextPaint = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));

/** Reports invalid fields in place of the browser: leads to the first, and tells it beside fields that do not themselves. */
export function watchInvalidFields(): void {
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
  return beside.some((element) => element?.textContent?.includes(validityWords(field)));
}

/** A message below a field, until it changes or is left. */
function note(field: Control): void {
  const words = validityWords(field);
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
