import { rm } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  HISTORY_DELAY_MS,
  PAGE_CACHE_SIZE,
  PROGRESS_BAR_HEIGHT,
  PROGRESS_BAR_SPEED_MS,
  PROGRESS_BAR_START_PERCENT,
} from '#ui/plain/constants.ts';
import { buildProbe } from './support/build.ts';
import { openChromium } from './support/chromium.ts';
import { openForeignSite, openProbeSite } from './support/probe-site.ts';
import { openWindow } from './support/window.ts';
import { pageTime, until } from '#test/harness/time.ts';

let builds: [string, string];
let browser: Browser;
let site: Awaited<ReturnType<typeof openProbeSite>>;
let foreign: Awaited<ReturnType<typeof openForeignSite>>;
let page: Page;
let complaints: string[];

beforeAll(async () => {
  builds = [await buildProbe('one'), await buildProbe('two')];
  browser = await openChromium();
});

afterAll(async () => {
  await Promise.race([browser?.close(), wait(10_000)]);
  await Promise.all((builds ?? []).map((folder) => rm(folder, { recursive: true, force: true })));
});

beforeEach(async () => {
  foreign = await openForeignSite();
  site = await openProbeSite(builds[0], foreign.url);
  const context = await openWindow(browser, { reducedMotion: 'no-preference' });
  page = await context.newPage();
  complaints = [];
  page.on('dialog', (dialog) => {
    if (dialog.type() !== 'beforeunload') return;
    complaints.push('asked about leaving');
    void dialog.accept();
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (line) => {
    if (/content security policy/i.test(line.text())) complaints.push(line.text());
  });
});

afterEach(async () => {
  // What a page says of a site that is taken away beneath it belongs to no test.
  const said = [...complaints];
  page.context().removeAllListeners('weberror');
  await Promise.all([site.kill(), foreign.kill()]);
  const isClosed = await Promise.race([
    page
      .context()
      .close()
      .then(() => true),
    wait(10_000, false),
  ]);
  if (!isClosed) {
    // Seldom Chromium does not let go of a window that is on its way to another origin. Another Chromium takes over.
    void browser.close().catch(() => {});
    browser = await openChromium();
  }
  expect(said).toEqual([]);
});

describe('a swap', () => {
  test('1.1 7.11 following a link swaps the page: GET for HTML, with the referrer, no full load', async () => {
    await open('/start');
    await page.getByRole('link', { name: '/numbered/1' }).click();
    await heading('Number 1');
    expect(await wasSwapped()).toBe(true);
    expect(new URL(page.url()).pathname).toBe('/numbered/1');
    const { method, headers } = last('/numbered/1');
    expect(method).toBe('GET');
    expect(headers.accept).toContain('text/html');
    expect(headers['x-xhr-referer']).toBe(`${site.url}/start`);
  });

  test('1.1 submitting a form swaps the page', async () => {
    await open('/form');
    await page.getByLabel('Name').fill('Ada');
    await page.getByRole('button', { name: 'Save' }).click();
    await heading('Number 1');
    expect(await wasSwapped()).toBe(true);
  });

  test('7.11 the address is the one that the answer says it was redirected to', async () => {
    await open('/start');
    await page.getByRole('link', { name: '/redirected' }).click();
    await heading('Number 7');
    expect(new URL(page.url()).pathname).toBe('/numbered/7');
    expect(await wasSwapped()).toBe(true);
  });

  test('1.2 8.1 a network error becomes a full page load of the address', async () => {
    await open('/start');
    await site.kill();
    const attempt = page.waitForEvent('requestfailed', (request) => request.isNavigationRequest());
    await page.getByRole('link', { name: '/numbered/1' }).click();
    expect((await attempt).url()).toBe(`${site.url}/numbered/1`);
    await page.waitForURL(/chrome-error/);
  });

  test.for([
    ['/missing', 'Not here'],
    ['/forbidden', 'Not for you'],
    ['/unfit', 'No such day'],
  ] as const)('1.2 8.2 a 4xx answer becomes a full page load of the address: %s', ([address, text]) =>
    loadsFully(address, text),
  );

  test('1.2 8.3 a 5xx answer becomes a full page load of the address', () => loadsFully('/broken', 'Broken'));

  test('1.2 8.4 an answer that is no page becomes a full page load of the address', () =>
    loadsFully('/plain', 'only text'));

  async function loadsFully(address: string, text: string) {
    await open('/start');
    await page.getByRole('link', { name: address, exact: true }).click();
    await page.getByText(text, { exact: true }).waitFor();
    expect(await wasSwapped()).toBe(false);
    expect(page.url()).toBe(site.url + address);
    expect(asked(address).map(({ headers }) => Boolean(headers['x-inertia']))).toEqual([true, false]);
  }

  test('1.2 8.5 a new release becomes a full page load with the new scripts', async () => {
    await open('/start');
    expect(await release()).toBe('one');
    site.deploy(builds[1]);
    await page.getByRole('link', { name: '/numbered/1' }).click();
    await heading('Number 1');
    expect(await wasSwapped()).toBe(false);
    expect(await release()).toBe('two');
  });

  test('8.5 a release between the page and its form loads where the form led', async () => {
    await open('/form');
    await page.getByLabel('Name').fill('Ada');
    site.deploy(builds[1]);
    await page.getByRole('button', { name: 'Save' }).click();
    await heading('Number 1');
    expect(await release()).toBe('two');
    expect(new URL(page.url()).pathname).toBe('/numbered/1');
  });

  test('8.3 a part that loads later and fails shows so, and does not load the page over and over', async () => {
    site.breakDeferred();
    await open('/start');
    await page.getByRole('link', { name: '/deferred' }).click();
    await page.getByText('not counted').waitFor();
    expect(await wasSwapped()).toBe(true);
    expect(asked('/deferred')).toHaveLength(2);
  });

  test('8.3 a reload of a part that the person asked for and that fails becomes a full page load', async () => {
    await open('/deferred');
    await page.getByText('total 12').waitFor();
    site.breakDeferred();
    await page.getByRole('button', { name: 'count again' }).click();
    await page.getByText('not counted').waitFor();
    expect(await wasSwapped()).toBe(false);
    expect(page.url()).toBe(`${site.url}/deferred`);
  });

  test('8.3 a prefetch that fails leaves the page alone until the link is followed', async () => {
    await open('/start');
    await page.getByRole('link', { name: 'prefetched and broken' }).hover();
    await until(() => asked('/broken').length === 1);
    await pageTime(page, 100);
    expect(await wasSwapped()).toBe(true);
    await page.getByRole('link', { name: 'prefetched and broken' }).click();
    await page.getByText('Broken', { exact: true }).waitFor();
    expect(page.url()).toBe(`${site.url}/broken`);
  });
});

describe('a form', () => {
  test('1.1 validation errors return to the current form without a second request', async () => {
    await open('/form');
    await page.getByRole('button', { name: 'count' }).click();
    await page.getByLabel('Name').fill('Obi');
    await page.getByLabel('Note').fill('long and dear');
    const scrolled = await page.evaluate(() => scrollY);
    expect(scrolled).toBeGreaterThan(500);
    const before = site.asked.length;
    await page.getByRole('button', { name: 'Save' }).click();
    await page.locator('#name-error', { hasText: 'Obi is taken.' }).waitFor();

    expect(site.asked.slice(before).map(({ method, url }) => `${method} ${url}`)).toEqual(['POST /form']);
    await expect.poll(() => page.locator('#summary').innerText()).toBe('Obi is taken.');
    await expect.poll(() => page.locator('#seen').innerText()).toBe('name');
    await expect.poll(() => page.getByLabel('Note').inputValue()).toBe('long and dear');
    await expect.poll(() => page.getByRole('button', { name: 'count 1' }).count()).toBe(1);
    expect(Math.abs((await page.evaluate(() => scrollY)) - scrolled)).toBeLessThan(400);
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('name');
    expect(await wasSwapped()).toBe(true);

    await page.getByLabel('Name').fill('Ada');
    await page.getByRole('button', { name: 'Save' }).click();
    await heading('Number 1');
  });

  test('1.1 a double click sends once', async () => {
    await open('/form');
    await page.getByLabel('Name').fill('Ada');
    await page.getByRole('button', { name: 'Save' }).dblclick();
    await heading('Number 1');
    expect(site.asked.filter(({ method }) => method === 'POST')).toHaveLength(1);
  });

  for (const [what, value] of [
    ['empty', ''],
    ['of spaces', '   '],
  ]) {
    test(`1.5 a required field that is ${what} is shown to the person and nothing is sent`, async () => {
      await open('/form');
      await page.getByLabel('Name').fill(value!);
      await page.evaluate(() => scrollTo(0, 0));
      const before = site.asked.length;
      await page.getByRole('button', { name: 'Save' }).click();
      await page.locator('#name-error', { hasText: 'Fill in this field.' }).waitFor();
      await pageTime(page, 300);
      expect(site.asked).toHaveLength(before);
      await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('name');
      await expect
        .poll(() => page.getByLabel('Name').evaluate((field) => field.getBoundingClientRect().top < innerHeight))
        .toBe(true);

      await page.getByLabel('Name').fill('Ada');
      await expect.poll(() => page.locator('#name-error').innerText()).toBe('');
      await page.getByRole('button', { name: 'Save' }).click();
      await heading('Number 1');
    });
  }

  test('1.1 following a link away from unsaved entries is asked first', async () => {
    await open('/form');
    await page.getByLabel('Note').fill('dear');
    const question = page.getByRole('alertdialog', { name: 'Leave without saving?' });
    await page.getByRole('link', { name: 'away' }).click();
    await question.getByText('unsaved changes').waitFor();
    await question.getByRole('button', { name: 'Cancel' }).click();
    await question.waitFor({ state: 'hidden' });
    await heading('Form');
    await expect.poll(() => page.getByLabel('Note').inputValue()).toBe('dear');
    await page.getByRole('link', { name: 'away' }).click();
    await question.getByRole('button', { name: 'Leave page' }).click();
    await heading('Start');
  });

  for (const [phone, delay] of [
    ['', 0],
    [', also where a slow phone draws late', 100],
  ] as const) {
    test(`8.1 a form that gets no answer loads the page in view, says so and keeps what was typed${phone}`, async () => {
      await page.addInitScript((late) => {
        // React draws when a message to itself arrives.
        const post = MessagePort.prototype.postMessage;
        if (late)
          MessagePort.prototype.postMessage = function (this: MessagePort, ...message: unknown[]) {
            setTimeout(() => post.apply(this, message as Parameters<typeof post>), late);
          };
      }, delay);
      await open('/form');
      await page.getByLabel('Name').fill('Cut');
      await page.getByLabel('Note').fill('long and dear');
      await page.getByLabel('Code').fill('secret');
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByRole('alert').filter({ hasText: 'The server did not respond.' }).waitFor();
      expect(await wasSwapped()).toBe(false);
      expect(page.url()).toBe(`${site.url}/form`);
      await until(async () => (await page.getByLabel('Name').inputValue()) === 'Cut');
      await expect.poll(() => page.getByLabel('Note').inputValue()).toBe('long and dear');
      await expect.poll(() => page.getByLabel('Code').inputValue()).toBe('');
    });
  }

  for (const [id, button, address, says] of [
    ['8.2', 'write that is refused', '/writes/refused', 'Ada was changed meanwhile.'],
    ['8.3', 'write to a broken place', '/writes/broken', 'Your change could not be saved.'],
  ] as const) {
    test(`${id} ${address} loads the page in view and never asks for the address of the write`, async () => {
      await open('/start');
      await page.getByRole('button', { name: button }).click();
      await page.getByRole('alert').filter({ hasText: says }).waitFor();
      await heading('Start');
      expect(await wasSwapped()).toBe(false);
      expect(asked(address).map(({ method }) => method)).toEqual(['POST']);
    });
  }

  test('8.2 a write that was done and sent on to a missing page loads that page', async () => {
    await open('/start');
    await page.getByRole('button', { name: 'write that is sent on to nothing' }).click();
    await page.getByText('Not here').waitFor();
    expect(page.url()).toBe(`${site.url}/missing`);
    expect(asked('/writes/sent-on-to-nothing')).toHaveLength(1);
  });
});

describe('in the background', () => {
  test('1.3 a remote form is sent in the background and the page stays', async () => {
    await open('/remote');
    await page.getByLabel('Batch').fill('JSS 1');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.locator('output', { hasText: 'success' }).waitFor();
    expect(await wasSwapped()).toBe(true);
    expect(page.url()).toBe(`${site.url}/remote`);
    const { headers } = last('/remote');
    expect(headers['x-requested-with']).toBe('XMLHttpRequest');
    expect(headers['x-inertia']).toBeUndefined();
    expect(headers.accept).toContain('application/json');
  });

  test('1.3 a remote link is followed in the background and the page stays', async () => {
    await open('/remote');
    await page.getByRole('link', { name: 'fetch' }).click();
    await page.locator('output', { hasText: 'program_ids' }).waitFor();
    await expect.poll(() => page.locator('output').innerText()).toBe('{"program_ids[]":["1","2"]}');
    expect(page.url()).toBe(`${site.url}/remote`);
    expect(await wasSwapped()).toBe(true);
  });

  test('1.3 a refusal of a remote form is shown at its field', async () => {
    await open('/remote');
    await page.getByLabel('Batch').fill('full');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.locator('#batch-error', { hasText: 'The batch is full.' }).waitFor();
    await expect.poll(() => page.locator('#message').innerText()).toBe('No room.');
  });

  test('1.5 a remote form with a blank required field is not sent', async () => {
    await open('/remote');
    const before = site.asked.length;
    await page.getByRole('button', { name: 'Send' }).click();
    await page.locator('#batch-error', { hasText: 'Fill in this field.' }).waitFor();
    expect(site.asked).toHaveLength(before);
  });

  test('1.4 what changes something carries the token of the meta tag, and is refused without one', async () => {
    await open('/remote');
    await page.getByLabel('Batch').fill('JSS 1');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.locator('output', { hasText: 'success' }).waitFor();
    expect(last('/remote').headers['x-csrf-token']).toBe(site.token);
    await page.evaluate(() => document.querySelector('meta[name="csrf-token"]')?.remove());
    await page.getByRole('button', { name: 'Send' }).click();
    await page.locator('#message', { hasText: 'open for too long' }).waitFor();
  });

  test('1.4 a swap that changes something carries the token, one that reads does not', async () => {
    await open('/form');
    await page.getByLabel('Name').fill('Ada');
    await page.getByRole('button', { name: 'Save' }).click();
    await heading('Number 1');
    expect(last('/form').headers['x-csrf-token']).toBe(site.token);
    await page.getByRole('link', { name: 'next' }).click();
    await heading('Number 2');
    expect(last('/numbered/2').headers['x-csrf-token']).toBeUndefined();
  });

  for (const button of ['send in the background to another origin', 'swap to another origin']) {
    test(`1.4 the token never leaves for another origin: ${button}`, async () => {
      await open('/start');
      await page.getByRole('button', { name: button }).click();
      await until(() => foreign.asked.some(({ method }) => method === 'POST'));
      // The swap that found no page there goes on to load it fully.
      await page.waitForLoadState();
      const text = JSON.stringify(foreign.asked).toLowerCase();
      expect(text).not.toContain(site.token);
      expect(text).not.toContain('x-csrf-token');
      expect(text).not.toContain('x-xhr-referer');
    });
  }
});

describe('the history', () => {
  test(`9.1 the latest ${PAGE_CACHE_SIZE} pages are cached, older ones are fetched again`, async () => {
    await open('/numbered/1');
    for (let number = 2; number <= PAGE_CACHE_SIZE + 2; number += 1) {
      await page.getByRole('link', { name: 'next' }).click();
      await heading(`Number ${number}`);
    }
    const before = site.asked.length;
    for (let number = PAGE_CACHE_SIZE + 1; number >= 3; number -= 1) {
      await page.goBack();
      await heading(`Number ${number}`);
    }
    expect(site.asked).toHaveLength(before);
    await page.goBack();
    await heading('Number 2');
    await page.getByText('served 2').waitFor();
    expect(site.asked).toHaveLength(before + 1);
    expect(await wasSwapped()).toBe(true);
  });

  test('9.1 after a write no cached page is shown', async () => {
    await open('/numbered/3');
    await page.evaluate(() => undefined);
    await page.getByRole('link', { name: 'start' }).click();
    await heading('Start');
    await page.getByRole('link', { name: '/form' }).click();
    await heading('Form');
    await page.getByLabel('Name').fill('Ada');
    await page.getByRole('button', { name: 'Save' }).click();
    await heading('Number 1');
    await page.goBack();
    await heading('Form');
    await page.goBack();
    await heading('Start');
    await page.goBack();
    await page.getByText('served 2').waitFor();
  });

  test(`9.4 back in the first ${HISTORY_DELAY_MS} ms is handled after them`, async () => {
    await open('/numbered/1');
    await page.getByRole('link', { name: 'next' }).click();
    await heading('Number 2');
    // The product starts anew in the middle of the history, and the person goes back as soon as the page is there. Time
    // passes only when the test says so.
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 60_000);
    await page.addInitScript(() => {
      document.addEventListener('inertia:navigate', () => history.back(), { once: true });
      window.addEventListener('popstate', () => document.documentElement.toggleAttribute('data-went-back', true), true);
    });
    await page.reload();
    await page.locator('[data-went-back]').waitFor({ state: 'attached' });
    await page.clock.runFor(HISTORY_DELAY_MS - 1);
    await expect.poll(() => page.getByRole('heading', { level: 1 }).textContent()).toBe('Number 2');
    await page.clock.runFor(1);
    await heading('Number 1');
  });
});

