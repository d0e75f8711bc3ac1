import { sql } from 'drizzle-orm';
import type { Browser, Page, Route } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { violations } from './support/axe.ts';
import { openChromium } from './support/chromium.ts';
import { openProduct } from './support/product.ts';

let product: Awaited<ReturnType<typeof openProduct>>;
let browser: Browser;
let page: Page;
let asked: { path: string; body: unknown }[];
let complaints: string[];

beforeAll(async () => {
  [product, browser] = await Promise.all([openProduct(), openChromium()]);
});
afterAll(async () => {
  await browser?.close();
  await product?.close();
});
beforeEach(async () => {
  [asked, complaints] = [[], []];
  page = await (await product.window(browser, 'registrar')).newPage();
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('request', (request) => {
    const path = new URL(request.url()).pathname;
    if (/get_|places/.test(path)) asked.push({ path, body: request.postDataJSON() as unknown });
  });
  await page.goto('/students/new');
  await country().waitFor();
});
afterEach(async () => {
  await page.context().close();
  expect(complaints).toEqual([]);
});

const field = (name: string) => page.locator(`[data-field="${name}"]`);
const box = (name: string) => field(name).locator('button[role=combobox]');
const country = () => box('countryId');
const state = () => box('stateId');
const lga = () => box('lgaId');
const text = async (name: string) => (await box(name).textContent())?.trim();
const hasFocus = (name: string) => box(name).evaluate((button) => button === document.activeElement);

/** Type, Enter: as somebody does who never touches the mouse. */
async function type(letters: string) {
  await page.keyboard.type(letters);
  await page.keyboard.press('Enter');
}

/** Holds the answers to an address back until they are let go. */
async function hold(address: string) {
  const held: Route[] = [];
  await page.route(`**${address}`, (route) => void held.push(route));
  return held;
}

test('7.6 7.7 country, state and LGA by keyboard alone, asked for at the specification’s addresses', async () => {
  await country().focus();
  await type('niger');
  await expect.poll(() => text('countryId')).toBe('Niger');
  await expect.poll(() => hasFocus('countryId')).toBe(true);
  await expect.poll(() => lga().isVisible()).toBe(false);
  await type('nigeria');
  await page.keyboard.press('Tab');
  await expect.poll(() => hasFocus('stateId')).toBe(true);
  await type('kwa');
  await expect.poll(() => text('stateId')).toBe('Kwara');
  await page.keyboard.press('Tab');
  await expect.poll(() => hasFocus('lgaId')).toBe(true);
  await type('ilorin w');
  await expect.poll(() => text('lgaId')).toBe('Ilorin West');
  await page.keyboard.press('Tab');
  await expect
    .poll(() =>
      field('city')
        .locator('input')
        .evaluate((input) => input === document.activeElement),
    )
    .toBe(true);
  const institute = product.school.ilorin.id;
  expect(asked).toEqual([
    { path: '/student_get_states', body: { country: 'NE', institute } },
    { path: '/student_get_states', body: { country: 'NG', institute } },
    { path: '/student_get_lga', body: { state: 'NG-KW', institute } },
  ]);

  await field('surname').locator('input').fill('Salami');
  await field('firstName').locator('input').fill('Bisi');
  await page.getByRole('button', { name: 'Admit student' }).click();
  await page.getByText(/Bisi Salami was admitted as/).waitFor();
  await page.getByText('Ilorin West').waitFor();
  const { rows } = await product.database.asSystem([institute], (tx) =>
    tx.execute(sql`select country_id, state_id, state_name, lga_id from students where surname = 'Salami'`),
  );
  expect(rows).toEqual([{ country_id: 'NG', state_id: 'NG-KW', state_name: null, lga_id: 'NG-KW-ilorin-west' }]);
});

test('7.6 while the states load the field says so, keeps its place and takes what is typed ahead', async () => {
  const held = await hold('/student_get_states');
  await country().focus();
  await type('ghana');
  const before = await state().boundingBox();
  await expect.poll(() => text('stateId')).toBe('Loading the states of Ghana…');
  await page.keyboard.press('Tab');
  await expect.poll(() => hasFocus('stateId')).toBe(true);
  await page.keyboard.type('volta');
  await page.getByRole('dialog', { name: 'State of origin' }).getByText('Loading the states of Ghana…').waitFor();
  expect(await violations(page)).toEqual([]);
  await held[0]!.continue();
  await page.getByRole('option', { name: 'Volta' }).waitFor();
  await page.keyboard.press('Enter');
  expect([await text('stateId'), await hasFocus('stateId')]).toEqual(['Volta', true]);
  const after = await state().boundingBox();
  expect([after!.x, after!.y, after!.height]).toEqual([before!.x, before!.y, before!.height]);
});

test('7.6 typed and entered ahead, a state is chosen when it comes, and the focus stays where it has gone', async () => {
  const held = await hold('/student_get_states');
  await country().focus();
  await type('ghana');
  await page.keyboard.press('Tab');
  await type('volta');
  await expect.poll(() => hasFocus('stateId')).toBe(true);
  await page.keyboard.press('Tab');
  await page.keyboard.type('Ho');
  await held[0]!.continue();
  await expect.poll(() => text('stateId')).toBe('Volta');
  await page.keyboard.type('hoe');
  await expect.poll(() => field('city').locator('input').inputValue()).toBe('Hohoe');
});

