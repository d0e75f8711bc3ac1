import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { coverWeek } from '../harness/cover-week.ts';
import { violationsInBothSchemes } from './support/axe.ts';
import { openChromium } from './support/chromium.ts';
import { openProduct } from './support/product.ts';

let product: Awaited<ReturnType<typeof openProduct>>;
let browser: Browser;
let address: string;
beforeAll(async () => {
  [product, browser] = await Promise.all([openProduct(), openChromium()]);
  const { monday, employees } = await coverWeek(product);
  address = `/cover?day=${monday}&teacher=${employees['Mathematics']}`;
});
afterAll(async () => {
  await browser?.close();
  await product?.close();
});

async function open(username: string, url: string, width = 1280): Promise<Page> {
  const context = await product.window(browser, username, { viewport: { width, height: 800 } });
  const page = await context.newPage();
  await page.goto(url);
  await page.locator('h1').waitFor();
  return page;
}
const close = (page: Page) => page.context().close();
const isWide = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);
const teacherOf = (subject: string) => new RegExp(`of ${subject} `);

test('by keyboard alone a lesson is given to someone who is free, and the teacher sees it on a phone', async () => {
  const registrar = await open('registrar', address);
  const field = registrar.getByRole('combobox', { name: /^Covered by, 08:00/ });
  await field.focus();
  // The list is native: typing would need the whole name, so the choice is made as arrows make it.
  const wanted = await field
    .locator('option')
    .filter({ hasText: teacherOf('English') })
    .getAttribute('value');
  const options = await field
    .locator('option')
    .evaluateAll((all) => all.map((one) => (one as HTMLOptionElement).value));
  for (let at = 0; at < options.indexOf(wanted!); at++) await registrar.keyboard.press('ArrowDown');
  await expect.poll(() => field.inputValue()).toBe(wanted);
  await registrar.keyboard.press('Tab');
  await registrar.keyboard.press('Enter');
  await registrar.getByText('Covered', { exact: true }).waitFor();
  await close(registrar);

  const teacher = await open('teacher', '/my-covers', 375);
  await teacher.getByText('Mathematics, JSS 1 A').waitFor();
  await expect.poll(() => isWide(teacher)).toBe(false);
  await close(teacher);
});

test('on a phone a cover is taken back', async () => {
  const page = await open('registrar', address, 375);
  await expect.poll(() => isWide(page)).toBe(false);
  const field = page.getByRole('combobox', { name: /^Covered by, 08:00/ });
  await field.selectOption({ label: 'Nobody' });
  await page.getByRole('button', { name: 'Change cover' }).click();
  await page.getByText(/^Nobody covers Mathematics/).waitFor();
  await expect.poll(() => page.getByText('Covered', { exact: true }).count()).toBe(0);
  await close(page);
});

test('cover has no accessibility problems, light and dark', async () => {
  for (const url of [address, '/my-covers']) {
    const page = await open('registrar', url);
    expect(await violationsInBothSchemes(page), url).toEqual([]);
    await close(page);
  }
});
