import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Transformer } from '@napi-rs/image';
import { eq, sql, type SQL } from 'drizzle-orm';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { formDrafts } from '#features/records/people/drafts.schema.ts';
import { students } from '#features/people/students/students.schema.ts';
import { violations, violationsInBothSchemes } from './support/axe.ts';
import { openChromium } from './support/chromium.ts';
import { openProduct } from './support/product.ts';

let product: Awaited<ReturnType<typeof openProduct>>;
let browser: Browser;
let page: Page;
let picture: string;
const complaints: string[] = [];

beforeAll(async () => {
  [product, browser] = await Promise.all([openProduct(), openChromium()]);
  picture = join(product.services.environment.dataFolder, 'face.jpg');
  const pixels = Buffer.alloc(1600 * 1200 * 4, 150);
  await writeFile(picture, await Transformer.fromRgbaPixels(pixels, 1600, 1200).jpeg(90));
});
afterAll(async () => {
  await browser?.close();
  await product?.close();
});
afterEach(async () => {
  await page.context().close();
  expect(complaints.splice(0)).toEqual([]);
});

async function open(address: string, options: BrowserContextOptions = {}) {
  // What the test before began is not what this one is about.
  await product.database.asSystem([product.school.ilorin.id], (tx) => tx.delete(formDrafts));
  const context = await product.window(browser, 'registrar', options);
  page = await context.newPage();
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (line) => {
    if (/content security policy/i.test(line.text())) complaints.push(line.text());
  });
  await page.goto(address);
}
const phone: BrowserContextOptions = { viewport: { width: 375, height: 720 }, hasTouch: true, isMobile: true };
const found = (surname: string) =>
  product.database.asSystem([product.school.ilorin.id], async (tx) => {
    const [row] = await tx.select().from(students).where(eq(students.surname, surname));
    return row;
  });

test('3.15 with one thumb at 375 px a new student with a photo from a file is admitted in twelve touches and what is typed', async () => {
  await open('/students/new', phone);
  let touches = 0;
  const tap = async (name: string | RegExp, role: 'button' | 'combobox' | 'option' = 'button') => {
    touches += 1;
    await page.getByRole(role, { name }).first().tap();
  };
  const type = async (text: string, label: string) => {
    const field = page.getByLabel(label, { exact: true });
    await field.pressSequentially(text);
    await field.press('Enter');
  };
  // The phone's own list of files is two more touches, outside the page.
  touches += 2;
  const chooser = page.waitForEvent('filechooser');
  await tap('Choose file');
  await (await chooser).setFiles(picture);
  await tap('Use photo');
  await page.getByText('The photo was saved.').waitFor();
  touches += 1;
  await page.getByLabel('Surname').tap();
  await type('Coker', 'Surname');
  // The keyboard's own key leads on: nothing was touched.
  await expect
    .poll(() => page.getByLabel('First name').evaluate((field) => field === document.activeElement))
    .toBe(true);
  await type('Dupe', 'First name');
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('middleName');
  touches += 2;
  await page.getByLabel('Gender').selectOption('Female');
  const birth = page.getByRole('textbox', { name: /^Date of birth/ });
  touches += 1;
  await birth.tap();
  await birth.pressSequentially('03/05/2014');
  touches += 1;
  await page.getByLabel('Mobile phone').tap();
  await page.getByLabel('Mobile phone').pressSequentially('08031234567');
  // In reach of the thumb wherever one is in the form.
  const submit = page.getByRole('button', { name: 'Admit student' });
  const box = (await submit.boundingBox())!;
  expect(box.height).toBeGreaterThanOrEqual(44);
  expect(box.y + box.height).toBeLessThanOrEqual(720);
  await tap('Admit student');
  await page
    .getByText(/Dupe Coker was admitted as/)
    .first()
    .waitFor();
  const row = await found('Coker');
  expect(row).toMatchObject({ gender: 'female', birthDate: '2014-05-03', mobile: '+2348031234567' });
  expect(row!.photoId).not.toBeNull();
  expect(touches).toBeLessThanOrEqual(12);
});

