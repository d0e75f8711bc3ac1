import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { cx } from './cx.ts';
import classes from './popover.module.css';
import buttons from './button.module.css';

interface PopoverProps {
  /** Names the button and what it opens. */
  label: string;
  trigger: ReactNode;
  triggerClass?: string;
  role?: 'menu' | 'dialog';
  children: ReactNode | ((close: () => void) => ReactNode);
  onKeyDown?: (event: KeyboardEvent<HTMLDivElement>, close: () => void) => void;
  onOpen?: (panel: HTMLDivElement) => void;
}

/** Under the button, kept inside the window, above it when there is no room below. */
function place(button: HTMLElement, panel: HTMLElement) {
  const at = button.getBoundingClientRect();
  const left = Math.max(8, Math.min(at.left, document.body.clientWidth - panel.offsetWidth - 8));
  const fits = at.bottom + 4 + panel.offsetHeight <= window.innerHeight - 8;
  panel.style.left = `${left}px`;
  panel.style.top = `${fits ? at.bottom + 4 : Math.max(8, at.top - panel.offsetHeight - 4)}px`;
}

/** A button and what it opens. Escape, a press elsewhere or leaving by Tab closes it; Escape gives the focus back. */
export function Popover({ label, trigger, triggerClass, role = 'dialog', children, onKeyDown, onOpen }: PopoverProps) {
  const id = useId();
  const area = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  const opened = useRef(onOpen);
  useEffect(() => {
    opened.current = onOpen;
  });
  useEffect(() => {
    const trigger = button.current;
    if (!open || !trigger || !panel.current) return;
    place(trigger, panel.current);
    panel.current.focus({ preventScroll: true });
    opened.current?.(panel.current);
    const elsewhere = (event: Event) => {
      if (event.target instanceof Node && !area.current?.contains(event.target)) setOpen(false);
    };
    const away = () => setOpen(false);
    document.addEventListener('pointerdown', elsewhere, true);
    document.addEventListener('focusin', elsewhere);
    window.addEventListener('resize', away);
    return () => {
      document.removeEventListener('pointerdown', elsewhere, true);
      document.removeEventListener('focusin', elsewhere);
      window.removeEventListener('resize', away);
      // The focus went with the panel: back to where it came from.
      if (document.activeElement === document.body) trigger.focus();
    };
  }, [open]);
  return (
    <div ref={area} className={classes.area} data-popover={open || undefined}>
      <button
        ref={button}
        type="button"
        aria-haspopup={role}
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        aria-label={label}
        data-tooltip={label}
        className={triggerClass ?? cx(buttons.button, buttons.plain, buttons.square)}
        onClick={() => setOpen(!open)}
      >
        {trigger}
      </button>
      {open && (
        // The role is one of two that hold controls: menu or dialog.
        // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
        <div
          ref={panel}
          id={id}
          role={role}
          aria-label={label}
          tabIndex={-1}
          className={classes.panel}
          onKeyDown={(event) => {
            if (event.key === 'Escape') {
              event.stopPropagation();
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
