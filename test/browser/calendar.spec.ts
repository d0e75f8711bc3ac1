import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readIcal } from '#test/harness/read-ical.ts';
import { violationsInBothSchemes } from './support/axe.ts';
import { openChromium } from './support/chromium.ts';
import { openProduct } from './support/product.ts';

let product: Awaited<ReturnType<typeof openProduct>>;
let browser: Browser;

beforeAll(async () => {
  [product, browser] = await Promise.all([openProduct(), openChromium()]);
  const registrar = await product.as('registrar');
  const { id } = product.school.ilorin;
  const entries = [
    { kind: 'holiday', title: 'Mid-term break', startsOn: '2026-10-29', endsOn: '2026-10-30' },
    { kind: 'half_day', title: 'Rehearsal', startsOn: '2026-10-14' },
    { kind: 'event', title: 'Staff meeting', startsOn: '2026-10-14', startsAt: '14:00', audiences: ['employee'] },
    ...Array.from({ length: 6 }, (_, at) => ({
      kind: 'event',
      title: `Sports day with a long title, part ${at + 1}`,
      startsOn: '2026-10-21',
      audiences: ['student', 'guardian', 'employee'],
    })),
  ];
  for (const entry of entries)
    expect((await registrar.post('/calendar-entries', { institutionId: id, ...entry })).statusCode).toBe(303);
});
afterAll(async () => {
  await browser?.close();
  await product?.close();
});

async function open(username: string, address: string, width = 1280): Promise<Page> {
  const context = await product.window(browser, username, { viewport: { width, height: 800 } });
  const page = await context.newPage();
  await page.goto(address);
  await page.locator('h1').waitFor();
  return page;
}
const close = (page: Page) => page.context().close();
const dayInFocus = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('data-day'));
const month = (page: Page, name: string) => page.getByRole('heading', { name, exact: true, level: 2 });

test('by keyboard alone: arrows between days and months, Enter opens a day', async () => {
  const page = await open('registrar', '/calendar?day=2026-10-14');
  await month(page, 'October 2026').waitFor();
  // One day is in the tab order.
  await expect.poll(() => page.locator('table [data-day][tabindex="0"]').count()).toBe(1);
  await page.locator('[data-day="2026-10-14"]').focus();
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => dayInFocus(page)).toBe('2026-10-15');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Home');
  await expect.poll(() => dayInFocus(page)).toBe('2026-10-19');
  await page.keyboard.press('End');
  await expect.poll(() => dayInFocus(page)).toBe('2026-10-25');
  await page.keyboard.press('PageDown');
  await month(page, 'November 2026').waitFor();
  await expect.poll(() => dayInFocus(page)).toBe('2026-11-25');
  await page.keyboard.press('PageUp');
  await month(page, 'October 2026').waitFor();
  await expect.poll(() => dayInFocus(page)).toBe('2026-10-25');
  // Beyond the edge of the month.
  await page.keyboard.press('ArrowDown');
  await month(page, 'November 2026').waitFor();
  await expect.poll(() => dayInFocus(page)).toBe('2026-11-01');
  await page.keyboard.press('PageUp');
  await month(page, 'October 2026').waitFor();
  await expect.poll(() => dayInFocus(page)).toBe('2026-10-01');
  await page.locator('[data-day="2026-10-14"]').focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Wednesday, 14 Oct 2026' });
  await dialog.getByText('Half day', { exact: true }).first().waitFor();
  await dialog.getByText('Staff meeting').waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  await expect.poll(() => dayInFocus(page)).toBe('2026-10-14');
  await close(page);
});

test('an event is added to a day, and a person it does not concern never sees it', async () => {
  const page = await open('registrar', '/calendar?day=2026-10-07');
  await page.locator('[data-day="2026-10-07"]').click();
  await page.getByRole('link', { name: 'Add to this day' }).click();
  await page.getByRole('textbox', { name: 'Title' }).fill('Vaccination');
  await page.getByRole('checkbox', { name: 'Guardians' }).uncheck();
  await page.getByRole('checkbox', { name: 'Employees' }).uncheck();
  // A holiday has no audience.
  await page.getByRole('combobox', { name: 'Kind' }).selectOption('holiday');
  await expect.poll(() => page.getByRole('checkbox', { name: 'Students' }).count()).toBe(0);
  await page.getByRole('combobox', { name: 'Kind' }).selectOption('event');
  await page.getByRole('checkbox', { name: 'Guardians' }).uncheck();
  await page.getByRole('checkbox', { name: 'Employees' }).uncheck();
  await page.getByRole('button', { name: 'Add to calendar' }).click();
  await page.getByRole('button', { name: /7 Oct 2026.*Vaccination/ }).waitFor();
  await close(page);
  const student = await open('student', '/calendar?day=2026-10-07');
  await student.getByRole('button', { name: /7 Oct 2026.*Vaccination/ }).waitFor();
  await close(student);
  const guardian = await open('guardian', '/calendar?day=2026-10-07');
  await guardian.getByRole('button', { name: /^Wednesday, 7 Oct 2026, school day$/ }).waitFor();
  await expect.poll(() => guardian.getByRole('link', { name: 'Add to calendar' }).count()).toBe(0);
  await close(guardian);
});

