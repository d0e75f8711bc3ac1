import type { Browser, BrowserContext, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import {
  BACK_TO_TOP_THRESHOLD,
  CLOCK_TICK_MS,
  SEARCH_TOGGLE_MAX_WIDTH,
  SIDE_NAVIGATION_MIN_WIDTH,
  SMOOTH_SCROLL_MS,
  TOOLTIP_HIDE_MS,
  TOOLTIP_SHOW_MS,
} from '#ui/plain/constants.ts';
import { withClient } from '#test/harness/client.ts';
import { pictureFile } from '#test/harness/pictures.ts';
import { upload } from '#test/harness/uploads.ts';
import { password } from '#test/school.ts';
import { smallTargets } from '#test/screens/small-targets.ts';
import { launchChromium, openChromium } from './support/chromium.ts';
import { violations, violationsInBothSchemes } from './support/axe.ts';
import { openProduct } from './support/product.ts';
import { watchRequests } from './support/requests.ts';
import { pageTime } from '#test/harness/time.ts';

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
const phone = { width: 375, height: 812 };
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

  const fade = await fadeOf(link);
  await scrollDown(page, BACK_TO_TOP_THRESHOLD + 1);
  await expect.poll(opacity).toBe(1);
  const seconds = await fade();
  expect(seconds).toBeGreaterThan(0);
  expect(seconds).toBeLessThanOrEqual(0.15);
  await expect.poll(shown).toBe(true);
  await scrollDown(page, BACK_TO_TOP_THRESHOLD);
  await expect.poll(shown).toBe(false);
});

test('2.15 9.15 go-to-top scrolls for 1000 ms, gives the focus to the title, and back returns to the place', async () => {
  const page = await open('registrar', '/students', { viewport: low });
  await scrollDown(page, 260);
  const asked = watchRequests(page);
  await page
    .getByRole('checkbox', { name: /Select Obi|Obi/ })
    .first()
    .check({ force: true });
  const scroll = await scrolling(page, () => page.getByRole('link', { name: 'Back to top' }).click());
  expect(SMOOTH_SCROLL_MS).toBe(1000);
  expect(scroll.took).toBeGreaterThan(SMOOTH_SCROLL_MS - 60);
  expect(scroll.isInTime).toBe(true);
  expect(scroll.heights).toEqual(scroll.heights.toSorted((one, other) => other - one));
  expect(new Set(scroll.heights).size).toBeGreaterThan(2);
  expect(scroll.heights.at(-1)).toBe(0);
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H1');
  expect(new URL(page.url()).hash).toBe('#top');
  await page.goBack();
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(200);
  expect(new URL(page.url()).hash).toBe('');
  // The page stood all the while: nothing was asked for, and what was ticked is ticked.
  await expect.poll(() => page.getByRole('checkbox', { name: /Obi/ }).first().isChecked()).toBe(true);
  expect(asked).toEqual([]);
});

test('2.15 a link to a place in the page ends with the place below the header, its hash in the address, and the focus there', async () => {
  const page = await open('registrar', '/students', { viewport: low });
  await addPlace(page);
  const scroll = await scrolling(page, () => page.getByRole('link', { name: 'To the place' }).click());
  expect(scroll.took).toBeGreaterThan(SMOOTH_SCROLL_MS - 60);
  expect(scroll.isInTime).toBe(true);
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
  await expect.poll(() => new URL(page.url()).hash).toBe('#place');
});

test('2.15 under prefers-reduced-motion the page jumps, and a turn of the wheel stops a scroll on its way', async () => {
  const still = await open('registrar', '/students', { viewport: low, reducedMotion: 'reduce' });
  await addPlace(still);
  await still.getByRole('link', { name: 'To the place' }).click();
  await expect
    .poll(() => still.evaluate(() => document.getElementById('place')!.getBoundingClientRect().top))
    .toBeLessThan(100);

  const page = await open('registrar', '/students', { viewport: low });
  await addPlace(page);
  // In the page itself: by the time that a busy machine has told us of the way, it may be over.
  await page.evaluate(() => {
    const stop = () => {
      if (scrollY <= 30) return;
      removeEventListener('scroll', stop);
      document.querySelector('main')!.dispatchEvent(new WheelEvent('wheel', { deltaY: -10, bubbles: true }));
      document.body.dataset['stopped'] = 'yes';
    };
    addEventListener('scroll', stop);
  });
  await page.getByRole('link', { name: 'To the place' }).click();
  await page.locator('body[data-stopped]').waitFor();
  await pageTime(page, SMOOTH_SCROLL_MS + 100);
  await expect
    .poll(() => page.evaluate(() => document.getElementById('place')!.getBoundingClientRect().top))
    .toBeGreaterThan(100);
});

