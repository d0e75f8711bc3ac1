import type { Browser, Page } from 'playwright-core';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { violations } from './support/axe.ts';
import { openChromium } from './support/chromium.ts';
import { openProduct } from './support/product.ts';

let product: Awaited<ReturnType<typeof openProduct>>;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  [product, browser] = await Promise.all([openProduct(), openChromium()]);
  const { id, studentIds } = product.school.ilorin;
  await product.database.asSystem([id], (tx) =>
    tx.execute(sql`update students set email = 'ngozi@example.com', blood_group = 'O+', middle_name = 'Ifeoma'
      where institution_id = ${id} and id = ${studentIds['Ngozi Okafor']}`),
  );
});
afterAll(async () => {
  await browser?.close();
  await product?.close();
});
afterEach(() => page.context().close());

const open = async (address: string, width = 1280, colorScheme: 'light' | 'dark' = 'light') => {
  const context = await product.window(browser, 'registrar', { viewport: { width, height: 900 }, colorScheme });
  page = await context.newPage();
  await page.goto(address);
};

test('a registrar suspends from the record: a short form over it, what will happen, and an undo', async () => {
  await open(`/students/${product.school.ilorin.studentIds['Kemi Adébáyọ̀']}`);
  await page.getByRole('button', { name: 'Change status' }).click();
  await page.getByRole('menuitem', { name: 'Suspend' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Kemi keeps the seat in JSS 2 A.').waitFor();
  await dialog.getByLabel('Reason').fill('Fighting');
  await dialog.getByRole('button', { name: 'Suspend', exact: true }).click();
  await page.getByText('Kemi Adébáyọ̀ was suspended.').first().waitFor();
  await page.getByRole('button', { name: /undo/i }).click();
  await page.getByText('Status restored for 1 student.').first().waitFor();
});

test('two ticked students graduate together', async () => {
  await open('/students?batch=none&status=active');
  await page.getByRole('checkbox', { name: /Bello,/ }).check();
  await page.getByRole('checkbox', { name: /Iorfa,/ }).check();
  await page.getByRole('button', { name: 'More for the selection' }).click();
  await page.getByRole('menuitem', { name: 'Graduate' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Last day').fill(new Date().toLocaleDateString('en-GB'));
  await dialog.getByRole('button', { name: 'Graduate 2 students' }).click();
  await page.getByText('2 students graduated.').first().waitFor();
});

test.for([
  [1280, 'light'],
  [375, 'light'],
  [375, 'dark'],
] as const)('the preview of a merge at %i wide in %s: nothing for axe, no sideways scroll', async ([width, scheme]) => {
  const { studentIds } = product.school.ilorin;
  await open(`/students/${studentIds['Ada Obi']}/merge?with=${studentIds['Ngozi Okafor']}`, width, scheme);
  await page.getByRole('heading', { name: 'Merge records' }).waitFor();
  expect(await violations(page)).toEqual([]);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
  if (process.env.SHOTS)
    await page.screenshot({ path: `${process.env.SHOTS}/merge-${width}-${scheme}.png`, fullPage: true });
});

test.for(['/students/certificates', '/merges', 'withdraw', 'deceased', 'merge'])(
  '%s gives axe nothing',
  async (part) => {
    const id = product.school.ilorin.studentIds['Musa Garba'];
    await open(part.startsWith('/') ? part : `/students/${id}/${part}`, 375);
    await page.locator('h1').waitFor();
    expect(await violations(page)).toEqual([]);
    if (process.env.SHOTS)
      await page.screenshot({ path: `${process.env.SHOTS}/${part.replace(/\W/g, '-')}.png`, fullPage: true });
  },
);

test('with the keyboard alone: choose the other value, make one record, take it back from the list', async () => {
  const { studentIds } = product.school.ilorin;
  await open(`/students/${studentIds['Ngozi Okafor']}/merge?with=${studentIds['Musa Garba']}`);
  const surname = page.locator('[data-merge-field=surname] input:checked');
  await surname.focus();
  await page.keyboard.press('ArrowRight');
  await page.getByRole('button', { name: 'Merge records' }).focus();
  await page.keyboard.press('Enter');
  await page
    .getByText(/was merged into/)
    .first()
    .waitFor();
  await page.getByRole('heading', { level: 1, name: /^Ngozi .*Garba$/ }).waitFor();
  await page.goto('/merges');
  await page.getByRole('button', { name: /Unmerge/ }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Unmerge' }).focus();
  await page.keyboard.press('Enter');
  await page
    .getByText(/was unmerged from/)
    .first()
    .waitFor();
  await page.getByText('Unmerged', { exact: true }).waitFor();
});
