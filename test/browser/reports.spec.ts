import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { violationsInBothSchemes } from './support/axe.ts';
import { openChromium } from './support/chromium.ts';
import { openProduct } from './support/product.ts';

let product: Awaited<ReturnType<typeof openProduct>>;
let browser: Browser;
let page: Page;
const complaints: string[] = [];

beforeAll(async () => {
  [product, browser] = await Promise.all([openProduct(), openChromium()]);
  const context = await product.window(browser, 'registrar', { viewport: { width: 1280, height: 900 } });
  page = await context.newPage();
  page.on('pageerror', (error) => complaints.push(String(error)));
});
afterAll(async () => {
  await browser?.close();
  await product?.close();
});

const section = (type: string) => page.locator(`section[data-user-type=${type}]`);
const students = () => section('student');
const value = () => page.locator('input[name=selected_fields]').inputValue();
const row = (field: string) => students().locator(`tr[data-field-row=${field}]`);
const add = (name: string) => students().getByRole('button', { name: `Add ${name}`, exact: true });
const entries = () =>
  students().getByRole('list', { name: 'Columns of students' }).getByRole('listitem').allInnerTexts();
const isHead = (...names: string[]) =>
  expect
    .poll(() => page.getByRole('region', { name: 'Preview of the report' }).getByRole('columnheader').allInnerTexts())
    .toEqual(names);
const open = async () => {
  await page.goto('/reports/new');
  await students().waitFor();
};

test('4.1 the checkbox of a field group shows and hides its fields', async () => {
  await open();
  const box = students().getByRole('checkbox', { name: 'Contact' });
  const group = students().getByRole('table', { name: 'Contact' });
  expect([await box.isChecked(), await group.count()]).toEqual([false, 0]);
  await box.check();
  await group.waitFor();
  await expect.poll(() => row('phone').isVisible()).toBe(true);
  await box.uncheck();
  await expect.poll(() => group.count()).toBe(0);
  // The search finds fields of all groups.
  await students().getByRole('searchbox').fill('mobil');
  await row('mobile').waitFor();
});

test('3.14 4.3 an order button adds a removable entry, hides the field’s row and appends it to selected_fields', async () => {
  await open();
  await expect.poll(value).toBe('');
  await add('First name').click();
  await add('Surname').click();
  await row('surname').waitFor({ state: 'detached' });
  await expect.poll(value).toBe('remove_student_first_name remove_student_surname');
  expect(await entries()).toEqual(['First name', 'Surname']);
  await expect
    .poll(() =>
      students()
        .getByRole('button', { name: /^Remove / })
        .count(),
    )
    .toBe(2);
  await isHead('First name', 'Surname');
});

test('4.4 removing an entry deletes it from the value and the list and shows the row again', async () => {
  await students().getByRole('button', { name: 'Remove First name' }).click();
  await row('first_name').waitFor();
  expect([await value(), await entries()]).toEqual(['remove_student_surname', ['Surname']]);
  await isHead('Surname');
});

test('4.2 choosing the user type clears selected_fields, shows that type’s section and hides the other', async () => {
  await expect.poll(value).not.toBe('');
  await page.getByRole('radio', { name: 'Employees' }).check();
  await section('employee').waitFor();
  expect([await value(), await students().isVisible()]).toEqual(['', false]);
  await section('employee').getByRole('button', { name: 'Add Surname', exact: true }).click();
  await expect.poll(value).toBe('remove_employee_surname');
  await page.getByRole('radio', { name: 'Students' }).check();
  await students().waitFor();
  expect([await value(), await section('employee').isVisible(), await row('surname').isVisible()]).toEqual([
    '',
    false,
    true,
  ]);
});

test('fields are added, moved and removed with the keyboard alone, and the focus stays where work goes on', async () => {
  await open();
  await students().getByRole('searchbox').focus();
  await page.keyboard.type('surname');
  await page.keyboard.press('Enter');
  await expect.poll(value).toBe('remove_student_surname');
  await students().getByRole('searchbox').fill('name');
  await add('First name').focus();
  await page.keyboard.press('Enter');
  // The next field's button, not the start of the page.
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Add Middle name');
  await students().getByRole('button', { name: 'Move First name up' }).focus();
  await page.keyboard.press('Enter');
  await expect.poll(value).toBe('remove_student_first_name remove_student_surname');
  await students().getByRole('button', { name: 'Remove First name' }).focus();
  await page.keyboard.press('Space');
  await expect.poll(value).toBe('remove_student_surname');
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
    .toBe('Remove Surname');
});

test('2.10 a registrar chooses and orders fields, filters by class, saves the report and runs it', async () => {
  await open();
  await page.getByRole('button', { name: 'Class list' }).click();
  await expect.poll(value).toContain('remove_student_admission_number remove_student_surname');
  // By drag: the first column goes behind the second.
  const handles = students().getByTitle('Drag to move');
  await handles.nth(0).hover();
  await page.mouse.down();
  const to = (await handles.nth(1).boundingBox())!;
  await page.mouse.move(to.x + 4, to.y + to.height, { steps: 6 });
  await page.mouse.up();
  await expect.poll(value).toContain('remove_student_surname remove_student_admission_number');
  await isHead('Surname', 'Admission number', 'First name', 'Middle name', 'Gender');
  expect(await violationsInBothSchemes(page)).toEqual([]);
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Class list of JSS 1');
  await expect.poll(() => page.getByRole('button', { name: /Run/ }).count()).toBe(1);
  const fields = (await page.locator('[data-tour="report-fields"]').boundingBox())!;
  const preview = (await page.locator('[data-tour="report-preview"]').boundingBox())!;
  expect(preview.x).toBeGreaterThanOrEqual(fields.x + fields.width);
  await page.getByRole('button', { name: 'Save report' }).click();
  // The preset asks for the class.
  await page.getByRole('heading', { name: 'Class list of JSS 1' }).waitFor();
  await page.getByRole('combobox', { name: 'Class is one of' }).click();
  await page.getByRole('option', { name: 'JSS 1', exact: true }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Run report' }).click();
  const table = page.getByRole('region', { name: 'Class list of JSS 1' });
  await table.waitFor();
  await expect
    .poll(() => table.getByRole('rowheader').allInnerTexts())
    .toEqual(['JSS 1 A 3 students', 'JSS 1 B 2 students']);
  expect(await violationsInBothSchemes(page)).toEqual([]);
  await table.getByRole('link', { name: 'Obi' }).click();
  await page
    .getByRole('heading', { name: /Ada Obi|Obi, Ada/ })
    .first()
    .waitFor();
  expect(complaints).toEqual([]);
});
