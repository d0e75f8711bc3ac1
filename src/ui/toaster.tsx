import { type KeyboardEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Button, IconButton } from './button.tsx';
import { cx } from './cx.ts';
import { IconAlertTriangle, IconCircleCheck, IconInfoCircle, IconX } from './icons.tsx';
import { dismissToast, dismissToasts, type Toast, UNDO_MS, useToasts } from './toast.ts';
import classes from './toaster.module.css';

export const TOAST_ICONS = { good: IconCircleCheck, bad: IconAlertTriangle, info: IconInfoCircle };
/** Leads to the messages from anywhere on the page. */
export const TOASTS_KEY = 'F8';

interface ToasterProps {
  /** Posts to the address of an undo. */
  onUndo: (address: string) => Promise<void>;
}

const closersIn = (area: HTMLElement) => [
  ...area.querySelectorAll<HTMLElement>('[data-toast]:not([data-leaving]) [data-close]'),
];

/** Focus goes to the latest message by a key, to the next one when its own closes, and in the end back where it was. */
function useToastFocus() {
  const area = useRef<HTMLElement>(null);
  const before = useRef<HTMLElement | null>(null);
  useEffect(() => {
    const press = (event: KeyboardEvent | globalThis.KeyboardEvent) => {
      if (event.key !== TOASTS_KEY || !area.current) return;
      const latest = closersIn(area.current).at(-1);
      if (!latest) return;
      event.preventDefault();
      if (!area.current.contains(document.activeElement)) before.current = document.activeElement as HTMLElement;
      latest.focus();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);
  /** Before some close: whoever stands in them is led on. */
  const leadOn = (closing: (closer: HTMLElement) => boolean) => {
    if (!area.current?.contains(document.activeElement)) return;
    const next = closersIn(area.current)
      .filter((closer) => !closing(closer))
      .at(-1);
    if (next) return next.focus();
    const back = before.current?.isConnected ? before.current : document.querySelector<HTMLElement>('#main');
    before.current = null;
    back?.focus({ preventScroll: true });
  };
  return { area, leadOn };
}

/**
 * Keeps the area above all else: in the topmost open dialog, whose backdrop lies over the rest of the page, else at home.
 * It is moved, not made again, so that its live regions are there before what they have to say. It is its home's only
 * child, so that React never looks for it beside something else.
 */
function useTopmost(area: RefObject<HTMLElement | null>) {
  useLayoutEffect(() => {
    const moved = area.current!;
    const home = moved.parentElement!;
    const place = () => {
      const top = [...document.querySelectorAll('dialog[open]')].at(-1) ?? home;
      if (moved.parentElement !== top) top.append(moved);
    };
    place();
    const watched = new MutationObserver(place);
    watched.observe(document.body, { subtree: true, childList: true, attributeFilter: ['open'] });
    return () => {
      watched.disconnect();
      home.append(moved);
    };
  }, [area]);
}

/**
 * The notifications area (2.12): a polite region for news, an assertive one for what went wrong. News goes by itself,
 * what went wrong stays. Closing fades, the last one with the whole area (4.6).
 */
export function Toaster({ onUndo }: ToasterProps) {
  const toasts = useToasts();
  const { area, leadOn } = useToastFocus();
  useTopmost(area);
  const close = (id: number) => {
    leadOn((closer) => closer.dataset['close'] === String(id));
    dismissToast(id);
  };
  const closeAll = () => {
    leadOn(() => true);
    dismissToasts();
  };
  const of = (bad: boolean) =>
    toasts
      .filter((t) => (t.tone === 'bad') === bad)
      .map((t) => <ToastCard key={t.id} toast={t} onUndo={onUndo} onClose={() => close(t.id)} />);
  const staying = toasts.filter((t) => !t.isLeaving).length;
  return (
    <div>
      <section
        ref={area}
        className={classes.area}
        aria-label="Messages"
        aria-keyshortcuts={TOASTS_KEY}
        data-toasts
        data-leaving={(toasts.length > 0 && staying === 0) || undefined}
      >
        {staying > 1 && (
          <Button small className={classes.all} onClick={closeAll}>
            Dismiss all
          </Button>
        )}
        <div role="status">{of(false)}</div>
        <div role="alert">{of(true)}</div>
      </section>
    </div>
  );
}

function ToastCard({ toast, onUndo, onClose }: { toast: Toast; onClose: () => void } & ToasterProps) {
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
    // Escape from whichever of its buttons has the focus.
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
        // It is the message that goes, not the dialog it lies over.
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
