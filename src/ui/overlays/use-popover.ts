import { useEffect, useRef, useState } from 'react';

const GAP = 4;
const EDGE = 8;

/** Which edges of button and panel are aligned. */
export type Align = 'start' | 'end';

/** Places the panel below the button, or above it if there is more room, inside the visible window. */
function place(button: HTMLElement, panel: HTMLElement, align: Align) {
  const at = button.getBoundingClientRect();
  const { height = window.innerHeight, offsetTop = 0 } = window.visualViewport ?? {};
  panel.style.setProperty('--seen-height', `${height}px`);
  panel.style.setProperty('--seen-top', `${offsetTop}px`);
  // A phone's keyboard can cover the button.
  const upper = Math.min(at.top, height);
  const below = height - at.bottom - GAP - EDGE;
  const above = upper - GAP - EDGE;
  panel.style.maxHeight = '';
  const fits = panel.offsetHeight <= below || below >= above;
  panel.style.maxHeight = `${Math.max(120, Math.min(480, fits ? below : above))}px`;
  const start = align === 'end' ? at.right - panel.offsetWidth : at.left;
  const left = Math.max(EDGE, Math.min(start, document.body.clientWidth - panel.offsetWidth - EDGE));
  panel.style.left = `${left}px`;
  panel.style.top = `${fits ? at.bottom + GAP : Math.max(EDGE, upper - panel.offsetHeight - GAP)}px`;
}

/** A button and its panel: positions it, closes it on an outside press or focus, and restores the focus. */
export function usePopover(onOpen?: (panel: HTMLDivElement) => void, align: Align = 'start') {
  const area = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  const opened = useRef(onOpen);
  useEffect(() => {
    opened.current = onOpen;
  });
  useEffect(() => {
    const [trigger, shown] = [button.current, panel.current];
    if (!open || !trigger || !shown) return;
    const again = () => place(trigger, shown, align);
    again();
    // The content may already have taken the focus.
    if (!shown.contains(document.activeElement)) shown.focus({ preventScroll: true });
    opened.current?.(shown);
    let isPressed = false;
    const elsewhere = (event: Event) => {
      if (!(event.target instanceof Node) || area.current?.contains(event.target)) return;
      isPressed = event.type === 'pointerdown';
      setOpen(false);
    };
    // The content can load late, and the page can scroll.
    const grown = new ResizeObserver(again);
    for (const child of [shown, ...shown.children]) grown.observe(child);
    const closed = new AbortController();
    const { signal } = closed;
    document.addEventListener('pointerdown', elsewhere, { signal, capture: true });
    document.addEventListener('focusin', elsewhere, { signal });
    window.addEventListener('resize', again, { signal });
    window.addEventListener('scroll', again, { signal, capture: true });
    window.visualViewport?.addEventListener('resize', again, { signal });
    window.visualViewport?.addEventListener('scroll', again, { signal });
    return () => {
      grown.disconnect();
      closed.abort();
      // The focus was in the panel, so restore it; the page stays, or the press would end beside what it began on.
      if (document.activeElement === document.body || shown.contains(document.activeElement))
        trigger.focus({ preventScroll: isPressed });
    };
  }, [open, align]);
  return { area, button, panel, open, setOpen };
}
