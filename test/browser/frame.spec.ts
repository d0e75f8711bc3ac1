import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { BACK_TO_TOP_THRESHOLD, SMOOTH_SCROLL_MS } from '#ui/constants.ts';
import { openChromium } from './support/chromium.ts';
import { openProduct } from './support/product.ts';

let product: Awaited<ReturnType<typeof openProduct>>;
let browser: Browser;
let windows: BrowserContext[] = [];

beforeAll(async () => {
  [product, browser] = await Promise.all([openProduct(), openChromium()]);
});
afterEach(async () => {
  await Promise.all(windows.map((context) => context.close()));
  windows = [];
});
afterAll(async () => {
  await browser?.close();
  await product?.close();
});

const laptop = { width: 1280, height: 800 };
/** So low that every page of the named school is longer than it. */
const low = { width: 1280, height: 300 };

test('4.9 9.15 go-to-top fades in once more than 200 pixels are scrolled, and out otherwise', async () => {
  const page = await open('registrar', '/students', { viewport: low });
  const link = page.locator('a[href="#top"]');
  const shown = () => link.evaluate((element) => getComputedStyle(element).visibility === 'visible');
  const opacity = () => link.evaluate((element) => Number(getComputedStyle(element).opacity));
  expect(BACK_TO_TOP_THRESHOLD).toBe(200);
  expect([await shown(), await opacity()]).toEqual([false, 0]);
  await scrollDown(page, BACK_TO_TOP_THRESHOLD);
  expect([await shown(), await opacity()]).toEqual([false, 0]);

  const course = courseOf(link);
  await scrollDown(page, BACK_TO_TOP_THRESHOLD + 1);
  await expect.poll(opacity).toBe(1);
  expect((await course).some((value) => value > 0 && value < 1)).toBe(true);
  expect(await shown()).toBe(true);
  await scrollDown(page, BACK_TO_TOP_THRESHOLD);
  await expect.poll(shown).toBe(false);
});

test('2.15 9.15 go-to-top scrolls for 1000 ms, gives the focus to the title, and back returns to the place', async () => {
  const page = await open('registrar', '/students', { viewport: low });
  await scrollDown(page, 260);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page
    .getByRole('checkbox', { name: /Select Obi|Obi/ })
    .first()
    .check({ force: true });
  const { took, heights } = await scrolling(page, () => page.getByRole('link', { name: 'Go to the top' }).click());
  expect(SMOOTH_SCROLL_MS).toBe(1000);
  expect(took).toBeGreaterThan(SMOOTH_SCROLL_MS - 60);
  expect(took).toBeLessThan(SMOOTH_SCROLL_MS + 250);
  expect(heights.length).toBeGreaterThan(8);
  expect(heights.at(-1)).toBe(0);
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('H1');
  expect(new URL(page.url()).hash).toBe('#top');
  await page.goBack();
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(200);
  expect(new URL(page.url()).hash).toBe('');
  // The page stood all the while: nothing was asked for, and what was ticked is ticked.
  expect(await page.getByRole('checkbox', { name: /Obi/ }).first().isChecked()).toBe(true);
  expect(asked).toEqual([]);
});

test('2.15 a link to a place in the page ends with the place below the header, its hash in the address, and the focus there', async () => {
  const page = await open('registrar', '/students', { viewport: low });
  await addPlace(page);
  const { took } = await scrolling(page, () => page.getByRole('link', { name: 'To the place' }).click());
  expect(took).toBeGreaterThan(SMOOTH_SCROLL_MS - 60);
  const at = await page.evaluate(() => ({
    place: document.getElementById('place')!.getBoundingClientRect().top,
    header: document.querySelector('header')!.getBoundingClientRect().bottom,
    focus: document.activeElement?.id,
    hash: location.hash,
  }));
  expect(at).toMatchObject({ focus: 'place', hash: '#place' });
  expect(at.place).toBeGreaterThanOrEqual(at.header);
  expect(at.place).toBeLessThan(at.header + 40);
  await page.goBack();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
  await page.goForward();
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(100);
  expect(new URL(page.url()).hash).toBe('#place');
});

test('2.15 under prefers-reduced-motion the page jumps, and a turn of the wheel stops a scroll on its way', async () => {
  const still = await open('registrar', '/students', { viewport: low, reducedMotion: 'reduce' });
  await addPlace(still);
  await still.getByRole('link', { name: 'To the place' }).click();
  expect(await still.evaluate(() => document.getElementById('place')!.getBoundingClientRect().top)).toBeLessThan(100);

  const page = await open('registrar', '/students', { viewport: low });
  await addPlace(page);
  await page.getByRole('link', { name: 'To the place' }).click();
  await page.waitForFunction(() => scrollY > 30);
  await page.mouse.wheel(0, -10);
  await page.waitForTimeout(SMOOTH_SCROLL_MS + 100);
  expect(await page.evaluate(() => document.getElementById('place')!.getBoundingClientRect().top)).toBeGreaterThan(100);
});

async function open(username: string, address: string, options: BrowserContextOptions = {}): Promise<Page> {
  const context = await product.window(browser, username, { viewport: laptop, ...options });
  windows.push(context);
  const page = await context.newPage();
  page.setDefaultTimeout(10_000);
  await page.goto(address);
  await page.getByRole('heading', { level: 1 }).waitFor();
  return page;
}

const scrollDown = (page: Page, top: number) =>
  page.evaluate(
    (to) =>
      new Promise<void>((done) => {
        scrollTo(0, to);
        requestAnimationFrame(() => requestAnimationFrame(() => done()));
      }),
    top,
  );

/** The opacities that this element goes through in the next 400 ms. */
const courseOf = (element: ReturnType<Page['locator']>) =>
  element.evaluate(
    (target) =>
      new Promise<number[]>((done) => {
        const seen: number[] = [];
        const began = performance.now();
        requestAnimationFrame(function look(now) {
          seen.push(Number(getComputedStyle(target).opacity));
          if (now - began < 400) requestAnimationFrame(look);
          else done(seen);
        });
      }),
  );

/** How long the page moved after something was done, and where it was on the way. */
async function scrolling(page: Page, doIt: () => Promise<void>) {
  await page.evaluate(() => {
    const seen: [number, number][] = [];
    Object.assign(window, { seen });
    addEventListener('click', () => seen.push([performance.now(), scrollY]), { capture: true, once: true });
    addEventListener('scroll', () => seen.push([performance.now(), scrollY]));
  });
  await doIt();
  await page.waitForTimeout(SMOOTH_SCROLL_MS + 400);
  const seen = await page.evaluate(() => (window as unknown as { seen: [number, number][] }).seen);
  return { took: seen.at(-1)![0] - seen[0]![0], heights: seen.map(([, height]) => height) };
}

/** A place at the end of the page, and a link to it at its beginning. */
const addPlace = (page: Page) =>
  page.evaluate(() => {
    const main = document.querySelector('main')!;
    const link = Object.assign(document.createElement('a'), { href: '#place', textContent: 'To the place' });
    const place = Object.assign(document.createElement('p'), { id: 'place', textContent: 'The place' });
    place.style.paddingBottom = '600px';
    main.prepend(link);
    main.append(place);
  });
