import { type ReactNode, useEffect, useId, useRef } from 'react';
import { IconButton } from '../button.tsx';
import { cx } from '../cx.ts';
import { focusTitleWhenLost } from '../focus-title.ts';
import { IconX } from '../icons.tsx';
import classes from './dialog.module.css';

interface DialogProps {
  open: boolean;
  onClose: () => void;
  title: string;
  children: ReactNode;
  footer?: ReactNode;
  wide?: boolean;
  /** Something is being saved: it stays open until the answer is there. */
  busy?: boolean;
  /** An alert dialog, for questions. */
  alert?: boolean;
}

const FIELD = 'form :is(input:not([type=hidden]), select, textarea)';

/** A native modal dialog: traps the focus, closes with Escape or a press outside, restores the focus. */
export function Dialog({ open, onClose, title, children, footer, wide, busy, alert }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    if (!open) return dialog.current?.close();
    dialog.current?.showModal();
    // Focuses the first field rather than the close button.
    if (!alert) dialog.current?.querySelector<HTMLElement>(FIELD)?.focus();
  }, [open, alert]);
  return (
    // Escape is the keyboard equivalent of the press outside.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <dialog
      ref={dialog}
      role={alert ? 'alertdialog' : undefined}
      className={cx(classes.dialog, wide && classes.wide)}
      aria-labelledby={`${id}-title`}
      aria-describedby={alert ? `${id}-body` : undefined}
      onClose={() => {
        // The browser gave the focus back, unless the menu item or button that opened this is gone.
        focusTitleWhenLost();
        onClose();
      }}
      onCancel={(event) => busy && event.preventDefault()}
      onMouseDown={(event) => event.target === event.currentTarget && !busy && dialog.current?.close()}
    >
      {open && (
        <>
          <div className={classes.header}>
            <h2 id={`${id}-title`}>{title}</h2>
            <IconButton label="Close" disabled={busy} onClick={() => dialog.current?.close()}>
              <IconX />
            </IconButton>
          </div>
          <div className={classes.body} id={`${id}-body`}>
            {children}
          </div>
          {footer && <div className={classes.footer}>{footer}</div>}
        </>
      )}
    </dialog>
  );
}
