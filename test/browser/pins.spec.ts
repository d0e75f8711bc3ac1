import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fillPins } from '#test/harness/filled-pins.ts';
import { openTill } from '#test/harness/till.ts';
import { violationsInBothSchemes } from './support/axe.ts';
import { openChromium } from './support/chromium.ts';
import { openProduct } from './support/product.ts';

let product: Awaited<ReturnType<typeof openProduct>>;
let browser: Browser;
beforeAll(async () => {
  [product, browser] = await Promise.all([openProduct(), openChromium()]);
  const till = openTill(product);
  const { accounts } = product.school;
  await till.work((tx) => fillPins(tx, till.institutionId, accounts.bursar, 'Entrance form'));
});
afterAll(async () => {
  await browser?.close();
  await product?.close();
});

async function open(username: string, path: string): Promise<Page> {
  const page = await (await product.window(browser, username)).newPage();
  await page.goto(path);
  await page.getByRole('heading', { level: 1 }).waitFor();
  return page;
}

test('3.9 a cashier sells a pin, and its order shows the payment and the serial number', async () => {
  const page = await open('cashier', '/pin-sales/new');
  await page
    .getByRole('dialog', { name: 'Open your cashier session' })
    .getByRole('button', { name: 'Open session' })
    .click();
  await page.getByRole('link', { name: 'My session' }).waitFor();
  await page.getByText('₦5,000.00').waitFor();
  await page.getByLabel('Buyer').fill('Mrs Amina Bello');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'ORD-000002' }).waitFor();
  await page.getByRole('button', { name: 'Print slip' }).waitFor();
  await page.getByRole('link', { name: '00000001' }).waitFor();
  await page.getByText('RCT-000001').waitFor();
  await expect.poll(() => page.getByRole('main').textContent()).not.toMatch(/\d{4} \d{4} \d{4}/);
  expect(await violationsInBothSchemes(page)).toEqual([]);
});

test('2.8 3.10 4.13 pins are searched by date or by order number: ticking one hides and clears the other', async () => {
  const page = await open('bursar', '/pin_transactions');
  const byDate = page.getByRole('checkbox', { name: 'By date' });
  const byOrder = page.getByRole('checkbox', { name: 'By order number' });
  const number = page.getByRole('textbox', { name: 'Order number' });
  const rows = page.getByRole('row', { name: /ORD-/ });
  await expect.poll(() => byDate.isChecked()).toBe(true);
  await expect.poll(() => number.count()).toBe(0);
  await page.getByRole('button', { name: 'Today' }).click();
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await page.waitForURL(/date_from=\d{4}-\d\d-\d\d.*date_to=/);
  await expect.poll(() => rows.count()).toBe(2);

  await byOrder.check();
  await expect.poll(() => byDate.isChecked()).toBe(false);
  await expect.poll(() => page.locator('[name=date_from]').count()).toBe(0);
  await number.fill('ORD-000001');
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await page.waitForURL(
    (url) => url.searchParams.get('order_number') === 'ORD-000001' && !url.searchParams.has('date_from'),
  );
  await expect.poll(() => rows.count()).toBe(1);

  await byDate.check();
  await expect.poll(() => number.count()).toBe(0);
  await byDate.uncheck();
  await expect.poll(() => number.inputValue()).toBe('');
  expect(await violationsInBothSchemes(page)).toEqual([]);
});
