import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { takeContext } from './context-pool.ts';

export interface WindowOptions extends BrowserContextOptions {
  /** Of somebody whose browser has never seen the product: nothing of the windows before it is reused. */
  isNew?: boolean;
}

/**
 * A window whose pages, when an address has been opened or reloaded, wait for the application to be drawn: the document
 * has come before its scripts have run, and a test that reads it then finds nothing on a busy machine. Closing it fails
 * if a script of its pages has failed: React then removes the whole page, sooner or later than the test looks.
 */
export async function openWindow(browser: Browser, options: WindowOptions): Promise<BrowserContext> {
  const { viewport, colorScheme, reducedMotion, ...more } = options;
  const { context, newPage, giveBack } = await takeContext(browser, more, { viewport, colorScheme, reducedMotion });
  // On a busy machine what comes late is not what fails to come.
  context.setDefaultTimeout(120_000);
  const failures: Error[] = [];
  context.on('weberror', (failure) => failures.push(failure.error()));
  context.newPage = async () => waitingForDrawing(await newPage());
  context.close = async () => {
    await giveBack();
    const [first] = failures.splice(0);
    if (first) throw new Error(`A script of a page failed: ${first.stack}`, { cause: first });
  };
  return context;
}

const waiting = new WeakSet<Page>();

function waitingForDrawing(page: Page): Page {
  // One window after the other may have it.
  if (waiting.has(page)) return page;
  waiting.add(page);
  const goto = page.goto.bind(page);
  const reload = page.reload.bind(page);
  page.goto = async (...how) => afterDrawing(page, await goto(...how));
  page.reload = async (...how) => afterDrawing(page, await reload(...how));
  return page;
}

async function afterDrawing<Answer>(page: Page, answer: Answer): Promise<Answer> {
  await page.locator('#app:empty, [data-first-view]').waitFor({ state: 'detached' });
  return answer;
}
