import { eq, sql } from 'drizzle-orm';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { students } from '#features/people/students/students.schema.ts';
import { addIntake } from '#test/harness/sample-admissions.ts';
import { applications } from '#features/admission/admissions/admissions.schema.ts';
import { openIntake } from '#test/harness/open-intake.ts';
import { pictureFile } from '#test/harness/pictures.ts';
import { soldPins } from '#test/harness/sold-pins.ts';
import { violationsInBothSchemes } from './support/axe.ts';
import { openChromium } from './support/chromium.ts';
import { expectInkOnWhite } from './support/print.ts';
import { openProduct } from './support/product.ts';
import { openWindow } from './support/window.ts';

let product: Awaited<ReturnType<typeof openProduct>>;
let browser: Browser;
let pins: Awaited<ReturnType<typeof soldPins>>;
let windows: BrowserContext[] = [];

const within = <T>(work: Parameters<typeof product.database.asSystem<T>>[1]) =>
  product.database.asSystem([product.school.ilorin.id], work);

beforeAll(async () => {
  [product, browser] = await Promise.all([openProduct(), openChromium()]);
  const { ilorin } = product.school;
  pins = await soldPins(product, 2);
  await openIntake(product, { requiresPin: true, form: { guardians: 1, schools: 'hidden' } });
  await within(async (tx) => {
    // A second programme, without a pin.
    const { rows } = await tx.execute<{ id: number }>(
      sql`insert into programs (institution_id, code, name) values (${ilorin.id}, 'EVE', 'Evening classes') returning id::int`,
    );
    const programId = rows[0]!.id;
    const { rows: classes } = await tx.execute<{ id: number }>(
      sql`insert into classes (institution_id, program_id, name) values (${ilorin.id}, ${programId}, 'Evening 1') returning id::int`,
    );
    await addIntake(tx, { ...ilorin, programId, classIds: { 'Evening 1': classes[0]!.id } });
    await tx
      .update(students)
      .set({ birthDate: '2010-04-03' })
      .where(eq(students.admissionNumber, await numberOf('Simi')));
  });
});
afterEach(async () => {
  await Promise.all(windows.map((context) => context.close()));
  windows = [];
});
afterAll(async () => {
  await browser?.close();
  await product?.close();
});

const numberOf = (firstName: string) =>
  within(async (tx) => {
    const [row] = await tx.select().from(students).where(eq(students.firstName, firstName));
    return row!.admissionNumber;
  });

async function open(path: string, { width = 375, ...options }: BrowserContextOptions & { width?: number } = {}) {
  const size = { viewport: { width, height: 800 }, baseURL: product.url, serviceWorkers: 'block' as const };
  const context = await openWindow(browser, { ...size, ...options });
  windows.push(context);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (line) => {
    if (line.type() === 'error' && !/status of (403|404|409|422)/.test(line.text())) complaints.push(line.text());
  });
  await page.goto(path);
  return { page, complaints };
}

async function fillApplicant(page: Page) {
  await page.getByLabel('Surname').fill('Adéyẹmí');
  await page.getByLabel('First name').fill('Zainab');
  await page.getByLabel('Date of birth').fill('06/05/2014');
  await page.locator('#f-phone').fill('0803 000 0199');
}

/** Keeps the page's scripts back until the function that is returned is called. */
async function holdScripts(page: Page): Promise<() => void> {
  let arrive = () => {};
  const held = new Promise<void>((done) => (arrive = done));
  await page.route(/assets\/hydrate/, async (route) => {
    await held;
    await route.continue();
  });
  return arrive;
}

