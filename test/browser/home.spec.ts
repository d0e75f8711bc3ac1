import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  BACK_TO_TOP_THRESHOLD,
  FEATURE_SLIDES,
  SEARCH_TOGGLE_MAX_WIDTH,
  SMOOTH_SCROLL_MS,
} from '#ui/plain/constants.ts';
import { fillSite } from '#test/fill-site.ts';
import { password } from '#test/school.ts';
import { violationsInBothSchemes } from './support/axe.ts';
import { openChromium } from './support/chromium.ts';
import { expectInkOnWhite } from './support/print.ts';
import { openProduct } from './support/product.ts';
import { openWindow } from './support/window.ts';
import { pageTime } from '#test/harness/time.ts';

let product: Awaited<ReturnType<typeof openProduct>>;
let browser: Browser;
let windows: BrowserContext[] = [];

beforeAll(async () => {
  [product, browser] = await Promise.all([openProduct(), openChromium()]);
  const { ilorin, offa } = product.school;
  await product.database.asSystem([ilorin.id, offa.id], async (tx) => {
    await fillSite(tx, product.services.files, ilorin.id, 'ilorin');
    await fillSite(tx, product.services.files, offa.id, 'offa');
  });
});
afterEach(async () => {
  await Promise.all(windows.map((context) => context.close()));
  windows = [];
});
afterAll(async () => {
  await browser?.close();
  await product?.close();
});

interface Window extends BrowserContextOptions {
  width?: number;
  /** Seconds between slides, where a test has no time for the page's own. */
  every?: number;
}

async function open(path = '/', { width = 1280, every, ...options }: Window = {}) {
  const context = await openWindow(browser, {
    baseURL: product.url,
    serviceWorkers: 'block',
    viewport: { width, height: 800 },
    ...options,
  });
  windows.push(context);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (line) => {
    if (line.type() === 'error' && !/status of (403|404|409|422)/.test(line.text())) complaints.push(line.text());
  });
  if (every !== undefined) {
    await page.route(new URL(path, product.url).href, async (route) => {
      const answer = await route.fetch();
      await route.fulfill({
        response: answer,
        body: (await answer.text()).replaceAll(/data-every="\d+"/g, `data-every="${every}"`),
      });
    });
  }
  await page.goto(path);
  if (options.javaScriptEnabled !== false) await page.locator('[data-ready]').first().waitFor({ state: 'attached' });
  return { page, complaints };
}

const carousel = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const inView = (page: Page, selector: string) =>
  page.locator(selector).evaluateAll(
    (slides) =>
      slides.filter((slide) => {
        const [own, track] = [slide.getBoundingClientRect(), slide.parentElement!.getBoundingClientRect()];
        return (
          own.left >= track.left - 1 &&
          own.right <= track.right + 1 &&
          own.top >= track.top - 1 &&
          own.bottom <= track.bottom + 1
        );
      }).length,
  );
const current = (page: Page, name: string) =>
  carousel(page, name).locator('.dot[aria-current]').getAttribute('aria-label');

test('1.6 2.1 the home page has slider with dots, slideshow, news, testimonials, features, search and sign-in', async () => {
  const { page, complaints } = await open();
  for (const name of [
    'Welcome to Ilorin',
    'Features',
    'Pictures of school life',
    'Latest news',
    'Voices of families and students',
  ])
    await carousel(page, name).waitFor();
  const dots = carousel(page, 'Welcome to Ilorin').locator('.dot');
  await expect.poll(() => dots.count()).toBe(5);
  await expect.poll(() => current(page, 'Welcome to Ilorin')).toBe('Slide 1 of 5: Admission is open');
  await dots.nth(2).click();
  await page.getByRole('heading', { name: 'Our new library', exact: true }).waitFor();
  await expect.poll(() => current(page, 'Welcome to Ilorin')).toBe('Slide 3 of 5: Our new library');
  await page.getByRole('search', { name: 'Site' }).getByRole('searchbox').waitFor();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  expect(complaints).toEqual([]);
});

test('2.1 the home page is whole without JavaScript: every slide is reached by scrolling, the form leads to the sign-in page', async () => {
  const { page } = await open('/', { javaScriptEnabled: false });
  await expect.poll(() => page.locator('.slider .slide').count()).toBe(5);
  await expect.poll(() => page.locator('[inert]').count()).toBe(0);
  const track = page.locator('.slider .track');
  const scrolls = await track.evaluate(
    (one) => one.scrollWidth > one.clientWidth && getComputedStyle(one).overflowX === 'auto',
  );
  expect(scrolls).toBe(true);
  await page
    .locator('.hero img')
    .first()
    .evaluate((image: HTMLImageElement) => image.decode());
  expect(
    await page
      .locator('.hero img')
      .first()
      .evaluate((image: HTMLImageElement) => image.currentSrc),
  ).toMatch(/\.webp$/);
  await page.getByLabel('Password').fill('never in an address');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL(/\/sign-in/);
  expect(page.url()).not.toContain('never');
});

