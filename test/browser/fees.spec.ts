import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { violationsInBothSchemes } from './support/axe.ts';
import { openChromium } from './support/chromium.ts';
import { openProduct } from './support/product.ts';

let product: Awaited<ReturnType<typeof openProduct>>;
let browser: Browser;
beforeAll(async () => void ([product, browser] = await Promise.all([openProduct(), openChromium()])));
afterAll(async () => {
  await browser?.close();
  await product?.close();
});

const wide = { viewport: { width: 1280, height: 900 } };
const phone = { viewport: { width: 375, height: 812 }, isMobile: true, hasTouch: true };

async function open(address: string, look: object): Promise<Page> {
  const page = await (await product.window(browser, 'bursar', look)).newPage();
  await page.goto(address);
  await page.getByRole('heading', { level: 1 }).waitFor();
  return page;
}

/** Nothing that axe objects to, and nothing to scroll sideways to. */
async function isClean(page: Page): Promise<void> {
  expect(await violationsInBothSchemes(page)).toEqual([]);
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
}

test('3.7: a bursar adds a fee and sees meanwhile how many students pay it, then copies it for a class and a term', async () => {
  const page = await open('/fees/new', wide);
  await page.getByText('For 7 students.').waitFor();
  await page.getByLabel('Title').fill('JSS 1 First Term fees');
  await page.getByLabel('Item', { exact: true }).fill('Tuition');
  await page.getByLabel('Amount', { exact: true }).first().fill('120,000');
  await page
    .getByLabel(/^Classes/)
    .first()
    .click();
  await page.getByLabel('JSS 1', { exact: true }).check();
  await page.keyboard.press('Escape');
  await page.getByText('For 5 students, ₦120,000.00 each before discounts: ₦600,000.00 in all.').waitFor();
  await page.getByRole('button', { name: 'Add instalment' }).click();
  await page
    .getByLabel(/^Percentage/)
    .first()
    .fill('60');
  await page.getByLabel('Due on').last().fill('01/03/2027');
  await page.getByLabel('Title').focus();
  await isClean(page);
  // A press beside an open list closes it and is not lost, although the list’s field is far above.
  await page
    .getByLabel(/^Classes/)
    .first()
    .click();
  await page.getByRole('checkbox', { name: 'JSS 1', exact: true }).waitFor();
  await page.getByRole('button', { name: 'Add fee' }).click();
  await page.getByRole('heading', { name: 'JSS 1 First Term fees' }).waitFor();
  await page.getByText('The rest').waitFor();
  await isClean(page);
  const address = new URL(page.url()).pathname;

  await page.goto(`${address}/duplicate`);
  await page.getByRole('checkbox', { name: /JSS 2/ }).check();
  await page.getByLabel('Tuition').fill('130,000');
  await isClean(page);
  await page.getByRole('button', { name: 'Add fees' }).click();
  await page.getByText('The fee was copied for 1 class.').waitFor();
  await page.getByRole('cell', { name: '₦130,000.00' }).waitFor();
  await isClean(page);

  await page.goto('/fees/copy');
  await page.getByLabel(/^Percentage/).fill('10');
  await page.keyboard.press('Enter');
  await page.getByText('₦143,000.00').first().waitFor();
  await isClean(page);
  await page.getByRole('button', { name: 'Copy ticked fees' }).click();
  await page.getByText('2 fees were copied.').waitFor();
  await page.getByText('JSS 2 Second Term fees').waitFor();

  const boxes = page.getByRole('row', { name: /Second Term fees/ }).getByRole('checkbox');
  await boxes.first().check();
  await boxes.last().check();
  await isClean(page);
  await page.getByRole('link', { name: 'Bill…' }).click();
  await page.getByRole('button', { name: 'Bill 2 fees' }).waitFor();
});

test('fees and discounts are set up on a phone as well', async () => {
  const page = await open('/fees', phone);
  await isClean(page);
  for (const address of ['/fees/new', '/fees/copy', '/fee-categories', '/discounts', '/discounts/new']) {
    await page.goto(address);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await isClean(page);
  }
  await page.getByLabel('Name').fill('Governor');
  await page.getByLabel(/^Percentage/).fill('25');
  await page.getByLabel('Students', { exact: true }).selectOption('named');
  await page.getByRole('button', { name: 'Add discount' }).click();
  await page.getByRole('heading', { name: 'Governor' }).waitFor();
  await isClean(page);
});
