import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { withClient } from '#test/harness/client.ts';
import { violations, violationsInBothSchemes } from './support/axe.ts';
import { openChromium } from './support/chromium.ts';
import { openProduct } from './support/product.ts';
import { sideBarLink } from './support/side-bar.ts';

let product: Awaited<ReturnType<typeof openProduct>>;
let browser: Browser;
let windows: BrowserContext[] = [];
const complaints: string[] = [];
/** The pages whose tours were asked for. */
let asked: string[] = [];

beforeAll(async () => {
  [product, browser] = await Promise.all([openProduct(), openChromium()]);
});
// Elsewhere nobody is shown round; here everybody is, and nobody has been.
beforeEach(async () => {
  asked = [];
  await inDatabase('delete from tours_seen; update accounts set shows_tours = true');
});
afterEach(async () => {
  await Promise.all(windows.map((context) => context.close()));
  windows = [];
  expect(complaints.splice(0)).toEqual([]);
});
afterAll(async () => {
  await browser?.close();
  await product?.close();
});

test('2.11 the first visit of a page offers its tour, which is shown beside what it explains, and blocks nothing', async () => {
  const page = await open('registrar', '/students');
  await offerOf(page).waitFor();
  // A quiet offer: the focus stays where it was, and nothing lies over the page.
  await expect.poll(() => page.evaluate(() => document.activeElement?.closest('[data-toast]') ?? null)).toBe(null);
  await expect.poll(() => page.locator('[data-tour-card], [data-tour-ring]').count()).toBe(0);
  const card = await tourOf(page);
  await card.getByText('Type part of a surname').waitFor();
  await card.getByText('1 of 6').waitFor();
  await expect.poll(() => card.getAttribute('aria-modal')).toBe(null);
  const [search, ring, box] = await boxes(page.locator('[data-tour="list-search"]'), ringOf(page), card);
  expect(holds(ring, search)).toBe(true);
  expect(overlap(box, search)).toBe(false);
  // The focus is on the card, whose title and text name it.
  await expect.poll(() => card.evaluate((element) => element === document.activeElement)).toBe(true);
  await expect.poll(() => page.getByRole('dialog', { name: 'Search' }).count()).toBe(1);
});

test('2.11 whoever begins to work sees the offer go at once', async () => {
  const page = await open('registrar', '/students');
  await offerOf(page).waitFor();
  const isLeaving = await page.evaluate(async () => {
    document.querySelector('h1')!.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
    for (let frame = 0; frame < 2; frame += 1) await new Promise((done) => requestAnimationFrame(done));
    // On a slow machine two frames may be longer than it takes to fade.
    return !document.querySelector('[data-toast]:not([data-leaving])');
  });
  expect(isLeaving).toBe(true);
});

test('2.11 each step goes to its element, wherever the page has to be scrolled', async () => {
  const page = await open('registrar', '/account', { width: 1000, height: 420 });
  const card = await tourOf(page);
  for (let at = 1; at <= 4; at += 1) {
    await card.getByText(`${at} of 4`).waitFor();
    const ring = (await ringOf(page).boundingBox())!;
    expect([at, ring.y >= 48 && ring.y + ring.height <= 420]).toEqual([at, true]);
    if (at < 4) await card.getByRole('button', { name: 'Next' }).click();
  }
  const scrolled = await page.evaluate(() => scrollY);
  expect(scrolled).toBeGreaterThan(100);
  // It stays with its element while the page moves.
  const before = (await ringOf(page).boundingBox())!;
  await page.evaluate(() => scrollBy({ top: -40, behavior: 'instant' }));
  await expect.poll(async () => Math.round((await ringOf(page).boundingBox())!.y - before.y)).toBe(40);
});

