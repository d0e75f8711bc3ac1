import { type KeyboardEvent, type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { Button } from '../button.tsx';
import { dismissToast, dismissToasts, useToasts } from './toast.ts';
import classes from './toaster.module.css';
import { ToastCard, type ToasterProps } from './toast-card.tsx';

/** The key that moves the focus to the messages. */
export const TOASTS_KEY = 'F8';

const closersIn = (area: HTMLElement) => [
  ...area.querySelectorAll<HTMLElement>('[data-toast]:not([data-leaving]) [data-close]'),
];

/** Moves the focus to the latest message by key, to the next one when it closes, and finally back. */
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
  /** Moves the focus on before messages close. */
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

/** Keeps the area on top: inside the topmost open dialog, else in its home. It is moved rather than re-created, so that its live regions exist before their messages. It is the only child of its home, so that React does not look for it next to siblings. */
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

/** The notifications area (2.12): a polite live region for news and an assertive one for errors. News disappears by itself, errors stay. Closing fades, the last one with the whole area (4.6). */
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
        aria-label="Alerts"
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
