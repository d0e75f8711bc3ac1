import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import { openChromium } from './chromium.ts';
import { openProduct } from './product.ts';

interface Look extends Pick<BrowserContextOptions, 'colorScheme' | 'reducedMotion' | 'viewport' | 'javaScriptEnabled'> {
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
    const context = await browser.newContext({ baseURL: product.url, ...look });
    windows.push(context);
    const { cookies } = await product.as(username);
    await context.addCookies(Object.entries(cookies).map(([name, value]) => ({ name, value, url: product.url })));
    const page = await context.newPage();
    page.setDefaultTimeout(10_000);
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
    /** The gallery, and its section of this name (the name of its file in src/features/gallery/sections). */
    async section(name: string, look?: Look): Promise<Sheet & { section: Locator }> {
      const sheet = await open(`/gallery#${name}`, look);
      return { ...sheet, section: sheet.page.locator(`section#${name}`) };
    },
    closeWindows: () => Promise.all(windows.splice(0).map((context) => context.close())),
    async close() {
      await browser.close();
      await product.close();
    },
  };
}

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What axe objects to within an element, by rule and element. */
export async function violations(page: Page, selector = 'body'): Promise<string[]> {
  // Injected through the debugger, where the page's content policy does not reach.
  await page.evaluate(axe);
  return page.evaluate(async (context) => {
    interface Violations {
      violations: { id: string; nodes: { html: string }[] }[];
    }
    const tool = (window as unknown as { axe: { run(context: string, options: object): Promise<Violations> } }).axe;
    const found = await tool.run(context, {
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
    });
    return found.violations.flatMap(({ id, nodes }) =>
      nodes.slice(0, 3).map(({ html }) => `${id}: ${html.slice(0, 160)}`),
    );
  }, selector);
}
