import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, afterEach, expect, test } from 'vitest';
import { violationsInBothSchemes } from './support/axe.ts';
import { openChromium } from './support/chromium.ts';
import { openProduct } from './support/product.ts';

let product: Awaited<ReturnType<typeof openProduct>>;
let browser: Browser;
let page: Page;
let complaints: string[];

beforeAll(async () => {
  [product, browser] = await Promise.all([openProduct({ jobs: true }), openChromium()]);
  await product.database.asSystem([product.school.ilorin.id], (tx) =>
    tx.execute(
      sql`update batches set capacity = 60 where session_id in (select id from academic_sessions where closed_at is null)`,
    ),
  );
});
afterAll(async () => {
  await browser?.close();
  await product?.close();
});
beforeEach(() => void (complaints = []));
afterEach(async () => {
  await page.context().close();
  expect(complaints).toEqual([]);
});

test('a registrar imports a roster: columns guessed, problems by row, valid rows imported with progress', async () => {
  await open('registrar', '/imports/new');
  const given = ['Tyrone', 'Lisa', 'Grace', 'Umar', 'Ifeoma', 'Segun'];
  const surname = (at: number) => `${at % 2 ? 'Coleman' : 'Dyer'}-${inLetters(at)}`;
  const rows = Array.from(
    { length: 60 },
    (_, at) => `6048${at},Mr,${given[at % 6]},,${surname(at)},,,${at === 7 ? '2014-31-12' : '2014-11-13'}`,
  );
  const file = join(product.services.environment.dataFolder, 'roster.csv');
  await writeFile(
    file,
    `StudentUniqueId,Title,FirstName,MiddleName,LastSurname,Suffix,PreferredFirstName,BirthDate\n${rows.join('\n')}\n`,
  );
  await page.locator('input[type=file]').setInputFiles(file);
  await page.getByText('roster.csv').first().waitFor();
  await page.getByRole('button', { name: 'Upload and map columns' }).click();
  await page.getByRole('button', { name: 'Check file' }).click();
  await page.getByText('As it will be saved').waitFor();
  await page.getByText('1 row needs your attention').waitFor();
  await page.getByText('2014-31-12').first().waitFor();
  // A correction that is typed and not applied is asked about before the import.
  const start = page.getByRole('button', { name: /^Import \d/ });
  await expect.poll(() => start.count()).toBe(1);
  await page.getByLabel('BirthDate in row 9').fill('2014-12-31');
  await page.getByText('You made choices above that are not applied yet.').waitFor();
  await expect.poll(() => start.count()).toBe(0);
  await page.getByRole('button', { name: 'Import without them' }).click();
  await page.getByRole('radio', { name: /valid rows/i }).check();
  await page.getByRole('button', { name: /^Import/ }).click();
  await page.getByText('59 students imported for Ilorin Grammar School.').waitFor();
  expect(await bornIn("admission_number like '6048%' and birth_date <> '2014-11-13'")).toEqual([]);

  const inState = (state: string) =>
    product.database.asSystem([product.school.ilorin.id], (tx) => tx.execute(sql`update imports set state = ${state}`));
  await inState('running');
  await page.reload();
  await page.getByText('Importing students').first().waitFor();
  await page.route('**/imports/**', (route) => route.abort());
  const away = page.getByText('The server is not responding.');
  await away.waitFor();
  await expect.poll(() => page.getByRole('button', { name: /import$/ }).isDisabled()).toBe(true);
  await page.unroute('**/imports/**');
  await away.waitFor({ state: 'detached' });
  await inState('done');
  await page.getByText('59 students imported for Ilorin Grammar School.').waitFor();
  complaints = complaints.filter((line) => !line.includes('ERR_FAILED'));
});

