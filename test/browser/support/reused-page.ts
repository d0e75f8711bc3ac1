import type { BrowserContextOptions, CDPSession, Page } from 'playwright-core';

export type Look = Pick<BrowserContextOptions, 'viewport' | 'colorScheme' | 'reducedMotion'>;

/** A page that one window after the other has, and the line to the browser over which it is emptied. */
export interface ReusedPage {
  page: Page;
  devtools: CDPSession;
}

const usual = { viewport: { width: 1280, height: 720 }, colorScheme: 'light', reducedMotion: 'no-preference' } as const;

/** Gives a page the look of its window. */
export async function showAs(page: Page, look: Look): Promise<Page> {
  const { viewport, colorScheme, reducedMotion } = { ...usual, ...given(look) };
  await page.setViewportSize(viewport!);
  await page.emulateMedia({ colorScheme, reducedMotion, media: null, contrast: null, forcedColors: null });
  return page;
}

const given = (look: Look) => Object.fromEntries(Object.entries(look).filter(([, value]) => value)) as Look;

const events = [
  'console',
  'dialog',
  'domcontentloaded',
  'download',
  'filechooser',
  'frameattached',
  'framedetached',
  'framenavigated',
  'load',
  'pageerror',
  'popup',
  'request',
  'requestfailed',
  'requestfinished',
  'response',
  'websocket',
  'worker',
] as const;
const stored = 'cache_storage,file_systems,indexeddb,local_storage,service_workers';

/** Takes a page away from its window: it shows nothing, has been nowhere and keeps nothing. */
export async function emptyPage({ page, devtools }: ReusedPage, origin: string): Promise<void> {
  for (const event of events) page.removeAllListeners(event);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  // Of the same origin: in another process everything would have to be read again.
  await page.goto(`${origin}/health/ready`);
  await page.evaluate(() => {
    sessionStorage.clear();
    window.name = '';
  });
  // Where no element is.
  await page.mouse.move(-1, -1);
  await devtools.send('Storage.clearDataForOrigin', { origin, storageTypes: stored });
  await devtools.send('Page.resetNavigationHistory');
}