const start = '/sites/ilorin/apply';
test('3.5 4.18 7.3 9.5 a programme that requires a pin shows the three blocks and what it teaches, others do not', async () => {
  const { page, complaints } = await open(start);
  const programme = page.getByLabel('Programme', { exact: true });
  const blocks = page.locator('[data-block]');
  await expect
    .poll(() => programme.locator('option').allTextContents())
    .toEqual(['Please select', 'Evening classes', 'Junior Secondary (Requires Pin)']);
  await expect.poll(() => blocks.count()).toBe(0);
  // 7.3: asked once on load, also without a programme, and once when one is chosen.
  const calls: string[] = [];
  page.on('request', (request) => void (request.url().includes('courses_for_programs') && calls.push(request.url())));
  await page.reload();
  await expect.poll(() => calls.length).toBe(1);
  const [asked] = await Promise.all([
    page.waitForRequest(/courses_for_programs\?program_ids\[\]=\d+$/),
    programme.selectOption('Junior Secondary (Requires Pin)'),
  ]);
  expect(asked.method()).toBe('GET');
  await page.getByText('Courses taught to all: 1').waitFor();
  expect(calls).toHaveLength(2);
  expect(await blocks.evaluateAll((all) => all.map((block) => (block as HTMLElement).dataset['block']))).toEqual([
    'enter-pin',
    'pin-available-type',
    'buy-registration-pin',
  ]);
  await expect.poll(() => page.locator('[data-block=pin-available-type]').textContent()).toContain('₦5,000.00');
  await expect
    .poll(() => page.locator('[data-block=buy-registration-pin]').textContent())
    .toContain('For cash: Unity Bank');
  expect(await violationsInBothSchemes(page)).toEqual([]);
  await programme.selectOption('Evening classes');
  await expect.poll(() => blocks.count()).toBe(0);
  await programme.selectOption('Please select');
  await expect.poll(() => page.locator('.intake').count()).toBe(0);
  // The code on a card brings its pin, which does not stay in the address.
  await page.goto('about:blank');
  await page.goto(`${start}#pin=00000042-123456789012`);
  await expect.poll(() => page.getByLabel('Serial number').inputValue()).toBe('00000042');
  await expect.poll(() => page.getByLabel('Pin', { exact: true }).inputValue()).toBe('123456789012');
  expect(new URL(page.url()).hash).toBe('');
  expect(complaints).toEqual([]);
});

test('3.6 4.11 a returning student chooses a batch, which is hidden whenever the programme changes', async () => {
  const { page } = await open(start);
  await page.getByLabel('Programme', { exact: true }).selectOption('Junior Secondary (Requires Pin)');
  const batch = page.getByLabel('Batch to return to');
  await expect.poll(() => batch.count()).toBe(0);
  await page.getByLabel('The applicant was a student here before').check();
  await expect.poll(() => batch.locator('option').allTextContents()).toContain('JSS 2 A');
  await page.getByLabel('Programme', { exact: true }).selectOption('Evening classes');
  await expect.poll(() => batch.count()).toBe(0);
  await expect.poll(() => page.getByLabel('The applicant was a student here before').isChecked()).toBe(false);
  await page.getByLabel('Programme', { exact: true }).selectOption('Junior Secondary (Requires Pin)');
  await page.getByLabel('The applicant was a student here before').check();
  await page.getByLabel('Admission number').fill(await numberOf('Simi'));
  await batch.selectOption('JSS 2 A');
  await page.getByLabel('Class to enter').selectOption({ index: 1 });
  await fillApplicant(page);
  await page.getByLabel('Serial number').fill(pins[1]!.pin_serial);
  await page.getByLabel('Pin', { exact: true }).fill(pins[1]!.pin_secret);
  await page.getByRole('button', { name: 'Start application' }).click();
  await page.getByText('No former student has this admission number').first().waitFor();
  await expect.poll(() => page.getByLabel('Serial number').inputValue()).toBe(pins[1]!.pin_serial);
  await page.getByLabel('Date of birth').fill('2010-04-03');
  await page.getByLabel('Pin', { exact: true }).fill(pins[1]!.pin_secret);
  await page.getByRole('button', { name: 'Start application' }).click();
  await page.waitForURL(/person/);
  const [row] = await within((tx) => tx.select().from(applications).orderBy(applications.id));
  const [simi] = await within((tx) => tx.select().from(students).where(eq(students.firstName, 'Simi')));
  expect([row!.returningStudentId, row!.pinId]).toEqual([simi!.id, Number(pins[1]!.pin_serial)]);
});

test('what is typed and chosen before the script arrives stays', async () => {
  const { page, complaints } = await open('/sites/ilorin');
  const arrive = await holdScripts(page);
  await page.goto(start, { waitUntil: 'commit' });
  await page.getByLabel('Surname').fill('Bello');
  await page.getByLabel('Programme', { exact: true }).selectOption('Junior Secondary (Requires Pin)');
  await expect.poll(() => page.locator('[data-block]').count()).toBe(0);
  arrive();
  await page.locator('[data-block=enter-pin]').waitFor();
  await expect.poll(() => page.getByLabel('Surname').inputValue()).toBe('Bello');
  expect(complaints).toEqual([]);
});

