import type { Browser, BrowserContext, Page } from 'playwright-core';
import { globSync, readFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest';
import { bundleOf, firstLoads, publicBundleOf, publicFirstLoads } from '#test/bench/first-load.ts';
import { withClient } from '#test/harness/client.ts';
import { password } from '#test/school.ts';
import { partName } from '#web/part-name.ts';
import { openChromium } from './support/chromium.ts';
import { openProduct } from './support/product.ts';
import { sideBarLink } from './support/side-bar.ts';

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

test('1.1 7.11 from the list to a student and back without a full load', async () => {
  const { page, complaints } = await open('registrar', '/students');
  await heading(page, 'Students');
  await stay(page);
  const swap = page.waitForRequest((request) => request.url().includes('/students/'));
  await page.getByRole('link', { name: /Obi/ }).first().click();
  const { url, headers } = await (async (request) => ({ url: request.url(), headers: await request.allHeaders() }))(
    await swap,
  );
  expect(headers).toMatchObject({ 'x-inertia': 'true', 'x-xhr-referer': `${product.url}/students` });
  expect(headers['accept']).toContain('text/html');
  await page.waitForURL(url);
  await page.getByRole('heading', { level: 1, name: /Obi/ }).waitFor();
  await page.goBack();
  await heading(page, 'Students');
  expect(await stayed(page)).toBe(true);
  expect(complaints).toEqual([]);
});

/** They have a form on them, or parts of a record. */
const listsWithForms = [
  'admissions/application-list',
  'contact/opt-outs',
  'gateways/reviews',
  'messages/message',
  'orders/pin-transactions',
];

test('the first load of lists, records, forms and designers is within its budget, with its font', () => {
  const loads = firstLoads({ student: 1, employee: 1, guardian: 1, institution: 1 });
  const weights = loads.map((load) => ({ ...load, ...bundleOf(inject('bundle'), load.page, load.part) }));
  expect(weights.filter(({ bundle, budget }) => bundle > budget)).toEqual([]);

  const pages = globSync('src/features/**/*.page.tsx').map((file) => {
    return {
      page: partName(file)!.replace('.page', ''),
      isList: /<(ListPage|ListFrame|PeoplePage)\b/.test(readFileSync(file, 'utf8')),
    };
  });
  expect(pages.length).toBeGreaterThan(200);
  const tooHeavy = pages.filter(({ page, isList }) => {
    const most = isList && !listsWithForms.includes(page) ? 165 : 190;
    return !page.startsWith('gallery/') && bundleOf(inject('bundle'), page).bundle > most;
  });
  expect(tooHeavy).toEqual([]);
  expect(publicFirstLoads.filter(({ page, budget }) => publicBundleOf(inject('bundle'), page) > budget)).toEqual([]);
});

test('a page is drawn once its styles are there, and loaded fully if its script is gone', async () => {
  const { page, complaints } = await open('registrar', '/courses');
  await heading(page, 'Courses');
  await stay(page);
  const script = page.waitForResponse(/\/assets\/course-form\.page/);
  // The styles come last.
  await page.route(/\/assets\/.*\.css$/, (route) => script.then(() => route.continue()));
  const isStyled = page.evaluate(
    () =>
      new Promise<boolean>((resolve) => {
        const look = () => {
          if (![...document.querySelectorAll('h1')].some((title) => title.textContent === 'Add course')) return;
          const styles = [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')];
          resolve(styles.every(({ sheet }) => sheet));
        };
        new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
      }),
  );
  await page.getByRole('link', { name: 'Add course' }).click();
  expect(await isStyled).toBe(true);
  expect(await stayed(page)).toBe(true);

  await page.keyboard.press('Escape');
  await page.route(/\/assets\/student-list\.page/, (route) => route.fulfill({ status: 404 }), { times: 1 });
  await (await sideBarLink(page, '/students')).click();
  await heading(page, 'Students');
  expect(await stayed(page)).toBe(false);
  expect(complaints).toEqual([]);
});

test("1.4 signing in is a full load, and what follows carries the new page's token", async () => {
  const { page, complaints } = await open(undefined, '/sign-in');
  const token = await csrf(page);
  await stay(page);
  await page.getByLabel('Username, e-mail or phone').fill('registrar');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL((url) => url.pathname !== '/sign-in');
  await page.getByRole('navigation').first().waitFor();
  expect(await stayed(page)).toBe(false);
  expect(await csrf(page)).not.toBe(token);
  expect(complaints).toEqual([]);
});

test('1.5 admitting a student without a surname sends nothing and leads to the field', async () => {
  const { page, complaints } = await open('registrar', '/students/new');
  await heading(page, 'Admit student');
  const sent: string[] = [];
  page.on('request', (request) => sent.push(`${request.method()} ${request.url()}`));
  await page.getByLabel('First name').fill('Ngozi');
  await page.getByRole('button', { name: 'Admit student' }).click();
  await page.getByText('Fill in this field.').first().waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('surname');
  // A draft is kept meanwhile, of the form's own accord.
  expect(sent.filter((line) => line.startsWith('POST') && !line.endsWith('/drafts'))).toEqual([]);
  expect(complaints).toEqual([]);
});

test('1.1 a refused admission shows the error at its field in one request, and keeps what was typed', async () => {
  const [taken] = await withClient(product.ownerUrl, async (client) => {
    const { rows } = await client.query<{ number: string }>(
      `select admission_number as number from students where surname = 'Obi'`,
    );
    return rows.map((row) => row.number);
  });
  const { page, complaints } = await open('registrar', '/students/new');
  await heading(page, 'Admit student');
  await stay(page);
  await page.getByLabel('Surname').fill('Lawal');
  await page.getByLabel('First name').fill('Bisi');
  await page.getByLabel('Admission number').fill(taken!);
  // The browser's own connection is there; what follows is what the page asks for.
  await page.getByRole('button', { name: /^Notifications, / }).waitFor();
  const sent: string[] = [];
  page.on('request', (request) => sent.push(`${request.method()} ${new URL(request.url()).pathname}`));
  const ownAccord = ['GET /students/alike', 'POST /drafts'];
  await page.getByRole('button', { name: 'Admit student' }).click();
  await page.locator('[name=admissionNumber][aria-invalid=true]:focus').waitFor();
  expect(sent.filter((line) => !ownAccord.includes(line))).toEqual(['POST /students']);
  await expect.poll(() => page.getByLabel('Surname').inputValue()).toBe('Lawal');
  expect(await stayed(page)).toBe(true);
  expect(complaints).toEqual([]);
});

test('1.4 the server refuses a change without the token', async () => {
  const { page } = await open('registrar', '/students');
  await heading(page, 'Students');
  const answers = await page.evaluate(async () => {
    const token = document.querySelector<HTMLMetaElement>('meta[name="csrf-token"]')!.content;
    const post = async (headers: Record<string, string>) => {
      const body = JSON.stringify({ surname: '' });
      const json = {
        'Content-Type': 'application/json',
        'X-Requested-With': 'XMLHttpRequest',
        Accept: 'application/json',
      };
      return (await fetch('/students', { method: 'POST', body, headers: { ...json, ...headers } })).status;
    };
    return [await post({}), await post({ 'X-CSRF-Token': 'guessed' }), await post({ 'X-CSRF-Token': token })];
  });
  expect(answers).toEqual([403, 403, 422]);
});

test('1.2 8.2 a student who no longer exists becomes a full page load that says so', async () => {
  const { page } = await open('registrar', '/students');
  const link = page.getByRole('link', { name: /Bello/ }).first();
  await link.waitFor();
  await stay(page);
  await withClient(product.ownerUrl, (client) => client.query(`delete from students where surname = 'Bello'`));
  await link.click();
  await page.getByRole('heading', { name: 'Not found' }).waitFor();
  expect(page.url()).toMatch(/\/students\/\d+$/);
  expect(await stayed(page)).toBe(false);
});

test('1.2 whose session has ended is led to sign in by a full page load', async () => {
  const { page } = await open('registrar', '/students');
  const link = page.getByRole('link', { name: /Obi/ }).first();
  await link.waitFor();
  await stay(page);
  await withClient(product.ownerUrl, (client) => client.query('delete from sessions'));
  await link.click();
  await page.getByLabel('Password', { exact: true }).waitFor();
  expect(new URL(page.url()).searchParams.get('next')).toMatch(/^\/students\/\d+$/);
  expect(await stayed(page)).toBe(false);
});

async function open(username: string | undefined, address: string) {
  const context = await product.window(browser, username);
  windows.push(context);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (line) => {
    if (/content security policy/i.test(line.text())) complaints.push(line.text());
  });
  await page.goto(address);
  return { page, complaints };
}

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor();
const csrf = (page: Page) =>
  page.evaluate(() => document.querySelector<HTMLMetaElement>('meta[name="csrf-token"]')!.content);
const stay = (page: Page) => page.evaluate(() => void ((window as unknown as { stayed: boolean }).stayed = true));
const stayed = (page: Page) => page.evaluate(() => Boolean((window as unknown as { stayed?: boolean }).stayed));