test('without JavaScript menu and search are there on a phone too', async () => {
  const { page } = await open('/', { javaScriptEnabled: false, width: 375 });
  await page.getByLabel('Search', { exact: true }).click();
  await page.waitForURL(/\/sites\/ilorin\/search/);
  await page.getByRole('search', { name: 'Search again' }).getByRole('searchbox').fill('adebayo');
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: /Kẹ́mi Adébáyọ̀/ }).waitFor();
  await expect
    .poll(() => page.getByRole('navigation', { name: 'All pages' }).getByRole('link').count())
    .toBeGreaterThan(4);
});

describe('the features carousel shows', () => {
  const widths = FEATURE_SLIDES.flatMap(({ width, slides }, at) => [
    { width, slides },
    // A pixel less is the next step.
    ...(FEATURE_SLIDES[at + 1] ? [{ width: width - 1, slides: FEATURE_SLIDES[at + 1]!.slides }] : []),
  ]);

  let page: Page;
  beforeAll(async () => {
    ({ page } = await open());
    windows = windows.filter((context) => context !== page.context());
  });
  afterAll(() => page?.context().close());

  test.for(widths)('9.11 $slides at a width of $width', async ({ width, slides }) => {
    await page.setViewportSize({ width, height: 800 });
    const reachable = '.features .slide:not([inert])';
    await page.waitForFunction(([all, count]) => document.querySelectorAll(all).length === count, [
      reachable,
      slides,
    ] as const);
    await expect.poll(() => inView(page, '.features .slide')).toBe(slides);
    await expect.poll(() => page.locator('.features .dot').count()).toBe(Math.ceil(7 / slides));
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  });
});

test('9.12 the news show two slides, one above the other, and turn by two', async () => {
  for (const width of [1280, 375]) {
    const { page } = await open('/', { width });
    await expect.poll(() => inView(page, '.news-slides .slide')).toBe(2);
    const [first, second] = await page
      .locator('.news-slides .slide')
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON() as DOMRect));
    expect(second!.left).toBe(first!.left);
    expect(second!.top).toBeGreaterThan(first!.bottom);
    await carousel(page, 'Latest news').getByRole('button', { name: 'Next slide' }).click();
    await expect.poll(() => current(page, 'Latest news')).toBe('Slides 3 to 4 of 6');
    expect(
      await page.locator('.news-slides .slide:not([inert])').evaluateAll((all) => all.map((one) => one.ariaLabel)),
    ).toEqual(['3 of 6: Report number 3 of the term', '4 of 6: Report number 4 of the term']);
  }
});

describe('a carousel with autoplay', () => {
  const name = 'Welcome to Ilorin';
  const turned = (page: Page, from: string) =>
    page.waitForFunction((before) => document.querySelector('.slider .dot[aria-current]')?.ariaLabel !== before, from);
  const stands = async (page: Page) => {
    const before = await current(page, name);
    await pageTime(page, 700);
    await expect.poll(() => current(page, name)).toBe(before);
  };

  test('plays, and pauses while the pointer or the focus is in it', async () => {
    const { page } = await open('/', { every: 0.2 });
    await turned(page, 'Slide 1 of 5: Admission is open');
    await page.locator('.slider .track').hover();
    await stands(page);
    await page.mouse.move(5, 5);
    await turned(page, (await current(page, name))!);
    await page.locator('.slider .track').focus();
    await stands(page);
    await page.locator('#identifier').focus();
    await turned(page, (await current(page, name))!);
  });

  test('pauses while it is out of view', async () => {
    const { page } = await open('/', { every: 0.2 });
    await turned(page, 'Slide 1 of 5: Admission is open');
    await page.evaluate(() => scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }));
    await page.locator('.slider:not([data-playing])').waitFor({ state: 'attached' });
    await stands(page);
  });

  test('is stopped for good by its button, and started again by the same', async () => {
    const { page } = await open('/', { every: 0.2 });
    await carousel(page, name).getByRole('button', { name: 'Pause the slides' }).click();
    await page.mouse.move(5, 5);
    await page.locator('#identifier').focus();
    await stands(page);
    await carousel(page, name).getByRole('button', { name: 'Play the slides' }).click();
    await page.mouse.move(5, 5);
    await page.locator('#identifier').focus();
    await turned(page, (await current(page, name))!);
  });

  test('never plays with reduced motion, and shows no button for it', async () => {
    const { page } = await open('/', { every: 0.2, reducedMotion: 'reduce' });
    await stands(page);
    await expect
      .poll(() =>
        carousel(page, name)
          .getByRole('button', { name: /Pause|Play/ })
          .count(),
      )
      .toBe(0);
    await carousel(page, name).getByRole('button', { name: 'Next slide' }).click();
    await expect.poll(() => current(page, name)).toBe('Slide 2 of 5: Science week');
    await expect.poll(() => page.locator('.slider .track').evaluate((track) => track.getAnimations().length)).toBe(0);
  });

  test('says aloud what a person turned to, and nothing while it turns alone', async () => {
    const { page } = await open('/', { every: 0.2 });
    await page.locator('.slider[data-playing]').waitFor();
    const said = page.locator('.slider [aria-live]');
    expect([await said.getAttribute('aria-live'), await said.textContent()]).toEqual(['off', '']);
    await turned(page, 'Slide 1 of 5: Admission is open');
    await expect.poll(() => said.textContent()).toBe('');
    await page.locator('.slider .dot').nth(1).click();
    expect([await said.getAttribute('aria-live'), await said.textContent()]).toEqual([
      'polite',
      'Slide 2 of 5: Science week',
    ]);
  });
});

