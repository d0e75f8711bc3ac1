import { sql } from 'drizzle-orm';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bursary } from '#test/harness/books.ts';
import { violations, violationsInBothSchemes } from './support/axe.ts';
import { openChromium } from './support/chromium.ts';
import { openProduct } from './support/product.ts';

let product: Awaited<ReturnType<typeof openProduct>>;
let browser: Browser;
let page: Page;
beforeAll(async () => {
  [product, browser] = await Promise.all([openProduct(), openChromium()]);
  const { ilorin } = product.school;
  const here = bursary(product.database, ilorin.id);
  await here.bill(ilorin.studentIds['Ada Obi'], ['2026-09-01', 50_000_00], ['2026-10-01', 10_000_00]);
  await here.pay(ilorin.studentIds['Ada Obi'], 20_000_00, '2026-09-05');
  await here.pay(null, 7_000_00, '2026-10-06', 'transfer');
  page = await (await product.window(browser, 'bursar', { viewport: { width: 1280, height: 900 } })).newPage();
});
afterAll(async () => {
  await browser?.close();
  await product?.close();
});

const open = async (path: string, heading: string) => {
  await page.goto(path);
  await page.getByRole('heading', { level: 1, name: heading }).waitFor();
};
const focusedText = () => page.evaluate(() => document.activeElement?.textContent?.trim());
/** Tabs until the focus is on something with these words. */
const tabTo = async (words: string) => {
  for (let presses = 0; presses < 60 && (await focusedText()) !== words; presses += 1) await page.keyboard.press('Tab');
  await expect.poll(focusedText).toBe(words);
};
const heading = (name: string | RegExp) => page.getByRole('heading', { level: 1, name }).waitFor();

test('from a balance of the accounts to the document behind it, by keyboard alone', async () => {
  const { keyboard } = page;
  await open('/ledger/accounts', 'Accounts');
  await tabTo('Cash');
  await keyboard.press('Enter');
  await heading('1000 Cash');
  await tabTo('Payment received (cash)');
  await keyboard.press('Enter');
  await heading(/^Entry \d+$/);
  await tabTo('RCT-000001');
  await keyboard.press('Enter');
  await heading('RCT-000001');
});

test('a journal entry is typed by keyboard: Enter adds lines, the last one takes what is missing', async () => {
  const { keyboard } = page;
  await open('/ledger/entries/new', 'Add journal entry');
  await page.getByLabel('Description').fill('Bank charges');
  const line = (at: number) => page.getByRole('group', { name: `Line ${at}`, exact: true });
  await line(1).getByLabel('Account').focus();
  await keyboard.type('1090');
  await keyboard.press('Tab');
  await keyboard.press('Tab');
  await keyboard.type('1500.5');
  await expect.poll(() => line(2).getByLabel('Credit').inputValue()).toBe('1,500.50');
  await keyboard.press('Enter');
  await keyboard.type('1000');
  await line(2).getByLabel('Credit').fill('1000');
  await page.getByText('₦500.50 to balance').waitFor();
  await keyboard.press('Enter');
  await line(3).waitFor();
  await expect.poll(() => line(3).getByLabel('Credit').inputValue()).toBe('500.50');
  await keyboard.type('5040');
  await page.getByText('Balanced').waitFor();
  expect(await violationsInBothSchemes(page)).toEqual([]);
  await keyboard.press('Enter');
  await page.getByText('Sent for approval.').waitFor();
});

test('the screens of the books have no violations, wide and light or narrow and dark', async () => {
  const { ilorin } = product.school;
  const { rows } = await product.database.asSystem([ilorin.id], (tx) =>
    tx.execute<{ cash: number; entry: number }>(sql`select min(id) as entry, (select id from ledger_accounts
      where institution_id = ${ilorin.id} and role = 'cash') as cash from ledger_entries where source = 'payment'`),
  );
  const { cash, entry } = rows[0]!;
  const screens = [
    ['/ledger', 'Journal'],
    ['/ledger/accounts', 'Accounts'],
    [`/ledger/accounts/${cash}`, '1000 Cash'],
    [`/ledger/entries/${entry}`, 'Entry'],
    ['/ledger/trial-balance', 'Trial balance'],
    ['/ledger/periods', 'Periods'],
    ['/balances', 'Balances'],
    ['/money', 'Fees overview'],
    [`/students/${ilorin.studentIds['Ada Obi']}/fees`, 'Ada Obi'],
  ] as const;
  const wrong: string[] = [];
  const look = async (path: string, width: number, colorScheme: 'light' | 'dark') => {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.locator(`html[data-color-scheme=${colorScheme}]`).waitFor();
    const isCut = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
    const problems = [...(await violations(page)), ...(isCut ? ['wider than the screen'] : [])];
    wrong.push(...problems.map((problem) => `${path} ${width}: ${problem}`));
  };
  // Each first as the one before it was seen last: to draw it otherwise takes as long as to look.
  let looks = [[1280, 'light'] as const, [375, 'dark'] as const];
  for (const [path, name] of screens) {
    await open(path, name);
    for (const [width, scheme] of looks) await look(path, width, scheme);
    looks = looks.toReversed();
  }
  expect(wrong).toEqual([]);
});
