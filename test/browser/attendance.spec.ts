import { sql } from 'drizzle-orm';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openSchoolDays } from '#test/harness/school-days.ts';
import { violationsInBothSchemes } from './support/axe.ts';
import { openChromium } from './support/chromium.ts';
import { openProduct } from './support/product.ts';

let product: Awaited<ReturnType<typeof openProduct>>;
let browser: Browser;

beforeAll(async () => {
  [product, browser] = await Promise.all([openProduct(), openChromium()]);
  const { id } = product.school.ilorin;
  await product.database.asSystem([id], (tx) => openSchoolDays(tx, id));
});
afterAll(async () => {
  await browser?.close();
  await product?.close();
});

async function open(username: string, address: string, width = 1280): Promise<Page> {
  const context = await product.window(browser, username, { viewport: { width, height: 800 } });
  const page = await context.newPage();
  await page.goto(address);
  await page.locator('h1').waitFor();
  return page;
}
const close = (page: Page) => page.context().close();
const isWide = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);

test('on a phone a guardian sends a reason and its paper, and the office accepts it', async () => {
  const phone = await open('guardian', '/my-excuses', 375);
  await phone.getByLabel('Type').selectOption({ label: 'Sick' });
  await phone.getByLabel('Reason', { exact: true }).fill('Has a fever');
  await phone.getByRole('button', { name: 'Send note' }).click();
  const sent = phone.getByRole('listitem').filter({ hasText: 'Has a fever' });
  await sent.getByText('Open', { exact: true }).waitFor();
  await sent.getByRole('button', { name: 'Add a document' }).click();
  await sent.locator('input[type="file"]').setInputFiles({
    name: 'clinic.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n'),
  });
  await sent.getByRole('button', { name: 'Upload document' }).click();
  await sent.getByRole('link', { name: 'Open document' }).waitFor();
  await expect.poll(() => isWide(phone)).toBe(false);
  expect(await violationsInBothSchemes(phone)).toEqual([]);

  const desk = await open('registrar', '/attendance/excuses');
  await desk.getByText('Has a fever').click();
  const dialog = desk.getByRole('dialog');
  await dialog.getByLabel('Decision').selectOption({ label: 'Accept' });
  await dialog.getByLabel('Answer').fill('Get well soon.');
  await dialog.getByRole('button', { name: 'Send answer' }).click();
  await desk.getByText('Nothing to decide').waitFor();
  await phone.reload();
  await sent.getByText('Accepted', { exact: true }).waitFor();
  await sent.getByText('Get well soon.').waitFor();
  await Promise.all([close(phone), close(desk)]);
});

test('settings say what a change means, and own codes are added and retired', async () => {
  const page = await open('registrar', '/attendance/settings');
  await page.getByLabel('Registers are taken').selectOption({ label: 'Once a day' });
  await page.getByText('registers already taken stay').waitFor();
  await expect.poll(() => page.getByLabel('Afternoon deadline').count()).toBe(0);
  await page.getByLabel('Deadline').fill('08:30');
  await page.getByRole('button', { name: 'Save settings' }).click();
  await page.getByText('Saved. Registers already taken stay as they are.').waitFor();
  await page.getByLabel('Letters').fill('p');
  await page.getByLabel('Name').fill('Sports event');
  await page.getByLabel('Counts as').selectOption({ label: 'Excursion' });
  await page.getByRole('button', { name: 'Add code' }).click();
  await page.getByText('P is Present in every register. Choose other letters.').first().waitFor();
  await page.getByLabel('Letters').fill('ho');
  await page.getByRole('button', { name: 'Add code' }).click();
  const code = page.getByRole('list', { name: 'Your own codes' }).getByRole('listitem').filter({ hasText: 'HO' });
  await code.getByText('Counts as excursion').waitFor();
  await code.getByRole('button', { name: 'Actions for HO' }).click();
  await page.getByRole('menuitem', { name: 'Retire' }).click();
  await page.getByRole('button', { name: 'Retire code' }).click();
  await code.getByText('Retired').waitFor();
  const phone = await open('registrar', '/attendance/settings', 375);
  await expect.poll(() => isWide(phone)).toBe(false);
  expect(await violationsInBothSchemes(phone)).toEqual([]);
  await close(phone);
  const rules = await product.database.asSystem([product.school.ilorin.id], (tx) =>
    tx.execute(sql`select taken, morning_deadline::text as deadline from attendance_rules`),
  );
  expect(rules.rows).toEqual([{ taken: 'once', deadline: '08:30:00' }]);
  await close(page);
});