test('a carousel by keyboard alone: pause, turn, read the link of the slide in view, and out again', async () => {
  const { page } = await open();
  const focused = () =>
    page.evaluate(
      () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent?.trim() ?? '',
    );
  await page.locator('.slider .track').focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => current(page, 'Welcome to Ilorin')).toBe('Slide 3 of 5: Our new library');
  await page.keyboard.press('Tab');
  // The link of the third slide: those of the others are out of reach.
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.closest('.slide')?.getAttribute('data-name')))
    .toBe('Our new library');
  await page.keyboard.press('Tab');
  await expect.poll(focused).toBe('Pause the slides');
  await page.keyboard.press('Space');
  await expect.poll(focused).toBe('Play the slides');
  await page.keyboard.press('Tab');
  await expect.poll(focused).toBe('Previous slide');
  await page.keyboard.press('Enter');
  await expect.poll(() => current(page, 'Welcome to Ilorin')).toBe('Slide 2 of 5: Science week');
  for (let dots = 0; dots < 5; dots += 1) await page.keyboard.press('Tab');
  await expect.poll(focused).toBe('Slide 5 of 5: A choir of sixty');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect.poll(focused).toBe('Next slide');
  await page.keyboard.press('Enter');
  await expect.poll(() => current(page, 'Welcome to Ilorin')).toBe('Slide 1 of 5: Admission is open');
  await page.keyboard.press('Tab');
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('identifier');
});

test('a finger that swipes moves the dots with it', async () => {
  const { page } = await open('/', { width: 375, hasTouch: true, isMobile: true });
  await page
    .locator('.slider .track')
    .evaluate((track) => track.scrollTo({ left: track.clientWidth * 2, behavior: 'instant' }));
  await page.waitForFunction(() =>
    document.querySelector('.slider .dot[aria-current]')?.ariaLabel?.startsWith('Slide 3'),
  );
});

describe('the search', () => {
  test(`4.21 9.15 is folded behind its icon up to a width of ${SEARCH_TOGGLE_MAX_WIDTH}`, async () => {
    const { page } = await open('/', { width: SEARCH_TOGGLE_MAX_WIDTH });
    const icon = page.getByRole('button', { name: 'Search' });
    const form = page.locator('#site-search');
    expect([await icon.isVisible(), await form.isVisible(), await icon.getAttribute('aria-expanded')]).toEqual([
      true,
      false,
      'false',
    ]);
    await icon.click();
    expect([await form.isVisible(), await icon.getAttribute('aria-expanded')]).toEqual([true, 'true']);
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('site-search-q');
    await page.keyboard.press('Escape');
    await expect.poll(() => form.isVisible()).toBe(false);
    await icon.press('Space');
    await expect.poll(() => form.isVisible()).toBe(true);
    await icon.click();
    await expect.poll(() => form.isVisible()).toBe(false);
  });

  test('4.21 9.15 is open above that width, without the icon', async () => {
    const { page } = await open('/', { width: SEARCH_TOGGLE_MAX_WIDTH + 1 });
    await expect.poll(() => page.locator('.search-toggle').isVisible()).toBe(false);
    await page.getByRole('search', { name: 'Site' }).getByRole('searchbox').fill('zebra');
    await page.keyboard.press('Enter');
    await page.getByText('No results for “zebra”').waitFor();
    await page.getByRole('search', { name: 'Search again' }).getByRole('searchbox').fill('Kemi');
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: /Kẹ́mi Adébáyọ̀/ }).click();
    await page.getByRole('heading', { level: 1, name: /wins the mathematics prize/ }).waitFor();
  });
});

