import { sql } from 'drizzle-orm';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { violations, violationsInBothSchemes } from './support/axe.ts';
import { openChromium } from './support/chromium.ts';
import { openProduct } from './support/product.ts';

let product: Awaited<ReturnType<typeof openProduct>>;
let browser: Browser;
let page: Page;
let complaints: string[];

beforeAll(async () => {
  [product, browser] = await Promise.all([openProduct(), openChromium()]);
  await product.database.asSystem([product.school.ilorin.id], (tx) =>
    tx.execute(sql`update students set religion = 'Islam' where surname in ('Bakare', 'Garba')`),
  );
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

async function open(path: string, width = 1280) {
  const context = await product.window(browser, 'registrar', { viewport: { width, height: 800 } });
  page = await context.newPage();
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (line) => /content security policy/i.test(line.text()) && complaints.push(line.text()));
  await page.goto(path);
  await page.getByRole('heading', { level: 1 }).waitFor();
}

const rows = (list: string) => page.getByRole('list', { name: list, exact: true }).getByRole('listitem');
const row = (list: string, word: string) => rows(list).filter({ hasText: word });
async function choose(word: string, action: string) {
  await page.getByRole('button', { name: `Actions for ${word}` }).click();
  await page.getByRole('menuitem', { name: action }).click();
}

test('words are added one after the other from the keyboard, and a second spelling is refused at the field', async () => {
  await open('/lists?list=departments');
  const field = page.getByLabel('New department');
  await field.focus();
  for (const word of ['Fine Arts', 'Music']) {
    await page.keyboard.type(word);
    await page.keyboard.press('Enter');
    await row('Departments', word).waitFor();
    await expect.poll(() => field.inputValue()).toBe('');
    await expect.poll(() => field.evaluate((input) => input === document.activeElement)).toBe(true);
  }
  await page.keyboard.type('music');
  await page.keyboard.press('Enter');
  await page
    .locator('[data-field="name"]')
    .getByText('Music is already in the list. You don’t need to add it.')
    .waitFor();
  expect(await violations(page)).toEqual([]);
});

test('a value is renamed, combined after a warning about whom it affects, archived, restored and deleted', async () => {
  await open('/lists?list=religions');
  await row('Religions', 'Islam').getByText('2 people').waitFor();
  await choose('Islam', 'Rename…');
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Also updates 2 people.').waitFor();
  await dialog.getByLabel('New name').fill('Muslim');
  await dialog.getByRole('button', { name: 'Rename' }).click();
  await row('Religions', 'Muslim').getByText('2 people').waitFor();
  await expect.poll(() => dialog.count()).toBe(0);

  await choose('Muslim', 'Merge into another…');
  await dialog.getByLabel('Keep').selectOption('Other');
  await dialog.getByText('2 people will have Other instead of Muslim, which will be deleted from the list.').waitFor();
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Merge' }).click();
  await row('Religions', 'Other').getByText('2 people').waitFor();
  await expect.poll(() => row('Religions', 'Muslim').count()).toBe(0);

  await choose('Other', 'Archive');
  await row('Archived', 'Other').waitFor();
  await page.getByRole('button', { name: 'Actions for Other' }).click();
  // Somebody has it: it is not offered to be deleted.
  await expect.poll(() => page.getByRole('menuitem', { name: 'Delete…' }).count()).toBe(0);
  await page.getByRole('menuitem', { name: 'Restore' }).click();
  await row('Religions', 'Other').waitFor();

  await choose('Traditional', 'Delete…');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect.poll(() => rows('Religions').count()).toBe(2);
});

test('the order is changed by button and stays; whoever leaves before it is saved is asked', async () => {
  await open('/lists?list=maritalStatuses');
  let answer = () => {};
  const isAnswered = new Promise<void>((done) => (answer = done));
  await page.route('**/lists/order', async (route) => {
    await isAnswered;
    await route.continue();
  });
  const saved = page.waitForResponse('**/lists/order');
  await page.getByRole('button', { name: 'Move Married up' }).click();
  await expect.poll(() => rows('Marital statuses').first().textContent()).toContain('Married');
  const question = page.waitForEvent('dialog');
  await page.evaluate(() => void setTimeout(() => location.reload()));
  const asked = await question;
  await asked.dismiss();
  expect(asked.type()).toBe('beforeunload');
  answer();
  expect((await saved).ok()).toBe(true);
  await page.reload();
  await expect.poll(() => rows('Marital statuses').first().textContent()).toContain('Married');
});

test.each([1280, 375])(
  'at %i px nothing is wrong in either scheme, and another list is one choice away',
  async (width) => {
    await open('/lists', width);
    await rows('Student categories').first().waitFor();
    await page.getByText('Not used').first().waitFor();
    expect(await violationsInBothSchemes(page)).toEqual([]);
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    if (width > 1000)
      await page
        .getByRole('navigation', { name: 'Lists' })
        .getByRole('link', { name: /Job titles/ })
        .click();
    else await page.getByLabel('List', { exact: true }).selectOption('jobTitles');
    await row('Job titles', 'Librarian').waitFor();
    expect(new URL(page.url()).search).toContain('list=jobTitles');
  },
);
