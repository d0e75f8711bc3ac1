import type { Browser, BrowserContext, Page } from 'playwright-core';
import { watchPainting } from './painting.ts';
import { followTransfers, type Transfer } from './transfers.ts';
import type { FirstLoad, Swap } from './visits.ts';

/** A thin network and a cheap phone's processor, as the browser's own tools imitate them. */
export const conditions = { kilobitsPerSecond: 400, latency: 400, slowdown: 4 };

export interface Loaded {
  transfers: Transfer[];
  /** Milliseconds since the address was opened. */
  firstPaint: number;
  painted: number;
}

export interface Swapped {
  transfers: Transfer[];
  /** Milliseconds since the click. */
  painted: number;
}

interface Place {
  browser: Browser;
  url: string;
  cookies: Parameters<BrowserContext['addCookies']>[0];
}

/** Opens an address in a browser that has nothing yet, then does the swaps in the same window. */
export async function visit({ browser, url, cookies }: Place, load: FirstLoad, swaps: Swap[] = []) {
  const context = await browser.newContext({ baseURL: url, viewport: { width: 1280, height: 800 } });
  try {
    if (load.isSignedIn) await context.addCookies(cookies);
    const page = await context.newPage();
    page.setDefaultTimeout(60_000);
    const transfers = await throttle(context, page);
    await page.addInitScript(watchPainting, load.wanted);
    await page.goto(load.path, { waitUntil: 'commit' });
    const painted = await page.evaluate(() => watch.loaded);
    const fetched = await transfers.take();
    const firstPaint = await page.evaluate(() => watch.firstPaint);
    const loaded: Loaded = { transfers: fetched, firstPaint, painted };
    const swapped: Swapped[] = [];
    for (const { prepare, act, wanted } of swaps) {
      await prepare?.(page);
      await page.evaluate((want) => watch.swapped(want), wanted);
      await act(page);
      const time = await page.evaluate(() => watch.painted!);
      swapped.push({ painted: time, transfers: await transfers.take() });
    }
    return { loaded, swapped };
  } finally {
    await context.close();
  }
}

async function throttle(context: BrowserContext, page: Page) {
  const cdp = await context.newCDPSession(page);
  const transfers = await followTransfers(cdp);
  const throughput = (conditions.kilobitsPerSecond * 1000) / 8;
  await cdp.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: conditions.latency,
    downloadThroughput: throughput,
    uploadThroughput: throughput,
  });
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: conditions.slowdown });
  return transfers;
}
