import type { ReactNode, RefObject } from 'react';
import { cx } from '../../cx.ts';
import type { ControlProps } from '../../forms/field.tsx';
import classes from './choices.module.css';
import fields from '../../forms/field.module.css';

interface ComboButtonProps {
  control: ControlProps;
  ref: RefObject<HTMLButtonElement | null>;
  panelId: string;
  open: boolean;
  isEmpty: boolean;
  disabled?: boolean | undefined;
  /** For controls without a visible label. */
  label?: string | undefined;
  /** Opens the panel with the typed letter. */
  onShow: (letter: string) => void;
  onHide: () => void;
  /** Called when it is about to be opened. */
  onNear?: () => void;
  children: ReactNode;
}

/** The button of a select, opened by a press, an arrow key or a letter. */
export function ComboButton({ control, panelId, open, isEmpty, onShow, onHide, onNear, ...props }: ComboButtonProps) {
  const { ref, disabled, label, children } = props;
  const { required, ...described } = control;
  return (
    <button
      {...described}
      ref={ref}
      type="button"
      role="combobox"
      aria-label={label}
      aria-haspopup="dialog"
      aria-expanded={open}
      aria-controls={open ? panelId : undefined}
      aria-required={required}
      disabled={disabled}
      className={cx(fields.control, classes.button, isEmpty && classes.empty)}
      onPointerEnter={onNear}
      onFocus={onNear}
      onClick={() => (open ? onHide() : onShow(''))}
      onKeyDown={(event) => {
        const isLetter = event.key.length === 1 && event.key !== ' ' && !event.ctrlKey && !event.metaKey;
        if (open || !(isLetter || event.key === 'ArrowDown' || event.key === 'ArrowUp')) return;
        event.preventDefault();
        onShow(isLetter ? event.key : '');
      }}
    >
      {children}
    </button>
  );
}