test('4.5 Next advances one text at a time and is disabled on the last, next to Done', async () => {
  const page = await open('registrar', '/students');
  const card = await tourOf(page);
  const next = card.getByRole('button', { name: 'Next' });
  const seen: string[] = [];
  for (let at = 1; at < 6; at += 1) {
    await card.getByText(`${at} of 6`).waitFor();
    seen.push(await titleOf(card));
    await expect.poll(() => next.isEnabled()).toBe(true);
    await expect.poll(() => card.getByRole('button', { name: 'Done' }).count()).toBe(0);
    await next.click();
  }
  await card.getByText('6 of 6').waitFor();
  seen.push(await titleOf(card));
  expect(new Set(seen).size).toBe(6);
  await expect.poll(() => next.isDisabled()).toBe(true);
  await card.getByRole('button', { name: 'Back' }).click();
  await card.getByText('5 of 6').waitFor();
  await expect.poll(() => next.isEnabled()).toBe(true);
  await next.click();
  await card.getByRole('button', { name: 'Done' }).click();
  await card.waitFor({ state: 'detached' });
  await expect.poll(remembered).toEqual([['students/list', 1, 'finished']]);
});

test('4.6 closing a step fades out that step, and it does not come again in another browser', async () => {
  const page = await open('registrar', '/students');
  const card = await tourOf(page);
  await card.getByRole('button', { name: 'Next' }).click();
  // Five times slower than it is, so that a busy machine still draws some of it.
  const browserItself = await page.context().newCDPSession(page);
  await browserItself.send('Animation.enable');
  await browserItself.send('Animation.setPlaybackRate', { playbackRate: 0.2 });
  await page.evaluate(() => {
    const fades: number[] = ((window as unknown as { fades: number[] }).fades = []);
    const look = () => {
      const element = document.querySelector('[data-tour-card]');
      if (element) fades.push(Number(getComputedStyle(element).opacity));
      if (element) requestAnimationFrame(look);
    };
    look();
  });
  await card.getByRole('button', { name: 'Close the tour' }).click();
  await card.waitFor({ state: 'detached' });
  const fades = await page.evaluate(() => (window as unknown as { fades: number[] }).fades);
  expect(fades.filter((opacity) => opacity > 0 && opacity < 1).length).toBeGreaterThan(1);
  expect(fades.toSorted((one, other) => other - one)).toEqual(fades);
  await expect.poll(remembered).toEqual([['students/list', 1, 'dismissed']]);
  // The keyboard is where the page begins again.
  await expect.poll(() => page.evaluate(() => document.activeElement?.hasAttribute('data-page-title'))).toBe(true);

  const elsewhere = await open('registrar', '/students', {}, { isQuiet: true });
  await expect.poll(() => elsewhere.locator('[data-tour-card]').count()).toBe(0);
});

test('2.11 the question mark shows it again, and resumes where it was closed', async () => {
  const page = await open('registrar', '/students');
  const card = await tourOf(page);
  await card.getByRole('button', { name: 'Next' }).click();
  await card.getByText('2 of 6').waitFor();
  await page.keyboard.press('Escape');
  await card.waitFor({ state: 'detached' });
  await help(page, 'Take a tour of this page');
  await card.getByText('2 of 6').waitFor();
  await card.getByRole('button', { name: 'Close the tour' }).click();
  await card.waitFor({ state: 'detached' });
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Help');
});

test('2.11 the keyboard alone goes through it', async () => {
  const page = await open('registrar', '/students');
  const card = await tourOf(page);
  await page.keyboard.press('Enter');
  await card.getByText('2 of 6').waitFor();
  await page.keyboard.press('ArrowRight');
  await card.getByText('3 of 6').waitFor();
  await page.keyboard.press('ArrowLeft');
  await card.getByText('2 of 6').waitFor();
  const next = card.getByRole('button', { name: 'Next' });
  for (let at = 0; at < 3; at += 1) await page.keyboard.press('Tab');
  await expect.poll(() => next.evaluate((button) => button === document.activeElement)).toBe(true);
  for (let at = 3; at <= 6; at += 1) {
    await page.keyboard.press('Enter');
    await card.getByText(`${at} of 6`).waitFor();
  }
  // The button under the finger is disabled or gone now; the main one of the step has taken its place.
  const focused = () => page.evaluate(() => document.activeElement?.textContent);
  await expect.poll(focused).toBe('Done');
  await page.keyboard.press('ArrowLeft');
  await card.getByText('5 of 6').waitFor();
  await expect.poll(focused).toBe('Next');
  await page.keyboard.press('Enter');
  await card.getByText('6 of 6').waitFor();
  await expect.poll(focused).toBe('Done');
  await page.keyboard.press('Enter');
  await card.waitFor({ state: 'detached' });
});

