import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import { openChromium } from './chromium.ts';
import { openProduct } from './product.ts';

interface Look extends Pick<
  BrowserContextOptions,
  'colorScheme' | 'reducedMotion' | 'viewport' | 'isMobile' | 'hasTouch' | 'javaScriptEnabled'
> {
  username?: string;
}

/** What a test has in hand: the window, and whatever its scripts complained of. */
export interface Sheet {
  page: Page;
  complaints: string[];
}

/** The product and a Chromium, for tests that try a part in the gallery and on a real page. */
export async function openGallery(options: { jobs?: boolean } = {}) {
  const [product, browser] = await Promise.all([openProduct(options), openChromium()]);
  const windows: { close(): Promise<void> }[] = [];

  /** An address of the product in a window of its own; waits until its scripts have drawn it. */
  async function open(address: string, { username = 'registrar', ...look }: Look = {}): Promise<Sheet> {
    const context = await product.window(browser, username, look);
    windows.push(context);
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on('pageerror', (error) => complaints.push(String(error)));
    page.on('console', (line) => {
      if (/content security policy/i.test(line.text())) complaints.push(line.text());
    });
    await page.goto(address);
    await page.getByRole('heading', { level: 1 }).waitFor();
    return { page, complaints };
  }

  return {
    product,
    browser,
    open,
    /** The section of the gallery with this name, alone: to draw all of them takes a second of the processor. */
    async section(name: string, look?: Look): Promise<Sheet & { section: Locator }> {
      const sheet = await open(`/gallery?section=${name}`, look);
      return { ...sheet, section: sheet.page.locator(`section#${name}`) };
    },
    closeWindows: () => Promise.all(windows.splice(0).map((context) => context.close())),
    async close() {
      await browser.close();
      await product.close();
    },
  };
}