test('2.2 4.8 the side navigation opens and closes, and this device remembers it and its closed groups', async () => {
  const page = await open('registrar', '/students');
  const side = page.getByRole('navigation', { name: 'Main' });
  expect((await box(side)).width).toBe(232);
  await page.getByRole('button', { name: 'Close side bar' }).click();
  await expect.poll(async () => (await box(side)).width).toBe(56);
  await page.reload();
  await page.getByRole('button', { name: 'Open side bar' }).click();
  await expect.poll(async () => (await box(side)).width).toBe(232);

  const academics = side.getByRole('button', { name: 'Academics' });
  // At first only the group of the page in view is open.
  await expect.poll(() => side.getByRole('link', { name: 'Students', exact: true }).isVisible()).toBe(true);
  await expect.poll(() => academics.getAttribute('aria-expanded')).toBe('false');
  await academics.click();
  await expect.poll(() => side.getByRole('link', { name: 'Classes' }).isVisible()).toBe(true);
  await page.reload();
  await expect.poll(() => academics.getAttribute('aria-expanded')).toBe('true');
  await academics.click();
  await page.reload();
  await expect.poll(() => academics.getAttribute('aria-expanded')).toBe('false');
  // Who comes to a page of the closed group finds it open, with the page's entry in sight.
  await page.goto('/courses');
  await side.getByRole('link', { name: 'Classes' }).waitFor();
  await expect.poll(() => side.locator('[aria-current=page]').textContent()).toBe('Classes');
});

test('2.2 the entry of the page in view is scrolled into sight in a low window, and the page itself stays', async () => {
  const page = await open('owner', '/audit', { viewport: low });
  const side = await box(page.getByRole('navigation', { name: 'Main' }));
  const entry = await box(page.getByRole('link', { name: 'Settings' }));
  expect(entry.y).toBeGreaterThanOrEqual(side.y);
  expect(entry.y + entry.height).toBeLessThanOrEqual(side.y + side.height);
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
});

test('4.8 9.15 under 767 pixels the side navigation starts closed, at 767 it is there', async () => {
  expect(SIDE_NAVIGATION_MIN_WIDTH).toBe(767);
  const page = await open('registrar', '/students', {
    viewport: { width: SIDE_NAVIGATION_MIN_WIDTH - 1, height: 800 },
  });
  const side = page.getByRole('navigation', { name: 'Main' });
  await expect.poll(() => side.count()).toBe(0);
  await page.setViewportSize({ width: SIDE_NAVIGATION_MIN_WIDTH, height: 800 });
  await side.waitFor();
  await expect
    .poll(() => page.getByRole('button', { name: 'Close side bar' }).getAttribute('aria-expanded'))
    .toBe('true');
});

test('4.8 on a phone the drawer holds the keyboard, closes with Escape and a press beside it, and gives the focus back', async () => {
  const page = await open('registrar', '/students', { viewport: phone });
  const opener = page.getByRole('button', { name: 'More', exact: true });
  const side = page.getByRole('navigation', { name: 'Main' });
  await opener.focus();
  await page.keyboard.press('Enter');
  await side.getByRole('link', { name: 'Students', exact: true }).waitFor();
  const inside = () => page.evaluate(() => document.querySelector('#side-bar')!.contains(document.activeElement));
  for (let presses = 0; presses < 20; presses += 1) {
    expect(await inside()).toBe(true);
    await page.keyboard.press(presses < 14 ? 'Tab' : 'Shift+Tab');
  }
  // Institution, session, date and time stand here on a phone.
  await expect
    .poll(() => side.textContent())
    .toMatch(/Ilorin Grammar School2026\/2027.*day, \d{1,2} [A-Z]\w+ \d{4}, \d\d:\d\d:\d\d [ap]m/);
  await page.keyboard.press('Escape');
  await side.waitFor({ state: 'hidden' });
  await expect.poll(() => opener.evaluate((element) => element === document.activeElement)).toBe(true);
  await opener.click();
  await side.waitFor();
  await page.mouse.click(340, 400);
  await side.waitFor({ state: 'hidden' });
});

test('on a phone the header names the school in full width, and what a finger presses there is 44 pixels', async () => {
  const page = await open('group', `/students?institution_id=${product.school.ilorin.id}`, { viewport: phone });
  const switcher = page.getByRole('button', { name: 'Institution in view: Ilorin, 2026/2027' });
  await switcher.getByText('Ilorin', { exact: true }).waitFor();
  const cut = await switcher.evaluate((button) =>
    [...button.querySelectorAll('span, small')].filter((one) => one.scrollWidth > one.clientWidth + 1).map(String),
  );
  expect(cut).toEqual([]);
  for (const button of await page.getByRole('banner').getByRole('button').filter({ visible: true }).all()) {
    const { width, height } = await box(button);
    expect([await button.getAttribute('aria-label'), Math.min(width, height) >= 44]).toEqual([
      expect.any(String),
      true,
    ]);
  }
  await switcher.click();
  await page.getByRole('menuitemradio', { name: 'All institutions' }).click();
  await page.getByRole('button', { name: 'Institution in view: All institutions' }).waitFor();
});

test('on a phone, what a thumb presses is 24 pixels wide and high, or has as much room around it', async () => {
  const page = await open('registrar', '/home', { viewport: phone });
  for (const address of ['/home', '/students', '/students/new', '/guardians', '/applications']) {
    if (address !== '/home') await page.goto(address);
    await page.getByRole('heading', { level: 1 }).waitFor();
    if (address === '/students') {
      await page
        .getByRole('checkbox', { name: /^Select / })
        .first()
        .check();
      await page.getByRole('region', { name: 'Actions for selected rows' }).waitFor();
    }
    expect(await smallTargets(page), address).toEqual([]);
    // It would see links of 14 pixels one below the other.
    await page.evaluate(() => {
      for (const text of ['One', 'Two']) {
        const link = document.createElement('a');
        Object.assign(link, { href: '/home', textContent: text });
        Object.assign(link.style, { display: 'block', width: '40px', height: '14px' });
        document.querySelector('main')!.prepend(link);
      }
    });
    expect((await smallTargets(page)).length, address).toBeGreaterThanOrEqual(2);
  }
});

