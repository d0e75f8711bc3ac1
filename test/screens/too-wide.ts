import type { Page } from 'playwright-core';

/** The narrowest phones, the usual phone, a tablet upright, and a small laptop. */
const widths = [360, 375, 768, 1280];

/** By how much a page is wider than its window, for each width at which it is. */
export async function tooWide(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    if (over > 0) found.push(`${width} wider than the window by ${over}`);
  }
  return found;
}