describe('the progress bar', () => {
  test(`9.2 is ${PROGRESS_BAR_HEIGHT} px high, starts at ${PROGRESS_BAR_START_PERCENT} percent and moves in ${PROGRESS_BAR_SPEED_MS} ms`, async () => {
    await open('/start');
    const bar = page.locator('[data-page-progress]');
    await expect.poll(() => bar.count()).toBe(0);
    await page.evaluate(() => {
      const widths: string[] = ((window as unknown as { widths: string[] }).widths = []);
      new MutationObserver(() => {
        const width = document.querySelector<HTMLElement>('[data-page-progress]')?.style.width;
        if (width && widths.at(-1) !== width) widths.push(width);
      }).observe(document.body, { childList: true, subtree: true, attributes: true });
    });
    await page.getByRole('link', { name: '/slow' }).click();
    await bar.waitFor();
    await expect
      .poll(() => bar.evaluate((element) => element.getBoundingClientRect().height))
      .toBe(PROGRESS_BAR_HEIGHT);
    await expect
      .poll(() => bar.evaluate((element) => getComputedStyle(element).transitionDuration))
      .toContain(`${PROGRESS_BAR_SPEED_MS / 1000}s`);
    await expect.poll(() => bar.getAttribute('aria-hidden')).toBe('true');
    await heading('Number 99');
    await bar.waitFor({ state: 'detached' });
    const widths = await page.evaluate(() => (window as unknown as { widths: string[] }).widths.map(parseFloat));
    expect(widths[0]).toBe(PROGRESS_BAR_START_PERCENT);
    expect(widths.at(-1)).toBe(100);
    // 1500 ms at one step in 300 ms
    expect(widths.length).toBeGreaterThanOrEqual(5);
    expect(widths.length).toBeLessThanOrEqual(8);
  });

  test('9.2 is not shown for what loads behind the scenes', async () => {
    // Held until the page has been seen without it.
    let answer = () => {};
    const seen = new Promise<void>((done) => (answer = done));
    await page.route('**/deferred', async (route) => {
      if (route.request().headers()['x-inertia-partial-data']) await seen;
      await route.continue();
    });
    await open('/deferred');
    await page.getByText('counting').waitFor();
    await expect.poll(() => page.locator('[data-page-progress]').count()).toBe(0);
    answer();
    await page.getByText('total 12').waitFor();
    await page.unroute('**/deferred');
    await open('/start');
    await page.getByRole('link', { name: 'prefetched', exact: true }).hover();
    await until(() => asked('/numbered/2').length === 1);
    await expect.poll(() => page.locator('[data-page-progress]').count()).toBe(0);
  });
});

async function open(address: string) {
  await page.goto(site.url + address);
  await page.locator('h1').waitFor();
  // Else a pointer left over a link by the test before has entered it already.
  await page.mouse.move(0, 0);
  await page.evaluate(() => void ((window as unknown as { stayed: boolean }).stayed = true));
}

const heading = (name: string) => page.getByRole('heading', { name, exact: true }).waitFor();
const wasSwapped = () => page.evaluate(() => Boolean((window as unknown as { stayed?: boolean }).stayed));
const release = () => page.evaluate(() => (window as unknown as { release: string }).release);
const asked = (address: string) => site.asked.filter(({ url }) => url === address);
const last = (address: string) => asked(address).at(-1)!;
