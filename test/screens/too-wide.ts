import type { Page } from 'playwright-core';

/** The narrowest phones, the usual phone, a tablet upright, and a small laptop. */
const widths = [360, 375, 768, 1280];

/** By how much a page is wider than its window, for each width at which it is. */
export async function tooWide(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    const over = await page.evaluate(async () => {
      // A table becomes cards in the frame after the window has changed.
      for (let frame = 0; frame < 3; frame += 1) await new Promise((done) => requestAnimationFrame(done));
      return document.documentElement.scrollWidth - innerWidth;
    });
    if (over > 0) found.push(`${width} wider than the window by ${over}`);
  }
  return found;
}
