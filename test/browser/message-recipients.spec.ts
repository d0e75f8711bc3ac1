import { sql } from 'drizzle-orm';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { query } from '#kernel/database.ts';
import { violationsInBothSchemes } from './support/axe.ts';
import { openChromium } from './support/chromium.ts';
import { openProduct } from './support/product.ts';

let product: Awaited<ReturnType<typeof openProduct>>;
let browser: Browser;
let page: Page;
let ilorin: number;
const complaints: string[] = [];

// 60 guardians besides the one of the school: two pages of the list.
beforeAll(async () => {
  [product, browser] = await Promise.all([openProduct(), openChromium()]);
  ilorin = product.school.ilorin.id;
  await product.database.asSystem([ilorin], async (tx) => {
    await tx.execute(sql`
      with g as (insert into guardians (institution_id, surname, first_name, mobile)
        select ${ilorin}, 'Mother' || to_char(n, 'FM00'), 'Grace', '+23480300001' || to_char(n, 'FM00') from generate_series(1, 60) n
        returning id)
      insert into student_guardians (institution_id, student_id, guardian_id, receives_sms)
      select ${ilorin}, ${product.school.ilorin.studentIds['Ada Obi']}, id, true from g`);
    await tx.execute(
      sql`insert into message_prices (institution_id, prefix, network, price) values (${ilorin}, '+234803', 'MTN', 400)`,
    );
  });
  const context = await product.window(browser, 'registrar', { viewport: { width: 1280, height: 800 } });
  page = await context.newPage();
  page.on('pageerror', (error) => complaints.push(String(error)));
});
afterAll(async () => {
  await browser?.close();
  await product?.close();
});

const all = () => page.getByRole('checkbox', { name: 'Select all recipients' });
const rows = () => page.getByRole('listitem').getByRole('checkbox');
const row = (name: string) => page.getByRole('listitem').filter({ hasText: name }).getByRole('checkbox');
const ticks = () => rows().evaluateAll((boxes) => boxes.filter((box) => (box as HTMLInputElement).checked).length);
const isPartial = () => all().evaluate((box) => (box as HTMLInputElement).indeterminate);
const said = (words: string) => page.getByRole('status').filter({ hasText: words }).waitFor();
const more = async () => {
  await page.getByRole('button', { name: 'Load more' }).click();
  await row('Mother60').waitFor();
};

async function open() {
  await page.goto('/messages/new');
  await page.getByRole('checkbox', { name: 'All current students' }).check();
  await page.getByRole('textbox', { name: 'Text', exact: true }).fill('School resumes on Monday.');
  await said('61 recipients, 61 parts · Cost: ₦244.00');
}

test('2.13 select-all ticks and unticks every recipient over all pages, and its tick says whether all are ticked', async () => {
  await open();
  await row('Mother01').waitFor();
  expect([await rows().count(), await ticks(), await all().isChecked()]).toEqual([50, 50, true]);
  // Those of the next page are unticked before they are shown, and ticked again.
  await all().uncheck();
  await said('0 recipients');
  expect([await ticks(), await all().isChecked(), await isPartial()]).toEqual([0, false, false]);
  await more();
  expect([await rows().count(), await ticks()]).toEqual([61, 0]);
  await all().check();
  await said('61 recipients');
  expect([await ticks(), await all().isChecked()]).toEqual([61, true]);
  // Exactly when all rows are: one less, and one more again, on either page.
  for (const name of ['Mother01', 'Mother60']) {
    await row(name).uncheck();
    expect([await ticks(), await all().isChecked(), await isPartial()]).toEqual([60, false, true]);
    await row(name).check();
    expect([await ticks(), await all().isChecked(), await isPartial()]).toEqual([61, true, false]);
  }
  // Row by row, from none to all.
  await all().uncheck();
  for (const box of (await rows().all()).slice(0, 60)) await box.check();
  expect([await ticks(), await all().isChecked()]).toEqual([60, false]);
  await rows().last().check();
  await expect.poll(() => all().isChecked()).toBe(true);
  await said('61 recipients');
  expect(await violationsInBothSchemes(page)).toEqual([]);
  expect(complaints).toEqual([]);
});

test('4.7 a recipient without a tick is left out of the count, of the cost and of what is queued', async () => {
  await open();
  await row('Mother07').uncheck();
  await more();
  await row('Mother59').uncheck();
  await said('59 recipients, 59 parts · Cost: ₦236.00');
  await page.getByRole('button', { name: 'Send…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Send message' });
  await dialog.getByText('₦236.00').first().waitFor();
  await dialog.getByRole('button', { name: 'Send 59 messages' }).click();
  await page.waitForURL(/\/messages\/\d+$/);
  const queued = await product.database.asSystem([ilorin], (tx) =>
    query(
      tx,
      sql`select count(*)::int as n, count(distinct recipient)::int as numbers, sum(price)::int as price,
          count(*) filter (where recipient in ('+2348030000107', '+2348030000159'))::int as unticked
        from outbox where institution_id = ${ilorin} and message_id is not null`,
    ),
  );
  expect(queued).toEqual([{ n: 59, numbers: 59, price: 23_600, unticked: 0 }]);
  expect(complaints).toEqual([]);
});

