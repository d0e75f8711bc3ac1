import { sql } from 'drizzle-orm';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addSampleCourse, addSampleScheme } from '../harness/sample-assessment.ts';
import { violationsInBothSchemes } from './support/axe.ts';
import { openChromium } from './support/chromium.ts';
import { openProduct } from './support/product.ts';

let product: Awaited<ReturnType<typeof openProduct>>;
let browser: Browser;
let sheetId: number;

const ilorin = () => product.school.ilorin;
const rowsOf = <Row>(query: ReturnType<typeof sql>) =>
  product.database.asSystem([ilorin().id], async (tx) => (await tx.execute(query)).rows as Row[]);

/** A sheet of JSS 1 A with marks, whose class teacher is the teacher. */
beforeAll(async () => {
  [product, browser] = await Promise.all([openProduct(), openChromium()]);
  const { id, batchIds } = ilorin();
  const batchId = batchIds['JSS 1 A'];
  await product.database.asSystem([id], async (tx) => {
    await addSampleScheme(tx, id, ['Neatness']);
    await addSampleCourse(tx, { institutionId: id, batchId, code: 'PHY' });
  });
  const [term] = await rowsOf<{ id: number }>(
    sql`select id::int as id from terms where institution_id = ${id} and is_current`,
  );
  await (await product.as('registrar')).post('/mark-sheets', { termId: term!.id, batchIds: [batchId] });
  [{ id: sheetId }] = (await rowsOf<{ id: number }>(sql`select id::int as id from mark_sheets`)) as [{ id: number }];
  await rowsOf(sql`insert into marks (institution_id, student_id, term_id, course_id, entries)
    select s.institution_id, x.student_id, s.term_id, k.course_id, '{"test": 3200, "examination": 4000}'
    from mark_sheets s join mark_sheet_courses k on k.sheet_id = s.id join session_students x on x.batch_id = s.batch_id`);
  await rowsOf(sql`insert into batch_teachers (institution_id, batch_id, employee_id)
    select institution_id, ${batchId}, employee_id from memberships where employee_id is not null
      and account_id = (select id from accounts where username = 'teacher')`);
});
afterAll(async () => {
  await browser?.close();
  await product?.close();
});

async function open(username: string, address: string, width = 1280): Promise<Page> {
  const context = await product.window(browser, username, { viewport: { width, height: 720 } });
  const page = await context.newPage();
  await page.goto(address);
  await page.getByRole('heading', { level: 1 }).waitFor();
  return page;
}
const saved = (page: Page) => page.getByRole('status').filter({ hasText: 'Everything is saved.' }).waitFor();

test('a class teacher enters attendance and traits by keyboard, and remarks from the bank on a phone', async () => {
  await (await product.as('ict_administrator')).post('/remark-bank/usual', { institutionId: ilorin().id });
  const address = `/mark-sheets/${sheetId}/notes`;
  const page = await open('teacher', address);
  await page.getByRole('textbox', { name: 'Times the school opened' }).fill('60');
  await page.getByRole('textbox', { name: /^Present, Bakare/ }).focus();
  for (const times of ['58', '61', '57']) {
    await page.keyboard.type(times);
    await page.keyboard.press('Enter');
  }
  await page.getByText('The school opened 60 times.').waitFor();
  await page.getByRole('textbox', { name: /^Neatness, Bakare/ }).fill('b');
  await page.getByRole('textbox', { name: /^Present, Eze/ }).fill('60');
  await saved(page);

  const phone = await open('teacher', address, 375);
  await phone.getByLabel('Enter', { exact: true }).selectOption('teacher');
  await phone.getByRole('button', { name: /from the bank/ }).click();
  await phone.getByRole('dialog').getByRole('button', { name: 'Fill in 3 remarks' }).click();
  await saved(phone);
  expect(await violationsInBothSchemes(phone)).toEqual([]);
  const [notes] = await rowsOf<{ notes: object }>(
    sql`select notes from term_notes where student_id = ${ilorin().studentIds['Tunde Bakare']}`,
  );
  expect(notes!.notes).toMatchObject({ present: '58', 'trait:neatness': 'B', teacher: expect.stringContaining('.') });
});

test('a part of the design is moved by keyboard, renamed and saved', async () => {
  const page = await open('ict_administrator', '/card-designs');
  await page.getByRole('button', { name: 'Move Attendance down' }).press('Enter');
  await page.getByRole('textbox', { name: 'Label of Attendance' }).fill('Days at school');
  await page.getByRole('button', { name: 'Save design' }).click();
  await page.getByText('The design was saved.').waitFor();
  expect(await violationsInBothSchemes(page)).toEqual([]);
  const [design] = await rowsOf<{ keys: string[] }>(
    sql`select array(select p ->> 'key' from jsonb_array_elements(content -> 'parts') p) as keys from card_designs`,
  );
  expect(design!.keys.indexOf('attendance')).toBeGreaterThan(design!.keys.indexOf('traits'));
});

test('a parent reads the published report card on a phone, as it was designed', async () => {
  await (await product.as('registrar')).post('/mark-sheets/lock', { ids: [sheetId] });
  const principal = await product.as('principal');
  await principal.post('/mark-sheets/approve', { ids: [sheetId] });
  expect((await principal.post('/mark-sheets/publish', { ids: [sheetId] })).statusCode).toBe(303);
  const tunde = ilorin().studentIds['Tunde Bakare'];
  const page = await open('guardian', `/students/${tunde}/results`, 375);
  await page.getByRole('link', { name: 'Report card' }).click();
  await page.getByRole('heading', { name: 'Report card', level: 1 }).waitFor();
  await page.getByText('Days at school').waitFor();
  await page.getByText('School opened 60 times, present 58, absent 2').waitFor();
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  expect(await violationsInBothSchemes(page)).toEqual([]);
  const file = await page.getByRole('link', { name: 'Download PDF' }).getAttribute('href');
  expect((await page.request.get(file!)).headers()['content-type']).toBe('application/pdf');
});
