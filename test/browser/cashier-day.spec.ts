import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTill } from '#test/harness/till.ts';
import { violationsInBothSchemes } from './support/axe.ts';
import { openChromium } from './support/chromium.ts';
import { expectInkOnWhite } from './support/print.ts';
import { openProduct } from './support/product.ts';

let product: Awaited<ReturnType<typeof openProduct>>;
let browser: Browser;
let till: ReturnType<typeof openTill>;
beforeAll(async () => {
  [product, browser] = await Promise.all([openProduct(), openChromium()]);
  till = openTill(product);
  await till.bill(product.school.ilorin.studentIds['Ada Obi'], 50_000_00);
  await till.bill(product.school.ilorin.studentIds['Musa Garba'], 20_000_00, { dueOn: '2099-01-01' });
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

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name }).waitFor();
const focused = (page: Page) =>
  page.evaluate(() => document.activeElement?.getAttribute('role') ?? document.activeElement?.id);

test('2.7 3.8 a cashier opens the day, takes payments, and counts and closes it blind, by keyboard alone', async () => {
  const page = await open('cashier', '/payments/new');
  const { keyboard } = page;
  await dialog(page, 'Open your cashier session');
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('INPUT');
  await keyboard.type('5000');
  await keyboard.press('Enter');
  await page.getByRole('link', { name: 'My session' }).waitFor();

  // Three letters, Enter, Enter: what is due is taken in cash, but not by an Enter that is pressed twice.
  await expect.poll(() => focused(page)).toBe('combobox');
  await keyboard.type('obi');
  await page.getByRole('option', { name: /Obi, Ada/ }).waitFor();
  await page.evaluate(() => {
    const pressTwice = ({ target }: FocusEvent) => {
      if ((target as HTMLElement).id !== 'till-amount') return;
      document.removeEventListener('focusin', pressTwice);
      (target as HTMLInputElement).form!.requestSubmit();
    };
    document.addEventListener('focusin', pressTwice);
  });
  await keyboard.press('Enter');
  await expect.poll(() => focused(page)).toBe('till-amount');
  await expect.poll(() => page.getByLabel('Amount', { exact: true }).inputValue()).toBe('50,000.00');
  await page.waitForFunction((shown) => performance.now() > shown + 700, await page.evaluate(() => performance.now()));
  await expect.poll(() => page.getByRole('dialog', { name: /^Receipt/ }).count()).toBe(0);
  await keyboard.press('Enter');
  // Undone at once, and taken again. An Enter pressed twice doesn't close the receipt.
  await dialog(page, 'Receipt RCT-000001');
  const onNext = () => expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Next payment');
  await onNext();
  await page.evaluate(() => (document.activeElement as HTMLElement).click());
  await expect.poll(() => page.getByRole('dialog', { name: 'Receipt RCT-000001' }).isVisible()).toBe(true);
  await page.getByRole('button', { name: 'Undo' }).press('Enter');
  await page.getByText('Payment undone. Receipt RCT-000001 is void.').waitFor();
  await expect.poll(() => focused(page)).toBe('till-amount');
  await expect.poll(() => page.getByLabel('Amount', { exact: true }).inputValue()).toBe('50,000.00');
  expect(await till.books()).not.toHaveProperty('Cash');
  const asIfLater = () => page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 700)));
  await asIfLater();
  await keyboard.press('Enter');
  await dialog(page, 'Receipt RCT-000002');
  await onNext();
  await asIfLater();
  await keyboard.press('Enter');

  // Nothing is due yet, so all is offered; half of it is paid at the terminal.
  await expect.poll(() => focused(page)).toBe('combobox');
  await keyboard.type('garb');
  await page.getByRole('option', { name: /Garba/ }).waitFor();
  await keyboard.press('Enter');
  await expect.poll(() => focused(page)).toBe('till-amount');
  await keyboard.type('10000');
  await expect.poll(() => page.getByLabel(/This payment for/).inputValue()).toBe('10,000.00');
  for (
    let at = 0;
    at < 10 && (await page.evaluate(() => (document.activeElement as HTMLInputElement).name)) !== 'channel';
    at += 1
  )
    await keyboard.press('Tab');
  await keyboard.press('ArrowRight');
  await keyboard.press('ArrowRight');
  await page.getByLabel('Slip number').waitFor();
  await keyboard.press('Enter');
  await dialog(page, 'Receipt RCT-000003');
  await onNext();
  await asIfLater();
  await keyboard.press('Enter');
  expect(await till.books()).toMatchObject({ Cash: 50_000_00, 'POS terminals': 10_000_00 });

  await page.goto('/cashier-days');
  await page.getByRole('row', { name: /Open/ }).waitFor();
  await page.goto((await page.getByRole('row').nth(1).getByRole('link').first().getAttribute('href'))!);
  await page.getByLabel('₦1,000').waitFor();
  const shown = await page.locator('main').innerText();
  expect(shown).not.toMatch(/Expected|50,000\.00|55,000\.00|10,000\.00/);
  await page.getByLabel('₦1,000').focus();
  await keyboard.type('55');
  await page.getByText('₦55,000.00').first().waitFor();
  await page.getByLabel('Transfers').fill('0');
  await page.getByLabel('Cheques').fill('0');
  await page.getByLabel('POS slips').focus();
  await keyboard.type('10000');
  await keyboard.press('Enter');
  await page
    .getByText(/^The session is closed/)
    .first()
    .waitFor();
  await expect.poll(() => page.getByRole('button', { name: 'Close session' }).count()).toBe(0);
  // What was expected comes after the count.
  await page.getByRole('columnheader', { name: 'Expected' }).waitFor();
  await page.getByRole('row', { name: 'Cash 1 ₦55,000.00 ₦55,000.00 ₦0.00' }).waitFor();
  await page.context().close();
});

test('7.8 the screen of payment records asks for the filtered rows and totals, and shows them', async () => {
  const page = await open('bursar', '/payment_records');
  await page.getByText('₦60,000.00').waitFor();
  const asked = page.waitForResponse(
    (answer) => answer.url().includes('/payment_record_filter?') && answer.url().includes('channel=pos'),
  );
  await page.goto('/payment_records?channel=pos');
  expect(((await (await asked).json()) as { rows: unknown[] }).rows).toHaveLength(1);
  await page.getByText('Received, of 1 payment').waitFor();
  await expect.poll(() => page.getByRole('row').count()).toBe(2);
  await page.context().close();
});

test('axe finds nothing on the screens of the counter, and none is wider than a phone', async () => {
  const page = await open('bursar', '/payments/new');
  const ada = product.school.ilorin.studentIds['Ada Obi'];
  for (const path of [
    `/payments/new?student_id=${ada}`,
    '/payment_records',
    '/payment_records/1',
    '/cashier-days',
    '/cashier-days/1',
    '/cashier-differences',
  ]) {
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect([path, await violationsInBothSchemes(page)]).toEqual([path, []]);
    await expectInkOnWhite(page);
    await page.setViewportSize({ width: 375, height: 780 });
    await expect
      .poll(async () => [path, await page.evaluate(() => document.documentElement.scrollWidth <= 375)])
      .toEqual([path, true]);
  }
  await page.context().close();
});
