/*
 * Keeps the files of the release, which are the same for everybody, and an honest page for when there is no network.
 * Pages and answers are never kept: they belong to whoever is signed in.
 */
interface Release {
  version: string;
  shell: string[];
}
interface LateEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface FetchEvent extends LateEvent {
  request: Request;
  preloadResponse?: Promise<Response | undefined>;
  respondWith(answer: Promise<Response>): void;
}
interface Worker extends EventTarget {
  release: Release;
  location: Location;
  skipWaiting(): Promise<void>;
  clients: { claim(): Promise<void> };
  registration: { navigationPreload?: { enable(): Promise<void> } };
}

const worker = self as unknown as Worker;
const prefix = 'akada-';
const mine = prefix + worker.release.version;
const offline = '/offline';

worker.addEventListener('install', (event) => {
  const keep = async () => {
    const cache = await caches.open(mine);
    await Promise.all(worker.release.shell.map((file) => keepLoaded(cache, file)));
    await cache.add(new Request(offline, { cache: 'reload' }));
    // File names carry a hash of their content, so that a new release cannot be mixed up with the old one.
    await worker.skipWaiting();
  };
  (event as LateEvent).waitUntil(keep());
});

worker.addEventListener('activate', (event) => {
  const takeOver = async () => {
    const names = (await caches.keys()).filter((name) => name.startsWith(prefix) && name !== mine);
    await Promise.all(names.map((name) => caches.delete(name)));
    await worker.registration.navigationPreload?.enable();
    await worker.clients.claim();
  };
  (event as LateEvent).waitUntil(takeOver());
});

worker.addEventListener('fetch', (event) => {
  const asked = event as FetchEvent;
  const { request } = asked;
  if (request.method !== 'GET') return;
  if (request.mode === 'navigate') return asked.respondWith(pageOrOffline(request, asked.preloadResponse));
  const { origin, pathname } = new URL(request.url);
  if (origin === worker.location.origin && pathname.startsWith('/assets/')) asked.respondWith(kept(request));
});

/** What the page has just loaded is kept; a visitor, who has no use for the rest, downloads nothing more. */
async function keepLoaded(cache: Cache, file: string): Promise<void> {
  const answer = await fetch(file, { cache: 'only-if-cached', mode: 'same-origin' }).catch(() => null);
  if (answer?.ok) await cache.put(file, answer);
}

/** Always from the network, so that the page is today's and of today's release (8.5). */
async function pageOrOffline(request: Request, preload: FetchEvent['preloadResponse']): Promise<Response> {
  try {
    return (await preload) ?? (await fetch(request));
  } catch (error) {
    const page = await caches.match(offline);
    if (page) return page;
    throw error;
  }
}

/** A file of the bundle never changes under its name. */
async function kept(request: Request): Promise<Response> {
  const cache = await caches.open(mine);
  const known = await cache.match(request);
  if (known) return known;
  const answer = await fetch(request);
  if (answer.ok) await cache.put(request, answer.clone());
  return answer;
}