test('4.22 the side bar and the page begin below the header, also where it wraps and with text at 200 %', async () => {
  const page = await open('registrar', '/students', { viewport: { width: 1000, height: 800 } });
  const edges = () =>
    page.evaluate(() => {
      const at = (selector: string) => document.querySelector(selector)!.getBoundingClientRect();
      return {
        header: at('header').bottom,
        side: at('#side-bar').top,
        page: at('main').top,
        search: at('[role=search]').height,
      };
    });
  const agree = async () => {
    await expect.poll(async () => ((e) => e.side - e.header)(await edges())).toBe(0);
    return edges();
  };
  expect((await agree()).header).toBe(48);
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  const wrapped = await agree();
  expect(wrapped.header).toBeGreaterThan(80);
  expect(wrapped.page).toBe(wrapped.header);
  await page.evaluate(() => {
    for (const element of document.querySelectorAll<HTMLElement>('header *'))
      element.style.fontSize = `${2 * Number.parseFloat(getComputedStyle(element).fontSize)}px`;
  });
  await expect.poll(async () => (await edges()).header).toBeGreaterThan(wrapped.header);
  const enlarged = await agree();
  expect(enlarged.page).toBe(enlarged.header);
});

test('the header spans the window, and nothing in it or at the edge of the page jumps where a page gets a scroll bar', async () => {
  const withBars = await launchChromium({ ignoreDefaultArgs: ['--hide-scrollbars'] });
  try {
    const page = await (await product.window(withBars, 'registrar', { viewport: laptop })).newPage();
    await page.goto('/students');
    await page.getByRole('heading', { level: 1 }).waitFor();
    const edges = () =>
      page.evaluate(() => {
        const right = (selector: string) => document.querySelector(selector)!.getBoundingClientRect().right;
        const account = document.querySelector('header')!.lastElementChild!.getBoundingClientRect().right;
        return [right('header'), account, right('main table')];
      });
    const barOf = () => page.evaluate(() => innerWidth - document.documentElement.clientWidth);
    const short = await edges();
    expect([await barOf(), short[0]]).toEqual([0, 1280]);
    await page.setViewportSize(low);
    await expect.poll(barOf).toBe(15);
    expect(await edges()).toEqual(short);
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth - 15)).toBe(true);
  } finally {
    await withBars.close();
  }
});

test('4.21 9.15 above 1150 pixels the search form is always there, at 1150 or less its icon toggles it', async () => {
  expect(SEARCH_TOGGLE_MAX_WIDTH).toBe(1150);
  const page = await open('registrar', '/students', { viewport: { width: SEARCH_TOGGLE_MAX_WIDTH + 1, height: 800 } });
  const form = page.getByRole('search', { name: 'Everywhere' });
  const icon = page.getByRole('banner').getByRole('button', { name: /search/i });
  expect([await form.isVisible(), await icon.count()]).toEqual([true, 0]);
  for (const width of [SEARCH_TOGGLE_MAX_WIDTH, phone.width]) {
    await page.setViewportSize({ width, height: 800 });
    await icon.waitFor();
    expect([width, await form.isVisible(), await icon.getAttribute('aria-expanded')]).toEqual([width, false, 'false']);
    await icon.click();
    expect([width, await form.isVisible(), await icon.getAttribute('aria-expanded')]).toEqual([width, true, 'true']);
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('type'))).toBe('search');
    await page.keyboard.press('Escape');
    await expect.poll(() => form.isVisible()).toBe(false);
    await icon.click();
    await icon.click();
    await expect.poll(() => form.isVisible()).toBe(false);
  }
});

test('2.2 text typed into the search form, or submitted there, continues in the palette that Ctrl K opens', async () => {
  const page = await open('registrar', '/institutions');
  const field = page.getByRole('search').getByRole('searchbox');
  const palette = page.getByRole('combobox', { name: 'Search' });
  await field.focus();
  await page.keyboard.type('okaf');
  await page.getByRole('option', { name: /Okafor/ }).waitFor();
  await expect.poll(() => palette.inputValue()).toBe('okaf');
  await page.keyboard.press('Escape');
  await palette.waitFor({ state: 'hidden' });
  await expect
    .poll(() => field.evaluate((input: HTMLInputElement) => [input.value, input === document.activeElement]))
    .toEqual(['', true]);
  await page.keyboard.press('Enter');
  await palette.waitFor();
  await page.keyboard.type('okafor');
  await page.getByRole('option', { name: /Okafor/ }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: /Okafor/ }).waitFor();
  await page.keyboard.press('Control+k');
  await palette.waitFor();
  await expect.poll(() => palette.inputValue()).toBe('');
});

