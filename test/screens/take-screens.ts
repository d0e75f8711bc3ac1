import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import type { SignIn } from '#test/harness/product-process.ts';
import { enter } from './enter.ts';
import { hrefsOfMenus } from './hrefs-of-menus.ts';
import { objectionsTo } from './objections.ts';
import { sizes } from './sizes.ts';
import { smallTargets } from './small-targets.ts';

export const schemes = ['light', 'dark'] as const;

/** One page as one role sees it. */
export interface Screen {
  page: string;
  role: string;
  path: string;
  /** Of each picture, by size and scheme. */
  files: string[];
  /** What a thumb does not hit on a phone. */
  small: string[];
  /** What axe objects to, if it was asked. */
  objections: string[];
}

interface Options {
  browser: Browser;
  url: string;
  signIns: SignIn[];
  folder: string;
  /** Parts of the names of the wanted pages; none means all. */
  only: string[];
  /** Asks axe about each page instead of taking pictures. */
  asksAxe: boolean;
}

/** Colours change at once, and no tour covers what it explains. */
const still =
  '[data-tour-card], [data-tour-ring] { display: none !important } *, ::before, ::after { transition: none !important }';
/** Longer pages are cut: their pictures would show less, not more. */
const longest = 2400;
/** What every role sees in its own way. */
const seenByAll = /^home\//;

/**
 * Follows the links of the demonstration, as nobody and then as each role, and takes each page once: as the first role
 * that gets there, and the home as every role.
 */
export async function* takeScreens({ browser, url, signIns, folder, only, asksAxe }: Options): AsyncGenerator<Screen> {
  const taken = new Set<string>();
  const known = new Set<string>();
  const roles = [...new Map(signIns.toReversed().map((one) => [one.role, one])).values()].toReversed();
  for (const signIn of [undefined, ...roles]) {
    const context = await browser.newContext({ baseURL: url, bypassCSP: true, serviceWorkers: 'block' });
    try {
      // Nor does a tour scroll to it.
      await context.addInitScript(() => (Element.prototype.scrollIntoView = window.scrollBy = () => {}));
      const page = await context.newPage();
      if (signIn) await enter(page, signIn);
      yield* walk(context, page, signIn?.role ?? 'Nobody');
    } finally {
      await context.close();
    }
  }

  async function* walk(context: BrowserContext, page: Page, role: string): AsyncGenerator<Screen> {
    const seen = new Set<string>();
    const waiting = ['/', ...(role === 'Nobody' ? [] : ['/home'])];
    for (let path = waiting.shift(); path; path = waiting.shift()) {
      const kind = kindOf(path);
      if (seen.has(kind) || (known.has(kind) && kind !== '/home')) continue;
      seen.add(kind);
      const name = await open(page, path);
      if (!name) {
        // A download or a refusal may leave the window anywhere.
        if (page.isClosed()) page = await context.newPage();
        continue;
      }
      known.add(kind);
      // Also of links in drawings, whose `href` is no text.
      const hrefs = await page.$$eval('a[href]', (links) => links.map((link) => link.getAttribute('href')!));
      waiting.push(
        ...[...hrefs, ...(await hrefsOfMenus(page))]
          .map((href) => new URL(href, page.url()))
          .filter(isOurs)
          .map(({ pathname }) => pathname),
      );
      const isWanted = only.length === 0 || only.some((part) => name.includes(part));
      const key = seenByAll.test(name) ? `${name} ${role}` : name;
      if (!isWanted || taken.has(key)) continue;
      taken.add(key);
      const what = { page: name, role, path };
      yield asksAxe
        ? { ...what, files: [], small: [], objections: await objectionsTo(page) }
        : { ...what, objections: [], ...(await shoot(page, join(folder, key.replaceAll(/\W+/g, '-')))) };
    }
  }

  function isOurs({ origin, pathname }: URL): boolean {
    return origin === new URL(url).origin && !/\.\w+$|^\/(files|assets|sign-out)\b/.test(pathname);
  }
}

/** Addresses that differ by their record, or by a post’s title, lead to the same page. */
const kindOf = (path: string): string => path.replaceAll(/\d+/g, '#').replace(/\/news\/[^/]+$/, '/news/#');

/** Opens an address; the name of its page, or undefined where it leads to none. */
async function open(page: Page, path: string): Promise<string | undefined> {
  const answer = await page.goto(path).catch(() => null);
  if (!answer?.ok() || !answer.headers()['content-type']?.startsWith('text/html')) return undefined;
  await page.locator('#app:empty, [data-first-view]').waitFor({ state: 'detached' });
  await page.addStyleTag({ content: still });
  // Not for silence: the inbox listens all the time.
  await page.waitForFunction(() => [...document.images].every((image) => image.complete || image.loading === 'lazy'));
  const name = await page.evaluate(() => (history.state as { page?: { component?: string } } | null)?.page?.component);
  return name ?? `public${kindOf(new URL(page.url()).pathname).replaceAll('/', ' ')}`;
}

/** Takes the page in each size and scheme, without loading it again. */
async function shoot(page: Page, start: string): Promise<Pick<Screen, 'files' | 'small'>> {
  const files: string[] = [];
  for (const { width, height } of sizes)
    for (const colorScheme of schemes) {
      await page.setViewportSize({ width, height });
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      // Colours that change take two frames.
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
      const tall = await page.evaluate(() => document.documentElement.scrollHeight);
      const path = `${start}-${width}-${colorScheme}.png`;
      const clip = { x: 0, y: 0, width, height: Math.min(tall, longest) };
      await page.screenshot({ path, fullPage: true, clip });
      files.push(path.slice(path.lastIndexOf('/') + 1));
    }
  // The last size is a phone's.
  const small = await smallTargets(page);
  await page.setViewportSize(sizes[0]!);
  return { files, small };
}