test(`4.9 9.15 back-to-top fades in past ${BACK_TO_TOP_THRESHOLD} pixels and out again`, async () => {
  const { page } = await open();
  const link = page.locator('.to-top');
  const opacity = () => link.evaluate((one) => getComputedStyle(one).opacity);
  const to = (top: number) => page.evaluate((y) => scrollTo({ top: y, behavior: 'instant' }), top);
  await to(BACK_TO_TOP_THRESHOLD);
  expect([await link.isVisible(), await opacity()]).toEqual([false, '0']);
  await to(BACK_TO_TOP_THRESHOLD + 1);
  await page.waitForFunction(() => getComputedStyle(document.querySelector('.to-top')!).opacity === '1');
  await expect.poll(() => link.isVisible()).toBe(true);
  await expect.poll(() => link.evaluate((one) => getComputedStyle(one).transitionDuration)).toBe('0.15s, 0.15s');
  await to(0);
  await page.waitForFunction(() => getComputedStyle(document.querySelector('.to-top')!).visibility === 'hidden');
});

test(`2.15 9.15 a link within the page scrolls there over ${SMOOTH_SCROLL_MS} ms, and the focus goes along`, async () => {
  const { page } = await open('/', { width: 375 });
  await page.evaluate(() => scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }));
  await page.waitForFunction(() => scrollY > 1000);
  const from = await page.evaluate(() => scrollY);
  const at = () => page.evaluate(() => scrollY);
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.locator('.to-top').click();
  await page.clock.runFor(SMOOTH_SCROLL_MS - 100);
  expect(await at()).toBeGreaterThan(0);
  expect(await at()).toBeLessThan(from);
  await page.clock.runFor(200);
  await expect.poll(at).toBe(0);
  await page.clock.resume();
  await page.getByLabel('Menu').click();
  await expect.poll(() => page.evaluate(() => location.hash)).toBe('#top');
});

test('2.15 with reduced motion jumps at once', async () => {
  const { page } = await open('/', { reducedMotion: 'reduce' });
  await page.evaluate(() => scrollTo({ top: 1500, behavior: 'instant' }));
  const y = await page.evaluate(() => {
    document.querySelector<HTMLElement>('.skip')!.click();
    return {
      y: scrollY,
      focus: document.activeElement?.id,
      top: document.getElementById('main')!.getBoundingClientRect().top,
    };
  });
  expect(y.focus).toBe('main');
  expect(y.y).toBeLessThan(1500);
  expect(Math.abs(y.top - 16)).toBeLessThan(2);
});

test('9.7 the clock tells the time of the school, each second', async () => {
  const { page } = await open('/', { timezoneId: 'Asia/Tokyo' });
  const clock = page.locator('.clock');
  await page.waitForFunction(() => /\d{2}:\d{2}:\d{2} [ap]m$/.test(document.querySelector('.clock')!.textContent!));
  const lagos = new Date()
    .toLocaleTimeString('en-US', { timeZone: 'Africa/Lagos', hour: '2-digit', hour12: true })
    .toLowerCase();
  const text = (await clock.textContent())!;
  expect(text).toMatch(/^\w+day, \d{1,2} [A-Z][a-z]+ 20\d\d, /);
  expect(`${text.slice(-11, -9)} ${text.slice(-2)}`).toBe(lagos);
  await page.waitForFunction((before) => document.querySelector('.clock')!.textContent !== before, text);
});

