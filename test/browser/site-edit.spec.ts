import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { addPicture, pictureFile } from '#test/harness/pictures.ts';
import { siteFeatures } from '#features/school/site/site.schema.ts';
import { openChromium } from './support/chromium.ts';
import { violationsInBothSchemes } from './support/axe.ts';
import { openProduct } from './support/product.ts';

let product: Awaited<ReturnType<typeof openProduct>>;
let browser: Browser;
let windows: BrowserContext[] = [];

beforeAll(async () => {
  [product, browser] = await Promise.all([openProduct(), openChromium()]);
  const owner = await product.as('owner');
  const institutionId = product.school.ilorin.id;
  for (const title of ['Library', 'Laboratory', 'Sports', 'Music'])
    await owner.post('/site/features', { institutionId, icon: 'book', title, body: 'Every day.', isShown: 'true' });
});
afterEach(async () => {
  await Promise.all(windows.map((context) => context.close()));
  windows = [];
});
afterAll(async () => {
  await browser?.close();
  await product?.close();
});

const features = (page: Page) => page.getByRole('list', { name: 'Features' });
const shown = (page: Page) => features(page).getByRole('link').allTextContents();
const saved = () =>
  product.database.asSystem([product.school.ilorin.id], async (tx) => {
    const rows = await tx.select().from(siteFeatures).orderBy(siteFeatures.position);
    return rows.map(({ title }) => title);
  });
const orderSaved = (page: Page) =>
  page.waitForResponse((response) => response.url().endsWith('/site/order') && response.status() === 200);

test('2.1 features are put in order with the keyboard, which keeps its place and says what happened', async () => {
  const { page, complaints } = await open('owner', '/site');
  await expect.poll(() => shown(page)).toEqual(['Library', 'Laboratory', 'Sports', 'Music']);
  await page.getByRole('button', { name: 'Move Music up' }).focus();
  for (const place of [3, 2, 1]) {
    const done = orderSaved(page);
    await page.keyboard.press('Enter');
    await page.getByText(`Music is now ${place} of 4.`).waitFor();
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
      .toBe('Move Music up');
    await done;
  }
  await page.keyboard.press('Enter');
  await expect.poll(() => shown(page)).toEqual(['Music', 'Library', 'Laboratory', 'Sports']);
  await expect.poll(saved).toEqual(['Music', 'Library', 'Laboratory', 'Sports']);
  await page.reload();
  await expect.poll(() => shown(page)).toEqual(['Music', 'Library', 'Laboratory', 'Sports']);
  expect(complaints).toEqual([]);
});

test('rows that come late, in the order of before the last move, do not undo it on the screen', async () => {
  const { page } = await open('owner', '/site');
  const held: (() => Promise<void>)[] = [];
  await page.route(/\/site(\?|$)/, async (route) => {
    const answer = await route.fetch();
    held.push(() => route.fulfill({ response: answer }));
  });
  const [first, second, third, last] = await shown(page);
  await page.getByRole('button', { name: `Move ${last} up` }).focus();
  for (const reloads of [1, 2]) {
    await page.keyboard.press('Enter');
    await expect.poll(() => held.length).toBe(reloads);
  }
  const late = page.waitForResponse(/\/site(\?|$)/);
  await held[0]!();
  await (await late).finished();
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
  await expect.poll(() => shown(page)).toEqual([first, last, second, third]);
  await held[1]!();
});

test('2.1 features are put in order with the mouse; Escape leaves them as they were', async () => {
  const { page, complaints } = await open('owner', '/site');
  const before = await shown(page);
  const grip = async (at: number) => {
    const box = (await features(page).locator('li').nth(at).locator('[title="Drag to move"]').boundingBox())!;
    return [box.x + box.width / 2, box.y + box.height / 2] as const;
  };
  await page.mouse.move(...(await grip(0)));
  await page.mouse.down();
  await page.mouse.move(...(await grip(2)), { steps: 4 });
  await page.keyboard.press('Escape');
  await page.mouse.up();
  await expect.poll(() => shown(page)).toEqual(before);
  expect(await saved()).toEqual(before);

  const third = await grip(2);
  await page.mouse.move(...(await grip(0)));
  await page.mouse.down();
  await page.mouse.move(third[0], third[1] + 4, { steps: 6 });
  const done = orderSaved(page);
  await page.mouse.up();
  const [first, second, last, ...rest] = before;
  const after = [second, last, first, ...rest];
  await expect.poll(() => shown(page)).toEqual(after);
  await page.getByText(`${first} is now 3 of 4.`).waitFor();
  await done;
  await expect.poll(saved).toEqual(after);
  expect(complaints).toEqual([]);
});

test('an order that cannot be saved is reverted, with the reason', async () => {
  const { page } = await open('owner', '/site');
  const before = await shown(page);
  await page.route('**/site/order', (route) => route.abort());
  await page.getByRole('button', { name: `Move ${before[0]} down` }).click();
  await page.getByText('The order was not saved.').waitFor();
  await expect.poll(() => shown(page)).toEqual(before);
});

