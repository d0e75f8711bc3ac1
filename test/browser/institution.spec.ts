import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { ACADEMIC_SESSION_RELOAD_MS, PLACEHOLDER_OPTION } from '#ui/plain/constants.ts';
import { openChromium } from './support/chromium.ts';
import { openProduct } from './support/product.ts';
import { isSince, pageTime } from '#test/harness/time.ts';

let product: Awaited<ReturnType<typeof openProduct>>;
let browser: Browser;
let windows: BrowserContext[] = [];

beforeAll(async () => {
  [product, browser] = await Promise.all([openProduct(), openChromium()]);
});
afterEach(async () => {
  await Promise.all(windows.map((context) => context.close()));
  windows = [];
});
afterAll(async () => {
  await browser?.close();
  await product?.close();
});

const past = () => product.school.ilorin.sessionIds.past;
const current = () => product.school.ilorin.sessionIds.current;

test('2.3 9.3 7.12 another session reloads the same page 800 ms after the choice, as a swap, with its figures', async () => {
  const { page, complaints } = await open('registrar', `/institutions/${product.school.ilorin.id}`);
  const selector = page.getByLabel('Academic session');
  await expectStat(page, 'Students enrolled', '7');
  await page.evaluate(() => void ((window as { stayed?: boolean }).stayed = true));

  const asked: { at: number; url: string; isSwap: boolean }[] = [];
  page.on('request', (request) =>
    asked.push({ at: performance.now(), url: request.url(), isSwap: request.headers()['x-inertia'] === 'true' }),
  );
  const chosenAt = performance.now();
  await selector.selectOption({ label: '2025/2026' });
  await page.waitForURL(`**/institutions/${product.school.ilorin.id}?academic_session=${past()}`);
  expect(ACADEMIC_SESSION_RELOAD_MS).toBe(800);
  expect(asked[0]).toMatchObject({ url: page.url(), isSwap: true });
  expect(asked[0]!.at - chosenAt).toBeGreaterThanOrEqual(ACADEMIC_SESSION_RELOAD_MS);
  await expectStat(page, 'Students enrolled', '4');
  await expect.poll(() => selector.inputValue()).toBe(String(past()));
  expect(await page.evaluate(() => (window as { stayed?: boolean }).stayed)).toBe(true);
  expect(complaints).toEqual([]);
});

test('2.3 5.1 the empty choice reloads nothing, and takes back a choice that still waits', async () => {
  const { page } = await open('registrar', `/institutions/${product.school.ilorin.id}`);
  const selector = page.getByLabel('Academic session');
  await expect.poll(() => selector.locator('option').first().textContent()).toBe(PLACEHOLDER_OPTION);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await selector.selectOption('');
  await pageTime(page, ACADEMIC_SESSION_RELOAD_MS + 400);
  await chooseInTurn(selector, ['2025/2026', PLACEHOLDER_OPTION]);
  await pageTime(page, ACADEMIC_SESSION_RELOAD_MS + 400);
  expect(asked).toEqual([]);
});

test('9.3 choosing twice within the delay reloads once, with the last choice', async () => {
  const { page } = await open('registrar', `/institutions/${product.school.ilorin.id}`);
  const selector = page.getByLabel('Academic session');
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).search));
  await chooseInTurn(selector, ['2025/2026', '2026/2027 (current)']);
  await page.waitForURL(`**?academic_session=${current()}`);
  await pageTime(page, 400);
  expect(asked).toEqual([`?academic_session=${current()}`]);
});

test('2.3 7.12 elsewhere the selector sends its form at once, and the empty choice does not', async () => {
  const { page } = await open('registrar', `/batches?class=${product.school.ilorin.classIds['JSS 1']}`);
  const selector = page.getByLabel('Session', { exact: true });
  await page.getByRole('row', { name: /JSS 1 B/ }).waitFor();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await selector.selectOption('');
  await pageTime(page, 1200);
  expect(asked).toEqual([]);
  await selector.selectOption({ label: '2025/2026' });
  await page.waitForURL((url) => url.searchParams.get('academic_session') === String(past()));
  expect(new URL(page.url()).searchParams.get('class')).toBe(String(product.school.ilorin.classIds['JSS 1']));
  await page.getByRole('row', { name: /JSS 1 B/ }).waitFor({ state: 'detached' });
  await page.getByRole('row', { name: /JSS 1 A/ }).waitFor();
});

test('3.13 5.2 in a group of is_current boxes ticking one unticks the others', async () => {
  await product.as('registrar').then((registrar) =>
    registrar.post('/academic-sessions', {
      institutionId: product.school.ilorin.id,
      name: '2027/2028',
      startsOn: '2027-09-13',
      endsOn: '2028-07-21',
    }),
  );
  const { page, complaints } = await open('registrar', `/academic-sessions/${current()}/edit`);
  const ticked = () =>
    page
      .locator('input[name$="is_current"]:checked')
      .evaluateAll((boxes) => boxes.map((box) => (box as HTMLInputElement).labels![0]!.textContent));
  await expect.poll(ticked).toEqual(['2026/2027', 'Current term']);
  await page.getByLabel('2027/2028').check();
  await expect.poll(ticked).toEqual(['2027/2028', 'Current term']);
  await page.getByLabel('2026/2027').check();
  await expect.poll(ticked).toEqual(['2026/2027', 'Current term']);

  const second = page.getByRole('group', { name: 'Term 2' });
  await second.getByLabel('Current term').check();
  await expect
    .poll(() => page.getByRole('group', { name: 'Term 1' }).getByLabel('Current term').isChecked())
    .toBe(false);
  await page.getByRole('button', { name: 'Save session' }).click();
  await page.waitForURL('**/academic-sessions');
  await page.getByText('Second Term (current)').waitFor();
  expect(complaints).toEqual([]);
});

