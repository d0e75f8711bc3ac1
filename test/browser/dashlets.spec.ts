import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { violationsInBothSchemes } from './support/axe.ts';
import { openChromium } from './support/chromium.ts';
import { openProduct } from './support/product.ts';

let product: Awaited<ReturnType<typeof openProduct>>;
let browser: Browser;
let page: Page;
const complaints: string[] = [];
const asked: string[] = [];

beforeAll(async () => {
  [product, browser] = await Promise.all([openProduct(), openChromium()]);
  const context = await product.window(browser, 'principal', { viewport: { width: 1280, height: 800 } });
  page = await context.newPage();
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname.startsWith('/dashlets/get_'))
      asked.push(`${request.method()} ${pathname} ${[...searchParams].map(String).join(' ')}`);
  });
});
afterAll(async () => {
  await browser?.close();
  await product?.close();
});

const field = (name: string) => page.getByRole('combobox', { name });
const preview = () => page.getByRole('region', { name: 'Preview' });
const card = (name: string) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name, exact: true, level: 2 }) });

test('4.14 5.1 choosing custom_dashlet shows the model name; any other value hides and clears what depends on it', async () => {
  await page.goto('/dashlets/new');
  await page.getByRole('heading', { name: 'Add card', level: 1 }).waitFor();
  const kind = field('Dashlet');
  await expect.poll(() => kind.inputValue()).toBe('');
  await expect.poll(() => kind.locator('option').first().textContent()).toBe('Please Select');
  await expect.poll(() => field('Model name').count()).toBe(0);
  await kind.selectOption('custom_dashlet');
  await field('Model name').waitFor();
  expect(asked).toEqual([]);
  await field('Model name').selectOption('Batch');
  await field('Associate type').selectOption('Student');
  await field('Data filter').selectOption('gender:female');
  await kind.selectOption('students.seats');
  await field('Model name').waitFor({ state: 'detached' });
  for (const name of ['Model record', 'Associate type', 'Data filter']) expect(await field(name).count(), name).toBe(0);
  // The ready-made dashlet is shown at once.
  await preview()
    .getByText(/of 120|seats left/)
    .first()
    .waitFor();
  await kind.selectOption('custom_dashlet');
  await expect.poll(() => field('Model name').inputValue()).toBe('');
  await expect.poll(() => field('Associate type').count()).toBe(0);
});

test('4.15 7.9 choosing a model shows the model record, filled by get_model_records, and the associate type', async () => {
  asked.length = 0;
  await expect.poll(() => field('Model record').count()).toBe(0);
  await field('Model name').selectOption('Batch');
  await field('Model record').waitFor();
  await field('Associate type').waitFor();
  await expect
    .poll(() => asked.filter((one) => one.includes('get_model_records')).join())
    .toContain('model_name,Batch');
  expect(asked.every((one) => one.startsWith('GET /dashlets/get_model_records'))).toBe(true);
  await field('Model record').click();
  const names = page.getByRole('dialog', { name: 'Model record' }).getByRole('option');
  await names.filter({ hasText: 'JSS 1 B' }).waitFor();
  expect((await names.allTextContents())[0]).toContain('All class arms');
  // The current session comes first.
  await names.filter({ hasText: 'JSS 1 A' }).first().click();
  await expect.poll(() => field('Data filter').count()).toBe(0);
});

test('4.16 7.10 choosing an associate type shows the data filter, filled by get_associated_data_filters', async () => {
  asked.length = 0;
  await field('Associate type').selectOption('Student');
  await field('Data filter').waitFor();
  expect(asked).toEqual([expect.stringContaining('GET /dashlets/get_associated_data_filters')]);
  expect(asked[0]).toContain('model_associate_type,Student');
  const groups = await field('Data filter')
    .locator('optgroup')
    .evaluateAll((all) => all.map((one) => (one as HTMLOptGroupElement).label));
  expect(groups).toEqual(['Gender', 'Status', 'Period']);
  await preview().getByText('3', { exact: true }).waitFor();
  await field('Data filter').selectOption('status:active');
  await preview().getByText('2', { exact: true }).waitFor();
  expect(await violationsInBothSchemes(page)).toEqual([]);
});

test('2.9 3.11 a custom dashlet appears on the dashboard with real figures, which lead to their rows', async () => {
  await page.getByRole('textbox', { name: 'Name' }).fill('Active in JSS 1 A');
  await page.getByRole('button', { name: 'Add card' }).click();
  await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor();
  await card('Active in JSS 1 A').getByRole('link', { name: '2', exact: true }).waitFor();
  expect(await violationsInBothSchemes(page)).toEqual([]);
  await page.setViewportSize({ width: 375, height: 800 });
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(375);
  expect(await violationsInBothSchemes(page)).toEqual([]);
  await page.setViewportSize({ width: 1280, height: 800 });
  await card('Active in JSS 1 A').getByRole('link', { name: '2', exact: true }).click();
  await page.waitForURL(/\/students\?batch=/);
  await page.getByText('Obi, Ada').first().waitFor();
});

test('dashlets are moved by keyboard, made wider, removed and put back', async () => {
  await page.goto('/dashlets');
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Arrange', exact: true }).click();
  await page.getByRole('heading', { name: 'Arrange my cards', level: 1 }).waitFor();

  const up = page.getByRole('button', { name: 'Move Active in JSS 1 A up' });
  await up.focus();
  const [saved] = await Promise.all([
    page.waitForResponse((answer) => answer.url().endsWith('/dashlets/order')),
    page.keyboard.press('Enter'),
  ]);
  expect(saved.status()).toBe(200);
  await expect.poll(() => up.evaluate((one) => one === document.activeElement)).toBe(true);
  await page.getByRole('button', { name: 'Make wider: Active in JSS 1 A' }).click();
  await page.getByRole('button', { name: 'Make smaller: Active in JSS 1 A' }).waitFor();
  expect(await violationsInBothSchemes(page)).toEqual([]);
  await page.getByRole('button', { name: 'Remove Active in JSS 1 A' }).click();
  await page.getByText('The card was removed.').waitFor();
  await expect.poll(() => page.getByRole('button', { name: 'Remove Active in JSS 1 A' }).count()).toBe(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('button', { name: 'Remove Active in JSS 1 A' }).waitFor();
  expect(complaints).toEqual([]);
});
