import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bursary } from '#test/harness/books.ts';
import { violationsInBothSchemes } from './support/axe.ts';
import { openChromium } from './support/chromium.ts';
import { openProduct } from './support/product.ts';

let product: Awaited<ReturnType<typeof openProduct>>;
let browser: Browser;
let page: Page;
const complaints: string[] = [];

beforeAll(async () => {
  [product, browser] = await Promise.all([openProduct(), openChromium()]);
  const { ilorin } = product.school;
  const { 'Ada Obi': ada, 'Tunde Bakare': tunde } = ilorin.studentIds;
  const here = bursary(product.database, ilorin.id);
  await here.bill(ada, ['2026-09-14', 45_000_00]);
  await here.bill(tunde, ['2026-09-14', 5_000_00]);
  const context = await product.window(browser, 'bursar', { viewport: { width: 1280, height: 800 } });
  page = await context.newPage();
  page.on('pageerror', (error) => complaints.push(String(error)));
});
afterAll(async () => {
  await browser?.close();
  await product?.close();
});

const heading = (name: string | RegExp) => page.getByRole('heading', { name, level: 1 }).waitFor();

test('a bursar sets up a rule by its preview, switches it on, lifts a hold and finds the student cleared', async () => {
  await page.goto('/hold-rules/new');
  await heading('Add hold rule');
  await page.getByRole('textbox', { name: 'Name' }).fill('Exams');
  await page.getByRole('combobox', { name: 'Withhold' }).click();
  await page.getByRole('checkbox', { name: 'Exam hall' }).check();
  await page.keyboard.press('Escape');
  await page.getByRole('textbox', { name: 'More than' }).fill('1,000');
  await page.getByText('This rule would hold 2 students today, who owe ₦50,000.00.').waitFor();
  await page.getByRole('textbox', { name: 'More than' }).fill('20,000');
  await page.getByText('This rule would hold 1 student today, who owes ₦45,000.00.').waitFor();
  expect(await violationsInBothSchemes(page)).toEqual([]);
  await page.getByRole('button', { name: 'Add rule' }).click();
  await heading('Exams');
  await page.getByRole('button', { name: 'Switch on' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Switch on' }).click();
  await page.getByText('This rule holds 1 student today').waitFor();

  await page.goto('/holds');
  await page.getByText('Obi, Ada').waitFor();
  expect(await violationsInBothSchemes(page)).toEqual([]);
  await page.getByRole('button', { name: 'Actions for Obi, Ada' }).click();
  await page.getByRole('menuitem', { name: 'Lift hold' }).click();
  const form = page.getByRole('dialog').filter({ has: page.getByLabel('Reason') });
  const soon = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10).split('-').toReversed().join('/');
  await form.getByLabel('Until').fill(soon);
  await form.getByLabel('Reason').fill('Pays on Friday');
  await form.getByRole('button', { name: 'Lift hold' }).click();
  await page.getByText(/All lifted until/).waitFor();

  const { 'JSS 1 A': batch } = product.school.ilorin.batchIds;
  await page.goto(`/holds/clearance?batch=${batch}`);
  await page.getByText('3 cleared, 0 held').waitFor();
  await page.getByText(/Lifted until/).waitFor();
  expect(await violationsInBothSchemes(page)).toEqual([]);
  await page.goto(`/students/${product.school.ilorin.studentIds['Ada Obi']}/fees`);
  await page.getByText('Exam hall released for now: owes ₦45,000.00').waitFor();
  expect(await violationsInBothSchemes(page)).toEqual([]);
  expect(complaints).toEqual([]);
});
