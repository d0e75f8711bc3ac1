import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { violations } from './support/axe.ts';
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
const phone = { width: 375, height: 812 };

async function open(username: string, address: string, options: object = {}): Promise<Page> {
  const context = await product.window(browser, username, { viewport: laptop, ...options });
  windows.push(context);
  const page = await context.newPage();
  await page.goto(address);
  await page.getByRole('heading', { level: 1 }).waitFor();
  return page;
}

test.for([
  ['light', laptop],
  ['dark', phone],
] as const)('axe finds nothing in a record and its cards, %s, %o', async ([colorScheme, viewport]) => {
  const ada = product.school.ilorin.studentIds['Ada Obi'];
  const page = await open('registrar', `/students/${ada}`, { colorScheme, viewport, reducedMotion: 'reduce' });
  for (const part of ['', '/subjects', '/private', '/enrolments']) {
    await page.goto(`/students/${ada}${part}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect([part, await violations(page)]).toEqual([part, []]);
  }
  await page.goto(`/students/cards?ids=${ada}`);
  await page.getByRole('button', { name: '1 card as PDF' }).waitFor();
  expect(await violations(page)).toEqual([]);
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth))
    .toBeLessThanOrEqual(viewport.width);
});

test('a tab shows that it is loading until what draws it is there', async () => {
  const page = await open('registrar', `/students/${product.school.ilorin.studentIds['Ada Obi']}`);
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await released;
    await route.continue();
  });
  await page.getByRole('link', { name: 'Enrolments' }).click();
  const loading = page.getByRole('main').getByRole('status').filter({ hasText: 'Loading' });
  await loading.waitFor();
  release();
  await loading.waitFor({ state: 'detached' });
});

test('by keyboard alone: along the list from one record to the next, and back to the list as it was', async () => {
  const page = await open('registrar', '/students?status=active&sort=-name');
  await page.getByRole('link', { name: /Omoregie/ }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Efe Omoregie' }).waitFor();
  await page.getByRole('link', { name: 'Enrolments' }).focus();
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/enrolments/);
  await page.getByRole('link', { name: 'Next student' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Ngozi Okafor' }).waitFor();
  expect(new URL(page.url()).pathname).toMatch(/\/enrolments$/);
  await expect.poll(() => page.getByRole('navigation', { name: 'List navigation' }).textContent()).toContain('of 9');
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Students' }).focus();
  await page.keyboard.press('Enter');
  await page.waitForURL(/status=active&sort=-name/);
});
