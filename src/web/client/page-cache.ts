import { router, type Page } from '@inertiajs/core';
import { HISTORY_DELAY_MS, PAGE_CACHE_SIZE } from '#ui/plain/constants.ts';

/**
 * Inertia stores every visited page in its history entry. These are the addresses whose stored page may still be shown;
 * Back or Forward to any other address fetches it again.
 */
let kept: string[] = [];

/** Records that the page of this address was just shown. */
export function keepPage(address: string): void {
  const key = withoutFragment(address);
  kept = [...kept.filter((other) => other !== key), key].slice(-PAGE_CACHE_SIZE);
}

/** A write may make every stored page out of date: only the current one stays. */
export function forgetOtherPages(): void {
  kept = kept.slice(-1);
}

/** Takes over Back and Forward. Must run before Inertia listens, so that it can stop Inertia's handler. */
export function watchHistory(): void {
  let isOpen = false;
  let missed = false;
  setTimeout(() => {
    isOpen = true;
    if (missed) window.dispatchEvent(new PopStateEvent('popstate', { state: history.state }));
  }, HISTORY_DELAY_MS);
  window.addEventListener(
    'popstate',
    (event) => {
      if (!isOpen) {
        event.stopImmediatePropagation();
        missed = true;
      } else if (isPageEntry(event.state) && isInView(location.href)) {
        event.stopImmediatePropagation();
        stayInView(event.state);
      } else if (isPageEntry(event.state) && !kept.includes(withoutFragment(location.href))) {
        event.stopImmediatePropagation();
        fetchAgain();
      }
    },
    { capture: true },
  );
}

/**
 * On a full load by Back or Forward Inertia would show the page in the history entry instead of the one just sent. This
 * replaces it and keeps the input (remembered state).
 */
export function refreshHistoryEntry(fresh: Page): void {
  const state: unknown = history.state;
  if (!isPageEntry(state)) return;
  const rememberedState = state.page instanceof ArrayBuffer ? {} : (state.page.rememberedState ?? {});
  history.replaceState({ ...state, page: { ...fresh, flash: {}, rememberedState } }, '');
}

interface PageEntry {
  page: Page | ArrayBuffer;
  documentScrollPosition?: { top: number; left: number };
}

const isPageEntry = (state: unknown): state is PageEntry =>
  typeof state === 'object' && state !== null && 'page' in state && Boolean(state.page);

const isInView = (address: string) => withoutFragment(address) === kept.at(-1);

function fetchAgain(): void {
  router.visit(location.href, {
    replace: true,
    preserveScroll: true,
    onSuccess: () => scrollAsLeft(history.state as PageEntry | null),
  });
}

/** 2.15: Back and Forward within a page only scroll; Inertia would render it again and lose the selection. */
function stayInView(entry: PageEntry): void {
  nameInView();
  scrollAsLeft(entry);
}

/** Tells Inertia the current address after its fragment changed. */
export function nameInView(): void {
  const { pathname, search, hash } = location;
  router.replace({ url: pathname + search + hash, preserveScroll: true, preserveState: true });
}

function scrollAsLeft(entry: PageEntry | null): void {
  const { top = 0, left = 0 } = entry?.documentScrollPosition ?? {};
  requestAnimationFrame(() => window.scrollTo(left, top));
}

function withoutFragment(address: string): string {
  const url = new URL(address, location.href);
  return url.pathname + url.search;
}
