import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addApplication, addIntake } from '#test/harness/sample-admissions.ts';
import { followTransfers } from '#test/bench/web/transfers.ts';
import { openTill } from '#test/harness/till.ts';
import { password } from '#test/school.ts';
import { violationsInBothSchemes } from './support/axe.ts';
import { openChromium } from './support/chromium.ts';
import { openProduct } from './support/product.ts';

let product: Awaited<ReturnType<typeof openProduct>>;
let browser: Browser;
const complaints: string[] = [];

beforeAll(async () => {
  [product, browser] = await Promise.all([openProduct(), openChromium()]);
  const { ilorin } = product.school;
  await product.database.asSystem([ilorin.id], async (tx) => {
    const intake = await addIntake(tx, ilorin);
    await addApplication(tx, intake, 'Bisi Alade', { status: 'under_review' });
  });
  await openTill(product).bill(ilorin.studentIds['Tunde Bakare'], 5_000_00, { dueOn: '2026-01-05' });
});
afterAll(async () => {
  await browser?.close();
  await product?.close();
});

async function start(username: string, width = 1280): Promise<Page> {
  const context = await product.window(browser, username, { viewport: { width, height: 800 } });
  const page = await context.newPage();
  page.on('pageerror', (error) => complaints.push(String(error)));
  await page.goto('/');
  await page.waitForURL('**/home');
  await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor();
  return page;
}

/** Fits the window, and says everything in both schemes. */
async function isSound(page: Page) {
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth))
    .toBeLessThanOrEqual(0);
  expect(await violationsInBothSchemes(page)).toEqual([]);
}

test('a principal sees what waits, and builds a home of four dashlets by keyboard', async () => {
  const page = await start('principal');
  await page.getByText('application to decide on').waitFor();
  await isSound(page);
  const title = (name: string) => page.getByRole('heading', { name, exact: true, level: 2 });
  const heading = (name: string) => page.getByRole('heading', { name, level: 1 }).waitFor();

  const press = async (role: 'button' | 'menuitem' | 'link', name: string | RegExp) => {
    await page.getByRole(role, { name }).first().focus();
    await page.keyboard.press('Enter');
  };
  await press('button', 'More actions');
  await page.getByRole('menuitem', { name: 'Arrange' }).waitFor();
  await press('menuitem', 'Arrange');
  await heading('Arrange my cards');
  const removals = page.getByRole('button', { name: /^Remove / });
  for (let left = await removals.count(); left > 3; left -= 1) {
    await press('button', /^Remove /);
    await expect.poll(() => removals.count()).toBe(left - 1);
  }
  await press('link', 'Done');
  await heading('Home');

  await press('link', 'Add card');
  await heading('Add card');
  const kind = page.getByRole('combobox', { name: 'Dashlet' });
  await kind.focus();
  while ((await kind.inputValue()) !== 'students.birthdays') await page.keyboard.press('ArrowDown');
  await press('button', 'Add card');
  await heading('Home');
  await title('Students’ birthdays').waitFor();
  const dashlets = page.locator('[data-tour="dashlets"] > section');
  await expect.poll(() => dashlets.count()).toBe(4);

  await page.getByRole('link', { name: 'Decide: application to decide on' }).click();
  await page.getByText('Alade').first().waitFor();
  expect(complaints).toEqual([]);
});

test('a guardian’s phone shows the child, what is overdue and the way to pay, in one column', async () => {
  const page = await start('guardian', 375);
  await page.getByText('Tunde Bakare').waitFor();
  await page.getByText('Overdue since 5 Jan 2026').waitFor();
  await isSound(page);
  await page.getByRole('link', { name: 'Pay fees' }).click();
  await page.waitForURL('**/my-fees');
  expect(complaints).toEqual([]);
});

test('a teacher’s classes lead to their pages, which list their students', async () => {
  const page = await start('teacher', 375);
  await isSound(page);
  await page.getByRole('link', { name: 'JSS 1 B' }).first().click();
  await page.getByRole('list', { name: 'Students' }).getByText('Okafor, Ngozi').waitFor();
  await isSound(page);
  expect(complaints).toEqual([]);
});

