import type { Page } from 'playwright-core';

/** Of the menus of the page and of its first row, which are not there until they are opened. */
export async function hrefsOfMenus(page: Page): Promise<string[]> {
  const hrefs: string[] = [];
  const buttons = page.locator('main button[aria-haspopup=menu]:visible');
  for (let at = 0; at < Math.min(2, await buttons.count()); at += 1) {
    // What lies over it, such as a dialog that opens with the page, leaves its menus to another role.
    if (
      !(await buttons
        .nth(at)
        .click({ timeout: 1000 })
        .then(
          () => true,
          () => false,
        ))
    )
      break;
    hrefs.push(
      ...(await page.$$eval('[role=menu] a[href]', (links) => links.map((link) => link.getAttribute('href')!))),
    );
    await page.keyboard.press('Escape');
  }
  // Nothing is pointed at or chosen in the picture.
  await page.mouse.move(0, 0);
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  return hrefs;
}
