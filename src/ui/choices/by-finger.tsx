import { IconX } from '../icons.tsx';
import classes from './choices.module.css';

/** More than a finger likes to scroll through: the filter has the focus at once, and a phone shows its keyboard. */
export const isLong = (count: number) => count > 12;

/** A short list is read and pressed; the keyboard of a phone would only cover it. */
export function focusChoices(panel: HTMLElement, filter: HTMLElement | null, count: number): void {
  const scrolls = matchMedia('(pointer: coarse)').matches && !isLong(count);
  (scrolls ? panel : filter)?.focus();
}

/** What a long list says above its filter where it lies over its own field: which it is, and the way out. */
export function TopLine({ label, onClose }: { label: string; onClose: () => void }) {
  return (
    <div className={classes.top}>
      <span aria-hidden>{label}</span>
      <button
        type="button"
        aria-label="Close the list"
        onClick={onClose}
        // Enter in the list chooses.
        onKeyDown={(event) => event.key === 'Enter' && event.stopPropagation()}
      >
        <IconX />
      </button>
    </div>
  );
}