test('2.5 4.7 4.10 4.12 5.1 7.1 7.2 ticking shows the control, a batch its courses, and assigning the name beside each', async () => {
  await open('registrar', '/students/batch-assignment?q=coleman');
  const assign = page.getByRole('button', { name: 'Assign batch' });
  const batch = page.getByLabel('Batch to assign');
  const all = page.getByRole('checkbox', { name: /all/i });
  const one = page.getByRole('checkbox', { name: /Coleman-Ab,/ });
  await expect.poll(() => assign.count()).toBe(0);

  // The bar comes once all its actions are there: it never grows.
  const partial = await page.evaluateHandle(() => {
    const seen: string[] = [];
    new MutationObserver(() => {
      const bar = document.querySelector('[data-bulk-bar]');
      if (bar && !bar.querySelector('form')) seen.push(bar.outerHTML);
    }).observe(document.body, { childList: true, subtree: true });
    return seen;
  });
  await one.check();
  await assign.waitFor();
  expect(await partial.jsonValue()).toEqual([]);
  await page.keyboard.press('b');
  await expect.poll(() => batch.evaluate((field) => field === document.activeElement)).toBe(true);
  await page.keyboard.press('Escape');
  await expect.poll(() => all.isChecked()).toBe(false);
  await all.check();
  await page.getByText('29 selected', { exact: true }).waitFor();
  await one.uncheck();
  await expect.poll(() => all.isChecked()).toBe(false);
  await one.check();
  await expect.poll(() => all.isChecked()).toBe(true);

  await expect.poll(() => batch.locator('option').first().textContent()).toBe('Please Select');
  await expect.poll(() => assign.isDisabled()).toBe(true);
  await expect.poll(() => page.locator('[data-courses]').count()).toBe(0);
  const asked = page.waitForResponse((answer) => answer.url().includes('/institutions/courses_for_batch?batch_id='));
  await batch.selectOption({ label: (await batch.locator('option', { hasText: 'JSS 1 B' }).textContent())!.trim() });
  expect(await (await asked).json()).toEqual(
    expect.arrayContaining([expect.objectContaining({ id: expect.any(Number), code: expect.any(String) })]),
  );
  await page.locator('[data-courses]').waitFor();

  const sent = page.waitForResponse(
    (answer) => answer.request().method() === 'POST' && answer.url().endsWith('/students/batch-assignment'),
  );
  await assign.click();
  const answer = await sent;
  expect(await answer.text()).toBe('success');
  expect(Object.keys(answer.request().postDataJSON() as object).toSorted()).toEqual(['batch_id', 'student_ids']);
  await expect.poll(() => page.getByRole('row').filter({ hasText: 'JSS 1 B' }).count()).toBe(29);
  await expect.poll(() => assign.count()).toBe(0);

  await page.getByRole('button', { name: /undo/i }).click();
  await expect.poll(() => page.getByRole('row').filter({ hasText: 'JSS 1 B' }).count()).toBe(0);
});

test('4.7 selecting all includes the students on every page, and unticking leaves none', async () => {
  await open('registrar', '/students?status=active');
  const all = page.getByRole('checkbox', { name: /all/i });
  await all.check();
  await page.getByText('50 selected', { exact: true }).waitFor();
  const whole = page.getByRole('button', { name: /^Select all \d+$/ });
  const total = Number((await whole.textContent())!.replace(/\D/g, ''));
  expect(total).toBeGreaterThan(59);
  await whole.click();
  await page.getByText(`${total} selected`, { exact: true }).waitFor();
  await expect.poll(() => whole.count()).toBe(0);
  await expect.poll(() => all.isChecked()).toBe(true);
  await page.getByRole('button', { name: 'Load more' }).click();
  await expect.poll(() => page.getByRole('checkbox', { checked: true }).count()).toBe(total + 1);
  await page.getByRole('checkbox', { name: /Coleman-Ab,/ }).uncheck();
  await expect.poll(() => all.isChecked()).toBe(false);
  await page.getByText(`${total - 1} selected`, { exact: true }).waitFor();
  await all.check();
  await all.uncheck();
  await expect.poll(() => page.getByText(/selected$/).count()).toBe(0);
});

test('three letters anywhere find a student: the palette leads to the profile by keyboard alone', async () => {
  await open('registrar', '/institutions');
  await page.keyboard.press('Control+k');
  await page.locator('[role=combobox]:focus').waitFor();
  await page.keyboard.type('okaf');
  await page.getByRole('option', { name: /Okafor/ }).waitFor();
  await expect.poll(() => page.getByRole('option', { name: /Okafor/ }).getAttribute('aria-selected')).toBe('true');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: /Okafor/ }).waitFor();
  // A class arm is found too, with what it leads to.
  await page.keyboard.press('Control+k');
  await page.keyboard.type('jss 1 b');
  const write = page.getByRole('option', { name: 'Message the class JSS 1 B' });
  await write.waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect.poll(() => write.getAttribute('aria-selected')).toBe('true');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'New message' }).waitFor();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('jss 1 b');
  await write.waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'JSS 1 B' }).waitFor();
});

test('a teacher sees only students of their own batches and no button that they cannot use', async () => {
  await open('teacher', '/students');
  await page.getByText('4 shown').waitFor();
  await expect.poll(() => page.getByRole('link', { name: 'Admit student' }).count()).toBe(0);
  // Ticked students can be written to, and nothing else can be done to them.
  await page.getByRole('checkbox').first().check();
  const actions = page.getByRole('region', { name: 'Actions for selected rows' });
  await expect.poll(() => actions.getByRole('link').allTextContents()).toEqual(['Message']);
  await expect.poll(() => actions.getByRole('button').allTextContents()).toEqual(['Clear']);
  await expect.poll(() => page.getByRole('link', { name: 'Audit log' }).count()).toBe(0);
});

test('an ICT administrator reads the audit log', async () => {
  await open('ict_administrator', '/audit');
  await page
    .getByText(/assigned 29 students to JSS 1 B/)
    .first()
    .waitFor();
});

