import { readFile } from 'node:fs/promises';
import type { Browser, Download, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { readXlsx } from 'hucre/xlsx';
import { openChromium } from './support/chromium.ts';
import { openProduct } from './support/product.ts';

let product: Awaited<ReturnType<typeof openProduct>>;
let browser: Browser;
let page: Page;
const complaints: string[] = [];

beforeAll(async () => {
  [product, browser] = await Promise.all([openProduct(), openChromium()]);
});
afterAll(async () => {
  await browser?.close();
  await product?.close();
});
afterEach(async () => {
  await page.context().close();
  expect(complaints.splice(0)).toEqual([]);
});

async function open(username: string, address: string, width = 1200) {
  const context = await product.window(browser, username);
  page = await context.newPage();
  await page.setViewportSize({ width, height: 780 });
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (line) => {
    if (/content security policy/i.test(line.text())) complaints.push(line.text());
  });
  await page.goto(address);
}

const dialog = () => page.getByRole('dialog', { name: 'Export students' });
const textOf = async (download: Download) => readFile(await download.path(), 'utf8');

test('by keyboard alone: the list in view becomes a file of the columns chosen, and the page stays', async () => {
  await open('registrar', '/students?status=active&batch=none&sort=-name');
  await page.getByRole('button', { name: 'More actions' }).focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('e');
  await page.keyboard.press('Enter');
  await dialog().getByText('3 students, filtered and sorted like this list.').waitFor();

  await dialog().getByRole('button', { name: 'All' }).focus();
  await page.keyboard.press('Enter');
  await dialog().getByRole('button', { name: 'None' }).focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => dialog().getByRole('button', { name: 'CSV' }).isDisabled()).toBe(true);
  for (const column of ['Surname', 'Phone']) {
    await dialog().getByRole('checkbox', { name: column, exact: true }).focus();
    await page.keyboard.press('Space');
  }
  const started = page.waitForEvent('download');
  await dialog().getByRole('button', { name: 'CSV' }).focus();
  await page.keyboard.press('Enter');
  const download = await started;
  expect(download.suggestedFilename()).toMatch(/^students-ilorin-\d{4}-\d\d-\d\d\.csv$/);
  expect((await textOf(download)).split('\r\n').map((line) => line.split(',')[0])).toEqual([
    '\uFEFFSurname',
    'Omoregie',
    'Iorfa',
    'Bello',
    '',
  ]);
  await page.getByText('The download will start').waitFor();
  await dialog().waitFor({ state: 'detached' });
  expect(new URL(page.url()).pathname).toBe('/students');

  // The choice is remembered; escape leaves and gives the focus back.
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Export to a file' }).click();
  await expect.poll(() => dialog().getByRole('checkbox', { checked: true }).count()).toBe(2);
  await page.keyboard.press('Escape');
  await dialog().waitFor({ state: 'detached' });
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('More actions');
});

test('on a phone of 375 px the dialog fits, and Excel gets its workbook', async () => {
  await open('principal', '/students', 375);
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Export to a file' }).click();
  await dialog().getByText('12 students').waitFor();
  const width = await page.evaluate(() =>
    Math.max(document.documentElement.scrollWidth, document.querySelector('dialog')!.scrollWidth),
  );
  expect(width).toBeLessThanOrEqual(375);
  const excel = dialog().getByRole('button', { name: 'Excel' });
  const box = (await excel.boundingBox())!;
  expect(box.y + box.height).toBeLessThanOrEqual(780);
  const [download] = await Promise.all([page.waitForEvent('download'), excel.click()]);
  const [sheet] = (await readXlsx(await readFile(await download.path()))).sheets;
  expect([sheet!.name, sheet!.rows.length, sheet!.rows[0]!.length]).toEqual(['Students', 13, 25]);
});

test('users without permission are not offered exports', async () => {
  await open('teacher', '/students');
  await page.getByRole('heading', { level: 1, name: 'Students' }).waitFor();
  await page.getByRole('button', { name: 'More actions' }).click();
  await expect.poll(() => page.getByRole('menuitem').allTextContents()).toEqual([expect.stringMatching(/^Message/)]);
});

test('the audit log becomes a file of the entries in view', async () => {
  await open('owner', '/audit?action=students');
  await page.getByRole('button', { name: 'More actions' }).click();
  const started = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'Export as CSV' }).click();
  const text = await textOf(await started);
  expect(text).toContain('exported 3 students to CSV');
  expect(text).not.toContain('accounts.');
  await page.getByRole('menuitem').waitFor({ state: 'detached' });
});
