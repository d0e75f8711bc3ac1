import { type KeyboardEvent, type ReactNode, useId } from 'react';
import { cx } from '../cx.ts';
import { type Align, usePopover } from './use-popover.ts';
import classes from './popover.module.css';
import buttons from '../button.module.css';

interface PopoverProps {
  /** The accessible name of the button and the panel. */
  label: string;
  trigger: ReactNode;
  triggerClass?: string;
  role?: 'menu' | 'dialog';
  children: ReactNode | ((close: () => void) => ReactNode);
  onKeyDown?: (event: KeyboardEvent<HTMLDivElement>, close: () => void) => void;
  onOpen?: (panel: HTMLDivElement) => void;
  /** The id of a description, such as the field's label. */
  describedBy?: string;
  disabled?: boolean;
  /** On a phone the panel is a bottom sheet. */
  sheet?: boolean;
  align?: Align;
}

/** A button with a panel. Escape, a press elsewhere or Tab closes it; Escape restores the focus. */
export function Popover({
  label,
  trigger,
  triggerClass,
  role = 'dialog',
  children,
  onKeyDown,
  onOpen,
  describedBy,
  disabled,
  sheet,
  align,
}: PopoverProps) {
  const id = useId();
  const { area, button, panel, open, setOpen } = usePopover(onOpen, align);
  const close = () => setOpen(false);
  return (
    <div ref={area} className="contents" data-popover={open || undefined}>
      <button
        ref={button}
        type="button"
        aria-haspopup={role}
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        aria-label={label}
        aria-describedby={describedBy}
        disabled={disabled}
        data-tooltip={label}
        className={triggerClass ?? cx(buttons.button, buttons.plain, buttons.square)}
        onClick={() => setOpen(!open)}
      >
        {trigger}
      </button>
      {open && (
        // The role is menu or dialog, which contain controls.
        // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
        <div
          ref={panel}
          id={id}
          role={role}
          aria-label={label}
          tabIndex={-1}
          className={cx(classes.panel, sheet && classes.sheet)}
          onKeyDown={(event) => {
            if (event.key === 'Escape') {
              event.stopPropagation();
              // A surrounding dialog must not close with it.
              event.preventDefault();
              close();
            } else onKeyDown?.(event, close);
          }}
        >
          {typeof children === 'function' ? children(close) : children}
        </div>
      )}
    </div>
  );
}