test('choices on the check page are applied or asked about: a correction and a possible duplicate', async () => {
  await open('registrar', '/imports/new');
  const file = join(product.services.environment.dataFolder, 'choices.csv');
  const rows = ['C/1,Choice,One,2014-31-12', 'C/2,Obi,Ada,2014-03-10', 'C/3,Choice,Three,2014-11-13'];
  await writeFile(file, `Admission number,Surname,First name,Date of birth\n${rows.join('\n')}\n`);
  await page.locator('input[type=file]').setInputFiles(file);
  await page.getByText('choices.csv').first().waitFor();
  await page.getByRole('button', { name: 'Upload and map columns' }).click();
  await page.getByRole('button', { name: 'Check file' }).click();
  const date = page.getByLabel('Date of birth in row 2');
  const alike = page.getByLabel('All rows');
  await date.fill('2014-12-31');
  await alike.selectOption({ label: 'Add as new' });
  await page.getByText('You made choices above that are not applied yet.').waitFor();
  await expect.poll(() => page.getByRole('button', { name: /^Import \d/ }).count()).toBe(0);

  await page.getByRole('link', { name: 'Change columns' }).click();
  await page
    .getByRole('alertdialog', { name: 'Leave without saving?' })
    .getByRole('button', { name: 'Cancel' })
    .click();
  await page.getByRole('alertdialog').waitFor({ state: 'detached' });
  await expect.poll(() => date.inputValue()).toBe('2014-12-31');

  // One form is applied alone: the choice in the other one is not lost without a word.
  const question = page.getByRole('alertdialog', { name: 'Apply this alone?' });
  await page.getByRole('button', { name: 'Apply and check again' }).click();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await question.waitFor({ state: 'detached' });
  expect([await date.inputValue(), await alike.inputValue()]).toEqual(['2014-12-31', 'new']);
  await page.getByRole('button', { name: 'Save and check again' }).click();
  await question.getByRole('button', { name: 'Apply this alone' }).click();
  await page.getByRole('button', { name: 'Import 2 students' }).waitFor();
  expect([await date.count(), await alike.inputValue()]).toEqual([0, 'skip']);

  await alike.selectOption({ label: 'Add as new' });
  await page.getByRole('button', { name: 'Apply and check again' }).click();
  await page.getByRole('button', { name: 'Import 3 students' }).click();
  await page.getByText('3 students imported for Ilorin Grammar School.').waitFor();
  expect(await bornIn("admission_number like 'C/%'")).toEqual(['C/1 2014-12-31', 'C/2 2014-03-10', 'C/3 2014-11-13']);
});

const bornIn = (which: string) =>
  product.database.asSystem([product.school.ilorin.id], async (tx) => {
    const found = await tx.execute<{ line: string }>(
      sql`select concat(admission_number, ' ', birth_date) as line from students where ${sql.raw(which)} order by 1`,
    );
    return found.rows.map(({ line }) => line);
  });

/** Numbers as parts of names, which have no digits: 'Aa' to 'Zz'. */
const inLetters = (at: number) =>
  `${String.fromCharCode(65 + Math.floor(at / 26))}${String.fromCharCode(97 + (at % 26))}`;

const pages = [
  '/students',
  '/students/batch-assignment',
  '/students/new',
  '/imports',
  '/imports/new',
  '/imports/employees',
  '/imports/new?kind=guardians',
  '/students/photos',
  '/employees/photos',
  '/institutions',
  '/academic-sessions',
  '/programs',
  '/classes',
  '/batches',
  '/courses',
  '/account',
  '/nowhere',
];
const administered = ['/accounts', '/accounts/new', '/roles', '/audit', '/outbox'];

test('axe finds nothing on any page, light and dark, and at 375 px none is wider than the screen', async () => {
  await open('owner', '/students');
  const student = product.school.ilorin.studentIds['Ada Obi'];
  const records = [`/students/${student}`, `/students/${student}/enrolments`, `/students/${student}/history`];
  await tryEach([...pages, ...administered, ...records]);
  await page.context().clearCookies();
  await tryEach(['/sign-in', '/forgot-password']);
});

/** One visit for all: to load a page takes as long as to look at it. */
async function tryEach(paths: string[]) {
  for (const path of paths) {
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect([path, await violationsInBothSchemes(page)]).toEqual([path, []]);
    await page.setViewportSize({ width: 375, height: 780 });
    const width = () => page.evaluate(() => document.documentElement.scrollWidth);
    await expect.poll(async () => [path, (await width()) <= 375]).toEqual([path, true]);
  }
}

async function open(username: string, path: string) {
  const context = await product.window(browser, username);
  page = await context.newPage();
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (line) => /content security policy/i.test(line.text()) && complaints.push(line.text()));
  await page.goto(path);
  await page.getByRole('heading', { level: 1 }).waitFor();
}