test('letters typed right after Ctrl K are not lost while the palette is fetched, and Enter waits for their answer', async () => {
  const page = await open('registrar', '/institutions');
  const fetched = Promise.withResolvers<void>();
  await page.route(/command-palette.*\.js/, async (route) => fetched.promise.then(() => route.continue()));
  await page.keyboard.press('Control+k');
  await page.keyboard.type('Okafop');
  await page.keyboard.press('Backspace');
  fetched.resolve();
  const palette = page.getByRole('combobox', { name: 'Search', exact: true });
  await expect.poll(() => palette.inputValue()).toBe('Okafo');
  await palette.press('r');
  await palette.press('Enter');
  await page.getByRole('heading', { level: 1, name: /Okafor/ }).waitFor();
});

test('a window is named for its page and the institution in view, also after swaps and back', async () => {
  const page = await open('registrar', '/students');
  await expect.poll(() => page.title()).toBe('Students · Ilorin Grammar School');
  await page
    .getByRole('link', { name: /Okafor/ })
    .first()
    .click();
  await expect.poll(() => page.title()).toMatch(/^.*Okafor.* · Ilorin Grammar School$/);
  await page.goBack();
  await expect.poll(() => page.title()).toBe('Students · Ilorin Grammar School');
  await page.getByRole('button', { name: 'More actions' }).waitFor();
  expect(await page.title()).toBe('Students · Ilorin Grammar School');

  const several = await open('group', '/students');
  await expect.poll(() => several.title()).toBe('Students · Akada');
  const visitorWindow = await product.window(browser);
  windows.push(visitorWindow);
  const visitor = await visitorWindow.newPage();
  await visitor.goto('/sign-in');
  await expect.poll(() => visitor.title()).toBe('Sign in · Akada');
});

test('9.7 2.2 the clock ticks every 1000 ms on a 12-hour dial, with English names, in the institution’s time', async () => {
  expect(CLOCK_TICK_MS).toBe(1000);
  const page = await open('registrar', '/students', {
    locale: 'fr-FR',
    timezoneId: 'Asia/Tokyo',
    clockAt: '2026-08-31T22:59:30Z',
    viewport: { width: 1400, height: 800 },
  });
  const clock = page.getByRole('banner').locator('time');
  // Lagos is an hour ahead of the moment above: the last seconds of a Monday.
  await expect.poll(() => clock.textContent()).toMatch(/^Monday, 31 August 2026, 11:59:[345]\d pm$/);
  await page.clock.pauseAt('2026-08-31T22:59:59Z');
  await expect.poll(() => clock.textContent()).toBe('Monday, 31 August 2026, 11:59:59 pm');
  await page.clock.runFor(CLOCK_TICK_MS - 1);
  await expect.poll(() => clock.textContent()).toBe('Monday, 31 August 2026, 11:59:59 pm');
  await page.clock.runFor(1);
  await expect.poll(() => clock.textContent()).toBe('Tuesday, 1 September 2026, 12:00:00 am');
  await page.clock.runFor(CLOCK_TICK_MS * 3600 * 12);
  await expect.poll(() => clock.textContent()).toBe('Tuesday, 1 September 2026, 12:00:00 pm');
});

test('with all institutions in view the clock shows the time they share, whatever the zone of the device', async () => {
  const page = await open('group', '/students', {
    timezoneId: 'Asia/Tokyo',
    clockAt: '2026-08-31T22:59:30Z',
    viewport: { width: 1400, height: 800 },
  });
  const clock = page.getByRole('banner').locator('time');
  await expect.poll(() => clock.textContent()).toMatch(/^Monday, 31 August 2026, 11:59:[345]\d pm$/);
  await page.getByRole('columnheader', { name: 'Institution' }).waitFor();
});

test('2.2 institution and session in view are seen at every width, shortened on a phone', async () => {
  const page = await open('registrar', '/students', { viewport: phone });
  const header = page.getByRole('banner');
  await expect.poll(() => header.getByText('2026/2027', { exact: true }).isVisible()).toBe(true);
  await expect.poll(() => header.getByText('Ilorin', { exact: true }).isVisible()).toBe(true);
  for (const width of [767, 1150, 1366]) {
    await page.setViewportSize({ width, height: 800 });
    await expect.poll(() => header.getByText('2026/2027', { exact: true }).isVisible()).toBe(true);
    await expect.poll(() => header.locator('time').isVisible()).toBe(true);
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth))
      .toBeLessThanOrEqual(0);
  }
});

test('9.13 a tooltip comes after 300 ms and goes after 100 ms, stays while it is pointed at, and Escape ends it', async () => {
  expect([TOOLTIP_SHOW_MS, TOOLTIP_HIDE_MS]).toEqual([300, 100]);
  const page = await open('registrar', '/gallery?section=tooltips');
  const tip = page.getByRole('tooltip');
  const pencil = page.getByRole('button', { name: 'Edit the record' });
  await pencil.scrollIntoViewIfNeeded();
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  await pencil.hover();
  await page.clock.runFor(TOOLTIP_SHOW_MS - 1);
  await expect.poll(() => tip.count()).toBe(0);
  await page.clock.runFor(1);
  await tip.waitFor();
  await expect.poll(() => tip.textContent()).toBe('Edit the record');
  // Its name already: a second time would be read twice.
  await expect.poll(() => pencil.getAttribute('aria-describedby')).toBe(null);
  await tip.hover();
  await page.clock.runFor(TOOLTIP_HIDE_MS + 150);
  await expect.poll(() => tip.isVisible()).toBe(true);
  await page.mouse.move(2, 2);
  await page.clock.runFor(TOOLTIP_HIDE_MS - 1);
  await expect.poll(() => tip.isVisible()).toBe(true);
  await page.clock.runFor(1);
  await tip.waitFor({ state: 'detached' });
  await page.clock.resume();

  const draft = page.getByRole('button', { name: 'Save as a draft' });
  await draft.hover();
  await tip.waitFor();
  await expect.poll(() => draft.getAttribute('aria-describedby')).toBe(await tip.getAttribute('id'));
  await page.keyboard.press('Escape');
  await tip.waitFor({ state: 'detached' });
  await expect.poll(() => draft.getAttribute('aria-describedby')).toBe(null);
});

