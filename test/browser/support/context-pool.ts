import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { devtoolsOf, sessions } from './devtools.ts';
import { emptyPage, showAs, type ReusedPage, type Look } from './reused-page.ts';

interface Options extends BrowserContextOptions {
  isNew?: boolean;
}

/** A context that one window after the other has. */
interface Pooled {
  context: BrowserContext;
  options: Options;
  newPage: BrowserContext['newPage'];
  close: BrowserContext['close'];
  /** Those that a test asked for; others were opened by a page. */
  pages: WeakSet<Page>;
  /** A test did with it what cannot be undone. */
  isSpent: boolean;
  /** The page that waits for the next window: with it the process stays, and the scripts that it has compiled. */
  page?: ReusedPage;
}

const shelves = new WeakMap<Browser, Pooled[]>();
/** Each holds a process; a test that has more windows at once closes the rest. */
const shelfLength = 3;

/**
 * A context without cookies and anything stored, but with the files that never change: to read and compile them again
 * is more than half the work of a test's first page.
 */
export async function takeContext(browser: Browser, options: Options, look: Look) {
  const shelf = shelfOf(browser);
  const kind = JSON.stringify(options);
  const at = shelf.findIndex((one) => JSON.stringify(one.options) === kind);
  const pooled = at < 0 ? await openContext(browser, options) : shelf.splice(at, 1)[0]!;
  let waiting = pooled.page?.page;
  let isBack = false;
  return {
    context: pooled.context,
    async newPage() {
      const page = waiting ?? (await openPage(pooled));
      waiting = undefined;
      return showAs(page, look);
    },
    async giveBack() {
      if (isBack) return;
      isBack = true;
      const isRight = !pooled.isSpent && (await emptied(pooled).catch(() => false));
      if (!isRight || shelves.get(browser) !== shelf) return pooled.close();
      // The one that nobody has asked for the longest may be of a product that is gone.
      if (shelf.length >= shelfLength) await shelf.shift()!.close();
      shelf.push(pooled);
    },
  };
}

/**
 * Closes all contexts but one of the usual kind, in which the first window of the next file finds compiled scripts, and
 * no file that was cached.
 */
export async function closeContexts(browser: Browser): Promise<void> {
  const shelf = shelfOf(browser);
  const used = browser.contexts().filter((context) => shelf.every((pooled) => pooled.context !== context));
  await Promise.allSettled(used.map((context) => context.close()));
  shelves.delete(browser);
  const usual = shelf.findLast(({ options, page }) => page && isUsual(options));
  const isClean = await usual?.page?.devtools.send('Network.clearBrowserCache').then(
    () => true,
    () => false,
  );
  if (isClean) shelves.set(browser, [usual!]);
  await Promise.allSettled(shelf.map((pooled) => (isClean && pooled === usual ? null : pooled.close())));
}

const isUsual = (options: Options) => Object.keys(options).toSorted().join() === 'baseURL,serviceWorkers';

function shelfOf(browser: Browser): Pooled[] {
  const shelf = shelves.get(browser) ?? [];
  shelves.set(browser, shelf);
  return shelf;
}

async function openContext(browser: Browser, options: Options): Promise<Pooled> {
  const context = await browser.newContext(options);
  const { baseURL, serviceWorkers, isNew, javaScriptEnabled = true } = options;
  const pooled: Pooled = {
    context,
    options,
    newPage: context.newPage.bind(context),
    close: context.close.bind(context),
    pages: new WeakSet(),
    isSpent: !baseURL || serviceWorkers !== 'block' || isNew === true || !javaScriptEnabled,
  };
  sessions.set(context, context.newCDPSession.bind(context));
  spentBy(pooled, context, ['addInitScript', 'exposeBinding', 'exposeFunction', 'grantPermissions', 'newCDPSession']);
  spentBy(pooled, context.clock, ['install', 'pauseAt', 'setFixedTime', 'setSystemTime']);
  return pooled;
}

async function openPage(pooled: Pooled) {
  const page = await pooled.newPage();
  pooled.pages.add(page);
  spentBy(pooled, page, [
    'addInitScript',
    'addLocatorHandler',
    'exposeBinding',
    'exposeFunction',
    'setExtraHTTPHeaders',
  ]);
  return page;
}

/** What cannot be taken back from a context or a page. */
function spentBy<Part extends object>(pooled: Pooled, part: Part, names: (keyof Part)[]): void {
  for (const name of names) {
    const method = part[name] as (...given: unknown[]) => unknown;
    part[name] = ((...given: unknown[]) => {
      pooled.isSpent = true;
      return method.apply(part, given);
    }) as Part[keyof Part];
  }
}

const events = ['console', 'dialog', 'page', 'request', 'requestfailed', 'requestfinished', 'response'] as const;

/** Closes all pages of a context but one, and forgets what they left. */
async function emptied(pooled: Pooled): Promise<boolean> {
  const { context, options } = pooled;
  for (const event of events) context.removeAllListeners(event);
  await context.unrouteAll({ behavior: 'ignoreErrors' });
  await context.setOffline(false);
  const first = context.pages().find((page) => pooled.pages.has(page));
  if (!first) return false;
  await Promise.all(context.pages().map((page) => page !== first && page.close()));
  if (pooled.page?.page !== first) pooled.page = { page: first, devtools: await devtoolsOf(first) };
  await emptyPage(pooled.page, new URL(options.baseURL!).origin);
  await context.clearCookies();
  // As late as what a page said when it was left.
  context.removeAllListeners('weberror');
  return !pooled.isSpent;
}
