import { globSync } from 'node:fs';
import { basename } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { violationsInBothSchemes } from './support/axe.ts';
import { openGallery } from './support/gallery.ts';

let gallery: Awaited<ReturnType<typeof openGallery>>;
beforeAll(async () => void (gallery = await openGallery()));
afterEach(() => gallery.closeWindows());
afterAll(() => gallery?.close());

test('the gallery shows each file of its sections under an anchor, and its contents lead there', async () => {
  const { page, complaints } = await gallery.open('/gallery');
  const names = globSync('test/gallery/sections/*.tsx').map((file) => basename(file, '.tsx'));
  const contents = page.getByRole('navigation', { name: 'Sections' }).getByRole('link');
  const hrefs = await contents.evaluateAll((links) => links.map((link) => link.getAttribute('href')!.slice(1)));
  expect(hrefs.toSorted()).toEqual(names.toSorted());
  for (const name of names) expect(await page.locator(`section#${name} > h2`).count(), name).toBe(1);
  expect(complaints).toEqual([]);
});

test('axe finds nothing in the gallery, light and dark', async () => {
  const { page } = await gallery.open('/gallery', { reducedMotion: 'reduce' });
  expect(await violationsInBothSchemes(page)).toEqual([]);
});
