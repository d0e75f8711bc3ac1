import { sql } from 'drizzle-orm';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addSampleCourse, addSampleScheme } from '../harness/sample-assessment.ts';
import { violationsInBothSchemes } from './support/axe.ts';
import { openChromium } from './support/chromium.ts';
import { openProduct } from './support/product.ts';

/** Physics of JSS 1 A is published: everybody has 72. Tunde is the guardian’s child. */
let product: Awaited<ReturnType<typeof openProduct>>;
let browser: Browser;
let tunde: number;
let code: string;
const rowsOf = <Row>(query: ReturnType<typeof sql>) =>
  product.database.asSystem([product.school.ilorin.id], async (tx) => (await tx.execute(query)).rows as Row[]);

beforeAll(async () => {
  [product, browser] = await Promise.all([openProduct(), openChromium()]);
  const { id, batchIds, studentIds } = product.school.ilorin;
  const batchId = batchIds['JSS 1 A'];
  tunde = studentIds['Tunde Bakare'];
  await product.database.asSystem([id], async (tx) => {
    await addSampleScheme(tx, id, ['Neatness']);
    await addSampleCourse(tx, { institutionId: id, batchId, code: 'PHY' });
  });
  const [term] = await rowsOf<{ id: number }>(
    sql`select id::int as id from terms where institution_id = ${id} and is_current`,
  );
  const [registrar, principal] = [await product.as('registrar'), await product.as('principal')];
  await registrar.post('/mark-sheets', { termId: term!.id, batchIds: [batchId] });
  await rowsOf(sql`insert into marks (institution_id, student_id, term_id, course_id, entries)
    select s.institution_id, x.student_id, s.term_id, k.course_id, '{"test": 3200, "examination": 4000}'
    from mark_sheets s join mark_sheet_courses k on k.sheet_id = s.id join session_students x on x.batch_id = s.batch_id`);
  const [sheet] = await rowsOf<{ id: number }>(sql`select id::int as id from mark_sheets`);
  const notes = [
    { studentId: null, field: 'opened', note: '60', was: '' },
    { studentId: tunde, field: 'teacher', note: 'Tunde is late.', was: '' },
  ];
  await registrar.post(`/mark-sheets/${sheet!.id}/notes`, { cells: notes });
  await registrar.post('/mark-sheets/lock', { ids: [sheet!.id] });
  await principal.post('/mark-sheets/approve', { ids: [sheet!.id] });
  expect((await principal.post('/mark-sheets/publish', { ids: [sheet!.id] })).statusCode).toBe(303);
  [{ code }] = (await rowsOf<{ code: string }>(
    sql`select code from published_results where student_id = ${tunde}`,
  )) as [{ code: string }];
});
afterAll(async () => {
  await browser?.close();
  await product?.close();
});

async function open(address: string, username?: string, width = 1280): Promise<Page> {
  const context = await product.window(browser, username, { viewport: { width, height: 720 } });
  const page = await context.newPage();
  await page.goto(address);
  await page.getByRole('heading', { level: 1 }).waitFor();
  return page;
}
const fits = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);

test('a correction is asked for by one person and agreed to by another; the family reads it, and the old paper is replaced', async () => {
  const registrar = await open(`/students/${tunde}/results`, 'registrar');
  await registrar.getByRole('link', { name: 'Correct', exact: true }).click();
  await registrar.getByRole('textbox', { name: /^Examination of 60/ }).fill('61');
  await registrar.getByText(/above the maximum of 60/).waitFor();
  await expect.poll(() => registrar.getByRole('button', { name: 'Compare results' }).isDisabled()).toBe(true);
  await registrar.getByRole('textbox', { name: /^Examination of 60/ }).fill('45');
  await registrar.getByRole('textbox', { name: /teacher’s remark/ }).fill('Tunde works hard.');
  await registrar.getByRole('button', { name: 'Compare results' }).click();
  await registrar.getByRole('heading', { name: '3 results with changed figures' }).waitFor();
  expect(await violationsInBothSchemes(registrar)).toEqual([]);
  await registrar.getByLabel('Reason').fill('The script says 45');
  // Pressed twice: one request.
  await registrar.getByRole('button', { name: 'Send for approval' }).dblclick();
  await registrar.getByRole('heading', { name: 'Correction of 1 mark and 1 note, JSS 1 A' }).waitFor();
  expect(await rowsOf(sql`select from result_corrections`)).toHaveLength(1);
  await expect.poll(() => registrar.getByRole('button', { name: 'Approve and publish' }).count()).toBe(0);

  const principal = await open('/result-corrections', 'principal');
  expect(await violationsInBothSchemes(principal)).toEqual([]);
  await principal.getByRole('link', { name: /^1 mark and 1 note/ }).click();
  await principal.getByText('Tunde works hard.').waitFor();
  const other = await open(new URL(principal.url()).pathname, 'principal', 375);
  expect([await fits(other), await violationsInBothSchemes(other)]).toEqual([true, []]);
  await principal.getByRole('button', { name: 'Approve and publish' }).dblclick();
  await principal.getByText('Done', { exact: true }).waitFor();
  // The second tab still shows it waiting.
  await other.getByRole('button', { name: 'Approve and publish' }).click();
  await other.getByText(/already approved/).waitFor();
  await other.getByText('Done', { exact: true }).waitFor();
  const [{ kept }] = (await rowsOf<{ kept: number }>(
    sql`select count(*)::int as kept from published_results where student_id = ${tunde}`,
  )) as [{ kept: number }];
  expect(kept).toBe(2);

  const guardian = await open(`/students/${tunde}/results`, 'guardian', 375);
  await guardian.getByText('Corrected on').waitFor();
  await expect.poll(() => guardian.getByRole('link', { name: 'Correct', exact: true }).count()).toBe(0);
  await guardian.getByRole('link', { name: 'Report card' }).click();
  await guardian.getByText(/^Corrected on/).waitFor();
  await guardian.getByText('Tunde works hard.').waitFor();
  await guardian.getByRole('cell', { name: '77', exact: true }).first().waitFor();
  const check = await open(`/verify/result/${code}`, undefined, 375);
  await check
    .getByText(/replaced/i)
    .first()
    .waitFor();
  expect([await fits(check), await violationsInBothSchemes(check)]).toEqual([true, []]);
});
