import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { requery } from '#features/online/gateways/online/requery.job.ts';
import { deliver } from '#test/harness/fake-webhooks.ts';
import { startPaying, type Paying } from '#test/harness/online-school.ts';
import { readAssets } from '#web/assets.ts';
import { sql } from 'drizzle-orm';
import { expectInkOnWhite } from './support/print.ts';
import { violationsInBothSchemes } from './support/axe.ts';
import { openChromium } from './support/chromium.ts';
import { openWindow } from './support/window.ts';

const phone = { viewport: { width: 375, height: 812 }, isMobile: true, hasTouch: true };
let paying: Paying;
let browser: Browser;
let url: string;
beforeAll(async () => {
  [paying, browser] = await Promise.all([startPaying({ assets: readAssets(inject('bundle')) }), openChromium()]);
  url = await paying.url();
});
afterAll(async () => {
  await browser?.close();
  paying?.world.app.server.closeAllConnections();
  await paying?.close();
});

const pages = new Map<string, Page>();

/** The page of one person at one width, which goes from story to story. */
async function open(username: string, address: string, look: object = phone): Promise<Page> {
  const name = JSON.stringify([username, look]);
  const page = pages.get(name) ?? (await newPage(username, look));
  pages.set(name, page);
  await page.goto(address);
  await page.getByRole('heading', { level: 1 }).waitFor();
  return page;
}

async function newPage(username: string, look: object): Promise<Page> {
  const context = await openWindow(browser, { baseURL: url, serviceWorkers: 'block', ...look });
  const { cookies } = await paying.world.as(username);
  await context.addCookies(Object.entries(cookies).map(([name, value]) => ({ name, value, url })));
  return context.newPage();
}

/** Ticks everything, pays, and arrives at the provider's page; the reference it was given. */
async function payAll(page: Page): Promise<string> {
  await page.goto('/my-fees');
  await page.getByRole('button', { name: /^Pay ₦/ }).click();
  await page.waitForURL(/\/checkout\//);
  return (await paying.onlineRows())[0]!.reference;
}
const report = (reference: string) =>
  deliver(`${url}${paying.hook('paystack')}`, paying.fake.paystack.event(reference));

test('3.8 a parent pays for two children on a phone; the webhook comes before the return page', async () => {
  await paying.bill(paying.tunde, 40_000_00, '2026-11-01');
  await paying.bill(paying.tunde, 10_000_00, '2099-01-10');
  await paying.bill(paying.ngozi, 25_000_00);
  const page = await open('guardian', '/my-fees');
  await page.getByRole('heading', { name: 'Tunde Bakare' }).waitFor();
  await page.getByRole('heading', { name: 'Ngozi Okafor' }).waitFor();
  await expect.poll(() => page.getByText('Due now').count()).toBe(2);
  expect(await violationsInBothSchemes(page)).toEqual([]);
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  await page.getByRole('checkbox', { name: /10 Jan 2099/ }).uncheck();
  await page.getByText('2 of 3 chosen').waitFor();
  await page.getByRole('button', { name: 'Pay ₦65,000.00' }).click();
  await page.waitForURL(/\/checkout\//);
  const [{ reference } = { reference: '' }] = await paying.onlineRows();
  paying.fake.paystack.pay(reference);
  expect(await report(reference)).toEqual([200]);
  await page.goto(paying.fake.paystack.returnAddress(reference));
  await page.getByRole('heading', { name: '₦65,000.00 received. Thank you.' }).waitFor();
  await page.getByText('RCT-000001').waitFor();
  expect(await violationsInBothSchemes(page)).toEqual([]);
  await expectInkOnWhite(page);
  await page.getByRole('link', { name: 'Back to my fees' }).click();
  await page.getByText('RCT-000001').waitFor();
  await page.getByRole('checkbox', { name: /10 Jan 2099/ }).waitFor();
  await expect.poll(() => page.getByRole('checkbox', { name: /^Fees/ }).count()).toBe(1);
});

test('the webhook comes after the return page, which says what it waits for and then that it is there', async () => {
  const page = await open('guardian', '/my-fees');
  const reference = await payAll(page);
  await page.goto(paying.fake.paystack.returnAddress(reference));
  await page.getByRole('heading', { name: 'We’re waiting for your bank' }).waitFor();
  expect(await violationsInBothSchemes(page)).toEqual([]);
  paying.fake.paystack.pay(reference);
  await report(reference);
  await page.getByRole('heading', { name: /received. Thank you/ }).waitFor();
});

test('no webhook and no return: the job finds it, and the parent sees it', async () => {
  await paying.bill(paying.ngozi, 7_000_00);
  const page = await open('guardian', '/my-fees');
  const reference = await payAll(page);
  paying.fake.paystack.pay(reference);
  await paying.within((tx) => tx.execute(sql`update online_payments set next_check_at = now() where status = 'open'`));
  await requery(paying.world.services);
  await page.goto('/my-fees');
  await page.getByText('RCT-000003').waitFor();
  await expect.poll(() => page.getByRole('button', { name: /^Pay/ }).count()).toBe(0);
});

test('a part is paid, and an amount below the minimum is refused beside the field', async () => {
  await paying.bill(paying.ngozi, 30_000_00);
  const page = await open('guardian', '/my-fees');
  await page.getByRole('checkbox', { name: 'Pay another amount' }).check();
  const amount = page.getByRole('textbox', { name: 'Amount to pay' });
  await amount.fill('500');
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
  await page.getByText('Pay at least ₦1,000.00.').first().waitFor();
  await amount.fill('5,000');
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
  await page.waitForURL(/\/checkout\//);
  const [{ reference } = { reference: '' }] = await paying.onlineRows();
  expect(paying.fake.paystack.of(reference).amount).toBe(5_000_00);
});

test('a bursar sees keys, modes and what needs review, at both widths', async () => {
  const reference = (await paying.onlineRows())[0]!.reference;
  paying.fake.paystack.pay(reference, { amount: 100_00 });
  await report(reference);
  for (const look of [phone, { viewport: { width: 1280, height: 800 } }]) {
    const settings = await open('bursar', '/payment-gateways', look);
    await settings.getByText('Live', { exact: true }).first().waitFor();
    expect(await violationsInBothSchemes(settings)).toEqual([]);
    await settings.goto('/online-payments/review');
    await settings.getByText('Different amount').first().waitFor();
    expect(await violationsInBothSchemes(settings)).toEqual([]);
    await expect.poll(() => settings.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  }
});