test('7.6 on a slow network the latest country wins, whatever arrives last', async () => {
  const held = await hold('/student_get_states');
  await country().focus();
  await type('ghana');
  await type('togo');
  await expect.poll(() => held.length).toBe(2);
  await held[1]!.continue();
  await expect.poll(() => text('stateId')).toBe('Nothing selected');
  await held[0]!.continue().catch(() => {});
  await state().click();
  await page.getByRole('option', { name: 'Plateaux' }).waitFor();
  await expect
    .poll(() => page.getByRole('listbox').getByRole('option').allTextContents())
    .toEqual(['Nothing selected', 'Centrale', 'Kara', 'Maritime', 'Plateaux', 'Savanes']);
});

test('7.7 areas that failed to load are reported beside the field, and can be requested again', async () => {
  let fails = true;
  await page.route('**/student_get_lga', (route) => (fails ? route.abort() : route.continue()));
  await state().focus();
  await type('kogi');
  await field('lgaId').getByText('The server did not respond. Check your connection and try again.').waitFor();
  await expect.poll(() => hasFocus('stateId')).toBe(true);
  await expect.poll(() => text('lgaId')).toBe('The LGAs could not be loaded.');
  expect(await violations(page)).toEqual([]);
  fails = false;
  await page.getByRole('button', { name: 'Try again to load the LGAs' }).click();
  await expect.poll(() => hasFocus('lgaId')).toBe(true);
  await type('lokoja');
  await expect.poll(() => text('lgaId')).toBe('Lokoja');
  await expect.poll(() => page.getByRole('button', { name: /Try again/ }).count()).toBe(0);
});

test('a country whose states are not listed asks for them in writing, and keeps what is written', async () => {
  await country().focus();
  await type('aruba');
  expect([await state().isVisible(), await lga().isVisible(), asked]).toEqual([false, false, []]);
  await page.keyboard.press('Tab');
  await page.keyboard.type('Noord');
  await field('surname').locator('input').fill('Croes');
  await field('firstName').locator('input').fill('Evelyn');
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Admit student' }).click();
  await page.getByText('Noord').waitFor();
  await page.goto(`${page.url().split('?')[0]}/edit`);
  await expect.poll(() => field('stateName').locator('input').inputValue()).toBe('Noord');
  // Back to a country with states: what was written is gone, not sent along.
  await country().focus();
  await type('togo');
  await page.keyboard.press('Tab');
  await type('kara');
  await page.getByRole('button', { name: 'Save record' }).click();
  await page.getByText('The record is saved.').waitFor();
  await page.getByText('Kara').waitFor();
  await expect.poll(() => page.getByText('Noord').count()).toBe(0);
});

test('what is asked in the background does not make the pages before it old', async () => {
  // The list has asked for its total and its choices too.
  await page.goto('/students', { waitUntil: 'networkidle' });
  await page
    .getByRole('link', { name: /Admit student/ })
    .first()
    .click();
  await country().focus();
  await type('ghana');
  await expect.poll(() => text('stateId')).toBe('Nothing selected');
  let fetched = 0;
  page.on('request', (request) => void (new URL(request.url()).pathname === '/students' && fetched++));
  await page.goBack();
  await page.getByRole('heading', { level: 1, name: /Students/ }).waitFor();
  await page
    .getByRole('link', { name: /Obi, Ada/ })
    .first()
    .waitFor();
  expect(fetched).toBe(0);
});

test('7.4 7.5 for employees the same fields ask the other two addresses, and take both answers typed ahead', async () => {
  await page.goto('/gallery#places');
  await country().focus();
  await type('ghana');
  await expect.poll(() => text('stateId')).toBe('Nothing selected');
  const held = await hold('/get_states');
  await type('nigeria');
  await page.keyboard.press('Tab');
  await type('lagos');
  await page.keyboard.press('Tab');
  await type('ikeja');
  await expect.poll(() => held.length).toBe(1);
  await held[0]!.continue();
  await expect.poll(() => text('lgaId')).toBe('Ikeja');
  const institute = product.school.ilorin.id;
  expect(asked).toEqual([
    { path: '/get_states', body: { country: 'GH', institute } },
    { path: '/get_states', body: { country: 'NG', institute } },
    { path: '/get_lga', body: { state: 'NG-LA', institute } },
  ]);
});

test('a draft that is put back finds its country, state and LGA again, whatever the form showed before', async () => {
  /** As drafts are put back: all fields in one moment, past React. */
  const restore = (values: Record<string, string>) =>
    page.evaluate((wanted) => {
      for (const input of document.querySelectorAll<HTMLInputElement>('form input[name]')) {
        const value = wanted[input.name];
        if (value === undefined || value === input.value) continue;
        Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(input, value);
        for (const name of ['input', 'change']) input.dispatchEvent(new Event(name, { bubbles: true }));
      }
    }, values);
  await restore({ countryId: 'AW', stateId: '', stateName: 'Noord', lgaId: '' });
  await expect.poll(() => field('stateName').locator('input').inputValue()).toBe('Noord');
  await restore({ countryId: 'NG', stateId: 'NG-KW', stateName: '', lgaId: 'NG-KW-offa' });
  await expect.poll(() => text('stateId')).toBe('Kwara');
  await expect.poll(() => text('lgaId')).toBe('Offa');
  await restore({ countryId: 'GH', stateId: 'GH-TV', stateName: '', lgaId: '' });
  await expect.poll(() => text('stateId')).toBe('Volta');
  await expect.poll(() => lga().isVisible()).toBe(false);
});
