import { Buffer } from 'node:buffer';
import { sql } from 'drizzle-orm';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { statementHead, statementLine } from '#test/harness/bank-desk.ts';
import { openTill } from '#test/harness/till.ts';
import { violationsInBothSchemes } from './support/axe.ts';
import { openChromium } from './support/chromium.ts';
import { openProduct } from './support/product.ts';

let product: Awaited<ReturnType<typeof openProduct>>;
let browser: Browser;
beforeAll(async () => {
  [product, browser] = await Promise.all([openProduct(), openChromium()]);
});
afterAll(async () => {
  await browser?.close();
  await product?.close();
});

test('7 a bursar uploads a statement, confirms its strong proposals by keyboard, and splits the rest between siblings', async () => {
  const till = openTill(product);
  const { ilorin } = product.school;
  await till.bill(ilorin.studentIds['Ada Obi'], 50_000_00);
  await till.work((tx) =>
    tx.execute(sql`insert into bank_accounts (institution_id, name, bank, number, ledger_account_id)
      select institution_id, 'Fees account', 'First Bank', '2031234567', id from ledger_accounts
      where institution_id = ${ilorin.id} and role = 'bank'`),
  );
  const day = till.day.split('-').toReversed().join('/');
  const file = [
    statementLine(day, 'NIP1', 'TRF/NIP/OBI/INV-000001', '50,000.00'),
    statementLine(day, 'NIP2', 'FEES FOR BOTH', '30,000.00'),
    statementLine(day, 'C1', 'SMS ALERT', '', '53.75'),
  ];

  const page = await (await product.window(browser, 'bursar')).newPage();
  await page.goto('/bank-statements/new');
  await page.getByRole('heading', { level: 1, name: 'Upload bank statement' }).waitFor();
  await page.locator('input[type=file]').setInputFiles({
    name: 'November.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(statementHead + file.join('')),
  });
  await page.getByRole('button', { name: 'Upload and confirm columns' }).press('Enter');
  await page.getByRole('heading', { level: 1, name: 'November.csv' }).waitFor();
  await expect.poll(() => page.getByLabel('Meaning of “Credit”').inputValue()).toBe('credit');
  expect(await violationsInBothSchemes(page)).toEqual([]);
  // Columns that no field takes are skipped.
  await page.getByRole('button', { name: 'Add lines and match' }).press('Enter');

  const confirm = page.getByRole('button', { name: 'Confirm 1 strong proposal' });
  await confirm.waitFor();
  expect(await violationsInBothSchemes(page)).toEqual([]);
  await confirm.press('Enter');
  await page.getByRole('button', { name: 'Confirm proposals' }).press('Enter');
  await page.locator('tbody').getByText('Payment recorded').waitFor();
  expect(await till.balance(ilorin.studentIds['Ada Obi'])).toEqual({ owed: 0, credit: 0 });

  await page.goto(await hrefOf('FEES FOR BOTH'));
  await page.getByRole('heading', { level: 1, name: '₦30,000.00 in' }).waitFor();
  await page.getByRole('button', { name: 'Split between students' }).press('Enter');
  await page.getByText('₦30,000.00 is left.').waitFor();
  expect(await violationsInBothSchemes(page)).toEqual([]);

  async function hrefOf(narration: string): Promise<string> {
    return (await page.getByRole('link', { name: narration }).getAttribute('href'))!;
  }
});