test('2.11 a focus that was moved to the page stays there when the step changes', async () => {
  const page = await open('registrar', '/students');
  const card = await tourOf(page);
  const skip = page.getByRole('link', { name: 'Skip to content' });
  for (let at = 2; at <= 6; at += 1) {
    await skip.focus();
    // As a switch or a screen reader presses it: without the focus.
    await card.getByRole('button', { name: 'Next' }).evaluate((button: HTMLButtonElement) => button.click());
    await card.getByText(`${at} of 6`).waitFor();
  }
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  await expect.poll(() => skip.evaluate((link) => link === document.activeElement)).toBe(true);
});

test('2.11 starting to work closes the tour, and no input is lost', async () => {
  const page = await open('registrar', '/students');
  const card = await tourOf(page);
  const search = page.getByRole('searchbox', { name: 'Search students' });
  await search.click();
  await page.keyboard.type('Obi');
  await page.waitForURL(/q=Obi/);
  await expect.poll(() => search.inputValue()).toBe('Obi');
  await card.waitFor({ state: 'detached' });
  await expect.poll(remembered).toEqual([['students/list', 1, 'dismissed']]);
});

test('2.11 a press on the page does what it always does', async () => {
  const page = await open('registrar', '/students');
  const card = await tourOf(page);
  await page.getByRole('checkbox', { name: 'Select Okafor, Ngozi' }).check();
  await page.getByRole('region', { name: 'Actions for selected rows' }).waitFor();
  await card.waitFor({ state: 'detached' });
  await expect.poll(remembered).toEqual([['students/list', 1, 'dismissed']]);
  // Another page has its own, which is not offered on the same day.
  await (await sideBarLink(page, '/academic-sessions')).click();
  await page.waitForURL('**/academic-sessions');
  await idle(page);
  await expect.poll(() => offerOf(page).count()).toBe(0);
  // Nor this one again, when another day has come.
  await inDatabase("update tours_seen set at = at - interval '1 day'");
  await (await sideBarLink(page, '/students')).click();
  await page.waitForURL('**/students');
  await idle(page);
  await expect.poll(() => offerOf(page).count()).toBe(0);
  await page.goto('/batches');
  await tourOf(page);
  await expect.poll(async () => (await remembered()).length).toBe(2);
});

test('2.11 a page asks for its tour once in a browser session, and the first load carries nothing of it', async () => {
  const page = await open('registrar', '/students');
  const card = await tourOf(page);
  await page.keyboard.press('Escape');
  await card.waitFor({ state: 'detached' });
  await (await sideBarLink(page, '/academic-sessions')).click();
  await page.waitForURL('**/academic-sessions');
  await idle(page);
  await (await sideBarLink(page, '/students')).click();
  await page.getByRole('heading', { level: 1, name: 'Students' }).waitFor();
  await page.reload();
  await page.getByRole('heading', { level: 1, name: 'Students' }).waitFor();
  await idle(page);
  expect(asked).toEqual(['students/student-list', 'structure/session-list']);
  const scripts = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
  const chunk = /\/assets\/help-[\w-]+\.js$/;
  expect(scripts.filter((name) => chunk.test(name)).length).toBe(1);
  const html = await (await page.request.get('/students')).text();
  expect(html).toContain('/assets/site-frame-');
  expect(html).not.toMatch(/\/assets\/(help|tour)-/);
});

