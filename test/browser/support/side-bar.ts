import type { Locator, Page } from 'playwright-core';

/** A screen's link in the side bar, whose group is opened first if it is closed. */
export async function sideBarLink(page: Page, href: string): Promise<Locator> {
  const link = page.locator(`#side-bar a[href="${href}"]`);
  await link.waitFor({ state: 'attached' });
  const closed = await link.evaluate((element) => element.closest('[hidden]')?.id);
  if (closed) await page.locator(`[aria-controls="${closed}"]`).click();
  return link;
}