test('the form, its photo dialog and its notices are accessible in both schemes, and fit a phone', async () => {
  await open('/students/new', phone);
  await page.getByLabel('Surname').fill('Obi');
  await page.getByLabel('First name').fill('Ada');
  await page.getByRole('link', { name: 'Obi, Ada' }).waitFor();
  expect(await violationsInBothSchemes(page, 'main')).toEqual([]);
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(375);
  await page.locator('input[type=file]:not([capture])').first().setInputFiles(picture);
  const dialog = page.getByRole('dialog', { name: 'Crop photo' });
  await dialog.getByLabel('Zoom').waitFor();
  expect(await violationsInBothSchemes(page, 'dialog[open]')).toEqual([]);
});

test('the photo is cropped by keyboard alone, and removed again', async () => {
  await open('/students/new');
  await page.locator('input[type=file]:not([capture])').first().setInputFiles(picture);
  const area = page.getByRole('application', { name: /Crop area/ });
  const image = page.getByRole('dialog').locator('img');
  await page.getByLabel('Zoom').focus();
  const before = await image.getAttribute('style');
  for (let at = 0; at < 6; at++) await page.keyboard.press('ArrowRight');
  await expect.poll(() => image.getAttribute('style')).not.toBe(before);
  const zoomed = await image.getAttribute('style');
  await area.focus();
  for (let at = 0; at < 4; at++) await page.keyboard.press('ArrowLeft');
  await expect.poll(() => image.getAttribute('style')).not.toBe(zoomed);
  const use = page.getByRole('button', { name: 'Use photo' });
  await use.focus();
  const sending = page.waitForRequest((request) => request.url().endsWith('/students/photo'));
  await page.keyboard.press('Enter');
  const request = await sending;
  await page.getByText('The photo was saved.').waitFor();
  expect((await request.sizes()).requestBodySize).toBeLessThan(210_000);
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await page.getByRole('button', { name: 'Remove photo' }).click();
  await page.getByText('The photo was removed.').waitFor();
});

test('a photo that was not sent over a bad line is sent again with one press', async () => {
  await open('/students/new');
  await page.route('**/students/photo', (route) => route.abort(), { times: 1 });
  await page.locator('input[type=file]:not([capture])').first().setInputFiles(picture);
  await page.getByRole('button', { name: 'Use photo' }).click();
  await page.getByText('The photo could not be uploaded.').waitFor();
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByText('The photo was saved.').waitFor();
});

test('input is saved, offered on return and removed once the student is admitted', async () => {
  await open('/students/new');
  const kept = () => page.waitForResponse((answer) => answer.url().endsWith('/drafts') && answer.ok());
  let saved = kept();
  await page.getByLabel('Surname').fill('Ekpo');
  await page.getByLabel('City or town').fill('Calabar');
  await saved;
  page.once('dialog', (question) => void question.accept());
  await page.goto('/students');
  await page.goto('/students/new');
  await page.getByText(/You have an unsaved draft from/).waitFor();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect.poll(() => page.getByLabel('Surname').inputValue()).toBe('Ekpo');
  await expect.poll(() => page.getByLabel('City or town').inputValue()).toBe('Calabar');
  saved = kept();
  await page.getByLabel('First name').fill('Ini');
  await saved;
  await page.getByRole('button', { name: 'Admit student' }).click();
  await page
    .getByText(/Ini Ekpo was admitted as/)
    .first()
    .waitFor();
  await page.goto('/students/new');
  await page.getByLabel('Surname').waitFor();
  await page.waitForLoadState('networkidle');
  await expect.poll(() => page.getByText(/You have an unsaved draft from/).count()).toBe(0);
});

test('a draft that the server takes in after the form itself is not offered again', async () => {
  await open('/students/new');
  await page.waitForLoadState('networkidle');
  let admit = () => {};
  const isAdmitted = new Promise<void>((done) => (admit = done));
  await page.route('**/drafts', async (route) => {
    await isAdmitted;
    await route.continue();
  });
  // The form is answered after its draft: then nothing is under way any more when the page is left.
  await page.route('**/students', async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    const answer = await route.fetch({ maxRedirects: 0 });
    const saved = page.waitForResponse((response) => response.url().endsWith('/drafts') && response.ok());
    admit();
    await saved;
    await route.fulfill({ response: answer });
  });
  await page.getByLabel('Surname').fill('Etim');
  await page.getByLabel('First name').fill('Uko');
  await page.getByRole('button', { name: 'Admit student' }).click();
  await page
    .getByText(/Uko Etim was admitted as/)
    .first()
    .waitFor();
  const drafts = () =>
    product.database.asSystem([product.school.ilorin.id], (tx) =>
      tx.select({ form: formDrafts.form }).from(formDrafts),
    );
  await expect.poll(drafts).toEqual([]);
});