test('on a phone a month has dots with a list below, and a week is a list; nothing is wider than the window', async () => {
  const page = await open('teacher', '/calendar?day=2026-10-14', 375);
  await page.getByRole('heading', { name: 'October 2026', level: 3 }).waitFor();
  await page.getByRole('button', { name: /Mid-term break.*29 Oct to 30 Oct 2026/ }).waitFor();
  const isWide = () => page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);
  await expect.poll(isWide).toBe(false);
  await page.getByRole('link', { name: 'Week' }).click();
  await page.getByRole('heading', { name: '12 Oct to 18 Oct 2026' }).waitFor();
  const [first, second] = await page
    .locator('ol [data-day]')
    .evaluateAll((days) => days.map((day) => day.getBoundingClientRect().top));
  expect(second).toBeGreaterThan(first!);
  await expect.poll(isWide).toBe(false);
  await page.getByRole('link', { name: 'Next week' }).click();
  await page.getByRole('heading', { name: '19 Oct to 25 Oct 2026' }).waitFor();
  await close(page);
});

test('a month is printed on one sheet of A4, also with six weeks and full days', async () => {
  // November 2026 begins on a Sunday: six weeks.
  for (const day of ['2026-11-01', '2026-10-21']) {
    const page = await open('registrar', `/calendar?day=${day}`);
    const pdf = await page.pdf({ preferCSSPageSize: true, printBackground: true });
    const text = pdf.toString('latin1');
    expect(text.match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
    const [, width, height] = /\/MediaBox\s*\[\s*0 0 ([\d.]+) ([\d.]+)/.exec(text)!.map(Number);
    expect([Math.round(width!), Math.round(height!)]).toEqual([842, 595]);
    await close(page);
  }
});

test('holidays are offered, chosen and added; those that the moon decides say so', async () => {
  const page = await open('registrar', '/calendar');
  await page.getByRole('link', { name: 'Choose holidays' }).click();
  const eid = page.getByRole('checkbox', { name: /^Eid-ul-Fitr/ });
  await expect.poll(() => eid.isChecked()).toBe(true);
  await expect.poll(() => page.getByRole('checkbox', { name: /^In place of Boxing Day/ }).isChecked()).toBe(false);
  await page.getByRole('button', { name: 'Add chosen holidays' }).click();
  await page.getByRole('button', { name: 'Confirm Eid-ul-Fitr' }).click();
  await page.getByText('Eid-ul-Fitr is confirmed.').waitFor();
  await page.getByRole('button', { name: 'Confirm Eid-ul-Fitr' }).waitFor({ state: 'detached' });
  await close(page);
});

test('a secret address is shown once, and a calendar app reads it', async () => {
  const page = await open('teacher', '/calendar/subscription');
  await page.getByRole('button', { name: 'Create an address' }).click();
  const address = await page.locator('code').textContent();
  await page.getByRole('link', { name: 'Open in this device’s calendar' }).waitFor();
  const answer = await fetch(address!);
  expect(answer.status).toBe(200);
  const { events } = readIcal(await answer.text());
  expect(events.map(({ SUMMARY }) => SUMMARY)).toContain('Mid-term break');
  await page.reload();
  await page.getByRole('heading', { name: 'You have an address' }).waitFor();
  await expect.poll(() => page.locator('code').count()).toBe(0);
  await page.getByRole('button', { name: 'Remove address' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove address' }).click();
  await page.getByRole('heading', { name: 'No address yet' }).waitFor();
  expect((await fetch(address!)).status).toBe(404);
  await close(page);
});

test('month, week, holidays and forms have no accessibility problems, light and dark', async () => {
  const page = await open('registrar', '/calendar');
  for (const address of [
    '/calendar?day=2026-10-14',
    '/calendar?view=week&day=2026-10-14',
    '/calendar/holidays',
    '/calendar/school-days',
    '/calendar-entries/new',
    '/calendar/subscription',
  ]) {
    await page.goto(address);
    await page.locator('h1').waitFor();
    expect([address, await violationsInBothSchemes(page)]).toEqual([address, []]);
  }
  await close(page);
});