test('signing in needs no script; with it, all that the first page needs has come while the person typed', async () => {
  const fill = async (page: Page, typed: string) => {
    await page.goto('/sign-in');
    await page.getByLabel('Username, e-mail or phone').fill('registrar');
    await page.getByLabel('Password', { exact: true }).fill(typed);
  };
  const plain = await (await product.window(browser, undefined, { javaScriptEnabled: false })).newPage();
  await fill(plain, 'not this one');
  await plain.keyboard.press('Enter');
  await plain.getByText('Incorrect username or password').waitFor();
  await expect.poll(() => plain.getByLabel('Username, e-mail or phone').inputValue()).toBe('registrar');
  await plain.getByLabel('Password', { exact: true }).fill(password);
  await plain.keyboard.press('Enter');
  await plain.waitForURL('**/home');

  const page = await (await product.window(browser)).newPage();
  page.on('pageerror', (error) => complaints.push(String(error)));
  const transfers = await followTransfers(await page.context().newCDPSession(page));
  await fill(page, password);
  const before = await transfers.take();
  // Of the application it needs nothing itself.
  const own = before.filter(({ type, path }) => type === 'Script' && /\/(react|kit|main|site-frame)-/.test(path));
  expect(own.map(({ path }) => path)).toEqual([]);
  expect(before.filter(({ path }) => /\/(react|kit|site-frame|home\.page)-/.test(path)).length).toBeGreaterThanOrEqual(
    4,
  );
  await page.getByRole('button', { name: 'Show password' }).click();
  await isSound(page);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor();
  const after = (await transfers.take()).filter(({ path }) => path.startsWith('/assets/'));
  expect(after.map(({ path }) => path)).toEqual([]);
  expect(complaints).toEqual([]);
});

test('a first visit to a list shows its rows before the application has come, which then takes their place', async () => {
  const context = await product.window(browser, 'registrar', { isNew: true });
  const page = await context.newPage();
  page.on('pageerror', (error) => complaints.push(String(error)));
  let letScriptsIn!: () => void;
  const areWanted = new Promise<void>((done) => (letScriptsIn = done));
  await page.route(/\/assets\/.*\.js$/, (route) => areWanted.then(() => route.continue()));
  // The thread that draws it may have to start first, and nobody is kept waiting for that.
  const drawn = async () => (await (await context.request.get('/students')).text()).includes('data-row=');
  await expect.poll(drawn).toBe(true);
  const arriving = page.goto('/students');
  await page.locator('[data-first-view] [data-row]').first().waitFor();
  // A browser measures before the styles are there, although it does not paint.
  await page.waitForFunction(() =>
    [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')].every(({ sheet }) => sheet),
  );
  const first = await page.locator('[data-row]').allInnerTexts();
  const place = await page.locator('[data-row]').first().boundingBox();
  letScriptsIn();
  await arriving;
  await expect.poll(() => page.locator('[data-row]').allInnerTexts()).toEqual(first);
  expect(await page.locator('[data-row]').first().boundingBox()).toEqual(place);
  const again = await page.reload();
  expect(await again!.text()).not.toContain('data-row=');
  expect(complaints).toEqual([]);
});

test('every list that the owner opens has a first view', async () => {
  const owner = await product.window(browser, 'owner', { isNew: true });
  const open = async (path: string) => (await owner.request.get(path)).text();
  await expect.poll(async () => (await open('/students')).includes('data-first-view')).toBe(true);
  const paths = product.app.declaredRoutes
    .filter(({ method, url }) => [method].flat().includes('GET') && !/[:*.]/.test(url))
    .map(({ url }) => url);
  const lists: string[] = [];
  const without: string[] = [];
  for (const path of paths) {
    const page = await open(path);
    if (!/^<script type="application\/json" data-page="app">\{"component":"[\w-]+\/[\w-]+-list"/m.test(page)) continue;
    lists.push(path);
    if (!page.includes('data-first-view')) without.push(path);
  }
  expect(lists.length).toBeGreaterThan(40);
  expect(without).toEqual([]);
});
