import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { sql } from 'drizzle-orm';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemActor } from '#kernel/actor.ts';
import { today } from '#kernel/dates.ts';
import { findProgram } from '#features/teaching/timetable/fet/engine/find-program.ts';
import { fakeEngine } from '../harness/fake-fet.ts';
import { saveLoads } from '#features/teaching/timetable/lessons/save-loads.ts';
import { createTimetable } from '#features/teaching/timetable/versions/make-versions.ts';
import { violationsInBothSchemes } from './support/axe.ts';
import { openChromium } from './support/chromium.ts';
import { openProduct } from './support/product.ts';

/** A timetable is made by keyboard, by drag and by touch; a phone shows the own day. */
let product: Awaited<ReturnType<typeof openProduct>>;
let browser: Browser;
let timetableId: number;

const within = <T>(work: Parameters<typeof product.database.asSystem<T>>[1]) =>
  product.database.asSystem<T>([product.school.ilorin.id], work);
const rowsOf = <Row>(query: ReturnType<typeof sql>) => within(async (tx) => (await tx.execute(query)).rows as Row[]);
const places = async () =>
  (
    await rowsOf<{ place: string }>(sql`select weekday || '-' || first_period as place from lessons
    where weekday is not null order by weekday, first_period`)
  ).map(({ place }) => place);

beforeAll(async () => {
  [product, browser] = await Promise.all([openProduct(), openChromium()]);
  const { id, batchIds, courseIds } = product.school.ilorin;
  timetableId = await within(async (tx) => {
    await tx.execute(sql`insert into course_offerings (institution_id, batch_id, course_id)
      select ${id}, ${batchIds['JSS 1 A' as 'JSS 1 B']}, c.id from courses c where c.institution_id = ${id} on conflict do nothing`);
    const { rows } = await tx.execute<{ id: number }>(
      sql`select id::int as id from academic_sessions where institution_id = ${id} and is_current`,
    );
    const actor = systemActor(id, 'The world');
    const made = await createTimetable(tx, actor, {
      name: 'First term',
      sessionId: rows[0]!.id,
      termPosition: null,
      timetableId: null,
      keepsPlaces: false,
    });
    const loads = ['ENG', 'MTH'].map((code) => ({
      batchId: batchIds['JSS 1 A' as 'JSS 1 B'],
      courseId: courseIds[code]!,
      singles: 2,
      doubles: 0,
    }));
    await saveLoads(tx, actor, made, { loads });
    return made;
  });
});
afterAll(async () => {
  await browser?.close();
  await product?.close();
});

async function open(username: string, path: string, look: object = {}): Promise<Page> {
  const context = await product.window(browser, username, { viewport: { width: 1280, height: 800 }, ...look });
  const page = await context.newPage();
  await page.goto(path);
  await page.getByRole('heading', { level: 1 }).waitFor();
  return page;
}
const grid = (look: object = {}) => open('registrar', `/timetables/${timetableId}`, look);
const inTray = (page: Page, name: string) =>
  page.getByRole('region', { name: 'Lessons without a place' }).getByRole('button', { name: new RegExp(`^${name}`) });
const cell = (page: Page, place: string) => page.locator(`[data-target="${place}"]`);

test('by keyboard: Enter takes a lesson, arrows choose a cell that says its clash, Enter places, Escape cancels', async () => {
  const page = await grid();
  await inTray(page, 'English Language').focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => cell(page, '1-1').evaluate((element) => element === document.activeElement)).toBe(true);
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect.poll(places).toEqual(['2-2']);
  await inTray(page, 'Mathematics').focus();
  await page.keyboard.press('Enter');
  await expect
    .poll(() => cell(page, '2-2').getAttribute('aria-label'))
    .toMatch(/Tuesday, period 2\. JSS 1 A.* has English Language\./);
  await page.keyboard.press('Escape');
  await page.getByRole('status').filter({ hasText: 'Cancelled' }).waitFor({ state: 'attached' });
  expect(await places()).toEqual(['2-2']);
  expect(await violationsInBothSchemes(page)).toEqual([]);
  await page.context().close();
});

test('by drag from the tray; Undo takes it back', async () => {
  const page = await grid();
  const lesson = inTray(page, 'Mathematics');
  const from = (await lesson.boundingBox())!;
  await page.mouse.move(from.x + 10, from.y + 10);
  await page.mouse.down();
  await page.mouse.move(from.x - 40, from.y + 30, { steps: 4 });
  await cell(page, '3-3').waitFor();
  const to = (await cell(page, '3-3').boundingBox())!;
  await page.mouse.move(to.x + 20, to.y + 15, { steps: 6 });
  await page.mouse.up();
  await expect.poll(places).toEqual(['2-2', '3-3']);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(places).toEqual(['2-2']);
  await page.context().close();
});

