import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { violations } from './support/axe.ts';
import { openChromium } from './support/chromium.ts';
import { openProduct } from './support/product.ts';
import { isSince } from '#test/harness/time.ts';

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

async function open(username: string, address: string, options: { width?: number; dark?: boolean } = {}) {
  const context = await product.window(browser, username, { colorScheme: options.dark ? 'dark' : 'light' });
  page = await context.newPage();
  await page.setViewportSize({ width: options.width ?? 1280, height: 800 });
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (line) => {
    if (/content security policy/i.test(line.text())) complaints.push(line.text());
  });
  await page.goto(address);
}

const field = (at: number) => page.getByRole('group', { name: `Field ${at}`, exact: true });
const choice = (of: number, at: number) => field(of).getByRole('group', { name: `Choice ${at}`, exact: true });
/** Saves, until the page that follows has come: an older message may still stand in the corner. */
async function save() {
  const answered = page.waitForResponse(
    (answer) => answer.request().method() === 'GET' && new URL(answer.url()).pathname === '/custom-fields',
  );
  await page.getByRole('button', { name: 'Save fields' }).click();
  await answered;
  await page.getByText('The fields were saved.').first().waitFor();
}
const nameOf = async (label: string, within = page.locator('main')) =>
  (await within.getByRole('textbox', { name: label, exact: true }).first().getAttribute('name'))!;
const labels = () =>
  page.locator('[name^="fields."][name$=".label"]:visible').evaluateAll((all) =>
    all
      .map((one) => one as HTMLInputElement)
      .filter(({ name }) => name.split('.').length === 3)
      .map(({ value }) => value),
  );

test('3.12 4.20 9.16 custom fields and their choices are added with time-based ids, removed by a hidden flag, and sorted', async () => {
  await open('registrar', '/custom-fields');
  const before = Date.now();
  await page.getByRole('button', { name: 'Add field' }).click();
  await field(1).getByRole('textbox', { name: 'Name' }).fill('House');
  const id = Number(/^fields\.(\d+)\.label$/.exec(await nameOf('Name', field(1)))![1]);
  expect(isSince(id, before)).toBe(true);
  await field(1).getByLabel('Type').selectOption('Single choice');
  for (const [at, label] of ['Niger', 'Benue', 'Mistake', 'Kaduna'].entries()) {
    await field(1).getByRole('button', { name: 'Add choice' }).click();
    await choice(1, at + 1)
      .getByRole('textbox')
      .fill(label);
  }
  const third = /^fields\.(\d+)\.options\.(\d+)\.label$/.exec(await nameOf('Choice 3', field(1)))!;
  expect([Number(third[1]), isSince(Number(third[2]), before)]).toEqual([id, true]);
  await field(1).getByRole('button', { name: 'Remove choice 3' }).click();
  await expect.poll(() => page.locator(`[name="fields.${id}.options.${third[2]}._destroy"]`).inputValue()).toBe('1');
  await expect.poll(() => page.locator(`[name="fields.${id}.options.${third[2]}.label"]`).isVisible()).toBe(false);

  await page.getByRole('button', { name: 'Add field' }).click();
  await field(2).getByRole('textbox', { name: 'Name' }).fill('Uses the bus');
  await field(2).getByLabel('Type').selectOption('Yes or no');
  await page.getByRole('button', { name: 'Add field' }).click();
  await field(3).getByRole('textbox', { name: 'Name' }).fill('Health card');
  await field(3).getByLabel('Type').selectOption('File');
  // By keyboard: the third goes up, and the button that was pressed keeps the focus.
  await field(3).getByRole('button', { name: 'Move field 3 up' }).focus();
  await page.keyboard.press('Enter');
  await page.getByText('Health card is now 2 of 3.').waitFor({ state: 'attached' });
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
    .toBe('Move field 2 up');
  await expect.poll(labels).toEqual(['House', 'Health card', 'Uses the bus']);
  expect(await violations(page, 'main')).toEqual([]);
  await save();
  await expect.poll(labels).toEqual(['House', 'Health card', 'Uses the bus']);
  expect(await field(1).locator('[name*=".options."][name$=".label"]').evaluateAll(values)).toEqual([
    'Niger',
    'Benue',
    'Kaduna',
  ]);
  // What was new has an id of its own now: saving again makes nothing twice.
  await expect.poll(() => page.locator(`[name^="fields.${id}."]`).count()).toBe(0);

  // By pointer: the last is dragged above the first.
  const handle = (at: number) => field(at).locator('[data-tooltip="Drag to move"]').last();
  await handle(3).scrollIntoViewIfNeeded();
  const from = (await handle(3).boundingBox())!;
  await page.mouse.move(from.x + 8, from.y + 8);
  await page.mouse.down();
  await page.mouse.move(from.x + 8, from.y - 400, { steps: 8 });
  await page.mouse.move(from.x + 8, from.y - 1200, { steps: 8 });
  await page.mouse.up();
  expect((await labels())[0]).toBe('Uses the bus');
  await save();
  await page.reload();
  expect((await labels())[0]).toBe('Uses the bus');
});

