import { readKept as read, writeKept as store } from './session-notes.ts';
import { ask, csrfToken } from './wire.ts';

/** A tour as sent to one user. */
export interface PageTour {
  name: string;
  /** The only address it is for; null for all other addresses of its page. */
  path: string | null;
  isSeen: boolean;
  /** Another one was offered today. */
  isForLater?: boolean;
  steps: { at: string; title: string; text: string }[];
}

export type KnownTour = PageTour & {
  /** The step to resume from. */
  left?: number;
};

const STORED = 'akada.tours';

interface StoredTours {
  accountId: number;
  pages: Record<string, KnownTour[]>;
}

/** The signed-in user's tour for a page and address; undefined if there is none, or no answer. */
export async function tourOf(accountId: number, page: string, path: string): Promise<KnownTour | undefined> {
  const tours = await toursOf(accountId, page);
  return tours?.find((tour) => tour.path === path) ?? tours?.find((tour) => tour.path === null);
}

/** Fetched once in a browser session. */
async function toursOf(accountId: number, page: string): Promise<KnownTour[] | undefined> {
  const known = storedTours(accountId).pages[page];
  if (known) return known;
  try {
    const { status, text } = await ask({ method: 'GET', url: `/help/tours?page=${encodeURIComponent(page)}`, headers });
    // Help is optional: errors here must not interrupt the user, not even an ended session.
    if (status !== 200) return undefined;
    const tours = JSON.parse(text) as KnownTour[];
    storeTours(accountId, page, tours);
    return tours;
  } catch {
    return undefined;
  }
}

/** Records that the user has finished a tour, or closed it at a step. */
export function remember(accountId: number, page: string, name: string, state: 'finished' | 'dismissed', left: number) {
  const tours = storedTours(accountId).pages[page] ?? [];
  storeTours(
    accountId,
    page,
    tours.map((tour) =>
      tour.name === name ? { ...tour, isSeen: true, left: state === 'dismissed' ? left : 0 } : tour,
    ),
  );
  // Also arrives if the page is left immediately.
  void fetch('/help/tours/seen', {
    method: 'POST',
    keepalive: true,
    headers: {
      ...headers,
      'Content-Type': 'application/json',
      'X-Requested-With': 'XMLHttpRequest',
      'X-CSRF-Token': csrfToken(),
    },
    body: JSON.stringify({ tour: name, state }),
  }).catch(() => undefined);
}

const headers = { Accept: 'application/json' };

function storedTours(accountId: number): StoredTours {
  try {
    const found = JSON.parse(read(STORED) ?? 'null') as StoredTours | null;
    if (found?.accountId === accountId) return found;
  } catch {
    // Not ours, or from an older release.
  }
  return { accountId, pages: {} };
}

function storeTours(accountId: number, page: string, tours: KnownTour[]) {
  const before = storedTours(accountId);
  store(STORED, JSON.stringify({ accountId, pages: { ...before.pages, [page]: tours } } satisfies StoredTours));
}
