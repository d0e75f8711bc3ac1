import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { addFee } from '#test/harness/sample-fees.ts';
import { violations } from './support/axe.ts';
import { openChromium } from './support/chromium.ts';
import { openProduct } from './support/product.ts';

let product: Awaited<ReturnType<typeof openProduct>>;
let browser: Browser;
let page: Page;
let complaints: string[];

beforeAll(async () => {
  [product, browser] = await Promise.all([openProduct({ jobs: true }), openChromium()]);
});
afterAll(async () => {
  await browser?.close();
  await product?.close();
});
beforeEach(() => void (complaints = []));
afterEach(async () => {
  await page.context().close();
  expect(complaints).toEqual([]);
});

async function open(path: string, look: { colorScheme?: 'dark' | 'light'; width?: number } = {}) {
  const { width = 1280, colorScheme } = look;
  const context = await product.window(browser, 'bursar', { colorScheme, viewport: { width, height: 800 } });
  page = await context.newPage();
  page.on('pageerror', (error) => complaints.push(String(error)));
  await page.goto(path);
  await page.getByRole('heading', { level: 1 }).waitFor();
}

const newFee = (title: string) =>
  product.database.asSystem([product.school.ilorin.id], async (tx) => {
    const { id } = await addFee(tx, product.school.ilorin, { title, instalments: [{ dueOn: '2099-09-14' }] });
    return id;
  });

test('3.7 a bursar bills a fee from its preview to the result, and opens an invoice', async () => {
  const feeId = await newFee('First term fees');
  await open(`/fees/${feeId}`);
  await page.getByRole('link', { name: 'Bill students' }).click();
  await page.getByRole('heading', { name: 'Bill students: First term fees' }).waitFor();
  await page.getByText('₦700,000.00').first().waitFor();
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Bill 7 students' }).click();
  await page.getByRole('link', { name: 'Back to the fee' }).waitFor();
  await page.getByText('Done', { exact: true }).waitFor();
  expect(await violations(page)).toEqual([]);
  await page.getByRole('link', { name: '7', exact: true }).click();
  await page.getByRole('heading', { name: 'Invoices' }).waitFor();
  await page.getByText('7 invoices: ₦700,000.00 billed, ₦700,000.00 left to pay').waitFor();
  expect(await violations(page)).toEqual([]);
  // On a phone each card says what its amount is, at the end of the line.
  await page.setViewportSize({ width: 375, height: 800 });
  const card = page.getByRole('listitem').filter({ hasText: 'INV-000001' });
  const amount = (await card.getByText('To pay ₦100,000.00').boundingBox())!;
  const { x, width } = (await card.boundingBox())!;
  expect(x + width - amount.x - amount.width).toBeLessThan(20);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByRole('link', { name: 'INV-000001' }).click();
  await page.getByRole('heading', { name: 'INV-000001' }).waitFor();
  expect(await violations(page)).toEqual([]);
});

test('an invoice for one student is issued, and a waiver asks for a second person, on a phone', async () => {
  await open(`/invoices/new?student_id=${product.school.ilorin.studentIds['Ada Obi']}`, { width: 375 });
  await page.getByRole('combobox', { name: 'Student' }).getByText('Obi, Ada').waitFor();
  await page.getByLabel('Title').fill('Lost library book');
  await page.getByLabel('Description').fill('Things Fall Apart');
  await page.getByLabel('Category').selectOption('Uniforms and books');
  await page.getByLabel('Amount').fill('2,500');
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Issue invoice' }).click();
  await page.getByRole('heading', { name: /^INV-/ }).waitFor();
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(375);
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Waive or write off' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Type').selectOption('Waiver');
  await dialog.getByLabel('Amount').fill('1,000');
  await dialog.getByLabel('Reason').fill('Hardship');
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Request approval' }).click();
  await page.getByText('A change to this invoice is waiting for approval.').waitFor();
});

test('the screens of billing have no accessibility faults in the dark', async () => {
  const feeId = await newFee('Second term fees');
  await open('/invoices', { colorScheme: 'dark' });
  for (const path of ['/invoices', '/fee-runs', `/fees/${feeId}/proposals`, `/fees/${feeId}/bill`]) {
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect([path, await violations(page)]).toEqual([path, []]);
  }
});