const values = (all: Element[]) => all.map((one) => (one as HTMLInputElement).value);

test('a choice is filled in for a student, seen on profile, in a column and a filter, and retired', async () => {
  const { 'Ada Obi': ada, 'Musa Garba': musa } = { ...product.school.ilorin.studentIds };
  await open('registrar', `/students/${ada}/edit`);
  await page.getByLabel('House').selectOption('Niger');
  await page.getByLabel('Uses the bus').selectOption('Yes');
  await page.locator('input[type=file][form=""]').setInputFiles({
    name: 'card of Ada.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('%PDF-1.7 a card'),
  });
  await page.getByText('Uploaded. Save the form to keep it.').waitFor();
  // The named world's numbers are of no network.
  await page.locator('[name=phone]').fill('');
  await page.getByRole('button', { name: 'Save record' }).click();
  const fact = (label: string) =>
    page.locator('dl > div', { has: page.getByText(label, { exact: true }) }).locator('dd');
  await page.getByRole('heading', { name: 'Other details' }).waitFor();
  expect([await fact('House').textContent(), await fact('Uses the bus').textContent()]).toEqual(['Niger', 'Yes']);
  const link = page.getByRole('link', { name: /card of Ada\.pdf/ });
  const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
  expect(download.suggestedFilename()).toBe('card of Ada.pdf');

  await page.goto('/students');
  await page.getByRole('button', { name: 'View options' }).click();
  await page.getByRole('checkbox', { name: 'House' }).waitFor();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.getByRole('checkbox', { name: 'House' }).check();
  await page.keyboard.press('Escape');
  const row = (name: string) => page.getByRole('row', { name: new RegExp(name) });
  await row('Obi, Ada').getByText('Niger').waitFor();
  // One request for all rows in view, and the list itself was not asked again.
  expect(asked.filter((path) => path.startsWith('/students'))).toEqual(['/students/custom-values']);
  await page.reload();
  await row('Obi, Ada').getByText('Niger').waitFor();

  await page.getByLabel('Add a filter').selectOption('House');
  await page.getByRole('combobox', { name: 'House' }).selectOption('Niger');
  await page.waitForURL(/custom\.\d+=\d+/);
  await row('Garba, Musa').waitFor({ state: 'detached' });
  await expect.poll(() => row('Obi, Ada').isVisible()).toBe(true);
  expect(await violations(page, 'main')).toEqual([]);
  await page.getByRole('button', { name: 'Remove the House filter' }).click();
  await row('Garba, Musa').waitFor();

  await page.goto('/custom-fields');
  const house = page.getByRole('group', { name: /^Field \d$/ }).filter({ has: page.locator('[value="House"]') });
  await expect.poll(() => house.getByLabel('Type').isDisabled()).toBe(true);
  await house.getByRole('button', { name: 'Remove choice 1' }).click();
  await save();
  await expect
    .poll(() =>
      house.getByRole('group', { name: 'Archived choices' }).getByRole('checkbox', { name: 'Niger' }).isVisible(),
    )
    .toBe(true);
  const offered = async (studentId: number) => {
    await page.goto(`/students/${studentId}/edit`);
    await page.getByLabel('House').waitFor();
    return page.getByLabel('House').locator('option').allTextContents();
  };
  expect(await offered(ada)).toEqual(['Please Select', 'Niger (archived)', 'Benue', 'Kaduna']);
  expect(await offered(musa)).toEqual(['Please Select', 'Benue', 'Kaduna']);
  await page.goto('/custom-fields');
  await house.getByRole('checkbox', { name: 'Niger' }).check();
  await save();
  expect(await offered(musa)).toEqual(['Please Select', 'Benue', 'Kaduna', 'Niger']);
});

test('errors are shown in their own block, and a removed field is restored from below the form', async () => {
  await open('registrar', '/custom-fields', { width: 375, dark: true });
  expect(await violations(page, 'main')).toEqual([]);
  const count = (await labels()).length;
  await page.getByRole('button', { name: 'Add field' }).click();
  const added = field(count + 1);
  await added.getByRole('textbox', { name: 'Name' }).fill('house');
  await added.getByLabel('Type').selectOption('Number');
  await page.getByRole('button', { name: 'Save fields' }).click();
  await added.getByText('A field named House already exists. Choose a different name.').waitFor();
  await added.getByRole('button', { name: `Remove field ${count + 1}` }).click();
  const bus = page.getByRole('group', { name: /^Field \d$/ }).filter({ has: page.locator('[value="Uses the bus"]') });
  await bus.getByRole('button', { name: /^Remove field/ }).click();
  await save();
  await expect.poll(labels).not.toContain('Uses the bus');
  await page.getByRole('button', { name: 'Restore Uses the bus' }).click();
  await page.getByText('Uses the bus was restored with all its values.').first().waitFor();
  await expect.poll(labels).toContain('Uses the bus');
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
});
