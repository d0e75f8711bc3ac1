import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
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

async function open(username: string, address: string, width = 1280): Promise<Page> {
  const context = await product.window(browser, username, { viewport: { width, height: 800 } });
  const page = await context.newPage();
  await page.goto(address);
  await page.locator('h1').waitFor();
  return page;
}
const close = (page: Page) => page.context().close();

test('on a phone a teacher sees how many days it would be, asks, and HR approves', async () => {
  const teacher = await open('teacher', '/leave', 375);
  await teacher.getByRole('link', { name: 'Request leave' }).click();
  await teacher.getByRole('combobox', { name: 'Type of leave' }).selectOption({ label: 'Annual leave: 21 days left' });
  await teacher.getByRole('textbox', { name: 'First day' }).fill('01/03/2027');
  await teacher.getByRole('textbox', { name: 'Last day' }).fill('08/03/2027');
  await teacher.getByRole('textbox', { name: 'Last day' }).blur();
  await teacher.getByText('6 days, and 21 days left in 2027 before this request.').waitFor();
  await teacher.getByRole('button', { name: 'Send request' }).click();
  await teacher.getByText('Waiting', { exact: true }).waitFor();
  const isWide = () =>
    teacher.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);
  await expect.poll(isWide).toBe(false);
  const address = new URL(teacher.url()).pathname;

  const hr = await open('hr_officer', address);
  await hr.getByRole('button', { name: 'Approve…' }).click();
  await hr.getByRole('dialog').getByRole('button', { name: 'Approve leave' }).click();
  await hr.getByText('The leave is approved.').waitFor();
  await close(hr);
  await teacher.reload();
  await teacher.getByText('Approved', { exact: true }).waitFor();
  await teacher.goto('/leave');
  await teacher.getByRole('row', { name: /Annual leave 21 6 0 15/ }).waitFor();
  await expect.poll(isWide).toBe(false);
  await close(teacher);
});

test('by keyboard alone a teacher asks, HR refuses, and neither loses the place where they are', async () => {
  const press = async (page: Page, ...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  const focus = (page: Page, role: 'button' | 'textbox' | 'heading', name: string | RegExp) =>
    expect
      .poll(() => page.getByRole(role, { name, exact: true }).evaluate((one) => one === document.activeElement))
      .toBe(true);
  const teacher = await open('teacher', '/leave/new');
  await teacher.getByRole('combobox', { name: 'Type of leave' }).focus();
  await teacher.keyboard.type('Casual');
  await press(teacher, 'Tab');
  await teacher.keyboard.type('10/05/2027');
  await teacher.getByText(/^1 day, and/).waitFor();
  await teacher.getByRole('textbox', { name: /^Reason/ }).focus();
  await press(teacher, 'Tab', 'Enter');
  await focus(teacher, 'heading', 'My leave');
  const address = new URL(teacher.url()).pathname;

  const hr = await open('hr_officer', address);
  await hr.getByRole('button', { name: 'More actions' }).focus();
  await press(hr, 'Enter');
  await hr.locator('[role=menuitem]:focus').waitFor();
  await press(hr, 'Enter');
  await focus(hr, 'textbox', 'Reason');
  await hr.keyboard.type('Examinations are on.');
  await press(hr, 'Tab', 'Enter');
  await hr.getByText('The leave is refused.').waitFor();
  await hr.waitForFunction(() => document.activeElement?.matches('[data-page-title]'));
  await close(hr);
  await teacher.reload();
  await teacher.getByText('Examinations are on.').waitFor();
  await close(teacher);
});

test('the register of employees takes one touch for an exception, also on a phone', async () => {
  const page = await open('hr_officer', '/staff-attendance', 375);
  const bursar = page.getByRole('radiogroup', { name: /^Bursar/ });
  await expect.poll(() => bursar.getByRole('radio', { name: 'Present' }).isChecked()).toBe(true);
  // As in a register of students: the name says "absent", and the rest opens below.
  await page.getByRole('listitem').filter({ has: bursar }).locator('b').click();
  await page.getByText('1 absent').waitFor();
  await page.getByRole('button', { name: /^More for Bursar/ }).click();
  await page.getByRole('combobox', { name: 'Mark' }).selectOption('Official duty');
  await page.getByLabel('Arrived at').fill('09:15');
  await page.getByText('0 absent').waitFor();
  await page.getByText('Official duty, 09:15').waitFor();
  expect(await violationsInBothSchemes(page)).toEqual([]);
  await page.getByRole('combobox', { name: 'Mark' }).selectOption('On leave');
  await page.getByText('0 absent, 1 on leave').waitFor();
  await bursar.getByRole('radio', { name: 'Absent' }).click();
  await page.getByRole('button', { name: 'Save register' }).click();
  await page.getByText(/last saved/).waitFor();
  await expect.poll(() => bursar.getByRole('radio', { name: 'Absent' }).isChecked()).toBe(true);
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth))
    .toBe(false);
  // A day to come is read with its counts.
  await page.goto('/staff-attendance?day=2099-01-05');
  await page.getByText('0 absent').waitFor();
  await expect.poll(() => page.getByRole('button', { name: 'Save register' }).count()).toBe(0);
  await close(page);
});

test('leave, requests and the register have no accessibility problems, light and dark', async () => {
  const page = await open('hr_officer', '/leave');
  for (const address of [
    '/leave',
    '/leave/new',
    '/leave-requests',
    '/leave-types',
    '/leave-types/new',
    '/staff-attendance',
    '/staff-attendance/month',
  ]) {
    await page.goto(address);
    await page.locator('h1').waitFor();
    expect([address, await violationsInBothSchemes(page)]).toEqual([address, []]);
  }
  await close(page);
});
