import { IconX } from '../../icons.tsx';
import classes from './choices.module.css';

/** Whether a list is long: the filter then has the focus and phones show the keyboard. */
export const isLong = (count: number) => count > 12;

/** Focuses the filter of long lists only, because a phone's keyboard would cover short ones. */
export function focusChoices(panel: HTMLElement, filter: HTMLElement | null, count: number): void {
  const scrolls = matchMedia('(pointer: coarse)').matches && !isLong(count);
  (scrolls ? panel : filter)?.focus();
}

/** The title and close button of a long list that covers its field. */
export function TopLine({ label, onClose }: { label: string; onClose: () => void }) {
  return (
    <div className={classes.top}>
      <span aria-hidden>{label}</span>
      <button
        type="button"
        aria-label="Close the list"
        onClick={onClose}
        // Enter chooses an option in the list.
        onKeyDown={(event) => event.key === 'Enter' && event.stopPropagation()}
      >
        <IconX />
      </button>
    </div>
  );
}
