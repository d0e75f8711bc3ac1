import { type RefObject, useEffect, useRef } from 'react';

const CONTROLS = 'a, button, input, select, textarea, label, summary, [role=button], [data-row]';

// The space bar scrolls, and Control or Alt belong to shortcuts.
const isLetter = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent) =>
  key.length === 1 && key !== ' ' && !ctrlKey && !metaKey && !altKey;

/** Calls back when the user presses a control, types or edits outside the element, or presses Escape anywhere. */
export function useWorkElsewhere(part: RefObject<HTMLElement | null>, begins: () => void) {
  const latest = useRef(begins);
  useEffect(() => {
    latest.current = begins;
  });
  useEffect(() => {
    const isOutside = (target: EventTarget | null) => target instanceof Element && !part.current?.contains(target);
    const edit = (event: Event) => isOutside(event.target) && latest.current();
    const press = (event: Event) =>
      isOutside(event.target) && (event.target as Element).closest(CONTROLS) && latest.current();
    const type = (event: KeyboardEvent) => {
      if (event.key === 'Escape') {
        // Dialogs and popovers close first.
        if (!event.defaultPrevented && !document.querySelector('dialog[open], [data-popover]')) latest.current();
      } else if (isOutside(event.target) && isLetter(event)) latest.current();
    };
    document.addEventListener('input', edit, true);
    document.addEventListener('pointerdown', press, true);
    document.addEventListener('keydown', type);
    return () => {
      document.removeEventListener('input', edit, true);
      document.removeEventListener('pointerdown', press, true);
      document.removeEventListener('keydown', type);
    };
  }, [part]);
}
