import { useEffect, useRef, useState } from 'react';

const GAP = 4;
const EDGE = 8;

/** Which edges of button and panel are one above the other. */
export type Align = 'start' | 'end';

/** Under the button, kept inside what is seen of the window, above it when there is more room there. */
function place(button: HTMLElement, panel: HTMLElement, align: Align) {
  const at = button.getBoundingClientRect();
  const { height = window.innerHeight, offsetTop = 0 } = window.visualViewport ?? {};
  panel.style.setProperty('--seen-height', `${height}px`);
  panel.style.setProperty('--seen-top', `${offsetTop}px`);
  // The keyboard of a phone may lie over the button.
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

/**
 * A button and the panel that it opens: placed beside it, closed by a press elsewhere or when the focus leaves; the
 * focus goes back to the button when it went away with the panel.
 */
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
    // What is inside may have taken it already.
    if (!shown.contains(document.activeElement)) shown.focus({ preventScroll: true });
    opened.current?.(shown);
    const elsewhere = (event: Event) => {
      if (event.target instanceof Node && !area.current?.contains(event.target)) setOpen(false);
    };
    // What is inside may come later, and the page may move beneath.
    const grown = new ResizeObserver(again);
    for (const child of [shown, ...shown.children]) grown.observe(child);
    document.addEventListener('pointerdown', elsewhere, true);
    document.addEventListener('focusin', elsewhere);
    window.addEventListener('resize', again);
    window.addEventListener('scroll', again, true);
    window.visualViewport?.addEventListener('resize', again);
    window.visualViewport?.addEventListener('scroll', again);
    return () => {
      grown.disconnect();
      document.removeEventListener('pointerdown', elsewhere, true);
      document.removeEventListener('focusin', elsewhere);
      window.removeEventListener('resize', again);
      window.removeEventListener('scroll', again, true);
      window.visualViewport?.removeEventListener('resize', again);
      window.visualViewport?.removeEventListener('scroll', again);
      // The focus went with the panel: back to where it came from.
      if (document.activeElement === document.body || shown.contains(document.activeElement)) trigger.focus();
    };
  }, [open, align]);
  return { area, button, panel, open, setOpen };
}
