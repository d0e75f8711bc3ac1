import { sql } from 'drizzle-orm';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addSampleScheme } from '../harness/sample-assessment.ts';
import { violationsInBothSchemes } from './support/axe.ts';
import { openChromium } from './support/chromium.ts';
import { openProduct } from './support/product.ts';

let product: Awaited<ReturnType<typeof openProduct>>;
let browser: Browser;
let address: string;
let names: string[];

const rowsOf = <Row>(query: ReturnType<typeof sql>) =>
  product.database.asSystem([product.school.ilorin.id], async (tx) => (await tx.execute(query)).rows as Row[]);
beforeAll(async () => {
  [product, browser] = await Promise.all([openProduct(), openChromium()]);
  const { id, batchIds, courseIds } = product.school.ilorin;
  await product.database.asSystem([id], (tx) => addSampleScheme(tx, id));
  const [term] = await rowsOf<{ id: number }>(
    sql`select id::int as id from terms where institution_id = ${id} and is_current`,
  );
  const registrar = await product.as('registrar');
  await registrar.post('/mark-sheets', { termId: term!.id, batchIds: [batchIds['JSS 1 B']] });
  const [sheet] = await rowsOf<{ id: number }>(sql`select id::int as id from mark_sheets`);
  address = `/mark-sheets/${sheet!.id}/courses/${courseIds.ENG!}`;
  const found = await rowsOf<{ name: string }>(
    sql`select s.surname || ', ' || s.first_name || coalesce(' ' || s.middle_name, '') as name
      from session_students x join students s on s.id = x.student_id
      where x.batch_id = ${batchIds['JSS 1 B']} order by s.sort_name, s.id`,
  );
  names = found.map(({ name }) => name);
});
afterAll(async () => {
  await browser?.close();
  await product?.close();
});

async function open(username: string, width = 1280): Promise<Page> {
  const context = await product.window(browser, username, { viewport: { width, height: 720 } });
  const page = await context.newPage();
  await page.goto(address);
  await page.getByRole('heading', { level: 1 }).waitFor();
  return page;
}
const cell = (page: Page, part: string, at: number) =>
  page.getByRole('textbox', { name: `${part}, ${names[at]}`, exact: true });
const status = (page: Page, words: string | RegExp) => page.getByRole('status').filter({ hasText: words }).waitFor();
const saved = async () => {
  const found = await rowsOf<{ entries: object }>(
    sql`select m.entries from marks m join students s on s.id = m.student_id order by s.sort_name, s.id`,
  );
  return found.map(({ entries }) => entries);
};

test('marks are typed and pasted, and one above the maximum stops no other', async () => {
  const page = await open('teacher');
  await cell(page, 'Test', 0).focus();
  await page.keyboard.type('31,5');
  await page.keyboard.press('Enter');
  await page.keyboard.type('a');
  await page.keyboard.press('Tab');
  await page.keyboard.type('61');
  await page.keyboard.press('ArrowUp');
  await expect
    .poll(() => cell(page, 'Examination', 0).evaluate((input) => input === document.activeElement))
    .toBe(true);
  await status(page, '1 cell needs your attention. The rest is saved.');
  await page.getByText('0 of 2 complete · Examination missing for 2').waitFor();
  // Nothing calls for submitting while marks are missing.
  const submit = page.getByRole('button', { name: 'Submit marks' });
  const colour = () => submit.evaluate((button) => getComputedStyle(button).backgroundColor);
  const quiet = await colour();
  expect(await saved()).toMatchObject([{ test: 3150 }, { test: 'absent' }]);
  await expect.poll(() => cell(page, 'Test', 1).inputValue()).toBe('Absent');
  expect(await violationsInBothSchemes(page)).toEqual([]);
  // A block from a spreadsheet fills cells to the right and below.
  await cell(page, 'Test', 0).evaluate((input) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', '30\t45.5\r\n28\t50\r\n');
    input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  });
  await status(page, 'All marks are saved.');
  expect(await saved()).toMatchObject([
    { test: 3000, examination: 4550 },
    { test: 2800, examination: 5000 },
  ]);
  await page.getByText('2 of 2 complete').waitFor();
  await expect.poll(() => page.getByText('missing for').count()).toBe(0);
  await page.mouse.move(0, 0);
  await expect.poll(colour).not.toBe(quiet);
});

test('on a phone marks are kept while the network is gone, over a reload, and sent once', async () => {
  const page = await open('teacher', 375);
  await page.getByLabel('Part').selectOption('examination');
  await expect.poll(() => cell(page, 'Test', 0).isVisible()).toBe(false);
  const grades = (await page.getByRole('columnheader', { name: 'Grade' }).boundingBox())!;
  expect(grades.x + grades.width).toBeLessThanOrEqual(375);
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(375);
  await page.context().setOffline(true);
  await cell(page, 'Examination', 0).fill('51');
  await status(page, '1 cell not saved yet. There is no connection.');
  await cell(page, 'Examination', 1).fill('52.5');
  await status(page, '2 cells not saved yet.');
  await page.reload().catch(() => undefined);
  await page.context().setOffline(false);
  await page.goto(address);
  await status(page, 'All marks are saved.');
  expect(await saved()).toMatchObject([{ examination: 5100 }, { examination: 5250 }]);
  const [history] = await rowsOf(sql`select count(*)::int as n from mark_changes where entered in ('5100', '5250')`);
  expect(history).toEqual({ n: 2 });
});

test('of two people in one cell both marks are shown, also after a reload, and one decides', async () => {
  const [first, second] = await Promise.all([open('teacher'), open('registrar')]);
  await cell(first, 'Test', 0).fill('20');
  await status(first, 'All marks are saved.');
  await cell(second, 'Test', 0).fill('25');
  await second.getByText('The teacher has since changed this mark.').waitFor();
  await second.reload();
  await second.getByRole('button', { name: 'Keep 20' }).waitFor();
  await second.getByRole('button', { name: 'Use 25' }).click();
  await status(second, 'All marks are saved.');
  // The other window learns of it by itself.
  await first.evaluate(() => window.dispatchEvent(new Event('focus')));
  await first.waitForFunction(
    (name) => document.querySelector<HTMLInputElement>(`input[aria-label="${name}"]`)?.value === '25',
    `Test, ${names[0]}`,
  );
  expect(await saved()).toMatchObject([{ test: 2500 }, {}]);
});