test('9.13 tooltips appear with the keyboard as with the pointer, not by touch, and not before 300 ms', async () => {
  const page = await open('registrar', '/gallery?section=tooltips');
  const tip = page.getByRole('tooltip');
  await page.getByRole('button', { name: 'Edit the record' }).scrollIntoViewIfNeeded();
  await page.getByRole('button', { name: 'Edit the record' }).focus();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Tab');
  await tip.waitFor();
  await expect.poll(() => tip.textContent()).toBe('Edit the record');
  await page.keyboard.press('Escape');
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.getByRole('button', { name: 'More for this record' }).hover();
  await page.clock.runFor(TOOLTIP_SHOW_MS - 1);
  await page.mouse.move(2, 2);
  await page.clock.runFor(TOOLTIP_SHOW_MS * 2);
  await expect.poll(() => tip.count()).toBe(0);

  const touched = await open('registrar', '/students', { viewport: phone, hasTouch: true });
  await touched.getByRole('button', { name: 'Search', exact: true }).tap();
  await pageTime(touched, TOOLTIP_SHOW_MS + 150);
  await expect.poll(() => touched.getByRole('tooltip').count()).toBe(0);
});

test('9.13 the folded side bar says its names in tooltips beside it', async () => {
  const page = await open('registrar', '/students');
  await page.getByRole('button', { name: 'Close side bar' }).click();
  const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Academics' });
  await link.hover();
  const tip = page.getByRole('tooltip');
  await tip.waitFor();
  await expect.poll(() => tip.textContent()).toBe('Academics');
  expect((await box(tip)).x).toBeGreaterThan((await box(link)).x + (await box(link)).width);
});

test('2.2 the menu contains what the user can use, each entry opens, and there is nothing else in it', async () => {
  const menus: Record<string, string[]> = {
    owner: ['/', '/students', '/academic-sessions', '/settings'],
    registrar: ['/', '/students', '/academic-sessions', '/settings'],
    bursar: ['/', '/students', '/settings'],
    teacher: ['/', '/students'],
    guardian: ['/', '/students'],
    applicant: ['/'],
  };
  for (const [username, expected] of Object.entries(menus)) {
    const page = await open(username, '/account');
    const hrefsIn = (part: Locator) =>
      part.locator('a').evaluateAll((all) => all.map((one) => one.getAttribute('href')!));
    // Closed groups included.
    const found = await hrefsIn(page.getByRole('navigation', { name: 'Main' }));
    const ours = found.filter((href) => known.has(href));
    expect([username, ours]).toEqual([username, expected]);
    for (const href of found) {
      const { status } = await page.evaluate(
        async (to) => ({ status: (await fetch(to, { headers: { Accept: 'text/html' } })).status }),
        href,
      );
      expect([username, href, status]).toEqual([username, href, 200]);
    }
    if (username !== 'owner') continue;
    await page.goto('/settings');
    await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
    expect(await hrefsIn(page.getByRole('main'))).toEqual(
      expect.arrayContaining(['/accounts', '/roles', '/audit', '/outbox']),
    );
    await page.getByRole('searchbox', { name: 'Search settings' }).fill('who made it');
    expect(await hrefsIn(page.getByRole('main'))).toEqual(['/audit']);
  }
});

test('at 1366 by 768 at least 15 students are seen whole, and the head of the table stays in sight', async () => {
  await manyStudents();
  const page = await open('registrar', '/students', { viewport: { width: 1366, height: 768 } });
  const whole = () =>
    page.evaluate(() => {
      const head = document.querySelector('thead')!.getBoundingClientRect().bottom;
      const rows = [...document.querySelectorAll('tbody tr')].map((row) => row.getBoundingClientRect());
      return rows.filter((row) => row.top >= head - 1 && row.bottom <= innerHeight).length;
    });
  expect(await whole()).toBeGreaterThanOrEqual(15);
  await scrollDown(page, 400);
  const head = await box(page.getByRole('columnheader', { name: 'Name' }));
  const header = await box(page.getByRole('banner'));
  expect(head.y).toBe(header.y + header.height);
  expect(await whole()).toBeGreaterThanOrEqual(15);
});

