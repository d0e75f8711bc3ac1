import { useEffect, useState } from 'react';
import { Button, IconButton } from '../button.tsx';
import { cx } from '../cx.ts';
import { IconAlertTriangle, IconCircleCheck, IconInfoCircle, IconX } from '../icons.tsx';
import { dismissToast, type Toast, UNDO_MS } from './toast.ts';
import classes from './toaster.module.css';

export interface ToasterProps {
  /** Posts to the URL of an undo. */
  onUndo: (address: string) => Promise<void>;
}

export const TOAST_ICONS = { good: IconCircleCheck, bad: IconAlertTriangle, info: IconInfoCircle };

export function ToastCard({ toast, onUndo, onClose }: { toast: Toast; onClose: () => void } & ToasterProps) {
  const [held, setHeld] = useState(false);
  const [busy, setBusy] = useState(false);
  const Icon = TOAST_ICONS[toast.tone];
  const stays = toast.tone === 'bad' || held || busy;
  useEffect(() => {
    if (stays) return;
    const timer = setTimeout(() => dismissToast(toast.id), UNDO_MS);
    return () => clearTimeout(timer);
  }, [stays, toast.id]);
  const undo = async () => {
    setBusy(true);
    try {
      if (toast.undo?.action) await onUndo(toast.undo.action);
      else await toast.undo?.run?.();
    } finally {
      onClose();
    }
  };
  return (
    // Escape from any of its buttons.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      className={cx(classes.toast, classes[toast.tone])}
      data-toast={toast.tone}
      data-leaving={toast.isLeaving}
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        // Closes the message, not the dialog below.
        event.preventDefault();
        onClose();
      }}
    >
      <Icon />
      <p>{toast.message}</p>
      {toast.undo && (
        <Button small loading={busy} onClick={() => void undo()}>
          {toast.undo.label ?? 'Undo'}
        </Button>
      )}
      <IconButton small label="Dismiss" data-close={toast.id} onClick={onClose}>
        <IconX size={16} />
      </IconButton>
      {toast.undo && <span className={classes.time} data-held={held || busy} aria-hidden />}
    </div>
  );
}
