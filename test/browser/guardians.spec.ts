import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { violations } from './support/axe.ts';
import { openChromium } from './support/chromium.ts';
import { openProduct } from './support/product.ts';

let product: Awaited<ReturnType<typeof openProduct>>;
let browser: Browser;
let windows: BrowserContext[] = [];

beforeAll(async () => {
  [product, browser] = await Promise.all([openProduct(), openChromium()]);
});
afterEach(async () => {
  await Promise.all(windows.map((context) => context.close()));
  windows = [];
});
afterAll(async () => {
  await browser?.close();
  await product?.close();
});

const student = (name: 'Ada Obi' | 'Tunde Bakare') => product.school.ilorin.studentIds[name];

test('a new phone of a guardian with an account waits for a colleague, and the record says so until it is cancelled', async () => {
  const { page, complaints } = await open('registrar', '/guardians?q=Folake');
  await page
    .getByRole('link', { name: /Bakare/ })
    .first()
    .click();
  await page.getByRole('link', { name: 'Edit record' }).click();
  await page.getByLabel('Mobile').fill('08039998888');
  await page.getByRole('button', { name: 'Save', exact: false }).first().click();
  await page.getByText(/^You want to change the mobile of Mrs Folake Bakare, who has an account/).waitFor();
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Cancel this change' }).click();
  await page.getByText('The request was withdrawn.').waitFor();
  expect(complaints).toEqual([]);
});

test('by keyboard alone: an existing guardian is found by phone and added over the record, and the focus returns', async () => {
  const { page, complaints } = await open('registrar', `/students/${student('Ada Obi')}/family`);
  await page.getByRole('link', { name: 'Add guardian' }).focus();
  await page.keyboard.press('Enter');
  const search = page.getByLabel('Phone or name');
  await search.waitFor();
  await page.waitForFunction(() => document.activeElement?.getAttribute('name') === 'search');
  await page.keyboard.type('0803 000 0001');
  await page.getByRole('button', { name: /^Bakare, Folake/ }).waitFor();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.activeElement?.getAttribute('name') === 'relation');
  await page.keyboard.type('Aunt');
  await page.getByLabel('May collect from school').focus();
  await page.keyboard.press('Space');
  await page.getByRole('button', { name: 'Add guardian' }).focus();
  await page.keyboard.press('Enter');
  await page.getByText('Mrs Folake Bakare is now a guardian.').waitFor();
  const row = page.getByRole('list', { name: 'Guardians' }).getByRole('listitem');
  await row.getByText('May collect').waitFor();
  await expect.poll(() => row.textContent()).toContain('Aunt');
  // The link that led here stood in the empty state, which is gone: the title has the focus.
  await page.waitForFunction(() => document.activeElement?.tagName === 'H1');
  // The dialog is gone, the record beneath is fresh, and brothers and sisters are known now.
  await page.getByRole('list', { name: 'Siblings' }).getByText('Bakare, Tunde').waitFor();
  expect(complaints).toEqual([]);
});

test('a known number suggests its owner while a new guardian is entered', async () => {
  const { page } = await open('registrar', `/students/${student('Ada Obi')}/guardians/new`);
  await page.getByLabel('Phone or name').fill('Nobody');
  await page.getByRole('button', { name: 'New guardian' }).click();
  await page.getByLabel('Mobile').fill('0803 000 0001');
  await page.getByText('This phone number already exists.').waitFor();
  await page.getByRole('button', { name: /Folake Bakare/ }).click();
  await page.getByRole('button', { name: 'Choose another guardian' }).waitFor();
  await expect.poll(() => page.locator('input[name=guardianId]').count()).toBe(1);
});

test('a guardian is taken off and put back with Undo', async () => {
  const { page } = await open('registrar', `/students/${student('Tunde Bakare')}/family`);
  await page.getByRole('button', { name: 'Actions for Mrs Folake Bakare' }).click();
  await page.getByRole('menuitem', { name: 'Remove guardian' }).click();
  await page.getByText('No guardians yet').waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('Mrs Folake Bakare is a guardian of Tunde again.').waitFor();
  await page.getByRole('list', { name: 'Guardians' }).getByText('Next of kin').waitFor();
});

test('a guardian’s day begins with her children', async () => {
  const { page, complaints } = await open('guardian', '/');
  await page.waitForURL('**/home');
  await page.getByRole('link', { name: /Tunde Bakare/ }).click();
  await page.waitForURL(`**/students/${student('Tunde Bakare')}`);
  expect(complaints).toEqual([]);
});

test.for([
  ['light', 1280],
  ['dark', 375],
] as const)('axe finds nothing on the pages of guardians, %s, %i wide', async ([colorScheme, width]) => {
  const options = { colorScheme, viewport: { width, height: 800 }, reducedMotion: 'reduce' } as const;
  const { page } = await open('registrar', '/guardians', options);
  const { id } = await page.evaluate(async () => {
    const answer = await fetch('/guardians/find?q=folake', { headers: { 'X-Requested-With': 'XMLHttpRequest' } });
    return ((await answer.json()) as { people: { id: number }[] }).people[0]!;
  });
  const found: Record<string, string[]> = {};
  for (const address of [
    '/guardians',
    `/guardians/${id}`,
    `/guardians/${id}/children`,
    `/guardians/${id}/invite`,
    '/guardians/new',
    `/students/${student('Tunde Bakare')}/family`,
    `/students/${student('Tunde Bakare')}/guardians/new`,
    `/students/${student('Tunde Bakare')}/guardians/${id}/edit`,
  ]) {
    await page.goto(address);
    await page.locator('main h1').waitFor();
    found[address] = await violations(page);
  }
  const { page: own } = await open('guardian', '/children', options);
  found['/children'] = await violations(own);
  expect(Object.entries(found).filter(([, problems]) => problems.length)).toEqual([]);
});

async function open(
  username: string,
  address: string,
  options: BrowserContextOptions = {},
): Promise<{ page: Page; complaints: string[] }> {
  const context = await product.window(browser, username, options);
  windows.push(context);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  await page.goto(address);
  await page.locator('main h1').waitFor();
  return { page, complaints };
}