test('a list prints black on white without the frame, its head on every sheet and its rows whole', async () => {
  await manyStudents();
  const page = await open('registrar', '/students?status=active', { colorScheme: 'dark' });
  await page.getByText('50 of').waitFor();
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  const sheet = await page.evaluate(() => {
    const style = (selector: string) => getComputedStyle(document.querySelector(selector)!);
    const seen = (selector: string) =>
      [...document.querySelectorAll<HTMLElement>(selector)].filter((one) => one.checkVisibility()).length;
    return {
      frame: [
        'body > #app header:first-of-type button',
        '#side-bar',
        'footer',
        'a[href="#top"]',
        'tbody input',
        '[data-popover]',
      ].map(seen),
      words: document.querySelector<HTMLElement>('[data-print-head]')!.innerText,
      title: seen('h1'),
      filter: document.querySelector<HTMLElement>('main [role=search]')!.innerText.trim(),
      ground: style('body').backgroundColor,
      ink: style('tbody td:nth-child(3)').color,
      head: style('thead').display,
      row: style('tbody tr').breakInside,
      sticky: style('thead th').position,
    };
  });
  expect(sheet).toMatchObject({
    frame: [0, 0, 0, 0, 0, 0],
    title: 1,
    ground: 'rgb(255, 255, 255)',
    ink: 'rgb(0, 0, 0)',
    head: 'table-header-group',
    row: 'avoid',
    sticky: 'static',
  });
  expect(sheet.words).toMatch(
    /Ilorin Grammar School\s+2026\/2027\s+\d{1,2} \w{3} \d{4}, \d\d:\d\d [ap]m · Printed by The registrar \(registrar\)/,
  );
  expect(sheet.filter).toBe('Status: Active');
  const pdf = (await page.pdf({ format: 'A4' })).toString('latin1');
  const sheets = pdf.match(/\/Type\s*\/Page\b/g)!.length;
  expect(sheets).toBe(2);
});

test('a record prints on one sheet, also from a phone', async () => {
  const page = await open('registrar', `/students/${product.school.ilorin.studentIds['Ada Obi']}`, { viewport: phone });
  await page.emulateMedia({ media: 'print' });
  await expect.poll(() => page.getByRole('navigation').filter({ visible: true }).count()).toBe(0);
  await expect.poll(() => page.getByText('Date of birth').first().isVisible()).toBe(true);
  const pdf = (await page.pdf({ format: 'A4' })).toString('latin1');
  expect(pdf.match(/\/Type\s*\/Page\b/g)!.length).toBe(1);
});

test('a form prints what is typed and chosen, without fields and buttons', async () => {
  const page = await open('registrar', `/students/${product.school.ilorin.studentIds['Ada Obi']}/edit`);
  const surname = page.getByLabel('Surname', { exact: true });
  await surname.fill('Obi-Martins');
  await page.emulateMedia({ media: 'print' });
  const controls =
    'main :is(button:not([role=combobox]), [type=file], :is([type=checkbox], [type=radio]):not(:checked))';
  await expect.poll(() => page.locator(controls).filter({ visible: true }).count()).toBe(0);
  for (const field of [surname, page.getByLabel(/^Gender/)]) {
    await expect.poll(() => field.isVisible()).toBe(true);
    await expect.poll(() => field.evaluate((it) => getComputedStyle(it).borderWidth)).toBe('0px');
  }
});

test.for([
  ['light', laptop.width],
  ['dark', phone.width],
] as const)('axe finds nothing in the frame, %s, %i wide', async ([colorScheme, width]) => {
  const viewport = width === phone.width ? phone : laptop;
  const page = await open('group', '/students', { colorScheme, viewport, reducedMotion: 'reduce' });
  expect(await violationsInBothSchemes(page, ':root')).toEqual([]);
  await page.emulateMedia({ colorScheme });
  await page.getByRole('button', { name: /Your account/ }).click();
  await page.getByRole('menu').waitFor();
  expect(await violations(page, ':root')).toEqual([]);
  await page.keyboard.press('Escape');
  if (viewport === phone) {
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    expect(await violations(page, ':root')).toEqual([]);
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('button', { name: 'Close menu' }).waitFor();
  } else await page.getByRole('button', { name: 'Close side bar' }).click();
  expect(await violations(page, ':root')).toEqual([]);
  await scrollDown(page, 300);
  // Of a scrolled table axe takes the rows that slide under its head for controls too small to hit.
  for (const part of ['header', 'footer', '#side-bar'])
    expect([part, await violations(page, part)]).toEqual([part, []]);
});

test('2.2 by keyboard alone: past the frame, through the header, its menus and back', async () => {
  const page = await open('group', '/students');
  const focused = () =>
    page.evaluate(
      () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? '',
    );
  await page.keyboard.press('Tab');
  await expect.poll(focused).toBe('Skip to content');
  await page.keyboard.press('Enter');
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('main');
  await page.reload();
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.getByRole('button', { name: /^Notifications, / }).waitFor();
  const order: string[] = [];
  for (let presses = 0; presses < 7; presses += 1) {
    await page.keyboard.press('Tab');
    order.push(await focused());
  }
  expect(order).toEqual([
    'Skip to content',
    'Close side bar',
    'Institution in view: All institutions',
    'Search screens and students',
    'Help',
    expect.stringMatching(/^Notifications, /),
    'Your account, The group',
  ]);
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Your account' }).waitFor();
  await page.keyboard.press('End');
  await expect.poll(focused).toBe('Sign out');
  await page.keyboard.press('Escape');
  await expect.poll(focused).toBe('Your account, The group');
  for (let presses = 0; presses < 4; presses += 1) await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.waitForURL(/institution_id=/);
  await page.getByRole('button', { name: /Institution in view: Ilorin/ }).waitFor();
});