test('3.12 4.20 9.16 a removed term is hidden and destroyed on saving, a new one has a key made from the time', async () => {
  const { page, complaints } = await open('registrar', `/academic-sessions/${current()}/edit`);
  await page.getByRole('button', { name: 'Remove term 1' }).click();
  await expect.poll(() => page.locator('input[name$="_destroy"][value="1"]').count()).toBe(1);
  await expect.poll(() => page.getByRole('group', { name: /^Term \d/ }).count()).toBe(1);
  const before = Date.now();
  await page.getByRole('button', { name: 'Add term' }).click();
  const added = page.getByRole('group', { name: 'Term 2' });
  const name = (await added.getByLabel('Name').getAttribute('name'))!;
  expect(isSince(Number(name.split('.')[1]), before)).toBe(true);
  await added.getByLabel('Name').fill('Third Term');
  await added.getByLabel('First day').fill('2027-05-03');
  await added.getByLabel('Last day').fill('2027-08-30');
  await page.getByRole('button', { name: 'Save session' }).click();
  // Refused beside its field, with what was typed still there.
  await added.getByText('Third Term ends after the session.').waitFor();
  await added.getByLabel('Last day').fill('2027-07-23');
  await page.getByRole('button', { name: 'Save session' }).click();
  await page.waitForURL('**/academic-sessions');
  const row = page.getByRole('row', { name: /2026\/2027/ });
  await row.getByText('Third Term').waitFor();
  await expect.poll(() => row.getByText('First Term').count()).toBe(0);
  expect(complaints).toEqual([]);
});

test('9.8 a batch proposes its name, takes its teachers and courses, and is deleted only unused', async () => {
  const { page, complaints } = await open('registrar', '/batches/new');
  await page.getByLabel('Class', { exact: true }).selectOption({ label: 'JSS 1' });
  await expect.poll(() => page.getByLabel('Arm').inputValue()).toBe('C');
  await expect.poll(() => page.getByLabel('Name', { exact: true }).inputValue()).toBe('JSS 1 C');
  await page.getByRole('combobox', { name: 'Class teachers' }).click();
  await page.keyboard.type('teacher');
  await page.getByRole('option', { name: /Teacher, The/ }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Add batch' }).click();
  await page.getByRole('heading', { level: 1, name: 'JSS 1 C' }).waitFor();
  await page.getByText('The Teacher').waitFor();
  await page.getByLabel('Copy courses from').selectOption({ label: 'JSS 1 B, 2026/2027 (1 course)' });
  await page.getByRole('button', { name: 'Copy courses' }).click();
  await page.getByRole('row', { name: /English Language/ }).waitFor();
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Delete…' }).click();
  await page.getByRole('button', { name: 'Delete batch' }).click();
  await page.getByText('JSS 1 C has 1 course offering. Close it instead.').waitFor();
  await page.getByRole('link', { name: 'Edit', exact: true }).click();
  await page.getByRole('checkbox', { name: /English/ }).uncheck();
  await page.getByRole('button', { name: 'Save courses' }).click();
  await page.getByText('No courses yet').waitFor();
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Delete…' }).click();
  await page.getByRole('button', { name: 'Delete batch' }).click();
  await page.waitForURL('**/batches');
  await page.getByText('JSS 1 C was deleted.').waitFor();
  expect(complaints).toEqual([]);
});

test('a logo that is no picture is refused beside its field; a picture is shown', async () => {
  const { page } = await open('owner', `/institutions/${product.school.ilorin.id}/edit`);
  const file = page.locator('input[type=file]');
  await file.setInputFiles({
    name: 'logo.png',
    mimeType: 'image/png',
    buffer: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/> and enough text to look at'),
  });
  await page.getByRole('button', { name: 'Upload logo' }).click();
  await page.locator('[data-field=logo]').getByText('This is not a PNG, JPEG or WebP file.').waitFor();
  const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
  await file.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from(pixel, 'base64') });
  await page.getByRole('button', { name: 'Upload logo' }).click();
  const logo = page.getByAltText('Logo of Ilorin Grammar School');
  await logo.waitFor();
  expect(await logo.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth))).toBe(1);
});

async function open(username: string, address: string): Promise<{ page: Page; complaints: string[] }> {
  const context = await product.window(browser, username);
  windows.push(context);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on(
    'console',
    (message) => message.type() === 'error' && !/422/.test(message.text()) && complaints.push(message.text()),
  );
  await page.goto(address, { waitUntil: 'networkidle' });
  // With the inbox comes the last request that the browser makes by itself.
  await page.getByRole('button', { name: /^Notifications, / }).waitFor();
  return { page, complaints };
}

const expectStat = async (page: Page, label: string, value: string) =>
  page.locator('dl > div', { hasText: label }).getByText(value, { exact: true }).waitFor();

/** One choice 300 ms after the other, by the page's own clock: ours may be late on a busy machine. */
const chooseInTurn = (selector: Locator, labels: string[]) =>
  selector.evaluate(async (element, wanted) => {
    const select = element as HTMLSelectElement;
    for (const [at, label] of wanted.entries()) {
      if (at > 0) await new Promise((done) => setTimeout(done, 300));
      select.selectedIndex = [...select.options].findIndex((option) => option.label === label);
      select.dispatchEvent(new Event('change', { bubbles: true }));
    }
  }, labels);