test('2.11 users who have switched tours off load nothing, and can still start one from the list', async () => {
  await inDatabase('update accounts set shows_tours = false');
  const page = await open('registrar', '/students', {}, { isQuiet: true });
  const scripts = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
  expect(scripts.some((name) => name.includes('/assets/site-frame-'))).toBe(true);
  expect(scripts.filter((name) => name.includes('/assets/help-'))).toEqual([]);
  expect(asked).toEqual([]);
  await help(page, 'All tours');
  await page.getByRole('heading', { level: 1, name: 'Help' }).waitFor();
  await page.getByRole('link', { name: 'Batch page' }).click();
  await page.getByRole('heading', { level: 1, name: 'Batches' }).waitFor();
  await expect.poll(() => page.locator('[data-tour-card]').count()).toBe(0);
  await page.getByRole('link', { name: 'JSS 1 A' }).click();
  await (await tourOf(page)).getByText('Overview', { exact: true }).waitFor();
});

test('2.11 the switch on the help page ends tours that show by themselves', async () => {
  const page = await open('registrar', '/help', {}, { isQuiet: true });
  const off = page.getByLabel('Don’t offer tours');
  await expect.poll(() => off.isChecked()).toBe(false);
  await off.click();
  await page.getByText('Tours will no longer be offered.').waitFor();
  await expect.poll(() => off.isChecked()).toBe(true);
  await (await sideBarLink(page, '/students')).click();
  await page.getByRole('heading', { level: 1, name: 'Students' }).waitFor();
  await idle(page);
  await expect.poll(() => page.locator('[data-tour-card]').count()).toBe(0);
});

test('2.11 a guardian’s tour is about their own children, in the school’s terms', async () => {
  const page = await open('guardian', '/students');
  const card = await tourOf(page);
  await card.getByText('1 of 3').waitFor();
  expect(await titleOf(card)).toBe('Welcome');
  await card.getByRole('button', { name: 'Next' }).click();
  await expect.poll(() => card.locator('p').textContent()).toContain('current and previous classes');
  await card.getByRole('button', { name: 'Next' }).click();
  const [button, ring] = await boxes(page.getByRole('button', { name: 'Help' }), ringOf(page));
  expect(holds(ring, button)).toBe(true);
});

test('the keyboard shortcuts are listed, and Escape gives the focus back', async () => {
  const page = await open('registrar', '/help', {}, { isQuiet: true });
  await help(page, 'Keyboard shortcuts');
  const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await dialog.getByText('Search screens and students').waitFor();
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Help');
});

test('2.11 at 375 px it is a sheet above the bottom bar that covers neither the bar nor the element', async () => {
  for (const path of ['/students', '/account', '/batches']) {
    await inDatabase('delete from tours_seen');
    const page = await open('registrar', path, { width: 375, height: 740 });
    const card = await tourOf(page);
    const bar = page.getByRole('navigation', { name: 'Most used' });
    for (;;) {
      const step = [path, await titleOf(card)];
      // The sheet moves once its new text has been measured.
      const placed = async () => {
        const [sheet, ring, below] = await boxes(card, ringOf(page), bar);
        return {
          step,
          coversBar: overlap(sheet, below),
          coversElement: overlap(sheet, ring),
          isInside: sheet.x >= 0 && sheet.x + sheet.width <= 375,
        };
      };
      await expect.poll(placed).toEqual({ step, coversBar: false, coversElement: false, isInside: true });
      if (await card.getByRole('button', { name: 'Next' }).isDisabled()) break;
      await card.getByRole('button', { name: 'Next' }).click();
      await expect.poll(() => titleOf(card)).not.toBe(step[1]);
    }
  }
});

test('a tour of one step has Done alone: nothing to go on to, and nothing to count', async () => {
  const page = await open('principal', '/letters');
  const card = await tourOf(page);
  await card.getByRole('button', { name: 'Done' }).waitFor();
  await expect.poll(() => card.getByRole('button').allTextContents()).toEqual(['', 'Done']);
  await expect.poll(() => card.getByText(/of 1/).count()).toBe(0);
});

