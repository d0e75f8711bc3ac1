import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openGallery, violations } from './support/gallery.ts';

let gallery: Awaited<ReturnType<typeof openGallery>>;
beforeAll(async () => void (gallery = await openGallery()));
afterEach(() => gallery.closeWindows());
afterAll(() => gallery?.close());

const stay = (page: Page) => page.evaluate(() => void ((window as { stayed?: boolean }).stayed = true));
const stayed = (page: Page) => page.evaluate(() => Boolean((window as { stayed?: boolean }).stayed));
const focused = (page: Page) =>
  page.evaluate(() => document.activeElement?.getAttribute('name') ?? document.activeElement?.textContent ?? '');

describe('modal page', () => {
  test('2.16 7.13 the modal says at once that it loads, then shows the page that it fetched by GET', async () => {
    const { page, section, complaints } = await gallery.section('modal');
    await stay(page);
    let answer = () => {};
    const held = new Promise<void>((resolve) => (answer = resolve));
    await page.route('**/gallery/form', async (route) => {
      await held;
      await route.continue();
    });
    const asked = page.waitForRequest('**/gallery/form');
    await section.getByRole('link', { name: 'Name it', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('status').filter({ hasText: 'Loading…' }).waitFor();
    await dialog.getByRole('button', { name: 'Close' }).waitFor();
    const request = await asked;
    expect(request.method()).toBe('GET');
    expect(await request.allHeaders()).toMatchObject({ 'x-inertia': 'true', 'x-xhr-referer': page.url() });
    expect((await request.allHeaders())['accept']).toContain('text/html');
    answer();
    await page.getByRole('dialog', { name: 'Give it a name' }).getByLabel('Name').waitFor();
    expect(await focused(page)).toBe('Give it a name');
    expect(await dialog.getByRole('status').count()).toBe(0);
    expect(await stayed(page)).toBe(true);
    expect(new URL(page.url()).pathname).toBe('/gallery');
    expect(complaints).toEqual([]);
  });

  test('2.16 close icon, Escape, a press outside and Back close the modal, and the focus comes back', async () => {
    const { page, section } = await gallery.section('modal');
    const link = section.getByRole('link', { name: 'Name it', exact: true });
    const dialog = page.getByRole('dialog', { name: 'Give it a name' });
    const address = page.url();
    const ways = [
      () => dialog.getByRole('button', { name: 'Close' }).click(),
      () => page.keyboard.press('Escape'),
      () => page.mouse.click(5, 300),
      () => page.goBack(),
      () => dialog.getByRole('link', { name: 'Cancel' }).click(),
    ];
    for (const close of ways) {
      await link.click();
      await dialog.waitFor();
      await close();
      await dialog.waitFor({ state: 'hidden' });
      await page.waitForFunction(() => document.activeElement?.textContent === 'Name it');
      expect(page.url()).toBe(address);
    }
    await page.goForward();
    await dialog.waitFor();
  });

  test('2.16 a form in the modal shows there what is refused; when it is taken the modal closes and says so', async () => {
    const { page, section, complaints } = await gallery.section('modal');
    await stay(page);
    await section.getByRole('link', { name: 'Name it with a button' }).click();
    const dialog = page.getByRole('dialog', { name: 'Give it a name' });
    await dialog.getByLabel('Name').fill('Taken');
    await dialog.getByRole('button', { name: 'Save name' }).click();
    await dialog.getByText('That name is taken. Choose another.').first().waitFor();
    expect(await dialog.getByLabel('Name').inputValue()).toBe('Taken');
    await dialog.getByLabel('Name').fill('Adire');
    await dialog.getByRole('button', { name: 'Save name' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await page.getByText('Adire is saved.').waitFor();
    expect(await stayed(page)).toBe(true);
    expect(complaints).toEqual([]);
  });

  test('2.16 what was typed in the modal is asked about before it closes', async () => {
    const { page, section } = await gallery.section('modal');
    await section.getByRole('link', { name: 'Name it', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Give it a name' });
    await dialog.getByLabel('Name').fill('Half a na');
    const asked: string[] = [];
    let leaves = false;
    page.on('dialog', (question) => {
      asked.push(question.message());
      void (leaves ? question.accept() : question.dismiss());
    });
    await page.keyboard.press('Escape');
    expect(await dialog.isVisible()).toBe(true);
    await page.goBack().catch(() => null);
    expect(await dialog.getByLabel('Name').inputValue()).toBe('Half a na');
    leaves = true;
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    expect(asked).toHaveLength(3);
  });

  test.for([
    [
      'a network error',
      (page: Page) =>
        page.route(
          '**/gallery/form',
          once((route) => route.abort()),
        ),
    ],
    [
      'a 5xx answer',
      (page: Page) =>
        page.route(
          '**/gallery/form',
          once((route) => route.fulfill({ status: 500 })),
        ),
    ],
    [
      'an answer that is no page',
      (page: Page) =>
        page.route(
          '**/gallery/form',
          once((route) => route.fulfill({ status: 200, body: 'only text' })),
        ),
    ],
    [
      'another release',
      (page: Page) =>
        page.route(
          '**/gallery/form',
          once((route) => route.continue({ headers: { ...route.request().headers(), 'x-inertia-version': 'old' } })),
        ),
    ],
  ] as const)('2.16 1.2 %s on the way of a modal becomes a full page load of its address', async ([, fail]) => {
    const { page, section } = await gallery.section('modal');
    await stay(page);
    await fail(page);
    await section.getByRole('link', { name: 'Name it', exact: true }).click();
    await page.waitForURL('**/gallery/form');
    await page.getByRole('heading', { level: 1, name: 'Give it a name' }).waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
    expect(await stayed(page)).toBe(false);
  });

  test('2.16 a 4xx answer becomes a full page load of the address, and a held key leaves the link a link', async () => {
    const { page, section } = await gallery.section('modal');
    const [other] = await Promise.all([
      page.context().waitForEvent('page'),
      section.getByRole('link', { name: 'Name it', exact: true }).click({ modifiers: ['Control'] }),
    ]);
    await other.getByRole('heading', { level: 1, name: 'Give it a name' }).waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
    await section.getByRole('link', { name: 'A page that is not there' }).click();
    await page.waitForURL('**/gallery/nothing');
    await page.getByRole('heading', { name: 'Not found' }).waitFor();
  });
});

type Handler = Parameters<Page['route']>[1];
/** Fails the first time only: the full load is answered. */
function once(handle: (route: Parameters<Handler>[0]) => unknown): Handler {
  let used = false;
  return (route) => {
    if (used) return route.continue();
    used = true;
    return handle(route);
  };
}

test.for(['light', 'dark'] as const)('axe finds nothing in an open modal, %s', async (colorScheme) => {
  const { page, section } = await gallery.section('modal', { colorScheme, reducedMotion: 'reduce' });
  await section.getByRole('link', { name: 'Name it', exact: true }).click();
  await page.getByRole('dialog', { name: 'Give it a name' }).waitFor();
  expect(await violations(page, 'dialog[open]')).toEqual([]);
});
