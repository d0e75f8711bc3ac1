import type { Browser, Page } from 'playwright-core';
import { eq, sql } from 'drizzle-orm';
import { Transformer } from '@napi-rs/image';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { employees } from '#features/records/people/people.schema.ts';
import { violationsInBothSchemes } from './support/axe.ts';
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

async function open(
  username: string,
  address: string,
  options: { width?: number; colorScheme?: 'dark' | 'light' } = {},
) {
  const context = await product.window(browser, username, { colorScheme: options.colorScheme ?? 'light' });
  page = await context.newPage();
  await page.setViewportSize({ width: options.width ?? 1280, height: 800 });
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (line) => {
    if (/content security policy/i.test(line.text())) complaints.push(line.text());
  });
  await page.goto(address);
}

const button = (name: string) => page.getByRole('group', { name: 'View' }).getByRole('button', { name, exact: true });
const marked = async () =>
  Promise.all(['List', 'Grid'].map((name) => button(name).getAttribute('aria-pressed'))).then((all) => all.join(' '));
const table = () => page.getByRole('table', { name: 'Employees' });
const grid = () => page.locator('main').getByRole('list', { name: 'Employees' });

test('2.6, 4.17: the toggle switches the employees area between list and grid, marks the active button, and is remembered', async () => {
  await open('hr_officer', '/employees');
  await table().waitFor();
  await expect.poll(marked).toBe('true false');
  const look = () => button('Grid').evaluate((one) => getComputedStyle(one).backgroundColor);
  const before = await look();
  const rows = await table().locator('tbody tr').count();
  await button('Grid').click();
  await grid().waitFor();
  await expect.poll(() => table().count()).toBe(0);
  await expect.poll(() => grid().locator('li').count()).toBe(rows);
  await expect.poll(marked).toBe('false true');
  expect(await look()).not.toBe(before);
  await expect.poll(() => new URL(page.url()).search).toBe('?view=grid');
  // The address, then this device, remember it.
  await page.reload();
  await grid().waitFor();
  await page.goto(`${product.url}/employees`);
  await grid().waitFor();
  await expect.poll(marked).toBe('false true');
  // What the address says goes before what the device remembers.
  await page.goto(`${product.url}/employees?view=list`);
  await table().waitFor();
  await expect.poll(marked).toBe('true false');
});

test('4.17 by keyboard: the toggle is reached and pressed, the cards are walked through and opened', async () => {
  await open('hr_officer', '/employees?view=list');
  await table().waitFor();
  await button('List').focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await grid().waitFor();
  await expect.poll(marked).toBe('false true');
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  const name = await page.evaluate(() => document.activeElement?.textContent);
  expect(name).toBe(await grid().locator('li').nth(1).getByRole('link').first().textContent());
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: name!.split(', ').toReversed().join(' ') }).waitFor();
});

test('2.6 a search, a filter and a sort go with the view; photos are small, lazy and in a box of fixed size', async () => {
  await open('hr_officer', '/employees?view=grid');
  const [row] = await product.database.asSystem([product.school.ilorin.id], (tx) =>
    tx.select({ id: employees.id }).from(employees).where(eq(employees.jobTitle, 'Registrar')),
  );
  // A record's form takes the photo; here it is sent as the form sends it.
  const picture = await Transformer.fromRgbaPixels(Buffer.alloc(400 * 500 * 4, 120), 400, 500).jpeg(80);
  await page.goto(`${product.url}/employees/${row!.id}/edit`);
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer: picture });
  await page.getByRole('button', { name: 'Use photo' }).click();
  await page
    .getByRole('button', { name: /Change photo|Take another|Remove/ })
    .first()
    .waitFor();
  await page.goto(`${product.url}/employees?view=grid`);
  await page.getByRole('searchbox', { name: 'Search employees' }).fill('registrar');
  await page.waitForURL(/q=registrar/);
  expect(new URL(page.url()).searchParams.get('view')).toBe('grid');
  await expect.poll(() => grid().locator('li').count()).toBe(1);
  const photo = grid().locator('img');
  await expect.poll(() => photo.getAttribute('loading')).toBe('lazy');
  await expect
    .poll(() => photo.getAttribute('src'))
    .toMatch(new RegExp(`^/employees/${row!.id}/photo/small\\?v=\\d+$`));
  expect(await photo.evaluate((one) => [one.style.width, one.style.height])).toEqual(['64px', '64px']);
});

