import { LEAVING } from '#ui/leaving.ts';

const NOTICE = 'akada.notice';

interface Notice {
  message: string;
  tone: 'good' | 'bad' | 'info';
}

/** Loads an address as a full page. The next page shows the notice. */
export function fullReload(address: string | URL, notice?: Notice): void {
  const target = new URL(address, location.href);
  if (notice) sessionStorage.setItem(NOTICE, JSON.stringify(notice));
  window.dispatchEvent(new Event(LEAVING));
  // With a fragment, assigning the current address would only scroll.
  if (samePage(target, new URL(location.href))) target.hash = '';
  location.assign(target);
}

/** The notice from the previous page, once. */
export function takeNotice(): Notice | null {
  const text = sessionStorage.getItem(NOTICE);
  sessionStorage.removeItem(NOTICE);
  return text ? (JSON.parse(text) as Notice) : null;
}

/** Whether two addresses differ only in their fragment. */
export function samePage(one: URL, other: URL): boolean {
  return one.origin === other.origin && one.pathname === other.pathname && one.search === other.search;
}
