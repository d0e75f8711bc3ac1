import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemActor } from '#kernel/actor.ts';
import { addFee } from '#test/harness/sample-fees.ts';
import { receivePayment } from '#features/money/payments/receive-payment.ts';
import { violations } from './support/axe.ts';
import { openChromium } from './support/chromium.ts';
import { openProduct } from './support/product.ts';

let product: Awaited<ReturnType<typeof openProduct>>;
let browser: Browser;
let page: Page;
const complaints: string[] = [];

beforeAll(async () => {
  [product, browser] = await Promise.all([openProduct({ jobs: true }), openChromium()]);
  const context = await product.window(browser, 'bursar', { viewport: { width: 1280, height: 800 } });
  page = await context.newPage();
  page.on('pageerror', (error) => complaints.push(String(error)));
});
afterAll(async () => {
  await browser?.close();
  await product?.close();
});

const inIlorin = <T>(work: Parameters<typeof product.database.asSystem<T>>[1]) =>
  product.database.asSystem([product.school.ilorin.id], work);
const isClean = async () => expect(await violations(page)).toEqual([]);

test('3.7 a bursar ticks a batch by keyboard, on a phone as well, and identifies a payment by three letters', async () => {
  const fee = await inIlorin((tx) =>
    addFee(tx, product.school.ilorin, {
      title: 'School fees',
      particulars: [
        { amount: 100_000_00 },
        { amount: 30_000_00, isOptional: true },
        { amount: 20_000_00, isOptional: true },
      ],
    }),
  );
  await page.goto(`/fees/${fee.id}/items`);
  const box = (name: string) => page.getByRole('checkbox', { name });
  await box('Item 2 for Bakare, Tunde').focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Space');
  await expect.poll(() => box('Item 3 for Eze, Chidi').or(box('Item 3 for Obi, Ada')).first().isVisible()).toBe(true);
  await isClean();
  await page.getByRole('button', { name: 'Save 2 changes' }).click();
  await page.getByText('2 items added.').waitFor();
  await expect.poll(() => box('Item 2 for Bakare, Tunde').isChecked()).toBe(true);

  await page.setViewportSize({ width: 375, height: 800 });
  await box('Item 2 for all').check();
  await isClean();
  await page.getByRole('button', { name: /^Save \d changes/ }).click();
  await page.getByRole('button', { name: /^Save/ }).waitFor({ state: 'detached' });
  await page.setViewportSize({ width: 1280, height: 800 });

  await inIlorin((tx) =>
    receivePayment(tx, systemActor(product.school.ilorin.id, 'Test'), product.school.ilorin.id, {
      channel: 'transfer',
      amount: 7_000_00,
      day: '2026-11-10',
      reference: 'FT1',
      note: 'SCH FEE OBI',
      shares: [],
    }),
  );
  await page.goto('/unidentified-payments');
  await page.getByText('SCH FEE OBI').waitFor();
  await isClean();
  await page.getByText('SCH FEE OBI').click();
  await page.getByPlaceholder('Name, admission number, or scan a bill').fill('obi');
  await page.keyboard.press('Enter');
  await page.getByText('₦7,000.00 becomes credit').waitFor();
  await isClean();
  await page.getByRole('button', { name: 'Identify payment' }).click();
  await page.getByText('₦7,000.00 is credit.').waitFor();
  await page.getByText('No unidentified payments').waitFor();
  expect(complaints).toEqual([]);
});
