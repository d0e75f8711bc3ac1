import { useEffect, useState } from 'react';
import { Button, IconButton } from './button.tsx';
import { cx } from './cx.ts';
import { IconAlertTriangle, IconCircleCheck, IconInfoCircle, IconX } from './icons.tsx';
import { dismissToast, type Toast, UNDO_MS, useToasts } from './toast.ts';
import classes from './toaster.module.css';

const ICONS = { good: IconCircleCheck, bad: IconAlertTriangle, info: IconInfoCircle };

interface ToasterProps {
  /** Posts to the address of an undo. */
  onUndo: (address: string) => Promise<void>;
}

/** Where toasts appear: a polite region for news, an assertive one for what went wrong. */
export function Toaster({ onUndo }: ToasterProps) {
  const toasts = useToasts();
  const of = (bad: boolean) =>
    toasts.filter((t) => (t.tone === 'bad') === bad).map((t) => <ToastCard key={t.id} toast={t} onUndo={onUndo} />);
  return (
    <div className={classes.area}>
      <div role="status">{of(false)}</div>
      <div role="alert">{of(true)}</div>
    </div>
  );
}

function ToastCard({ toast, onUndo }: { toast: Toast } & ToasterProps) {
  const [held, setHeld] = useState(false);
  const [busy, setBusy] = useState(false);
  const Icon = ICONS[toast.tone];
  useEffect(() => {
    if (held || busy) return;
    const timer = setTimeout(() => dismissToast(toast.id), UNDO_MS);
    return () => clearTimeout(timer);
  }, [held, busy, toast.id]);
  const undo = async () => {
    setBusy(true);
    try {
      if (toast.undo?.action) await onUndo(toast.undo.action);
      else await toast.undo?.run?.();
    } finally {
      dismissToast(toast.id);
    }
  };
  return (
    <div
      className={cx(classes.toast, classes[toast.tone])}
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <Icon />
      <p>{toast.message}</p>
      {toast.undo && (
        <Button small loading={busy} onClick={() => void undo()}>
          {toast.undo.label ?? 'Undo'}
        </Button>
      )}
      <IconButton small label="Dismiss" onClick={() => dismissToast(toast.id)}>
        <IconX size={16} />
      </IconButton>
      {toast.undo && <span className={classes.time} data-held={held || busy} aria-hidden />}
    </div>
  );
}
