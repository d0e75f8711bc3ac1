import type { Page } from 'playwright-core';
import type { Hands } from './hands.ts';

/** What a job is about, which whoever does it has before them: a name, a class, a column of marks. */
export type Known = Record<string, string>;

export interface Job {
  name: string;
  /** As in the list of sign-ins. */
  role: string;
  /** The most acts. */
  limit: number;
  isByKeyboardToo?: boolean;
  /** What is so before anybody begins: `as` opens windows of any role. The second time is another student or class. */
  before?(as: (role: string) => Promise<Page>, time: number): Promise<Known>;
  /** Does it from the home of the role; throws unless it has happened. */
  run(hands: Hands, known: Known): Promise<void>;
}

export function must(isSo: unknown, what: string): asserts isSo {
  if (!isSo) throw new Error(`Not so: ${what}`);
}

/** Opens an address to look at what has happened, or to prepare. */
export async function look(page: Page, path: string): Promise<Page> {
  await page.goto(path);
  await drawn(page);
  return page;
}

/** The page can be used. */
export async function drawn(page: Page): Promise<void> {
  await page.locator('#app:empty, [data-first-view]').waitFor({ state: 'detached' });
  await page.getByRole('heading', { level: 1 }).first().waitFor();
}

/** Whether a file that a press downloads is a PDF of that name. */
export async function downloadsPdf(page: Page, name: RegExp, press: () => Promise<void>): Promise<void> {
  const [download] = await Promise.all([page.waitForEvent('download'), press()]);
  must(name.test(download.suggestedFilename()), `${download.suggestedFilename()} is named ${name}`);
  const bytes = await Array.fromAsync(await download.createReadStream()).then((parts) => Buffer.concat(parts));
  must(bytes.subarray(0, 5).toString() === '%PDF-' && bytes.length > 5000, 'the file is a PDF with something in it');
}
