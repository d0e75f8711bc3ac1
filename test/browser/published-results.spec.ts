import { sql } from 'drizzle-orm';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bursary } from '#test/harness/books.ts';
import { pdfText } from '#test/harness/pdf-text.ts';
import { soldPins } from '#test/harness/sold-pins.ts';
import { addSampleCourse, addSampleScheme } from '../harness/sample-assessment.ts';
import { sites } from '#features/school/site/site.schema.ts';
import { violationsInBothSchemes } from './support/axe.ts';
import { openChromium } from './support/chromium.ts';
import { expectInkOnWhite } from './support/print.ts';
import { openProduct } from './support/product.ts';

/** Physics of JSS 1 A is published: everybody has 72. Two result pins with two views each. */
let product: Awaited<ReturnType<typeof openProduct>>;
let browser: Browser;
let pins: { pin_serial: string; pin_secret: string }[];
const numbers: Record<string, string> = {};
const ilorin = () => product.school.ilorin;
const rowsOf = <Row>(query: ReturnType<typeof sql>) =>
  product.database.asSystem([ilorin().id], async (tx) => (await tx.execute(query)).rows as Row[]);

beforeAll(async () => {
  [product, browser] = await Promise.all([openProduct(), openChromium()]);
  const { id, batchIds } = ilorin();
  const batchId = batchIds['JSS 1 A'];
  await product.database.asSystem([id], async (tx) => {
    await addSampleScheme(tx, id);
    await addSampleCourse(tx, { institutionId: id, batchId, code: 'PHY' });
    const site = { institutionId: id, slug: 'ilorin', isPublished: true };
    await tx.insert(sites).values(site).onConflictDoUpdate({ target: sites.institutionId, set: site });
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
  await registrar.post('/mark-sheets/lock', { ids: [sheet!.id] });
  await principal.post('/mark-sheets/approve', { ids: [sheet!.id] });
  expect((await principal.post('/mark-sheets/publish', { ids: [sheet!.id] })).statusCode).toBe(303);
  pins = await soldPins(product, 2, 'result');
  for (const { name, number } of await rowsOf<{ name: string; number: string }>(
    sql`select first_name as name, admission_number as number from students`,
  ))
    numbers[name] = number;
});
afterAll(async () => {
  await browser?.close();
  await product?.close();
});

async function visit(address: string, options: BrowserContextOptions = {}, username?: string): Promise<Page> {
  const context = await product.window(browser, username, { viewport: { width: 375, height: 720 }, ...options });
  const page = await context.newPage();
  await page.goto(address);
  return page;
}
const fits = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);

async function ask(page: Page, name: string, { pin_serial, pin_secret }: (typeof pins)[number]) {
  await page.getByLabel('Admission number').fill(numbers[name]!);
  await page.getByLabel('Term').selectOption({ index: 1 });
  await page.getByLabel('Serial number').fill(pin_serial);
  await page.getByLabel('Pin', { exact: true }).fill(pin_secret);
  await page.getByRole('button', { name: 'Show result' }).click();
}

test('a parent opens a result with a pin on a phone without scripts; elsewhere the pin is bound to the child', async () => {
  const page = await visit('/sites/ilorin/result', { javaScriptEnabled: false });
  await ask(page, 'Tunde', { ...pins[0]!, pin_secret: '000000000000' });
  await page.getByText('This pin can’t be used here.').first().waitFor();
  await expect.poll(() => page.getByLabel('Admission number').inputValue()).toBe(numbers['Tunde']);
  await ask(page, 'Tunde', pins[0]!);
  await page.getByRole('link', { name: 'Download report card (PDF)' }).waitFor();
  await page.getByText('72', { exact: true }).first().waitFor();
  await page.getByText('your pin opens it 1 more time').waitFor();
  // Going back and forth, or reloading, is the same view.
  await page.reload();
  await page.getByText('your pin opens it 1 more time').waitFor();

  const elsewhere = await visit('/sites/ilorin/result');
  await ask(elsewhere, 'Chidi', pins[0]!);
  await elsewhere.getByText('This pin can’t be used here.').first().waitFor();
  await expect.poll(() => fits(elsewhere)).toBe(true);
  await ask(elsewhere, 'Tunde', pins[0]!);
  await elsewhere.getByText(/Tunde/).first().waitFor();
  expect([await fits(elsewhere), await violationsInBothSchemes(elsewhere)]).toEqual([true, []]);
  await expectInkOnWhite(elsewhere);
  await elsewhere.getByRole('button', { name: 'Close result' }).click();
  await elsewhere.getByRole('button', { name: 'Show result' }).waitFor();
  expect(await violationsInBothSchemes(elsewhere)).toEqual([]);
});

test('a transcript is issued by keyboard, printed, checked by anyone, and revoked', async () => {
  const page = await visit(
    `/students/${ilorin().studentIds['Chidi Eze']}/papers/new?kind=transcript`,
    { viewport: { width: 1280, height: 720 } },
    'registrar',
  );
  await page.getByLabel('Issued to').fill('The Registrar, University of Lagos');
  // A second press of the button must not issue a second paper.
  await page.getByRole('button', { name: 'Issue transcript' }).dblclick();
  await page.getByRole('heading', { name: 'Issued papers' }).waitFor();
  const [paper, ...others] = await rowsOf<{ id: number; number: string; code: string }>(
    sql`select id::int as id, number, code from academic_papers`,
  );
  expect(others).toEqual([]);
  expect(await violationsInBothSchemes(page)).toEqual([]);
  const printed = await page.request.get(`/academic-papers/${paper!.id}/paper.pdf`);
  expect(pdfText(await printed.body()).join(' ')).toContain(paper!.number);

  const check = await visit(`/verify/paper/${paper!.code}`);
  await check.getByText('Valid', { exact: true }).waitFor();
  await check.getByText('The Registrar, University of Lagos').waitFor();
  // A stranger reads initials alone.
  await expect.poll(() => check.getByRole('main').textContent()).not.toContain('Chidi');
  expect([await fits(check), await violationsInBothSchemes(check)]).toEqual([true, []]);
  await expectInkOnWhite(check);

  await page.goto(`/academic-papers/${paper!.id}/revoke`);
  await page.getByLabel('Reason').fill('Sent to the wrong university');
  await page.getByRole('button', { name: 'Revoke transcript' }).click();
  await page.getByText(`${paper!.number} was revoked`, { exact: false }).waitFor();
  await check.reload();
  await check.getByText('Don’t accept it.', { exact: false }).waitFor();
});

test('a debt holds the result back with words that say so, and the pin stays unused', async () => {
  const bursar = await product.as('bursar');
  await bursary(product.database, ilorin().id).bill(ilorin().studentIds['Ada Obi'], ['2026-01-05', 25_000_00]);
  const added = await bursar.post('/hold-rules', {
    institutionId: ilorin().id,
    name: 'Results',
    withholds: ['report_card'],
    above: '100',
    counts: 'overdue',
    overdueDays: '30',
    needs: 'either',
  });
  const rule = new URL(String(added.headers.location), 'http://akada').pathname;
  expect((await bursar.post(`${rule}/switch-on`, { seen: 1 })).statusCode).toBe(303);
  const page = await visit('/sites/ilorin/result', { javaScriptEnabled: false });
  await ask(page, 'Ada', pins[1]!);
  await page
    .getByText(/withheld|held back/i)
    .first()
    .waitFor();
  expect(await rowsOf(sql`select views_used from pins where serial = ${pins[1]!.pin_serial}`)).toEqual([
    { views_used: 0 },
  ]);
});