test('2.11 nothing moves with reduced motion', async () => {
  const page = await open('registrar', '/students', {}, { reducedMotion: 'reduce' });
  const card = await tourOf(page);
  await page.evaluate(() => {
    const found: number[] = ((window as unknown as { lasting: number[] }).lasting = []);
    const plain = Element.prototype.animate;
    Element.prototype.animate = function animate(frames, options) {
      found.push(Number((options as KeyframeAnimationOptions).duration));
      return plain.call(this, frames, options);
    };
  });
  await card.getByRole('button', { name: 'Close the tour' }).click();
  await card.waitFor({ state: 'detached' });
  expect(await page.evaluate(() => (window as unknown as { lasting: number[] }).lasting)).toEqual([0, 0]);
});

test('2.11 axe finds nothing while a tour is open, light and dark', async () => {
  const page = await open('registrar', '/students', {}, { reducedMotion: 'reduce' });
  const card = await tourOf(page);
  expect(await violationsInBothSchemes(page)).toEqual([]);
  for (let at = 2; at <= 6; at += 1) await card.getByRole('button', { name: 'Next' }).click();
  await card.getByText('6 of 6').waitFor();
  expect(await violationsInBothSchemes(page)).toEqual([]);
  await page.goto('/help');
  await page.getByRole('heading', { level: 1, name: 'Help' }).waitFor();
  expect(await violationsInBothSchemes(page)).toEqual([]);
});

interface Like {
  reducedMotion?: 'reduce';
  /** No tour is expected: waits until one would have come. */
  isQuiet?: boolean;
}

async function open(username: string, path: string, size: { width?: number; height?: number } = {}, like: Like = {}) {
  const context = await product.window(browser, username);
  windows.push(context);
  const page = await context.newPage();
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname === '/help/tours') asked.push(searchParams.get('page')!);
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (line) => /content security policy/i.test(line.text()) && complaints.push(line.text()));
  await page.setViewportSize({ width: 1280, height: 720, ...size });
  await page.emulateMedia({ reducedMotion: like.reducedMotion });
  await page.goto(path);
  await page.getByRole('heading', { level: 1 }).waitFor();
  if (like.isQuiet) await idle(page);
  return page;
}

const offerOf = (page: Page) => page.getByRole('button', { name: 'Take the tour' });

/** The card, once it is there and has appeared; at a first visit its offer is taken. */
async function tourOf(page: Page): Promise<Locator> {
  const card = page.locator('[data-tour-card]');
  await card.or(offerOf(page)).first().waitFor();
  if (await offerOf(page).count()) await offerOf(page).click();
  await card.waitFor();
  await card.evaluate((element) =>
    Promise.all(element.getAnimations().map((one) => one.finished)).then(() => undefined),
  );
  return card;
}

/** Nothing is on its way any more, and the browser has had time for what it does when idle. */
async function idle(page: Page) {
  await page.evaluate(() => new Promise((done) => requestIdleCallback(() => requestIdleCallback(done))));
  await page.waitForLoadState('networkidle');
}

/** The way to a screen, in the side bar. */
const ringOf = (page: Page) => page.locator('[data-tour-ring]');
const titleOf = async (card: Locator) => (await card.getByRole('heading').textContent())!;

async function help(page: Page, item: string) {
  await page.getByRole('button', { name: 'Help', exact: true }).click();
  await page.getByRole('menuitem', { name: item }).click();
}

type Box = NonNullable<Awaited<ReturnType<Locator['boundingBox']>>>;
const boxes = <const Parts extends Locator[]>(...parts: Parts) =>
  Promise.all(parts.map(async (part) => (await part.boundingBox())!)) as Promise<{ [At in keyof Parts]: Box }>;
const overlap = (a: Box, b: Box) =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
const holds = (a: Box, b: Box) =>
  a.x <= b.x && a.y <= b.y && a.x + a.width >= b.x + b.width && a.y + a.height >= b.y + b.height;

const inDatabase = (query: string) => withClient(product.ownerUrl, (client) => client.query(query));
const remembered = () =>
  withClient(product.ownerUrl, async (client) => {
    const { rows } = await client.query<{ tour: string; version: number; state: string }>(
      'select tour, version, state from tours_seen order by tour',
    );
    return rows.map(({ tour, version, state }) => [tour, version, state]);
  });