test('2.4 an application is filled in on a phone, survives its end, and is sent with photo and paper', async () => {
  const { page, complaints } = await open(start);
  await page.getByLabel('Programme', { exact: true }).selectOption('Junior Secondary (Requires Pin)');
  await page.getByLabel('Class to enter').selectOption({ index: 1 });
  await fillApplicant(page);
  await page.getByLabel('Serial number').fill(pins[0]!.pin_serial);
  await page.getByLabel('Pin', { exact: true }).fill(pins[0]!.pin_secret);
  await page.getByRole('button', { name: 'Start application' }).click();
  await page.getByText('Your code is').waitFor();
  const code = (await page.locator('.notice .code').textContent())!;
  expect(await violationsInBothSchemes(page)).toEqual([]);
  await expectInkOnWhite(page);
  await page.getByLabel('Gender').selectOption('Female');
  await page.getByRole('status').filter({ hasText: 'Saved' }).waitFor();

  // Another phone, with the code alone.
  const { page: other } = await open('/sites/ilorin/application');
  expect(await violationsInBothSchemes(other)).toEqual([]);
  await other.getByLabel('Code').fill(code);
  await other.getByRole('button', { name: 'Open application' }).click();
  await expect.poll(() => other.getByLabel('Gender').inputValue()).toBe('female');
  await other.getByLabel('First name').fill('Zaynab');
  await other.getByRole('button', { name: 'Save and continue' }).click();
  await other.waitForURL(/guardians/);

  // The first window is shown both.
  await page.getByRole('button', { name: 'Save and continue' }).click();
  await page.getByText('Saved in the other window:').waitFor();
  await expect.poll(() => page.locator('.notice.warn').textContent()).toContain('First nameZaynab');
  await page.getByRole('button', { name: 'Save and continue' }).click();
  await page.waitForURL(/guardians/);

  await page.getByRole('textbox', { name: 'Surname' }).first().fill('Adeyemi');
  await page.getByRole('textbox', { name: 'First name' }).first().fill('Bola');
  await page.getByLabel('Relation').first().selectOption('Mother');
  await page.getByRole('button', { name: 'Save and continue' }).click();
  await page.getByRole('alert').getByText('Enter a mobile number or an e-mail address.').waitFor();
  expect(await violationsInBothSchemes(page)).toEqual([]);
  await page.getByLabel('Mobile').first().fill('08030000199');
  await page.getByRole('button', { name: 'Save and continue' }).click();
  await page.waitForURL(/papers/);
  // A file that is chosen before the scripts have come is sent when they have.
  const arrive = await holdScripts(page);
  await page.reload({ waitUntil: 'commit' });
  await page
    .getByLabel('Photo')
    .setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: await pictureFile(400, 500) });
  arrive();
  await page.locator('#photo').getByText('✓ Sent').waitFor();
  await page
    .getByLabel('Birth certificate')
    .setInputFiles({ name: 'note.txt', mimeType: 'text/plain', buffer: Buffer.from('no') });
  await page.locator('#birth-certificate').getByText('This is not a PDF, PNG, JPEG or WebP file').waitFor();
  expect(await violationsInBothSchemes(page)).toEqual([]);
  await page
    .getByLabel('Birth certificate')
    .setInputFiles({ name: 'birth.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4 x') });
  await page.locator('#birth-certificate').getByText('birth.pdf').waitFor();
  await page.getByRole('link', { name: 'Continue' }).click();
  expect(await violationsInBothSchemes(page)).toEqual([]);
  await page.getByRole('button', { name: 'Send application' }).click();
  await page.getByText('We have received your application.').waitFor();
  expect(await violationsInBothSchemes(page)).toEqual([]);
  expect(complaints).toEqual([]);
});

test('without a script the form is filled in and sent all the same', async () => {
  const { page } = await open(start, { javaScriptEnabled: false });
  await page.getByLabel('Programme', { exact: true }).selectOption('Evening classes');
  await page.getByRole('button', { name: 'Show programme' }).click();
  await expect.poll(() => page.locator('.intake').textContent()).toContain('100');
  await fillApplicant(page);
  await page.getByRole('button', { name: 'Start application' }).click();
  await page.waitForURL(/person/);
  await page.getByRole('button', { name: 'Save and continue' }).click();
  await page.getByRole('link', { name: 'Choose female or male.' }).waitFor();
});