test('2.1 a picture is uploaded where a post needs it, and the post is published', async () => {
  const { page, complaints } = await open('owner', '/site/posts/new');
  await page.getByLabel('Title').fill('Sports day: Ẹ káàbọ̀');
  await expect.poll(() => page.getByLabel('Address', { exact: true }).inputValue()).toBe('sports-day-e-kaabo');
  await page.getByLabel('Summary').fill('Azikiwe house won.');
  await page.getByRole('button', { name: 'Choose picture' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('The library is empty.').waitFor();
  const image = { name: 'field.png', mimeType: 'image/png', buffer: await pictureFile(600, 400) };
  await dialog.locator('input[type=file]').setInputFiles(image);
  await dialog.getByRole('button', { name: 'Upload picture' }).click();
  await dialog.getByText('Fill in this field.').waitFor();
  await dialog.getByLabel('Description').fill('The hundred metres');
  await page.route('**/site/pictures', async (route) => {
    await dialog.getByRole('button', { name: 'Uploading…' }).waitFor();
    await route.continue();
  });
  await dialog.getByRole('button', { name: 'Upload picture' }).click();
  await dialog.waitFor({ state: 'detached' });
  const thumb = page.getByAltText('The hundred metres');
  expect(await thumb.evaluate((one: HTMLImageElement) => one.decode().then(() => one.naturalWidth))).toBe(480);

  await page.getByRole('textbox', { name: 'Text' }).fill('# Results\n\n<b>42</b> points');
  await page.getByRole('button', { name: 'Preview' }).click();
  const preview = page.getByRole('region', { name: 'Preview' });
  await preview.getByRole('heading', { level: 2, name: 'Results' }).waitFor();
  await preview.getByText('<b>42</b> points').waitFor();
  await page.getByLabel('Status').selectOption('now');
  await page.getByRole('button', { name: 'Add post' }).click();
  await page.waitForURL('**/site/posts');
  await page.getByText('Sports day: Ẹ káàbọ̀ was published.').waitFor();
  await page.getByRole('row', { name: /Sports day.*Published/ }).waitFor();
  await page.goto('/sites/ilorin/news/sports-day-e-kaabo?preview=1');
  await page.getByRole('heading', { level: 1, name: 'Sports day' }).waitFor();
  expect(complaints).toEqual([]);
});

test('a slide without a picture is refused beside the field, to which the focus goes', async () => {
  const { page } = await open('owner', '/site/slides/new?place=slider');
  await page.getByLabel('Title').fill('Welcome');
  await page.getByRole('button', { name: 'Add slide' }).click();
  await page.locator('[data-field=pictureId]').getByText('Choose a picture.').waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Choose picture');
});

test('a feature is hidden, shown and deleted from its menu', async () => {
  const { page, complaints } = await open('owner', '/site');
  const act = async (name: string) => {
    await page.getByRole('button', { name: 'Actions for Library' }).click();
    await page.getByRole('menuitem', { name }).click();
  };
  const row = features(page).getByRole('listitem').filter({ hasText: 'Library' });
  await act('Hide');
  await row.getByText('Hidden').waitFor();
  await act('Show');
  await row.getByText('Hidden').waitFor({ state: 'detached' });
  await act('Delete…');
  await page.getByRole('alertdialog').getByText('Delete Library?').waitFor();
  await page.getByRole('button', { name: 'Delete feature' }).click();
  await row.waitFor({ state: 'detached' });
  expect(await saved()).not.toContain('Library');
  expect(complaints).toEqual([]);
});

test('axe finds nothing where the site is edited, light and dark, and nothing is too wide', async () => {
  const owner = await product.as('owner');
  const institutionId = product.school.ilorin.id;
  const { id } = await addPicture(owner, institutionId);
  await owner.post('/site/slides', { institutionId, place: 'slider', title: 'In both schemes', pictureId: id });
  await owner.post('/site/pages', { institutionId, title: 'About', slug: 'about-both', body: '' });
  const { page } = await open('owner', '/site');
  const paths = [
    '',
    '/edit',
    '/slides/new',
    '/features/new',
    '/testimonials/new',
    '/posts',
    '/posts/new',
    '/pages',
    '/pages/new',
    '/pictures',
    `/pictures/${id}/edit`,
  ];
  for (const path of paths) {
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto(`/site${path}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect([path, await violationsInBothSchemes(page)]).toEqual([path, []]);
    await page.setViewportSize({ width: 375, height: 780 });
    await expect.poll(() => widest(page), { message: path }).toEqual([]);
  }
  await page.goto('/site/slides/new');
  await page.getByRole('button', { name: 'Choose picture' }).click();
  await page.getByRole('dialog').getByRole('listitem').first().waitFor();
  expect(await violationsInBothSchemes(page)).toEqual([]);
});

async function open(username: string, address: string): Promise<{ page: Page; complaints: string[] }> {
  const context = await product.window(browser, username);
  windows.push(context);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (line) => line.type() === 'error' && complaints.push(line.text()));
  await page.goto(address, { waitUntil: 'networkidle' });
  return { page, complaints };
}

/** What reaches over the edge of the screen. */
const widest = (page: Page) =>
  page.evaluate(() =>
    document.documentElement.scrollWidth <= innerWidth
      ? []
      : [...document.querySelectorAll('main *')]
          .filter((one) => one.getBoundingClientRect().right > innerWidth)
          .map((one) => one.outerHTML.slice(0, 120)),
  );