test('every page below another says the way back to it', async () => {
  const { ilorin } = product.school;
  const page = await open('owner', '/students');
  const below: [string, string[]][] = [
    ['/students/batch-assignment', ['/students']],
    ['/students/new', ['/students']],
    [`/students/${ilorin.studentIds['Ada Obi']}`, ['/students']],
    ['/imports/new', ['/students', '/imports']],
    ['/classes/new', ['/classes']],
    [`/classes/${ilorin.classIds['JSS 1']}/edit`, ['/classes']],
    ['/programs/new', ['/programs']],
    ['/courses/new', ['/courses']],
    ['/academic-sessions/new', ['/academic-sessions']],
    [`/batches/${ilorin.batchIds['JSS 1 B']}/edit`, ['/batches', `/batches/${ilorin.batchIds['JSS 1 B']}`]],
    [`/batches/${ilorin.batchIds['JSS 1 B']}/courses`, ['/batches', `/batches/${ilorin.batchIds['JSS 1 B']}`]],
    [`/institutions/${ilorin.id}/edit`, [`/institutions/${ilorin.id}`]],
    ['/accounts/new', ['/accounts']],
    ['/roles/new', ['/roles']],
    ['/account/second-factor', ['/account']],
  ];
  for (const [address, expected] of below) {
    await page.goto(address);
    await page.getByRole('heading', { level: 1 }).waitFor();
    const crumbs = page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link');
    expect([address, await crumbs.evaluateAll((all) => all.map((one) => one.getAttribute('href')))]).toEqual([
      address,
      expected,
    ]);
  }
});

test('on a shared computer, signing out leaves nothing of the people one has looked at', async () => {
  const { ilorin } = product.school;
  const id = ilorin.studentIds['Ngozi Okafor'];
  const sent = await upload(await product.as('registrar'), `/students/${id}/photo`, {
    field: 'photo',
    content: await pictureFile(200, 200),
  });
  const photo = sent.json<{ small: string }>().small;
  const page = await open('registrar', '/students');
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Search', exact: true }).waitFor();
  await page.keyboard.type('okafor');
  await page.getByRole('option', { name: /Okafor, Ngozi/ }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: /Okafor/ }).waitFor();
  const kept = () => page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }));
  const fromCache = (address: string) =>
    page.evaluate(
      (url) =>
        fetch(url, { cache: 'only-if-cached', mode: 'same-origin' }).then(
          (answer) => answer.ok,
          () => false,
        ),
      address,
    );
  expect(await kept()).toContain('Okafor');
  expect(await page.evaluate((url) => fetch(url).then((answer) => answer.ok), photo)).toBe(true);
  expect(await fromCache(photo)).toBe(true);

  await page.getByRole('button', { name: /^Your account, / }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByRole('button', { name: 'Sign in' }).waitFor();
  expect(await kept()).not.toContain('Okafor');
  expect(await fromCache(photo)).toBe(false);
  expect(await page.evaluate((url) => fetch(url).then((answer) => answer.status), photo)).toBe(401);
  await page.goBack();
  await page.waitForURL(/\/sign-in/);
  await page.getByRole('button', { name: 'Sign in' }).waitFor();
  expect(await page.content()).not.toContain('Okafor');

  // Nor when the session ended elsewhere and another person signs in here: the photo was kept for the cookie of before.
  const other = await open('registrar', '/students');
  await other.evaluate((url) => fetch(url), photo);
  await other.evaluate(() => sessionStorage.setItem('akada.recent', '[{"label":"Okafor, Ngozi","href":"/x"}]'));
  await other.context().clearCookies();
  const { cookies } = await product.as('owner');
  await other.context().addCookies(Object.entries(cookies).map(([name, value]) => ({ name, value, url: product.url })));
  await other.goto('/institutions');
  await other.getByRole('heading', { level: 1 }).waitFor();
  expect(await other.evaluate(() => sessionStorage.getItem('akada.recent'))).toBeNull();
  expect(
    await other.evaluate(
      (url) =>
        fetch(url, { cache: 'only-if-cached', mode: 'same-origin' }).then(
          (answer) => answer.ok,
          () => false,
        ),
      photo,
    ),
  ).toBe(false);
});

const known = new Set([
  '/',
  '/students',
  '/students/batch-assignment',
  '/imports',
  '/institutions',
  '/academic-sessions',
  '/programs',
  '/classes',
  '/batches',
  '/courses',
  '/settings',
  '/accounts',
  '/roles',
  '/outbox',
  '/audit',
]);

let filled: Promise<unknown> | undefined;
/** So many that the first page of the list is full. */
const manyStudents = () =>
  (filled ??= withClient(product.ownerUrl, (client) =>
    client.query(
      `insert into students (institution_id, admission_number, surname, first_name, status)
       select $1, 'P/' || n, 'Printed', 'Number ' || n, 'active' from generate_series(100, 160) n`,
      [product.school.ilorin.id],
    ),
  ));
const box = async (element: ReturnType<Page['locator']>) => (await element.boundingBox())!;

interface Look extends BrowserContextOptions {
  clockAt?: string;
}

