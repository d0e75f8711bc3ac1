import { SMOOTH_SCROLL_MS } from './constants.ts';

/** User input that stops the animated scroll. */
const TAKEN_OVER = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;
let stop = () => {};

const easeInOut = (part: number) => (part < 0.5 ? 4 * part ** 3 : 1 - (2 - 2 * part) ** 3 / 2);

/** The scroll position with this element at the top, below sticky headers (scroll-padding, scroll-margin). */
function topOf(target: Element): number {
  if (target === document.documentElement) return 0;
  const padding = Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) || 0;
  const margin = Number.parseFloat(getComputedStyle(target).scrollMarginTop) || 0;
  const wanted = target.getBoundingClientRect().top + scrollY - padding - margin;
  return Math.max(0, Math.min(wanted, document.documentElement.scrollHeight - innerHeight));
}

/** 2.15, 9.15: scrolls to an element over 1000 ms, or at once with reduced motion. */
export function smoothScroll(target: Element): void {
  stop();
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return scrollTo(scrollX, topOf(target));
  const from = scrollY;
  let began: number | undefined;
  let frame = requestAnimationFrame(function step(now) {
    began ??= now;
    const part = Math.min(1, (now - began) / SMOOTH_SCROLL_MS);
    // Measured every frame, because loading pictures move the target.
    scrollTo(scrollX, from + (topOf(target) - from) * easeInOut(part));
    if (part < 1) frame = requestAnimationFrame(step);
    else stop();
  });
  stop = () => {
    cancelAnimationFrame(frame);
    for (const event of TAKEN_OVER) removeEventListener(event, stop);
    stop = () => {};
  };
  for (const event of TAKEN_OVER) addEventListener(event, stop, { passive: true });
}

/** The element of a fragment; '#' and '#top' are the top of the page, whose title takes the focus. */
function namedBy(hash: string): { target: Element; focus: HTMLElement | null } | undefined {
  const id = decoded(hash.slice(1));
  const named = document.getElementById(id);
  if (named) return { target: named, focus: named };
  if (id && id !== 'top') return undefined;
  return { target: document.documentElement, focus: document.querySelector<HTMLElement>('h1') };
}

function decoded(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}

/** Moves the focus to the target, even if it is not a control. */
function takeFocus(element: HTMLElement): void {
  element.focus({ preventScroll: true });
  if (document.activeElement === element) return;
  element.tabIndex = -1;
  element.focus({ preventScroll: true });
  element.addEventListener('blur', () => element.removeAttribute('tabindex'), { once: true });
}

/** 2.15: makes every in-page link scroll smoothly. The fragment is added to the history, so that Back works; `onEntry` notifies the navigation. */
export function followAnchors(onEntry: () => void = () => {}): void {
  document.addEventListener('click', (event) => {
    if (event.defaultPrevented || event.button !== 0) return;
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (!link?.getAttribute('href')?.includes('#') || link.target || link.hasAttribute('download')) return;
    const { pathname, search, hash, origin } = new URL(link.href);
    if (origin !== location.origin || pathname !== location.pathname || search !== location.search) return;
    const place = namedBy(hash);
    if (!place) return;
    event.preventDefault();
    if (hash !== location.hash) {
      history.pushState(history.state, '', hash || location.pathname + search);
      onEntry();
    }
    if (place.focus) takeFocus(place.focus);
    smoothScroll(place.target);
  });
}
