import { titleInView } from '../focus-title.ts';
import { useEffect, useId, useLayoutEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react';
import { Button, IconButton } from '../button.tsx';
import { IconX } from '../icons.tsx';
import { boxOf, placeTour } from './tour/place.ts';
import { NARROW } from '../hooks/use-media.ts';
import classes from './tour/tour.module.css';

interface TourStep {
  /** The `data-tour` of the explained element. */
  at: string;
  title: string;
  text: string;
}

export type TourEnd = 'finished' | 'dismissed';

interface TourProps {
  /** The steps with an element on the page (presentSteps). */
  steps: TourStep[];
  start?: number;
  /** Called when closing starts, with the current step to resume from. */
  onEnd: (how: TourEnd, at: number) => void;
  /** Called after the fade-out. */
  onGone: () => void;
}

// ui.md: motion ≤ 150 ms
const FADE_MS = 150;

/** The steps whose element is visible on the page. */
export const presentSteps = (steps: TourStep[]): TourStep[] => steps.filter((step) => boxOf(step.at) !== null);

/** A help tour: a card next to one element after another. Using the page closes it. */
export function Tour({ steps, start = 0, onEnd, onGone }: TourProps) {
  const id = useId();
  const card = useRef<HTMLDivElement>(null);
  const ring = useRef<HTMLDivElement>(null);
  const [at, setAt] = useState(Math.min(start, steps.length - 1));
  const leaving = useRef(false);
  const step = steps[at]!;
  const isLast = at === steps.length - 1;
  useFocusThere(card);
  const keepFocus = useFocusInCard(card, at);

  const leave = (how: TourEnd) => {
    if (leaving.current) return;
    leaving.current = true;
    onEnd(how, at);
    const parts = [card.current!, ring.current!];
    const duration = matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : FADE_MS;
    // 4.6: closing a step fades out that step
    const fades = parts.map((part) => part.animate({ opacity: [1, 0] }, { duration, fill: 'forwards' }).finished);
    void Promise.allSettled(fades).then(onGone);
  };
  // The last step completes the tour.
  const close = () => leave(isLast ? 'finished' : 'dismissed');
  useWorkElsewhere(card, close);

  // Before the first paint, to avoid a jump.
  useLayoutEffect(() => {
    const put = (mayScroll: boolean) => {
      if (card.current && ring.current)
        placeTour({
          at: step.at,
          card: card.current,
          ring: ring.current,
          isSheet: matchMedia(NARROW).matches,
          mayScroll,
        });
    };
    put(true);
    let frame = 0;
    const again = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => put(false));
    };
    // Late content can move the element without scrolling.
    const observer = new ResizeObserver(again);
    observer.observe(document.body);
    window.addEventListener('resize', again);
    window.addEventListener('scroll', again, { capture: true, passive: true });
    return () => {
      cancelAnimationFrame(frame);
      observer.disconnect();
      window.removeEventListener('resize', again);
      window.removeEventListener('scroll', again, { capture: true });
    };
  }, [step.at]);

  const go = (to: number) => {
    if (to < 0 || to >= steps.length) return;
    keepFocus();
    setAt(to);
  };
  const press = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.key === 'ArrowRight') go(at + 1);
    else if (event.key === 'ArrowLeft') go(at - 1);
    // Enter presses a focused button; on the card it goes to the next step.
    else if (event.key === 'Enter' && event.target === event.currentTarget) {
      if (isLast) leave('finished');
      else go(at + 1);
    } else return;
    event.preventDefault();
  };
  return (
    <>
      <div ref={ring} className={classes.ring} aria-hidden data-tour-ring />
      {/* A non-modal dialog: its keys are shortcuts for its buttons. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <div
        ref={card}
        role="dialog"
        aria-labelledby={`${id}-title`}
        aria-describedby={`${id}-text`}
        tabIndex={-1}
        className={classes.card}
        onKeyDown={press}
        data-tour-card
      >
        <div aria-live="polite" aria-atomic className={classes.words}>
          <h2 id={`${id}-title`}>{step.title}</h2>
          <p id={`${id}-text`}>{step.text}</p>
        </div>
        <IconButton small label="Close the tour" className={classes.close} onClick={close}>
          <IconX size={16} />
        </IconButton>
        <div className={classes.actions}>
          <span className={classes.count}>{steps.length > 1 && `${at + 1} of ${steps.length}`}</span>
          {at > 0 && (
            <Button small tone="plain" onClick={() => go(at - 1)}>
              Back
            </Button>
          )}
          {steps.length > 1 && (
            <Button
              small
              tone={isLast ? 'quiet' : 'primary'}
              disabled={isLast}
              data-tour-main={isLast ? undefined : true}
              onClick={() => go(at + 1)}
            >
              Next
            </Button>
          )}
          {isLast && (
            <Button small tone="primary" data-tour-main onClick={() => leave('finished')}>
              Done
            </Button>
          )}
        </div>
      </div>
    </>
  );
}

/** Moves the focus to the card unless the user is typing, and back afterwards. */
function useFocusThere(card: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const own = card.current;
    const before = document.activeElement instanceof HTMLElement ? document.activeElement : document.body;
    const isBusy = before.matches('input, textarea, select, [contenteditable]');
    if (!isBusy) own?.focus({ preventScroll: true });
    return () => {
      const now = document.activeElement;
      const isFree = now === null || now === document.body || own?.contains(now);
      if (!isFree) return;
      const back = before.isConnected && before !== document.body ? before : titleInView();
      back?.focus({ preventScroll: true });
    };
  }, [card]);
}

