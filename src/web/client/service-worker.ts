/*
 * Caches the files of the release, which are the same for everyone, and an offline page. Pages and answers are never
 * cached: they belong to the signed-in user.
 */
interface Release {
  version: string;
  shell: string[];
  /** Pages of their own that work without a network, kept on devices that asked for them. */
  apps: OfflineApp[];
}
interface OfflineApp {
  at: string;
  page: string;
  files: string[];
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
const cacheName = prefix + worker.release.version;
const offline = '/offline';

worker.addEventListener('install', (event) => {
  const keep = async () => {
    const cache = await caches.open(cacheName);
    await Promise.all(worker.release.shell.map((file) => keepLoaded(cache, file)));
    await cache.add(new Request(offline, { cache: 'reload' }));
    // A device that had such a page gets that of the new release.
    for (const app of worker.release.apps) if (await caches.match(app.page)) await shareApp(app);
    // File names contain a content hash, so releases cannot be mixed up.
    await worker.skipWaiting();
  };
  (event as LateEvent).waitUntil(keep());
});

worker.addEventListener('activate', (event) => {
  const takeOver = async () => {
    const names = (await caches.keys()).filter((name) => name.startsWith(prefix) && name !== cacheName);
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
  if (origin === worker.location.origin && pathname.startsWith('/assets/')) asked.respondWith(fromCache(request));
});

/** A page asks for what works without a network; later releases keep it by themselves. */
worker.addEventListener('message', (event) => {
  const { keep } = ((event as MessageEvent).data ?? {}) as { keep?: string };
  const app = worker.release.apps.find(({ at }) => at === keep);
  if (app) (event as unknown as LateEvent).waitUntil(shareApp(app));
});

async function shareApp({ page, files }: OfflineApp): Promise<void> {
  const cache = await caches.open(cacheName);
  const known = await Promise.all(files.map((file) => cache.match(file)));
  await cache.addAll(files.filter((_, at) => !known[at]));
  await cache.add(new Request(page, { cache: 'reload' }));
}

/** Caches the files that the page has just loaded; a visitor downloads nothing extra. */
async function keepLoaded(cache: Cache, file: string): Promise<void> {
  const answer = await fetch(file, { cache: 'only-if-cached', mode: 'same-origin' }).catch(() => null);
  if (answer?.ok) await cache.put(file, answer);
}

/** Always from the network, so that the page is current (8.5). */
async function pageOrOffline(request: Request, preload: FetchEvent['preloadResponse']): Promise<Response> {
  try {
    return (await preload) ?? (await fetch(request));
  } catch (error) {
    const { pathname } = new URL(request.url);
    const app = worker.release.apps.find(({ at }) => pathname === at || pathname.startsWith(`${at}/`));
    const page = (app && (await caches.match(app.page))) ?? (await offlinePage());
    if (page) return page;
    throw error;
  }
}

/** It leads to the pages that this device has. */
async function offlinePage(): Promise<Response | undefined> {
  const page = await caches.match(offline);
  if (!page) return undefined;
  let text = await page.text();
  for (const app of worker.release.apps)
    if (await caches.match(app.page)) text = text.replace(`hidden href="${app.at}"`, `href="${app.at}"`);
  return new Response(text, { headers: page.headers });
}

/** A bundle file never changes under its name. */
async function fromCache(request: Request): Promise<Response> {
  const cache = await caches.open(cacheName);
  const known = await cache.match(request);
  if (known) return known;
  const answer = await fetch(request);
  if (answer.ok) await cache.put(request, answer.clone());
  return answer;
}
