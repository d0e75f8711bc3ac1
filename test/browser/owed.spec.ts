import { sql } from 'drizzle-orm';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { startPaying, type Paying } from '#test/harness/online-school.ts';
import { readAssets } from '#web/assets.ts';
import { violations } from './support/axe.ts';
import { openChromium } from './support/chromium.ts';
import { openWindow } from './support/window.ts';

let paying: Paying;
let browser: Browser;
let url: string;
beforeAll(async () => {
  const assets = readAssets(inject('bundle'));
  [paying, browser] = await Promise.all([startPaying({ assets, provider: null }), openChromium()]);
  url = await paying.url();
});
afterAll(async () => {
  await browser?.close();
  paying?.world.app.server.closeAllConnections();
  await paying?.close();
});

async function open(username: string, address: string, width: number): Promise<Page> {
  const viewport = { width, height: 812 };
  const context = await openWindow(browser, { baseURL: url, serviceWorkers: 'block', viewport });
  const { cookies } = await paying.world.as(username);
  await context.addCookies(Object.entries(cookies).map(([name, value]) => ({ name, value, url })));
  const page = await context.newPage();
  await page.goto(address);
  return page;
}

test('without online payment a parent sees the bursar’s office, then the school’s account, on a phone and a laptop', async () => {
  await paying.bill(paying.tunde, 40_000_00);
  const page = await open('guardian', '/my-fees', 375);
  await page.getByText('Please pay at the bursar’s office.').waitFor();
  await paying.within((tx) =>
    tx.execute(sql`insert into bank_accounts (institution_id, name, bank, number, ledger_account_id)
      select institution_id, 'Ilorin Grammar School Fees', 'First Bank', '0123456789', id from ledger_accounts where role = 'bank'`),
  );
  await page.reload();
  await page.getByText('0123456789').waitFor();
  await page.getByText(/^For Tunde: Quote INV-000001 or the admission number/).waitFor();
  await paying.within((tx) =>
    tx.execute(sql`update batches set name = 'ND 2 Business Administration B, Evening'
      where id = (select batch_id from students where id = ${paying.tunde})`),
  );
  await page.reload();
  for (const width of [375, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    // A long class takes no room from the name beside it.
    const name = page.getByRole('heading', { name: 'Tunde Bakare' });
    expect((await name.boundingBox())!.height).toBeLessThan(30);
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    expect(await violations(page)).toEqual([]);
  }
  await page.getByRole('button', { name: 'Copy account number' }).click();
  await page
    .getByText(/^Copied\.$|^Press Ctrl\+C/)
    .first()
    .waitFor();
  await page.context().close();
});

test('who withdraws a student is told the debt, and told again when it has changed meanwhile', async () => {
  const page = await open('principal', `/students/${paying.ngozi}/withdraw`, 375);
  await page.getByLabel('Reason').waitFor();
  await expect.poll(() => page.getByLabel('Continue with these fees unpaid').count()).toBe(0);
  await paying.bill(paying.ngozi, 45_000_00);
  await page.reload();
  await page.getByText('Ngozi Okafor still owes').waitFor();
  await page.getByLabel('Reason').fill('Moved to Jos');
  await page.getByLabel('Continue with these fees unpaid').check();
  await paying.bill(paying.ngozi, 5_000_00);
  await page.getByRole('button', { name: 'Withdraw', exact: true }).click();
  await page.getByText('₦50,000.00', { exact: true }).waitFor();
  await expect.poll(() => page.getByLabel('Continue with these fees unpaid').isChecked()).toBe(false);
  expect(await violations(page)).toEqual([]);
  await page.getByLabel('Continue with these fees unpaid').check();
  await page.getByRole('button', { name: 'Withdraw', exact: true }).click();
  await page.getByText('Ngozi Okafor was withdrawn.').first().waitFor();
  await page.context().close();
});

test('a selection lists who owes with their sums before anyone leaves', async () => {
  const { 'Ada Obi': ada } = paying.world.school.ilorin.studentIds;
  await paying.bill(ada, 10_000_00);
  const page = await open('principal', '/students', 1280);
  await page.getByRole('checkbox', { name: /Obi, Ada/ }).check();
  await page.getByRole('checkbox', { name: /Bakare, / }).check();
  await page.getByRole('button', { name: 'More for the selection' }).click();
  await page.getByRole('menuitem', { name: 'Withdraw' }).click();
  const owed = page.getByRole('dialog').getByRole('region', { name: 'Unpaid fees' });
  await owed.getByText('2 students still owe').waitFor();
  await expect
    .poll(() => owed.getByRole('listitem').allTextContents())
    .toEqual(['Tunde Bakare₦40,000.00', 'Ada Obi₦10,000.00']);
  await page.context().close();
});