test('2.13 on a phone, a thumb ticks single recipients, all of them beyond the page, and sends', async () => {
  const phone = await product.window(browser, 'registrar', { viewport: { width: 375, height: 720 }, hasTouch: true });
  const before = page;
  page = await phone.newPage();
  page.on('pageerror', (error) => complaints.push(String(error)));
  await open();
  await row('Mother01').waitFor();
  const rowOf = (name: string) => page.getByRole('listitem').filter({ hasText: name }).locator('label');
  for (const target of [rowOf('Mother01'), page.getByText('Select all recipients')])
    expect((await target.boundingBox())!.height).toBeGreaterThanOrEqual(44);
  // Anywhere on the row, as the thumb that holds the phone hits its end.
  const tapEnd = async (name: string) => {
    await rowOf(name).scrollIntoViewIfNeeded();
    const { width, height } = (await rowOf(name).boundingBox())!;
    await rowOf(name).tap({ position: { x: width - 12, y: height / 2 } });
  };
  await tapEnd('Mother01');
  await said('60 recipients');
  await page.getByText('Select all recipients').tap();
  await said('61 recipients');
  await page.getByText('Select all recipients').tap();
  await said('0 recipients');
  await page.getByRole('button', { name: 'Load more' }).tap();
  await row('Mother60').waitFor();
  await tapEnd('Mother60');
  await said('1 recipient');
  const beside = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(beside).toBeLessThanOrEqual(0);
  await page.getByRole('button', { name: 'Send…' }).tap();
  await page.getByRole('button', { name: 'Send 1 message' }).tap();
  await page.waitForURL(/\/messages\/\d+$/);
  await phone.close();
  page = before;
  expect(complaints).toEqual([]);
});

test('a message is written and sent with the keyboard alone over a slow network, once for two presses', async () => {
  const context = await product.window(browser, 'registrar', { viewport: { width: 1280, height: 800 } });
  const slow = await context.newPage();
  await slow.goto('/messages/new');
  const network = await context.newCDPSession(slow);
  await network.send('Network.enable');
  await network.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 400,
    downloadThroughput: 50_000,
    uploadThroughput: 50_000,
  });
  const { keyboard } = slow;
  const focused = () =>
    slow.evaluate(() => {
      const at = document.activeElement as HTMLInputElement | null;
      return at?.labels?.[0]?.textContent?.trim() || at?.ariaLabel || at?.textContent?.trim() || '';
    });
  /** As a user tabs on until the control has the focus. */
  const reach = async (name: RegExp, key = 'Tab') => {
    for (let presses = 0; presses < 150; presses += 1) {
      if (name.test(await focused())) return;
      await keyboard.press(key);
    }
    throw new Error(`Not reached by ${key}: ${name}`);
  };
  // The list comes before the preview, which must not turn one tick into all.
  const { promise: isTicked, resolve: tickIsMade } = Promise.withResolvers<void>();
  await slow.route('**/messages/preview', async (route) => isTicked.then(() => route.continue()).catch(() => {}));
  await reach(/^All current students/);
  await keyboard.press('Space');
  await reach(/^Text/);
  await keyboard.type('Sent by keys.');
  await slow.getByRole('listitem').filter({ hasText: 'Mother01' }).waitFor();
  await reach(/^Mother01/);
  await keyboard.press('Space');
  tickIsMade();
  await slow.getByRole('status').filter({ hasText: '60 recipients' }).waitFor();
  await reach(/^Send…/);
  await keyboard.press('Enter');
  const dialog = slow.getByRole('dialog', { name: 'Send message' });
  await dialog.waitFor();
  await reach(/^Send 60 messages/);
  await keyboard.press('Enter');
  await keyboard.press('Enter');
  // Whoever gives up does not send it again either.
  await keyboard.press('Escape');
  await expect.poll(() => dialog.isVisible()).toBe(true);
  await slow.waitForURL(/\/messages\/\d+$/);
  const sent = await product.database.asSystem([ilorin], (tx) =>
    query<{ recipients: number }>(
      tx,
      sql`select recipient_count as recipients from messages where institution_id = ${ilorin} and body = 'Sent by keys.'`,
    ),
  );
  expect(sent).toEqual([{ recipients: 60 }]);
  await context.close();
});