describe('signing in from the home page', () => {
  test('1.5 blank fields are not sent, and the first of them gets the focus', async () => {
    const { page } = await open();
    const sent: string[] = [];
    page.on('request', (request) => sent.push(`${request.method()} ${new URL(request.url()).pathname}`));
    await page.getByLabel('Password').fill('   ');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect.poll(() => page.getByText('Fill in this field.').count()).toBe(2);
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('identifier');
    expect(sent.filter((line) => line.startsWith('POST'))).toEqual([]);
  });

  test('1.4 an error is shown beside the field and the page stays; the right password leads to the start page', async () => {
    const { page, complaints } = await open();
    await page.evaluate(() => void ((window as unknown as { stayed: boolean }).stayed = true));
    await page.getByLabel('Username, e-mail or phone').fill('registrar');
    const meta = () => page.locator('meta[name=csrf-token]').getAttribute('content');
    await page.waitForFunction(() => document.querySelector<HTMLMetaElement>('meta[name=csrf-token]')!.content !== '');
    const asked = page.waitForRequest((request) => request.method() === 'POST');
    // What the next page needs is fetched while somebody types.
    const ahead = () =>
      page.evaluate(
        () =>
          performance
            .getEntriesByType('resource')
            .filter(
              (entry) =>
                (entry as PerformanceResourceTiming).initiatorType === 'fetch' && entry.name.includes('/assets/'),
            ).length,
      );
    await page.getByLabel('Password').fill('wrong');
    await page.keyboard.press('Enter');
    expect((await (await asked).allHeaders())['x-csrf-token']).toBe(await meta());
    await page.getByText('Incorrect username or password.').waitFor();
    await expect.poll(() => page.getByLabel('Username, e-mail or phone').getAttribute('aria-invalid')).toBe('true');
    expect(await page.evaluate(() => (window as unknown as { stayed?: boolean }).stayed)).toBe(true);
    await expect.poll(ahead).toBeGreaterThan(3);
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL(/\/home$/);
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
    expect(complaints).toEqual([]);
  });

  test('a token that has grown old is asked for again, and nobody notices', async () => {
    const { page } = await open();
    await page.getByLabel('Username, e-mail or phone').fill('registrar');
    await page.waitForFunction(() => document.querySelector<HTMLMetaElement>('meta[name=csrf-token]')!.content !== '');
    await page.context().clearCookies();
    await page.getByLabel('Password').fill(password);
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/home$/);
  });

  test('a lost connection is reported with a message, and the form can be sent again', async () => {
    const { page } = await open();
    await page.getByLabel('Username, e-mail or phone').fill('registrar');
    await page.route('**/sign-in', (route) => route.abort());
    await page.getByLabel('Password').fill(password);
    await page.keyboard.press('Enter');
    await page.getByText('Akada could not be reached.').waitFor();
    await page.unroute('**/sign-in');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL(/\/home$/);
  });
});

test.for([1280, 375])('axe finds nothing, light and dark, %i wide', async (width) => {
  const { page } = await open('/', { width, reducedMotion: 'reduce' });
  const found: string[] = [];
  for (const path of ['', '/news', '/news/post-1', '/pages/about', '/programs', '/search?q=report', '/nowhere']) {
    await page.goto(`/sites/ilorin${path}`);
    found.push(...(await violationsInBothSchemes(page)).map((said) => `${path} ${said}`));
    if (width > 1000) await expectInkOnWhite(page);
  }
  expect(found).toEqual([]);
});

test('the public pages bring no more than 15 KB of script and style, and nothing of React', async () => {
  const { page } = await open();
  const bytes = await page.evaluate(async () => {
    const files = performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.js'));
    const texts = await Promise.all(files.map(async ({ name }) => (await fetch(name)).text()));
    texts.push(document.querySelector('style')!.textContent!);
    const zipped = new Response(new Blob(texts).stream().pipeThrough(new CompressionStream('gzip')));
    return {
      size: (await zipped.arrayBuffer()).byteLength,
      hasReact: texts.some((text) => text.includes('createElement') && text.includes('useState')),
    };
  });
  expect(bytes.hasReact).toBe(false);
  expect(bytes.size).toBeLessThan(15 * 1024);
});

test('nothing moves while the page loads, and the first picture comes first', async () => {
  for (const width of [1280, 375]) {
    const { page } = await open('/', { width });
    await page.waitForLoadState('networkidle');
    const shift = await page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          let sum = 0;
          new PerformanceObserver((list) => {
            for (const entry of list.getEntries()) sum += (entry as unknown as { value: number }).value;
          }).observe({ type: 'layout-shift', buffered: true });
          setTimeout(() => resolve(sum), 200);
        }),
    );
    expect(shift).toBeLessThan(0.01);
    const first = page.locator('main img').first();
    expect([await first.getAttribute('fetchpriority'), await first.getAttribute('loading')]).toEqual(['high', null]);
    await expect.poll(() => page.locator('main img:not([loading=lazy])').count()).toBe(1);
  }
});

test('printed, there are text and pictures, without controls', async () => {
  const { page } = await open();
  await page.emulateMedia({ media: 'print' });
  await expect.poll(() => page.locator('.controls').first().isVisible()).toBe(false);
  await expect.poll(() => page.getByRole('button', { name: 'Sign in' }).isVisible()).toBe(false);
  const [one, two] = await page
    .locator('.slider .slide')
    .evaluateAll((all) => all.map((slide) => slide.getBoundingClientRect().top));
  expect(two).toBeGreaterThan(one!);
});
