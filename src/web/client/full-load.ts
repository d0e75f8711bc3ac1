import { LEAVING } from '#ui/leaving.ts';

const NOTICE = 'akada.notice';

export interface Notice {
  message: string;
  tone: 'good' | 'bad' | 'info';
}

/** Loads an address as a full page. A notice is shown by the page that comes up. */
export function loadFully(address: string | URL, notice?: Notice): void {
  const target = new URL(address, location.href);
  if (notice) sessionStorage.setItem(NOTICE, JSON.stringify(notice));
  window.dispatchEvent(new Event(LEAVING));
  // With a fragment, assigning the address in view would only scroll.
  if (samePage(target, new URL(location.href))) target.hash = '';
  location.assign(target);
}

/** The notice that the last page left for this one, once. */
export function takeNotice(): Notice | null {
  const text = sessionStorage.getItem(NOTICE);
  sessionStorage.removeItem(NOTICE);
  return text ? (JSON.parse(text) as Notice) : null;
}

/** Whether two addresses differ in nothing but the fragment. */
export function samePage(one: URL, other: URL): boolean {
  return one.origin === other.origin && one.pathname === other.pathname && one.search === other.search;
}