test('by touch on a phone: a day is chosen, a tap takes, a tap places; a second window sees it', async () => {
  const other = await grid();
  const page = await grid({ viewport: { width: 375, height: 740 }, hasTouch: true, isMobile: true });
  const shownDays = () => page.getByRole('columnheader').allTextContents();
  await expect.poll(shownDays).toEqual(['Period', 'Monday']);
  await inTray(page, 'Mathematics').tap();
  await expect.poll(() => cell(page, '1-1').evaluate((element) => element === document.activeElement)).toBe(true);
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => cell(page, '2-1').evaluate((element) => element === document.activeElement)).toBe(true);
  await expect.poll(shownDays).toEqual(['Period', 'Tuesday']);
  await page.getByRole('group', { name: 'Day' }).getByRole('button', { name: 'Thu' }).tap();
  expect(await violationsInBothSchemes(page)).toEqual([]);
  await cell(page, '4-1').tap();
  await expect.poll(places).toEqual(['2-2', '4-1']);
  await expect.poll(() => other.getByRole('button', { name: /^Mathematics.*Thursday, period 1/ }).count()).toBe(1);
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  await page.context().close();
  await other.context().close();
});

test('by keyboard a rule is added; on a phone FET’s file is taken, and its result brought back', async () => {
  const page = await open('registrar', `/timetables/${timetableId}/rules`);
  await page.getByRole('link', { name: 'Add rule' }).press('Enter');
  await page.getByRole('combobox', { name: 'Rule' }).selectOption('teachersMostInRow');
  const most = page.getByRole('spinbutton', { name: 'Periods in a row' });
  await most.fill('4');
  await most.press('Enter');
  await page.getByRole('cell', { name: /Teachers have at most 4 periods in a row/ }).waitFor();
  expect(await violationsInBothSchemes(page)).toEqual([]);
  await page.context().close();

  const phone = await open('registrar', `/timetables/${timetableId}/engine`, { viewport: { width: 375, height: 740 } });
  await expect.poll(() => phone.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  const [download] = await Promise.all([
    phone.waitForEvent('download'),
    phone.getByRole('link', { name: 'Download the file for FET' }).click(),
  ]);
  const [program, folder] = await Promise.all([
    findProgram().then((found) => found ?? fakeEngine()),
    mkdtemp(join(tmpdir(), 'akada-fet-by-hand-')),
  ]);
  const file = join(folder, 'school.fet');
  await download.saveAs(file);
  await promisify(execFile)(program, [`--inputfile=${file}`, `--outputdir=${folder}`, '--timelimitseconds=30']);
  const result = (await readdir(folder, { recursive: true })).find((name) => name.endsWith('activities.xml'))!;
  await phone.locator('input[type=file]').setInputFiles(join(folder, result));
  await phone.getByRole('button', { name: 'Upload and preview' }).click();
  await phone.getByRole('button', { name: 'Save as new version' }).click();
  const placed = sql`select count(*)::int as count from lessons where weekday is not null and timetable_id <> ${timetableId}`;
  await expect.poll(() => rowsOf(placed)).toEqual([{ count: 4 }]);
  await rm(folder, { recursive: true });
  await phone.context().close();
});

test('a phone shows the own day, and the arrows lead to the next', async () => {
  await within((tx) =>
    tx.execute(
      sql`update timetables set valid_from = ${today('Africa/Lagos')}::date - 7, published_at = now() where id = ${timetableId}`,
    ),
  );
  const page = await open('student', '/my-timetable?day=2026-12-01', {
    viewport: { width: 375, height: 740 },
    hasTouch: true,
    isMobile: true,
  });
  await page.getByRole('heading', { name: 'Tuesday, 1 Dec 2026' }).waitFor();
  await expect.poll(() => page.getByRole('listitem').filter({ hasText: 'English Language' }).count()).toBe(1);
  await page.getByRole('link', { name: 'Day after' }).tap();
  await page.getByRole('heading', { name: 'Wednesday, 2 Dec 2026' }).waitFor();
  await page.getByText('No lessons on this day.').waitFor();
  // Pressed again and again with the keyboard.
  await page.getByRole('link', { name: 'Day before' }).press('Enter');
  await page.getByRole('heading', { name: 'Tuesday, 1 Dec 2026' }).waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Day before');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Monday, 30 Nov 2026' }).waitFor();
  expect(await violationsInBothSchemes(page)).toEqual([]);
  await page.context().close();
  // On a record the whole week scrolls, and its words stay whole.
  const record = `/students/${product.school.ilorin.studentIds['Ada Obi']}/timetable`;
  const phone = await open('registrar', record, { viewport: { width: 375, height: 740 } });
  const monday = phone.getByRole('columnheader', { name: /^Monday/ });
  expect((await monday.boundingBox())!.height).toBeLessThan(70);
  await expect.poll(() => phone.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  await phone.context().close();
});