test('a sensitive act asks who is there and goes on with nothing lost, and a second person approves it', async () => {
  const page = await open('ict_administrator', '/accounts/new');
  await page.getByLabel('Name', { exact: true }).fill('Sade Ojo');
  await page.getByLabel('Name', { exact: true }).blur();
  await page.getByRole('checkbox', { name: 'Bursar' }).check();
  await withClient(product.ownerUrl, (client) =>
    client.query(`update sessions set confirmed_at = now() - interval '11 minutes'`),
  );
  await page.getByRole('button', { name: 'Invite user' }).click();
  const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' });
  await dialog.getByLabel('Password', { exact: true }).fill('a guess');
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await dialog.getByText('Incorrect password.').waitFor();
  expect(await violations(page)).toEqual([]);
  await expect.poll(() => page.getByLabel('Name', { exact: true }).inputValue()).toBe('Sade Ojo');
  await dialog.getByLabel('Password', { exact: true }).fill(password);
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await page.waitForURL((url) => url.pathname === '/approvals');
  await page.getByText('You want to invite Sade Ojo as Bursar.', { exact: true }).waitFor();

  const second = await open('owner', '/approvals');
  await second
    .getByText('The ict_administrator (ict_administrator) wants to invite Sade Ojo as Bursar.', { exact: true })
    .waitFor();
  expect(await violations(second)).toEqual([]);
  await second.getByRole('button', { name: /^Approve/ }).click();
  await second.getByText('Invitation for Sade Ojo').waitFor();
  await second.getByRole('button', { name: 'Done' }).click();
  await second.getByText('Invitation for Sade Ojo').waitFor({ state: 'detached' });
  await expect.poll(() => second.getByRole('button', { name: /^Approve/ }).count()).toBe(0);
});

test('an invitation from another school is above every page on a phone, and is accepted by keyboard', async () => {
  await withClient(product.ownerUrl, (client) =>
    client.query(
      `update accounts set email = 'registrar.offa@example.com', name = 'Bisi Alabi' where username = 'registrar.offa'`,
    ),
  );
  const ict = await open('ict_administrator', '/accounts/new');
  await ict.locator('[name=name]').fill('Bisi Alabi');
  await ict.locator('[name=email]').fill('registrar.offa@example.com');
  await ict.getByRole('checkbox', { name: 'Teacher' }).check();
  await ict.getByRole('button', { name: 'Invite user' }).click();
  await ict.getByText('Invitation for Bisi Alabi').waitFor();

  const person = await open('registrar.offa', '/account', { viewport: phone, colorScheme: 'dark' });
  const offer = person.getByRole('region', { name: 'Invitation from Ilorin Grammar School' });
  await offer.getByText('invites you as Teacher').waitFor();
  expect(await violations(person)).toEqual([]);
  await expect
    .poll(() => person.evaluate(() => document.documentElement.scrollWidth - innerWidth))
    .toBeLessThanOrEqual(0);
  await offer.getByRole('button', { name: 'Accept' }).focus();
  await person.keyboard.press('Enter');
  await offer.waitFor({ state: 'detached' });
});

async function open(username: string, address: string, { clockAt, ...options }: Look = {}): Promise<Page> {
  const context = await product.window(browser, username, { viewport: laptop, ...options });
  windows.push(context);
  const page = await context.newPage();
  if (clockAt) await page.clock.install({ time: clockAt });
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

/** How long the element's next change of opacity takes, as the browser says at its end: frames may be missed. */
/** Watches for the next fade before anything is done; then asks how many seconds it took. */
async function fadeOf(element: ReturnType<Page['locator']>): Promise<() => Promise<number>> {
  await element.evaluate((target) => {
    const faded = new Promise<number>((done) =>
      target.addEventListener('transitionend', (event) => {
        if ((event as TransitionEvent).propertyName === 'opacity') done((event as TransitionEvent).elapsedTime);
      }),
    );
    Object.assign(target, { faded });
  });
  return () => element.evaluate((target) => (target as unknown as { faded: Promise<number> }).faded);
}

/**
 * How a scroll goes, by the page's frames: how long it takes, whether it is at its end with the first frame after its
 * time, and the heights on the way. A busy machine draws fewer frames, but in each the page stands where it should.
 */
async function scrolling(page: Page, doIt: () => Promise<void>) {
  await page.evaluate(() => {
    const frames: [number, number][] = [];
    Object.assign(window, { frames });
    const record = (now: number) => {
      frames.push([now, scrollY]);
      requestAnimationFrame(record);
    };
    addEventListener('click', () => requestAnimationFrame(record), { capture: true, once: true });
  });
  await doIt();
  await page.waitForFunction((time) => {
    const { frames } = window as unknown as { frames: [number, number][] };
    return frames.length > 3 && frames.at(-3)![0] - frames[0]![0] > time;
  }, SMOOTH_SCROLL_MS + 100);
  const frames = await page.evaluate(() => (window as unknown as { frames: [number, number][] }).frames);
  const times = frames.map(([now]) => now - frames[0]![0]);
  const heights = frames.map(([, height]) => height);
  const arrived = heights.indexOf(heights.at(-1)!);
  // What is recorded in a frame may be where the page stood before it was moved in that frame.
  const due = times.findIndex((time) => time >= SMOOTH_SCROLL_MS) + 1;
  return { took: times[arrived]!, isInTime: arrived <= due, heights };
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
