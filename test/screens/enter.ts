import type { Page } from 'playwright-core';
import type { SignIn } from '#test/harness/product-process.ts';

/** Signs in, and waits for the first page. */
export async function enter(page: Page, { username, password }: SignIn): Promise<void> {
  await page.goto('/sign-in');
  await page.locator('[name="identifier"]').fill(username);
  await page.locator('[name="password"]').fill(password);
  await page.locator('[name="password"]').press('Enter');
  await page.waitForURL((address) => address.pathname !== '/sign-in');
}