test('a form that is refused keeps its draft, also when it is left afterwards', async () => {
  await open('/students/new');
  await page.waitForLoadState('networkidle');
  await page.getByLabel('Surname').fill('Etuk');
  await page.getByLabel('First name').fill('Uko');
  await page.getByLabel('Admission number').fill((await found('Obi'))!.admissionNumber!);
  await page.getByRole('button', { name: 'Admit student' }).click();
  await page.locator('input[aria-invalid=true]').first().waitFor();
  await page.getByRole('link', { name: 'Students', exact: true }).first().click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Leave page' }).click();
  await page.waitForURL((url) => url.pathname === '/students');
  await page.goto('/students/new');
  await page.getByText(/You have an unsaved draft from/).waitFor();
});

test('the last second of typing is in the draft when the window loses the focus, and when the page is left', async () => {
  await open('/students/new');
  await page.waitForLoadState('networkidle');
  // No timer runs from here on: what is kept is kept because of the event.
  await page.clock.install();
  await page.clock.pauseAt(new Date(Date.now() + 60_000));
  const kept = page.waitForRequest((request) => request.url().endsWith('/drafts') && request.method() === 'POST');
  await page.getByLabel('Surname').fill('Bassey');
  await page.evaluate(() => window.dispatchEvent(new Event('blur')));
  expect((await kept).postData()).toContain('Bassey');
  await (await kept).response();
  await page.getByLabel('City or town').fill('Uyo');
  page.once('dialog', (question) => void question.accept());
  await page.goto('/students');
  await page.clock.resume();
  await page.goto('/students/new');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect.poll(() => page.getByLabel('Surname').inputValue()).toBe('Bassey');
  await expect.poll(() => page.getByLabel('City or town').inputValue()).toBe('Uyo');
});

test('a corrected field loses its error at once, and the others keep theirs', async () => {
  await open('/students/new');
  await page.getByRole('button', { name: 'Admit student' }).click();
  const invalid = (label: string) => page.getByLabel(label, { exact: true }).getAttribute('aria-invalid');
  await expect.poll(() => invalid('Surname')).toBe('true');
  expect(await invalid('First name')).toBe('true');
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/students')) sent.push(request.url());
  });
  await page.getByLabel('Surname', { exact: true }).fill('E');
  await expect.poll(() => invalid('Surname')).not.toBe('true');
  expect([await invalid('First name'), sent]).toEqual(['true', []]);
});

test('a draft that could not be saved is reported quietly and retried', async () => {
  await open('/students/new');
  await page.waitForLoadState('networkidle');
  await page.route('**/drafts', (route) => (route.request().method() === 'POST' ? route.abort() : route.continue()), {
    times: 1,
  });
  await page.getByLabel('Surname').fill('Udo');
  await page.getByText('The draft could not be saved.').waitFor();
  await page.waitForResponse((answer) => answer.url().endsWith('/drafts') && answer.ok());
  await page.getByText('The draft could not be saved.').waitFor({ state: 'detached' });
});

test('input before the server has answered about a draft is saved too', async () => {
  await open('/students');
  let answer = () => {};
  const isTyped = new Promise<void>((done) => (answer = done));
  await page.route('**/drafts?*', async (route) => {
    await isTyped;
    await route.continue();
  });
  await page.goto('/students/new');
  await page.getByLabel('Surname').fill('Early');
  const saved = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/drafts'));
  answer();
  expect((await saved).postData()).toContain('Early');
});

test('a possible duplicate: the notice opens the record over the form, and a tick admits another student', async () => {
  await open('/students/new');
  await page.getByLabel('Surname').fill('Ada');
  await page.getByLabel('First name').fill('Obi');
  await page.getByRole('link', { name: 'Obi, Ada' }).click();
  await page.getByRole('dialog').getByText('Ada Obi').first().waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  const [year, month, day] = (await found('Obi'))!.birthDate!.split('-');
  await page.getByRole('textbox', { name: /^Date of birth/ }).fill(`${day}/${month}/${year}`);
  await page.getByText('A student with this name and birth date exists:').waitFor();
  await page.getByRole('button', { name: 'Admit student' }).click();
  await page.getByLabel('This is a different person').check();
  await page.getByRole('button', { name: 'Admit student' }).click();
  await page
    .getByText(/Obi Ada was admitted as/)
    .first()
    .waitFor();
});

