import type { Page } from 'playwright-core';
import { violationsInBothSchemes } from '#test/browser/support/axe.ts';
import { sizes } from './sizes.ts';
import { tooWide } from './too-wide.ts';

/** What axe objects to in a page, in both schemes, on a phone and on a wide screen, and where the page is too wide. */
export async function objectionsTo(page: Page): Promise<string[]> {
  const found = await tooWide(page);
  for (const size of [sizes.at(-1)!, sizes[0]!]) {
    await page.setViewportSize(size);
    found.push(...(await violationsInBothSchemes(page)).map((objection) => `${size.width} ${objection}`));
  }
  return found;
}