test('an HR officer adds an employee, records an exit and reinstates her, by keyboard where it matters', async () => {
  await open('hr_officer', '/employees/new');
  await page.getByRole('textbox', { name: 'Surname' }).fill('Yusuf');
  await page.getByRole('textbox', { name: 'First name' }).fill('Halima');
  await page.getByRole('combobox', { name: 'Category' }).selectOption('Teaching');
  await page.getByRole('button', { name: 'Add employee' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Halima Yusuf' }).waitFor();
  await page.getByText('was added as E0001').waitFor();

  await page.getByRole('link', { name: 'Record exit' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Moved to Lagos');
  await dialog.getByRole('button', { name: 'Record exit' }).click();
  await page.getByText('Halima Yusuf has left.').waitFor();
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('link', { name: 'Record return' }).click();
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Came back');
  await dialog.getByRole('button', { name: 'Record return' }).click();
  await page.getByText('Halima Yusuf is reinstated').waitFor();
  const [row] = await product.database.asSystem([product.school.ilorin.id], (tx) =>
    tx.select({ leftOn: employees.leftOn }).from(employees).where(eq(employees.surname, 'Yusuf')),
  );
  expect(row!.leftOn).toBeNull();
});

test('axe finds nothing in the employees’ pages, light and dark', async () => {
  await open('hr_officer', '/employees?view=grid');
  await grid().waitFor();
  const found: string[] = await violationsInBothSchemes(page);
  const id = (
    await product.database.asSystem([product.school.ilorin.id], (tx) =>
      tx
        .select({ id: employees.id })
        .from(employees)
        .where(sql`job_title = 'Teacher'`),
    )
  )[0]!.id;
  for (const address of ['', '?view=list', '/new', `/${id}`, `/${id}/work`, `/${id}/private`, `/${id}/leave`]) {
    await page.goto(`${product.url}/employees${address}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    found.push(...(await violationsInBothSchemes(page)).map((one) => `${address}: ${one}`));
  }
  expect(found).toEqual([]);
});

test('at 375 px the list, the cards, the record and the form fit the window', async () => {
  await open('hr_officer', '/employees?view=grid', { width: 375 });
  await grid().waitFor();
  const [row] = await product.database.asSystem([product.school.ilorin.id], (tx) =>
    tx.select({ id: employees.id }).from(employees).where(eq(employees.jobTitle, 'Teacher')),
  );
  for (const address of [
    '?view=grid',
    '?view=list',
    '/new',
    `/${row!.id}`,
    `/${row!.id}/work`,
    `/${row!.id}/private`,
  ]) {
    await page.goto(`${product.url}/employees${address}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth), { message: address })
      .toBeLessThanOrEqual(375);
  }
});

test('over several institutions a spare column makes room for theirs, until the person asks for it', async () => {
  await open('group', '/employees?view=list');
  await table().waitFor();
  const heading = (name: string) => table().getByRole('columnheader', { name });
  const isWhole = () => table().evaluate((one) => one.scrollWidth <= one.parentElement!.clientWidth);
  expect([await heading('Institution').count(), await heading('Employed since').count()]).toEqual([1, 0]);
  expect(await isWhole()).toBe(true);
  await page.getByRole('button', { name: 'View options' }).click();
  await page.getByRole('checkbox', { name: 'Employed since' }).check();
  await heading('Employed since').waitFor();
  await page.reload();
  await heading('Employed since').waitFor();
  await page.context().close();
  await open('hr_officer', '/employees?view=list');
  await heading('Employed since').waitFor();
});
