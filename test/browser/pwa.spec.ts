import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { violations } from './support/axe.ts';
import { fillSite } from '#test/fill-site.ts';
import { openChromium } from './support/chromium.ts';
import { openProduct } from './support/product.ts';
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

test('9.14 Chromium finds nothing that speaks against installing the app', async () => {
  const page = await open('/students', 'registrar');
  const devtools = await page.context().newCDPSession(page);
  const { errors, url } = await devtools.send('Page.getAppManifest');
  expect(url).toContain('/app/');
  expect(errors).toEqual([]);
  // A private window, which every test has, may never install.
  const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors');
  expect(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito')).toEqual([]);
});

test('9.14 the offer to install is shown without delay, and not again after "Not now"', async () => {
  const page = await open('/students', 'registrar');
  await page.getByRole('heading', { level: 1, name: 'Students' }).waitFor();
  // Time passes only when the test says so: no delay that somebody chose fits into one second.
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.evaluate(() =>
    window.dispatchEvent(
      Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt: async () => {} }),
    ),
  );
  await page.clock.runFor(1000);
  const offer = page.getByRole('complementary', { name: 'Install app' });
  await offer.waitFor();
  await page.clock.resume();
  expect(await violations(page)).toEqual([]);
  await expect.poll(() => page.evaluate(() => document.activeElement?.closest('[data-install-offer]'))).toBe(null);
  await offer.getByRole('button', { name: 'Not now' }).click();
  await offer.waitFor({ state: 'detached' });
  await page.evaluate(() => window.dispatchEvent(new Event('beforeinstallprompt', { cancelable: true })));
  await pageTime(page, 300);
  await expect.poll(() => offer.count()).toBe(0);
});

test('9.14 pressing Install asks the browser to install', async () => {
  const page = await open('/students', 'registrar');
  await page.evaluate(() => {
    const prompt = async () => void document.body.setAttribute('data-asked', '');
    window.dispatchEvent(Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt }));
  });
  await page.getByRole('button', { name: 'Install', exact: true }).click();
  await page.locator('body[data-asked]').waitFor();
  await expect.poll(() => page.locator('[data-install-offer]').count()).toBe(0);
});

test('9.14 a visitor of the public site is offered its school’s app, and downloads no more than the offer', async () => {
  const { ilorin } = product.school;
  await product.database.asSystem([ilorin.id], (tx) => fillSite(tx, product.services.files, ilorin.id, 'ilorin'));
  const context = await product.window(browser, undefined, { serviceWorkers: 'allow' });
  windows.push(context);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (line) => line.type() === 'error' && complaints.push(line.text()));
  await page.goto('/sites/ilorin');
  await underWorker(page);
  const devtools = await context.newCDPSession(page);
  expect((await devtools.send('Page.getAppManifest')).errors).toEqual([]);
  await page.evaluate(() => {
    const prompt = async () => void document.body.setAttribute('data-asked', '');
    window.dispatchEvent(Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt }));
  });
  const offer = page.getByRole('complementary', { name: 'Install app' });
  await offer.waitFor();
  // Its style sheet is let in: without it the strip would stand in the flow, under the footer.
  await expect.poll(() => offer.evaluate((strip) => getComputedStyle(strip).position)).toBe('fixed');
  await expect.poll(() => offer.innerText()).toContain('Keep Ilorin on your home screen');
  expect(await violations(page)).toEqual([]);
  const kept = (await keptPaths(page)).filter((path) => path.startsWith('/assets/'));
  expect(kept.filter((path) => /\/(main|vendor|kit)-/.test(path))).toEqual([]);
  await offer.getByRole('button', { name: 'Install' }).click();
  await page.locator('body[data-asked]').waitFor();
  expect(complaints).toEqual([]);
});

test('without a network an offline page is shown, and the page returns at its address', async () => {
  const page = await open('/students', 'registrar', { serviceWorkers: 'allow' });
  await underWorker(page);
  await page.context().setOffline(true);
  await page.goto('/batches');
  await page.getByRole('heading', { name: 'You are offline' }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/batches');
  expect(await violations(page)).toEqual([]);
  await page.context().setOffline(false);
  await page.getByRole('link', { name: 'Try again' }).click();
  await page.getByRole('heading', { level: 1, name: 'Batches' }).waitFor();
});

test('8.1 a swap without a network becomes a full load, which says so too', async () => {
  const page = await open('/students', 'registrar', { serviceWorkers: 'allow' });
  await underWorker(page);
  const link = page.getByRole('link', { name: /Obi/ }).first();
  await link.waitFor();
  // What the list loads last: without it the page is lost, and the link with it.
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('/custom-columns-')),
  );
  await page.context().setOffline(true);
  await link.click();
  await page.getByRole('heading', { name: 'You are offline' }).waitFor();
  expect(new URL(page.url()).pathname).toMatch(/^\/students\/\d+$/);
});

test('nothing of a signed-in page is cached: the next user of the device finds only bundle files', async () => {
  const page = await open('/students', 'registrar', { serviceWorkers: 'allow' });
  await underWorker(page);
  await page.getByRole('link', { name: /Obi/ }).first().click();
  await page.getByRole('heading', { level: 1, name: /Obi/ }).waitFor();
  await page.goto('/batches');
  await page.getByRole('heading', { level: 1, name: 'Batches' }).waitFor();
  const paths = await keptPaths(page);
  expect(paths).toContain('/offline');
  expect(paths.filter((path) => path !== '/offline' && !/^\/assets\/[\w.-]+\.(js|css|woff2)$/.test(path))).toEqual([]);
  await product.window(browser).then((context) => windows.push(context));
  await page.context().clearCookies();
  await page.context().setOffline(true);
  await page.goto('/students');
  await page.getByRole('heading', { name: 'You are offline' }).waitFor();
  expect(await page.content()).not.toContain('Obi');
});

test('8.5 a new release takes over: its page comes from the network and the old files go', async () => {
  const page = await open('/students', 'registrar', { serviceWorkers: 'allow' });
  await underWorker(page);
  const before = await cacheNames(page);
  expect(before).toEqual([`akada-${product.services.assets.version}`]);
  const { version } = product.services.assets;
  try {
    product.services.assets.version = 'another';
    // The page in view is of the old release: following a link loads the new one fully.
    await page.getByRole('link', { name: /Obi/ }).first().click();
    await page.getByRole('heading', { level: 1, name: /Obi/ }).waitFor();
    await page.waitForFunction(async () => (await caches.keys()).join() === 'akada-another');
  } finally {
    product.services.assets.version = version;
  }
});

async function open(address: string, username: string, options = {}) {
  const context = await product.window(browser, username, options);
  windows.push(context);
  const page = await context.newPage();
  await page.goto(address);
  return page;
}

/** Waits until the worker stands between the page and the network. */
const underWorker = (page: Page) =>
  page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    while (!navigator.serviceWorker.controller) await new Promise((done) => setTimeout(done, 20));
  });

const cacheNames = (page: Page) => page.evaluate(() => caches.keys());

const keptPaths = (page: Page) =>
  page.evaluate(async () => {
    const paths: string[] = [];
    for (const name of await caches.keys())
      for (const { url } of await (await caches.open(name)).keys()) paths.push(new URL(url).pathname);
    return paths;
  });