test('a refusal that names someone with one very long name stays within a phone', async () => {
  const admit = async () => {
    await open('/students/new');
    await page.setViewportSize({ width: 375, height: 800 });
    await page.getByLabel('Surname').fill('Oluwaseun'.repeat(10));
    await page.getByLabel('First name').fill('Ada');
    await page.getByRole('button', { name: 'Admit student' }).click();
  };
  await admit();
  await page.waitForURL((url) => /^\/students\/\d+$/.test(url.pathname));
  await page.context().close();
  await admit();
  await page.getByLabel('This is a different person').waitFor();
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(375);
});

test('a document is added to the record, viewed, removed and restored', async () => {
  const ada = product.school.ilorin.studentIds['Ada Obi'];
  await open(`/students/${ada}/documents`);
  await page.getByRole('button', { name: 'Add document' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add document' });
  await dialog.locator('input[type=file]').setInputFiles(picture);
  await dialog.getByLabel('Type').selectOption('Medical report');
  await expect.poll(() => dialog.getByLabel('Title').inputValue()).toBe('Medical report');
  expect(await violations(page, 'dialog[open]')).toEqual([]);
  await dialog.getByRole('button', { name: 'Add document' }).click();
  await page.getByRole('link', { name: 'Medical report' }).waitFor();
  expect(await violations(page, 'main')).toEqual([]);
  await page.getByRole('button', { name: 'Actions for Medical report' }).click();
  await page.getByRole('menuitem', { name: 'Remove' }).click();
  await page.getByText('No documents yet').waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('link', { name: 'Medical report' }).waitFor();
});

test('a form whose answer was lost, pressed twice and sent again, admits one student and leads to the record', async () => {
  await open('/students/new');
  let lost = 0;
  await page.route('**/students', async (route) => {
    if (route.request().method() !== 'POST' || lost > 0) return route.fallback();
    lost += 1;
    // It arrives and is done; the line breaks before the answer is here.
    await route.fetch({ maxRedirects: 0 });
    await route.abort('connectionreset');
  });
  await page.getByLabel('Surname').fill('Lostanswer');
  await page.getByLabel('First name').fill('Ada');
  await page.getByRole('button', { name: 'Admit student' }).dblclick();
  await page.getByText('The server did not respond.').waitFor();
  await expect.poll(() => page.getByLabel('Surname').inputValue()).toBe('Lostanswer');
  const first = await found('Lostanswer');
  expect([lost, first?.firstName]).toEqual([1, 'Ada']);
  await page.getByRole('button', { name: 'Admit student' }).dblclick();
  await page.waitForURL(`**/students/${first!.id}`);
  await page.getByText(/Ada Lostanswer was admitted as/).waitFor();

  // Back: a new form, which admits somebody else.
  await page.goBack();
  await page.getByLabel('Surname').fill('Lostanswer');
  await page.getByLabel('First name').fill('Obi');
  await page.getByRole('button', { name: 'Admit student' }).click();
  await page.getByText(/Obi Lostanswer was admitted as/).waitFor();
  const all = await product.database.asSystem([product.school.ilorin.id], (tx) =>
    tx.select({ firstName: students.firstName }).from(students).where(eq(students.surname, 'Lostanswer')),
  );
  expect(all.map(({ firstName }) => firstName).toSorted()).toEqual(['Ada', 'Obi']);
});

test('a draft of a record that has changed since asks about what both changed, and undoes nothing of the rest', async () => {
  const { id, studentIds } = product.school.ilorin;
  const path = `/students/${studentIds['Bala Danjuma']}`;
  const owner = await product.as('owner');
  const field = { label: 'Bed', type: 'text', group: 'general', position: 1 };
  const fields = { institutionId: id, entity: 'student', fields: { 1: field }, opened: {} };
  expect((await owner.post('/custom-fields', fields)).statusCode).toBe(303);
  const found = <Row extends Record<string, unknown>>(query: SQL) =>
    product.database.asSystem([id], async (tx) => (await tx.execute<Row>(query)).rows[0]);
  const { bed } = (await found<{ bed: number }>(sql`select id as bed from custom_fields where label = 'Bed'`))!;
  const now = () =>
    found(sql`select surname, first_name as "firstName", admission_number as "admissionNumber", city, community,
      (select text_value from custom_values where field_id = ${bed} and student_id = students.id) as bed
      from students where id = ${studentIds['Bala Danjuma']}`);
  const edit = async (changes: object) => {
    const opened = (await now())!;
    expect((await owner.post(path, { ...opened, ...changes, opened })).statusCode).toBe(303);
  };
  await edit({ city: 'Jebba', custom: { [bed]: 'A1' } });

  await open(`${path}/edit`);
  const kept = page.waitForResponse((answer) => answer.url().endsWith('/drafts') && answer.ok());
  await page.getByLabel('City or town').fill('Ilorin');
  await page.getByLabel('Bed').fill('');
  await kept;
  page.once('dialog', (question) => void question.accept());
  await page.goto('/students');
  await edit({ city: 'Offa', community: 'Oke-Ode' });

  await page.goto(`${path}/edit`);
  await page.getByText(/The record has changed since/).waitFor();
  await page.getByRole('button', { name: 'Continue' }).click();
  // What was typed, also that a field was emptied; what was left alone is as the record is now.
  await expect.poll(() => page.getByLabel('City or town').inputValue()).toBe('Ilorin');
  await expect.poll(() => page.getByLabel('Bed').inputValue()).toBe('');
  await expect.poll(() => page.getByLabel('Community').inputValue()).toBe('Oke-Ode');
  await page.getByRole('button', { name: 'Save record' }).click();
  const dialog = page.getByRole('alertdialog');
  await dialog.getByRole('group', { name: 'City or town' }).getByText('The owner (owner) changed this').waitFor();
  await expect.poll(() => dialog.getByRole('group').count()).toBe(1);
  await expect.poll(now).toMatchObject({ city: 'Offa', bed: 'A1' });
  await dialog.getByRole('button', { name: 'Use mine' }).click();
  await page.waitForURL((url) => url.pathname === path);
  await expect.poll(now).toMatchObject({ city: 'Ilorin', community: 'Oke-Ode', bed: null });
});

test('two people edit one student: different fields both change, and about the same one the second is asked', async () => {
  const { id, studentIds } = product.school.ilorin;
  const path = `/students/${studentIds['Ngozi Okafor']}`;
  const now = () =>
    product.database.asSystem([id], async (tx) => {
      const [row] = await tx.select().from(students).where(eq(students.id, studentIds['Ngozi Okafor']));
      return row!;
    });
  await open(`${path}/edit`, phone);
  const window = await product.window(browser, 'owner');
  const other = await window.newPage();
  await other.goto(`${path}/edit`);
  await other.getByLabel('Community').fill('Oke-Ode');
  await other.getByLabel('City or town').fill('Offa');
  await other.getByRole('combobox', { name: 'Gender' }).selectOption('male');
  await other.getByRole('button', { name: 'Save record' }).click();
  await other.waitForURL((url) => url.pathname === path);
  await window.close();

  await page.getByLabel('City or town').fill('Ilorin');
  await page.getByLabel('Address').fill('1 Unity Road');
  const gender = page.getByRole('combobox', { name: 'Gender' });
  await gender.selectOption('');
  await page.getByRole('button', { name: 'Save record' }).click();
  const dialog = page.getByRole('alertdialog');
  const field = (name: string) => dialog.getByRole('group', { name });
  await field('City or town').getByText('The owner (owner) changed this just now.').waitFor();
  await expect.poll(() => field('Gender').innerText()).toContain('Male');
  expect(await violations(page)).toEqual([]);
  const save = dialog.getByRole('button', { name: 'Save' });
  await expect.poll(() => save.isDisabled()).toBe(true);
  await field('Gender').getByLabel('Keep theirs').focus();
  await page.keyboard.press('Space');
  await field('City or town').getByLabel('Use mine').check();
  await expect.poll(now).toMatchObject({ city: 'Offa', address: null });
  await save.click();
  await page.waitForURL((url) => url.pathname === path);
  await expect
    .poll(now)
    .toMatchObject({ city: 'Ilorin', community: 'Oke-Ode', gender: 'male', address: '1 Unity Road' });
});