/**
 * A step takes away the button that went to it, or disables it: Next on the last step (4.5), Back on the first, Done
 * before the last. The focus then goes to the main button of the step, if it was in the card and nobody has moved it
 * elsewhere. Returns what to call before the step changes.
 */
function useFocusInCard(card: RefObject<HTMLElement | null>, at: number): () => void {
  const wasInside = useRef(false);
  useEffect(() => {
    const { activeElement: now, body } = document;
    // Browsers take the focus from a disabled button sooner or later than this.
    const isLost = now === null || now === body || (card.current!.contains(now) && now.matches(':disabled'));
    if (wasInside.current && isLost)
      card.current!.querySelector<HTMLElement>('[data-tour-main]')?.focus({ preventScroll: true });
    wasInside.current = false;
  }, [card, at]);
  return () => void (wasInside.current = card.current!.contains(document.activeElement));
}

const CONTROLS = 'a, button, input, select, textarea, label, summary, [role=button], [data-row]';

// The space bar scrolls, and Control or Alt belong to shortcuts.
const isLetter = ({ key, ctrlKey, metaKey, altKey }: globalThis.KeyboardEvent) =>
  key.length === 1 && key !== ' ' && !ctrlKey && !metaKey && !altKey;

/** Calls back when the user presses a control, types or edits outside the element, or presses Escape anywhere. */
function useWorkElsewhere(part: RefObject<HTMLElement | null>, begins: () => void) {
  const latest = useRef(begins);
  useEffect(() => {
    latest.current = begins;
  });
  useEffect(() => {
    const isOutside = (target: EventTarget | null) => target instanceof Element && !part.current?.contains(target);
    const edit = (event: Event) => isOutside(event.target) && latest.current();
    const press = (event: Event) =>
      isOutside(event.target) && (event.target as Element).closest(CONTROLS) && latest.current();
    const type = (event: globalThis.KeyboardEvent) => {
      if (event.key === 'Escape') {
        // Dialogs and popovers close first.
        if (!event.defaultPrevented && !document.querySelector('dialog[open], [data-popover]')) latest.current();
      } else if (isOutside(event.target) && isLetter(event)) latest.current();
    };
    const gone = new AbortController();
    const { signal } = gone;
    document.addEventListener('input', edit, { signal, capture: true });
    document.addEventListener('pointerdown', press, { signal, capture: true });
    document.addEventListener('keydown', type, { signal });
    return () => gone.abort();
  }, [part]);
}
