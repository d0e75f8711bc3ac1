import { sql } from 'drizzle-orm';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays } from '#kernel/dates.ts';
import { addSampleScheme } from '../harness/sample-assessment.ts';
import { recountTotals } from '#features/teaching/attendance/totals.ts';
import { openSchoolDays, todayHere } from '#test/harness/school-days.ts';
import { violationsInBothSchemes } from './support/axe.ts';
import { openChromium } from './support/chromium.ts';
import { openProduct } from './support/product.ts';

let product: Awaited<ReturnType<typeof openProduct>>;
let browser: Browser;
let batchId: number;
/** Kemi, who missed the first day, and Bala. */
let kemi: number;
let bala: number;
let notes: string;
const now = todayHere();
const [first, second] = [addDays(now, -2), addDays(now, -1)];

const ilorin = () => product.school.ilorin;
const within = <T>(work: Parameters<typeof product.database.asSystem<T>>[1]) =>
  product.database.asSystem([ilorin().id], work);
const rowsOf = <Row>(query: ReturnType<typeof sql>) => within(async (tx) => (await tx.execute(query)).rows as Row[]);

beforeAll(async () => {
  [product, browser] = await Promise.all([openProduct(), openChromium()]);
  const { id } = ilorin();
  batchId = ilorin().batchIds['JSS 2 A'];
  const found = await rowsOf<{ id: number }>(
    sql`select id::int as id from students where batch_id = ${batchId} order by sort_name`,
  );
  [kemi, bala] = found.map((one) => one.id) as [number, number];
  await within(async (tx) => {
    await openSchoolDays(tx, id);
    // Two whole days of school, whose registers are taken.
    await tx.execute(sql`delete from calendar_entries where institution_id = ${id}`);
    await tx.execute(sql`insert into calendar_rules (institution_id, school_weekdays) values (${id}, '{}')`);
    await tx.execute(sql`insert into calendar_entries (institution_id, kind, title, starts_on, ends_on)
      values (${id}, 'school_day', 'School', ${first}, ${second})`);
    await tx.execute(sql`
      with made as (
        insert into attendance_registers (institution_id, batch_id, term_id, on_date, sitting, roll, absent_count)
        select ${id}, ${batchId}, t.id, d::date, s, array[${kemi}, ${bala}]::bigint[], case when d::date = ${first}::date then 1 else 0 end
        from terms t, generate_series(${first}::timestamp, ${second}::timestamp, interval '1 day') d, generate_series(1, 2) s
        where t.institution_id = ${id} and t.is_current returning institution_id, id, on_date)
      insert into attendance_marks (institution_id, register_id, student_id, on_date, kind, remark)
      select institution_id, id, ${kemi}, on_date, 'absent', 'Rain' from made where on_date = ${first}`);
    await recountTotals(tx, id, [kemi, bala]);
    await addSampleScheme(tx, id, []);
    await tx.execute(sql`insert into course_offerings (institution_id, batch_id, course_id)
      values (${id}, ${batchId}, ${ilorin().courseIds.ENG!}) on conflict do nothing`);
  });
  const [term] = await rowsOf<{ id: number }>(
    sql`select id::int as id from terms where institution_id = ${id} and is_current`,
  );
  await (await product.as('registrar')).post('/mark-sheets', { termId: term!.id, batchIds: [batchId], dueOn: '' });
  const [sheet] = await rowsOf<{ id: number }>(sql`select id::int as id from mark_sheets`);
  notes = `/mark-sheets/${sheet!.id}/notes`;
});
afterAll(async () => {
  await browser?.close();
  await product?.close();
});

async function open(username: string, width: number, path: string): Promise<Page> {
  const context = await product.window(browser, username, { viewport: { width, height: 720 } });
  const page = await context.newPage();
  await page.goto(path);
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  return page;
}
const fits = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);

test('from a register to its week, whose cells are strokes and letters; a day leads back', async () => {
  const page = await open('teacher', 1280, `/registers/${batchId}?date=${second}&sitting=1`);
  await page
    .getByRole('button', { name: /more|actions/i })
    .first()
    .click();
  await page.getByRole('menuitem', { name: 'Monthly register' }).click();
  await page.getByRole('heading', { name: 'JSS 2 A', level: 1 }).waitFor();
  await page.goto(`/registers/${batchId}/month?week=${first}`);
  const ofKemi = page.getByRole('row').filter({ has: page.locator(`a[href*="/students/${kemi}/"]`) });
  await expect.poll(() => ofKemi.getByRole('cell').allTextContents()).toContain('A');
  await page.getByText('Times school opened: ').first().waitFor();
  expect(await violationsInBothSchemes(page)).toEqual([]);
  await page
    .getByRole('link', { name: /^Register of / })
    .first()
    .click();
  await page.waitForURL(/\/registers\/\d+\?/);
});

test('on a phone the table scrolls within the page, with the names in view', async () => {
  const page = await open('teacher', 375, `/registers/${batchId}/month?month=${first.slice(0, 7)}`);
  const region = page.getByRole('region', { name: 'Register of JSS 2 A' });
  await region.evaluate((one) => (one.scrollLeft = 400));
  const name = region.locator(`a[href*="/students/${bala}/"]`);
  const box = (await name.boundingBox())!;
  expect(box.x).toBeGreaterThanOrEqual(0);
  expect(box.x + box.width).toBeLessThan(375);
  await expect.poll(() => fits(page)).toBe(true);
});

test('the days of a student are walked with the arrows, and said in words', async () => {
  const page = await open('teacher', 1280, `/students/${kemi}/attendance`);
  await page.getByText('50.0%, below 75%').waitFor();
  const days = page.getByRole('group', { name: /^Days of registers/ });
  await days.getByRole('button').last().focus();
  await page.keyboard.press('ArrowUp');
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
  await expect.poll(focused).toContain('Morning: Absent; Rain');
  await page.keyboard.press('End');
  await expect.poll(focused).toContain('Present');
  expect(await violationsInBothSchemes(page)).toEqual([]);
  await page.setViewportSize({ width: 375, height: 720 });
  await expect.poll(() => fits(page)).toBe(true);
});

test('attendance is filled in from the registers; what was typed is replaced only where it is ticked', async () => {
  const page = await open('teacher', 1280, notes);
  const present = (name: RegExp) => page.getByRole('textbox', { name });
  await present(/^Present, Danjuma/).fill('3');
  await present(/^Present, Danjuma/).blur();
  await page.getByRole('status').filter({ hasText: 'saved' }).waitFor();
  const open4 = () => page.getByRole('button', { name: 'Fill in attendance from the registers' }).click();
  await open4();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('The school opened 4 times.').waitFor();
  await expect.poll(() => dialog.getByRole('checkbox').count()).toBe(1);
  await dialog.getByRole('button', { name: 'Fill in 2 figures' }).click();
  await expect.poll(() => present(/^Times the school opened/).inputValue()).toBe('4');
  await expect.poll(() => present(/^Present, Adébáyọ̀/).inputValue()).toBe('2');
  await expect.poll(() => present(/^Present, Danjuma/).inputValue()).toBe('3');
  await open4();
  await dialog.getByRole('checkbox', { name: /replace 3 with 4/ }).check();
  await dialog.getByRole('button', { name: 'Fill in 1 figure' }).click();
  await expect.poll(() => present(/^Present, Danjuma/).inputValue()).toBe('4');
  await page.context().close();
});
