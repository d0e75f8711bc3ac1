import { globSync } from 'node:fs';
import { basename } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { violationsInBothSchemes } from './support/axe.ts';
import { openGallery } from './support/gallery.ts';

let gallery: Awaited<ReturnType<typeof openGallery>>;
beforeAll(async () => void (gallery = await openGallery()));
afterEach(() => gallery.closeWindows());
afterAll(() => gallery?.close());

test('the gallery shows each file of its sections under an anchor, where its contents lead, and axe finds nothing there, light and dark', async () => {
  const { page, complaints } = await gallery.open('/gallery', { reducedMotion: 'reduce' });
  const names = globSync('test/gallery/sections/*.tsx').map((file) => basename(file, '.tsx'));
  const contents = page.getByRole('navigation', { name: 'Sections' }).getByRole('link');
  const hrefs = await contents.evaluateAll((links) => links.map((link) => link.getAttribute('href')!.slice(1)));
  expect(hrefs.toSorted()).toEqual(names.toSorted());
  for (const name of names) expect(await page.locator(`section#${name} > h2`).count(), name).toBe(1);
  expect(complaints).toEqual([]);
  expect(await violationsInBothSchemes(page)).toEqual([]);
});

test('a window knows nothing of the one before it, though both may be one page of Chromium', async () => {
  const look = { colorScheme: 'dark', reducedMotion: 'reduce', viewport: { width: 400, height: 600 } } as const;
  const { page: first } = await gallery.open('/gallery?section=buttons', look);
  await first.goto('/gallery?section=badges');
  await first.route('**/gallery**', (route) => route.abort());
  await first.context().route('**/gallery**', (route) => route.abort());
  await first.context().setOffline(true);
  await first.emulateMedia({ media: 'print' });
  await first.mouse.move(100, 100);
  await first.evaluate(async () => {
    for (const storage of [localStorage, sessionStorage]) storage.setItem('of', 'the first');
    window.name = 'first';
    const opening = indexedDB.open('first');
    await new Promise((done) => (opening.onsuccess = done));
    await caches.open('first');
  });
  const said: string[] = [];
  first.on('request', (request) => said.push(request.url()));
  first.context().on('request', (request) => said.push(request.url()));
  await gallery.closeWindows();
  said.length = 0;

  const { page } = await gallery.open('/gallery?section=buttons', { username: 'owner' });
  expect(page).toBe(first);
  expect(said).toEqual([]);
  const seen = await page.evaluate(async () => ({
    stored: [localStorage.getItem('of'), sessionStorage.getItem('of'), window.name],
    hasDatabase: (await indexedDB.databases()).some(({ name }) => name === 'first'),
    hasCache: await caches.has('first'),
    look: [innerWidth, ...['dark', 'light'].map((scheme) => matchMedia(`(prefers-color-scheme: ${scheme})`).matches)],
    media: ['print', '(prefers-reduced-motion: reduce)'].map((media) => matchMedia(media).matches),
    hovered: document.querySelectorAll('body :hover').length,
  }));
  expect(seen).toEqual({
    stored: [null, null, ''],
    hasDatabase: false,
    hasCache: false,
    look: [1280, false, true],
    media: [false, false],
    hovered: 0,
  });
  // Behind the page of this window there is the empty one, and nothing behind that.
  expect((await page.goBack())!.url()).toContain('/health/ready');
  expect(await page.goBack()).toBe(null);
  expect((await page.context().cookies()).filter(({ name }) => name === 'akada_session')).toHaveLength(1);
});

test('the next file has the page of the last one, and nothing that its windows have cached', async () => {
  const { page: first } = await gallery.open('/gallery?section=buttons');
  const script = `/assets/${gallery.product.services.assets.files('students/student-form')[0]}`;
  const isCached = (page: Page) =>
    page.evaluate(
      (url) =>
        fetch(url, { cache: 'only-if-cached', mode: 'same-origin' }).then(
          ({ ok }) => ok,
          () => false,
        ),
      script,
    );
  await first.evaluate((url) => fetch(url).then((answer) => answer.text()), script);
  expect(await isCached(first)).toBe(true);
  await gallery.closeWindows();
  // As at the end of a file.
  await gallery.browser.close();

  const { page } = await gallery.open('/gallery?section=buttons');
  expect(page).toBe(first);
  expect(await isCached(page)).toBe(false);
});
