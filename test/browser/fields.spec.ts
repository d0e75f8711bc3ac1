import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { withClient } from '#test/harness/client.ts';
import { spokenDate } from '#ui/fields/dates/notation.ts';
import { violations, violationsInBothSchemes } from './support/axe.ts';
import { openGallery } from './support/gallery.ts';

let gallery: Awaited<ReturnType<typeof openGallery>>;

beforeAll(async () => {
  gallery = await openGallery();
});
afterEach(() => gallery.closeWindows());
afterAll(() => gallery.close());

const field = (within: Locator | Page, name: string) => within.locator(`[data-field="${name}"]`);
const calendarOf = (within: Locator) => within.getByRole('button', { name: /^Open the calendar/ });
const focusedDay = (page: Page) => page.evaluate(() => (document.activeElement as HTMLElement).dataset['day']);
const todayOf = (page: Page) => page.evaluate(() => new Date().toLocaleDateString('en-CA'));

/** What the section's form would send. */
async function sent(section: Locator): Promise<Record<string, unknown>> {
  await section.getByRole('button', { name: /^Read the/ }).click();
  const output = section.locator('[data-sent]');
  await output.filter({ hasText: '{' }).waitFor();
  return JSON.parse((await output.textContent()) ?? '') as Record<string, unknown>;
}

test('5.3 date fields show yyyy-mm-dd, pickers dd/mm/yyyy, years yyyy; the form sends ISO', async () => {
  const { section, complaints } = await gallery.section('date-fields');
  await expect.poll(() => section.getByLabel('Date field').inputValue()).toBe('2026-11-20');
  await expect.poll(() => section.getByLabel('Within limits').inputValue()).toBe('14/02/2026');
  await expect.poll(() => section.getByLabel('Year').inputValue()).toBe('2013');
  await section.getByLabel('Date picker').fill('1/2/2026');
  await section.getByLabel('Date and time').fill('14 feb 2013 10am');
  await section.getByLabel('From').fill('2026-02-01');
  await section.getByLabel('To', { exact: false }).last().fill('01.03.2026');
  expect(await sent(section)).toMatchObject({
    day: '2026-11-20',
    picked: '2026-02-01',
    limited: '2026-02-14',
    year: '2013',
    moment: '2013-02-14T10:00',
    date_from: '2026-02-01',
    date_to: '2026-03-01',
  });
  await expect.poll(() => section.getByLabel('Date picker').inputValue()).toBe('01/02/2026');
  await expect.poll(() => section.getByLabel('Date and time').inputValue()).toBe('14 February 2013 - 10:00 AM');
  expect(complaints).toEqual([]);
});

test('5.3 5.5 an invalid date, or a blank required one, is reported beside the field and not sent', async () => {
  const { page, section } = await gallery.section('date-fields');
  const picked = field(section, 'picked');
  await section.getByRole('button', { name: 'Read the dates' }).click();
  await picked.getByText('Fill in this field.').waitFor();
  await expect
    .poll(() => picked.getByLabel('Date picker').evaluate((input) => input === document.activeElement))
    .toBe(true);

  await page.keyboard.type('30/02/2026');
  await page.keyboard.press('Tab');
  await expect.poll(() => picked.getByLabel('Date picker').inputValue()).toBe('30/02/2026');
  await picked.getByText('There is no 30 February 2026. Check the day and the month.').waitFor();
  await section.getByLabel('Within limits').fill('9/2/2026');
  await page.keyboard.press('Tab');
  await field(section, 'limited').getByText('Choose 10/02/2026 or later.').waitFor();
  await section.getByLabel('Date and time').fill('14/2/2013 9:50 am');
  await page.keyboard.press('Tab');
  await field(section, 'moment').getByText('Choose 14 February 2013 - 10:00 AM or later.').waitFor();
  await section.getByRole('button', { name: 'Read the dates' }).click();
  await expect.poll(() => section.locator('[data-sent]').textContent()).toBe('');

  // A picked day puts it right.
  await calendarOf(picked).click();
  await page.locator('[data-day]:focus').waitFor();
  await page.keyboard.press('Enter');
  await picked.getByText(/There is no|Fill in/).waitFor({ state: 'detached' });
});

test('5.4 the calendar marks today, closes on a pick and gives the focus back to its button', async () => {
  const { page, section } = await gallery.section('date-fields');
  const picked = field(section, 'picked');
  await calendarOf(picked).click();
  const today = page.locator('[aria-current=date]');
  await today.waitFor();
  await expect.poll(() => today.getAttribute('data-day')).toBe(await todayOf(page));
  const border = (cell: Locator) => cell.evaluate((element) => getComputedStyle(element).borderColor);
  const gold = await page.evaluate(() => {
    const probe = document.body.appendChild(document.createElement('i'));
    probe.style.color = 'var(--gold)';
    return getComputedStyle(probe).color;
  });
  expect(await border(today)).toBe(gold);
  await today.click();
  await picked.getByRole('dialog').waitFor({ state: 'detached' });
  await expect.poll(() => picked.locator('input[name=picked]').inputValue()).toBe(await todayOf(page));
  const button = page.locator('button:focus');
  await expect
    .poll(() => button.getAttribute('aria-label'))
    .toBe(`Open the calendar, ${spokenDate(await todayOf(page))}`);
});

test('5.3 9.6 date and time are picked in steps of ten minutes, not before 2013-02-14 10:00, and the last pick closes', async () => {
  const { page, section } = await gallery.section('date-fields');
  const moment = field(section, 'moment');
  await moment.getByLabel('Date and time').fill('14/02/2013 10:00');
  await calendarOf(moment).click();
  const dialog = moment.getByRole('dialog');
  await expect.poll(() => dialog.getByRole('button', { name: 'Wednesday 13 February 2013' }).isDisabled()).toBe(true);
  await dialog.getByRole('button', { name: 'Thursday 14 February 2013' }).click();
  const disabled = () => dialog.locator('button:disabled').allTextContents();
  await dialog.getByRole('group', { name: 'Hour, morning' }).waitFor();
  expect(await disabled()).toEqual([
    '12 AM',
    '01 AM',
    '02 AM',
    '03 AM',
    '04 AM',
    '05 AM',
    '06 AM',
    '07 AM',
    '08 AM',
    '09 AM',
  ]);
  await dialog.getByRole('button', { name: '03 PM' }).click();
  const minutes = dialog.getByRole('group', { name: 'Minutes' });
  await expect
    .poll(() => minutes.getByRole('button').allTextContents())
    .toEqual(['00', '10', '20', '30', '40', '50'].map((minute) => `03:${minute} PM`));
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  await expect.poll(() => moment.getByLabel('Date and time').inputValue()).toBe('14 February 2013 - 03:10 PM');
  await expect.poll(() => moment.locator('input[name=moment]').inputValue()).toBe('2013-02-14T15:10');
});

test('5.3 a year is picked by the keyboard, ten years at a time', async () => {
  const { page, section } = await gallery.section('date-fields');
  const year = field(section, 'year');
  await calendarOf(year).press('Enter');
  await page.locator('[data-year="2013"]:focus').waitFor();
  await page.keyboard.press('PageUp');
  await page.locator('[data-year="2003"]:focus').waitFor();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect.poll(() => year.locator('input[name=year]').inputValue()).toBe('2004');
  await year.getByRole('button', { name: 'Clear' }).click();
  await expect.poll(() => year.locator('input[name=year]').inputValue()).toBe('');
  await expect.poll(() => year.getByLabel('Year').evaluate((input) => input === document.activeElement)).toBe(true);
});

test('3.10 5.3 the second day of a range is never before the first, and a stretch is set at once', async () => {
  const { page, section } = await gallery.section('date-fields');
  const [from, to] = [field(section, 'date_from'), field(section, 'date_to')];
  await from.getByLabel('From').fill('10/02/2026');
  await to.getByLabel('To').fill('20/02/2026');
  await from.getByLabel('From').fill('21/02/2026');
  await to.getByText('Choose 21/02/2026 or later.').waitFor();
  await expect.poll(() => to.locator('input[name=date_to]').inputValue()).toBe('');
  await calendarOf(to).click();
  await page.locator('[data-day]:focus').waitFor();
  await to.getByRole('combobox', { name: 'Month' }).selectOption('February');
  await to.getByRole('combobox', { name: 'Year' }).selectOption('2026');
  await expect.poll(() => to.getByRole('button', { name: 'Friday 20 February 2026' }).isDisabled()).toBe(true);
  await page.keyboard.press('Escape');
  await section.getByRole('button', { name: 'This term' }).click();
  await expect.poll(() => from.locator('input[name=date_from]').inputValue()).toBe('2026-09-14');
  await expect.poll(() => to.locator('input[name=date_to]').inputValue()).toBe('2026-12-18');
});

test('5.3 5.4 a registrar enters a birth date with the keyboard alone, and it is saved', async () => {
  const { page, complaints } = await gallery.open('/students/new');
  await page.getByLabel('Surname').fill('Eze');
  await page.getByLabel('First name').fill('Ngozi');
  const birth = field(page, 'birthDate');
  await birth.getByLabel('Date of birth').focus();
  await page.keyboard.type('31012010');
  await page.keyboard.press('Tab');
  await expect.poll(() => birth.getByLabel('Date of birth').inputValue()).toBe('31/01/2010');
  // Past the cross that empties the field, to the calendar.
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.locator('[data-day="2010-01-31"]:focus').waitFor();
  const keys: [key: string, day: string][] = [
    ['PageDown', '2010-02-28'],
    ['ArrowRight', '2010-03-01'],
    ['Home', '2010-03-01'],
    ['End', '2010-03-07'],
    ['ArrowUp', '2010-02-28'],
    ['ArrowLeft', '2010-02-27'],
    ['ArrowDown', '2010-03-06'],
    ['Shift+PageUp', '2009-03-06'],
    ['PageUp', '2009-02-06'],
  ];
  for (const [key, day] of keys) {
    await page.keyboard.press(key);
    await page.locator(`[data-day="${day}"]:focus`).waitFor();
    expect(await focusedDay(page), key).toBe(day);
  }
  await page.keyboard.press('Escape');
  await page.locator('button[aria-label="Open the calendar, Sunday 31 January 2010"]:focus').waitFor();
  await page.keyboard.press('Enter');
  await page.locator('[data-day="2010-01-31"]:focus').waitFor();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Enter');
  await page.locator('button[aria-label="Open the calendar, Saturday 30 January 2010"]:focus').waitFor();

  await page.getByLabel('Surname').press('Enter');
  await page.getByRole('heading', { level: 1, name: /Eze/ }).waitFor();
  const saved = await withClient(gallery.product.ownerUrl, async (client) => {
    const { rows } = await client.query<{ day: string }>(
      `select birth_date::text as day from students where surname = 'Eze' and first_name = 'Ngozi'`,
    );
    return rows.map(({ day }) => day);
  });
  expect(saved).toEqual(['2010-01-30']);
  expect(complaints).toEqual([]);
});

test('5.3 a birth date in the future cannot be chosen; the years of the calendar are one list', async () => {
  const { page } = await gallery.open('/students/new');
  const birth = field(page, 'birthDate');
  await calendarOf(birth).click();
  await page.locator('[data-day]:focus').waitFor();
  await expect.poll(() => birth.getByRole('button', { name: 'Next month' }).isDisabled()).toBe(true);
  await birth.getByRole('combobox', { name: 'Year' }).selectOption('2011');
  await birth.getByRole('combobox', { name: 'Month' }).selectOption('June');
  await birth.getByRole('button', { name: 'Thursday 16 June 2011' }).click();
  await expect.poll(() => birth.getByLabel('Date of birth').inputValue()).toBe('16/06/2011');
});

test('8.1 a date and a place that were chosen survive a line that broke', async () => {
  const { page } = await gallery.open('/students/new');
  await page.getByLabel('Surname').fill('Eze');
  await page.getByLabel('First name').fill('Ada');
  await field(page, 'birthDate').getByLabel('Date of birth').fill('14/02/2010');
  await page.getByLabel('Country').click();
  await page.keyboard.type('gha');
  await page.keyboard.press('Enter');
  await page.route('**/students', (route) => (route.request().method() === 'POST' ? route.abort() : route.continue()));
  await page.evaluate(() => Object.assign(window, { stayed: true }));
  await page.getByRole('button', { name: 'Admit student' }).click();
  await page.waitForFunction(() => !('stayed' in window));
  await page.locator('input[name=birthDate][value="2010-02-14"]').waitFor({ state: 'attached' });
  await expect.poll(() => page.getByLabel('Date of birth').inputValue()).toBe('14/02/2010');
  await expect.poll(() => page.getByLabel('Country').textContent()).toBe('Ghana');
});

test("5.3 3.10 the audit log's range goes into its address, and presets do at once", async () => {
  const { page, complaints } = await gallery.open('/audit', { username: 'owner' });
  await page.getByRole('button', { name: 'Dates' }).click();
  await page.getByLabel('From').fill('1/2/2026');
  await page.getByRole('textbox', { name: /^To/ }).fill('31/1/2026');
  await page.getByRole('button', { name: 'Apply' }).click();
  await page.getByText('Choose 01/02/2026 or later.').waitFor();
  await page.getByRole('textbox', { name: /^To/ }).fill('28/2/2026');
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => url.search.includes('from=2026-02-01') && url.search.includes('to=2026-02-28'));
  await page.getByRole('button', { name: 'Dates: 1 Feb 2026 – 28 Feb 2026' }).click();
  await page.getByRole('button', { name: 'Today' }).click();
  const today = await todayOf(page);
  await page.waitForURL((url) => url.search.includes(`from=${today}`) && url.search.includes(`to=${today}`));
  await page.getByRole('button', { name: 'Remove the Dates filter' }).click();
  await page.waitForURL((url) => !url.search.includes('from'));
  expect(complaints).toEqual([]);
});

test('9.5 5.1 lists begin with their placeholder, which sends nothing', async () => {
  const { section } = await gallery.section('selects');
  const placeholder = (label: string) => section.getByLabel(label).locator('option').first().textContent();
  expect([await placeholder('Batch'), await placeholder('Program')]).toEqual(['Please Select', 'Please select']);
  await choose(section, 'State', 'Borno');
  await section.getByRole('combobox', { name: 'Courses' }).click();
  await section.getByRole('checkbox', { name: 'Music' }).check();
  expect(await sent(section)).toMatchObject({ batch: '', program: '', state: 'borno' });
});

test('5.5 a blank list box is reported together with the blank fields that the browser checks', async () => {
  const { page, section } = await gallery.section('selects');
  await section.getByLabel('Batch').evaluate((select: HTMLSelectElement) => void (select.required = true));
  await section.getByRole('button', { name: 'Read the choices' }).click();
  await field(section, 'batch').getByText('Fill in this field.').waitFor();
  await field(section, 'state').getByText('Fill in this field.').waitFor();
  await expect.poll(() => page.evaluate(() => (document.activeElement as HTMLSelectElement).name)).toBe('batch');
});

test('9.9 5.5 a select box says that nothing is selected, filters, and says what does not match', async () => {
  const { page, section, complaints } = await gallery.section('selects');
  const box = section.getByRole('combobox', { name: 'State', exact: true });
  await expect.poll(() => box.textContent()).toBe('Nothing selected');
  await section.getByRole('button', { name: 'Read the choices' }).click();
  await field(section, 'state').getByText('Fill in this field.').waitFor();
  await page.locator('[data-field=state] button:focus').waitFor();
  await expect.poll(() => section.locator('[data-sent]').textContent()).toBe('');

  await page.keyboard.press('ArrowDown');
  await page.getByRole('combobox', { name: 'Filter State' }).waitFor();
  await page.keyboard.type('zz');
  await section.getByText('No results match "zz"').waitFor();
  await page.keyboard.press('Backspace');
  await page.keyboard.press('Backspace');
  await page.keyboard.type('a');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect.poll(() => box.textContent()).toBe('Akwa Ibom');
  await expect.poll(() => page.locator('[data-field=state] button:focus').count()).toBe(1);
  await field(section, 'state').getByText('Fill in this field.').waitFor({ state: 'detached' });
  // A letter on the closed box begins the filter; Escape leaves the choice as it was.
  await page.keyboard.press('b');
  await expect.poll(() => page.getByRole('combobox', { name: 'Filter State' }).inputValue()).toBe('b');
  await page.keyboard.press('Escape');
  await expect.poll(() => box.textContent()).toBe('Akwa Ibom');
  const teacher = section.getByRole('combobox', { name: /^Teacher/ });
  await teacher.click();
  await expect.poll(() => section.getByRole('option', { name: /Ọlá/ }).getAttribute('aria-disabled')).toBe('true');
  await section.getByRole('option', { name: 'Nothing selected' }).click();
  await expect.poll(() => teacher.textContent()).toBe('Nothing selected');
  expect(complaints).toEqual([]);
});

test('9.9 the country and then its state are found by typing on the form of a student', async () => {
  const { page } = await gallery.open('/students/new');
  await page.getByRole('combobox', { name: 'State of origin' }).click();
  await page.keyboard.type('kwa');
  await page.keyboard.press('Enter');
  await expect.poll(() => page.getByRole('combobox', { name: 'State of origin' }).textContent()).toBe('Kwara');
  const lga = page.getByLabel('LGA');
  await page.waitForFunction(() => !document.querySelector<HTMLButtonElement>('[data-field=lgaId] button')!.disabled);
  await lga.click();
  await page.keyboard.type('ilorin w');
  await page.keyboard.press('Enter');
  await expect.poll(() => lga.textContent()).toBe('Ilorin West');
});

test('9.9 a finger types into a long list at once and scrolls through a short one', async () => {
  const phone = { viewport: { width: 375, height: 812 }, isMobile: true, hasTouch: true };
  const { page } = await gallery.open('/students/new', phone);
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
  const country = page.getByRole('combobox', { name: /^Country/ }).first();
  await country.tap();
  await expect.poll(focused).toMatch(/^Filter Country/);
  // The keyboard takes the lower half: filter and list stand above it, wherever the field was.
  expect((await page.getByRole('searchbox').or(page.getByPlaceholder('Type to filter')).boundingBox())!.y).toBeLessThan(
    120,
  );
  await page.keyboard.type('gha');
  await page.getByRole('option', { name: 'Ghana' }).tap();
  await expect.poll(() => country.textContent()).toBe('Ghana');
  await country.tap();
  await page.getByRole('button', { name: 'Close the list' }).tap();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await expect.poll(() => country.textContent()).toBe('Ghana');

  const { page: other, section } = await gallery.section('selects', phone);
  await section.getByRole('combobox', { name: /^State/ }).tap();
  await other.getByRole('option', { name: 'Bayelsa' }).waitFor();
  await expect.poll(() => other.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('dialog');
});

test('a select of more than a page carries asks the server as one types, and says what it does not show', async () => {
  const { page, section, complaints } = await gallery.section('selects');
  await choose(section, 'State', 'Borno');
  await section.getByRole('combobox', { name: 'Courses' }).click();
  await section.getByRole('checkbox', { name: 'Music' }).check();
  const box = section.getByRole('combobox', { name: 'Village (optional)' });
  await box.focus();
  // The first letter on the closed box begins the search; Enter before the answer means the first of it.
  await page.keyboard.press('1');
  await page.getByRole('combobox', { name: 'Search Village' }).waitFor();
  await page.keyboard.type('19');
  await page.keyboard.press('Enter');
  await expect.poll(() => box.textContent()).toBe('Village 119');
  await expect.poll(() => page.locator('[data-field=village] button:focus').count()).toBe(1);
  await box.click();
  const panel = page.getByRole('dialog', { name: 'Village' });
  await panel.getByText('Showing the first 50. Type to search for more.').waitFor();
  await expect.poll(() => panel.getByRole('option').count()).toBe(51);
  await page.keyboard.type('zz');
  await panel.getByText('No results match "zz"').waitFor();
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect.poll(() => box.textContent()).toBe('Village 119');
  const several = section.getByRole('combobox', { name: 'Villages nearby (optional)' });
  await expect.poll(() => several.textContent()).toBe('Village 007');
  await several.click();
  const list = page.getByRole('dialog', { name: 'Villages nearby' });
  await list.getByRole('option', { name: /Village 002/ }).click();
  await list.getByRole('option', { name: /Village 007/ }).click();
  await expect.poll(() => several.textContent()).toBe('Village 002');
  await page.keyboard.press('Escape');
  expect(await sent(section)).toMatchObject({ village: 'Village 119', villages: ['Village 002'] });
  await box.click();
  await panel.getByRole('option', { name: 'Nothing selected' }).click();
  expect(await sent(section)).toMatchObject({ village: '' });
  expect(complaints).toEqual([]);
});

test('a select whose answer does not come says so, and asks again', async () => {
  const { page, section } = await gallery.section('selects');
  await page.route('**/gallery/options*', (route) => route.abort());
  await section.getByRole('combobox', { name: 'Village (optional)' }).click();
  const panel = page.getByRole('dialog', { name: 'Village' });
  await panel.getByText('This list couldn’t be loaded.').waitFor();
  await page.unroute('**/gallery/options*');
  await panel.getByRole('button', { name: 'Try again' }).click();
  await panel.getByRole('option', { name: /Village 001/ }).waitFor();
});

test('9.8 the button says none, the labels, or how many; the form sends each choice', async () => {
  const { page, section, complaints } = await gallery.section('selects');
  const button = section.getByRole('combobox', { name: 'Courses' });
  await expect.poll(() => button.textContent()).toBe('None selected');
  await button.click();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Space');
  await expect.poll(() => button.textContent()).toBe('English Language');
  const all = section.getByRole('checkbox', { name: 'Select all' });
  await expect.poll(() => all.evaluate((box: HTMLInputElement) => box.indeterminate)).toBe(true);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Space');
  await expect.poll(() => button.textContent()).toBe('English Language, Mathematics, Yoruba');
  await page.keyboard.press('End');
  await page.keyboard.press('Space');
  await expect.poll(() => button.textContent()).toBe('4 selected');
  await page.keyboard.press('Home');
  await page.keyboard.press('Space');
  await expect.poll(() => button.textContent()).toBe('6 selected');
  await expect
    .poll(() => all.evaluate((box: HTMLInputElement) => [box.checked, box.indeterminate]))
    .toEqual([true, false]);
  await page.keyboard.press('Space');
  await expect.poll(() => button.textContent()).toBe('None selected');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Space');
  await page.keyboard.press('Escape');
  await expect.poll(() => page.locator('[data-field=courses] button:focus').count()).toBe(1);
  await choose(section, 'State', 'Abia');
  expect(await sent(section)).toMatchObject({ courses: ['english-language'], arms: ['1a', '2a'] });
  expect(complaints).toEqual([]);
});

test('9.8 the filter of a multi-select applies 300 ms after the last key, and select-all takes what it shows', async () => {
  const { page, section } = await gallery.section('selects');
  await section.getByRole('combobox', { name: 'Courses' }).click();
  const yoruba = section.getByRole('checkbox', { name: 'Yoruba' });
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.keyboard.type('m');
  await page.clock.runFor(200);
  await page.keyboard.type('a');
  await page.clock.runFor(299);
  await expect.poll(() => yoruba.isVisible()).toBe(true);
  await page.clock.runFor(1);
  await yoruba.waitFor({ state: 'hidden' });
  await page.clock.resume();
  await section.getByRole('checkbox', { name: 'Select all 1 shown' }).check();
  await expect.poll(() => section.getByRole('combobox', { name: 'Courses' }).textContent()).toBe('Mathematics');
  await page.getByRole('searchbox', { name: 'Filter Courses' }).fill('physics');
  await section.getByText('No results match "physics"').waitFor();
});

test('1.5 5.5 9.8 an empty required multi-select holds the form back and is shown', async () => {
  const { page, section } = await gallery.section('selects');
  await choose(section, 'State', 'Abia');
  await section.getByRole('button', { name: 'Read the choices' }).click();
  await field(section, 'courses').getByText('Fill in this field.').waitFor();
  await page.locator('[data-field=courses] button:focus').waitFor();
  await expect.poll(() => section.locator('[data-sent]').textContent()).toBe('');
  await page.keyboard.press('Enter');
  await section.getByRole('checkbox', { name: 'Select all' }).check();
  await field(section, 'courses').getByText('Fill in this field.').waitFor({ state: 'detached' });
  expect((await sent(section))['courses']).toHaveLength(6);
});

const file = (name: string, bytes: number, mimeType = 'application/pdf') => ({
  name,
  mimeType,
  buffer: Buffer.alloc(bytes, 1),
});

test('9.10 several files show their number, one its name; each can be taken out again', async () => {
  const { page, section, complaints } = await gallery.section('upload');
  const input = section.getByLabel('Papers');
  const said = field(section, 'papers').locator('[aria-live]');
  const held = () => input.evaluate((element: HTMLInputElement) => [...element.files!].map(({ name }) => name));
  await expect.poll(() => said.textContent()).toBe('Choose files or drop them here');
  await input.setInputFiles([file('one.pdf', 10), file('two.pdf', 20)]);
  await expect.poll(() => said.textContent()).toBe('2 files selected');
  await input.setInputFiles([file('three.pdf', 30)]);
  await expect.poll(() => said.textContent()).toBe('3 files selected');
  await section.getByRole('button', { name: 'Remove one.pdf' }).press('Enter');
  await section.getByRole('button', { name: 'Remove two.pdf' }).press('Enter');
  await expect.poll(() => said.textContent()).toBe('three.pdf');
  await expect.poll(held).toEqual(['three.pdf']);
  await expect.poll(() => input.evaluate((element) => element === document.activeElement)).toBe(true);
  await drop(page, '[data-field=papers] input', ['four.pdf']);
  await expect.poll(held).toEqual(['three.pdf', 'four.pdf']);
  expect(complaints).toEqual([]);
});

test('9.10 a picture is shown before upload; other, large and empty files are refused with a message', async () => {
  const { page, section, complaints } = await gallery.section('upload');
  const picture = field(section, 'picture');
  const input = picture.getByLabel('Picture');
  const held = () => input.evaluate((element: HTMLInputElement) => element.files!.length);
  await input.setInputFiles({
    name: 'a.png',
    mimeType: 'image/png',
    buffer: await section.screenshot({ scale: 'css' }),
  });
  await picture.locator('li img').waitFor();
  const preview = picture.locator('li img');
  expect(
    await preview.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth)),
  ).toBeGreaterThan(100);
  await input.setInputFiles(file('cv.pdf', 10));
  await picture.locator('p').getByText('“cv.pdf” is not a PNG or JPEG file.').waitFor();
  await expect.poll(held).toBe(0);
  await input.setInputFiles(file('big.png', 300 * 1024, 'image/png'));
  await picture.locator('p').getByText('“big.png” is 300 KB. The limit is 200 KB.').waitFor();
  await drop(page, '[data-field=picture] input', ['x.png', 'y.png'], 'image/png');
  await picture.locator('p').getByText('Only one file is allowed. Drop a single file.').waitFor();
  await expect.poll(held).toBe(0);
  expect(complaints).toEqual([]);
});

test('9.10 5.5 on the page of an import a file of another kind never leaves', async () => {
  const { page } = await gallery.open('/imports/new');
  const posts: string[] = [];
  page.on('request', (request) => request.method() === 'POST' && posts.push(request.url()));
  await page.getByLabel('File', { exact: true }).setInputFiles(file('students.pdf', 10));
  await page.locator('p').getByText('“students.pdf” is not a CSV, TSV, text or Excel (.xlsx) file.').waitFor();
  await page.getByRole('button', { name: 'Upload and map columns' }).click();
  await page.locator('input[type=file]:focus').waitFor();
  expect(posts).toEqual([]);
});

test('axe finds nothing about the fields, open and closed, light and dark', async () => {
  const { page, section, complaints } = await gallery.section('date-fields');
  for (const name of ['limited', 'year', 'moment']) {
    await calendarOf(field(section, name)).click();
    await page.locator('[data-day]:focus, [data-year]:focus').waitFor();
    expect(await violationsInBothSchemes(page, '#date-fields')).toEqual([]);
  }
  await page.keyboard.press('Enter');
  await page.getByRole('group', { name: 'Hour, morning' }).waitFor();
  expect(await violationsInBothSchemes(page, '#date-fields')).toEqual([]);
  await page.goto('/gallery?section=selects');
  for (const name of ['State', 'Teacher', 'Arms']) {
    await page
      .locator('#selects')
      .getByRole('combobox', { name: new RegExp(`^${name}`) })
      .click();
    expect(await violationsInBothSchemes(page, '#selects')).toEqual([]);
    await page.keyboard.press('Escape');
  }
  await page.goto('/gallery?section=upload');
  await page.getByLabel('Papers').setInputFiles([file('one.pdf', 10), file('two.pdf', 20)]);
  await page.getByLabel('Picture').setInputFiles(file('cv.pdf', 10));
  expect(await violationsInBothSchemes(page, '#upload')).toEqual([]);
  expect(complaints).toEqual([]);
});

test('5.3 on a phone the calendar stays in view, with days that a thumb hits', async () => {
  const viewport = { width: 375, height: 667 };
  const { page, section } = await gallery.section('date-fields', { viewport });
  for (const name of ['picked', 'date_to']) {
    await field(section, name).scrollIntoViewIfNeeded();
    await calendarOf(field(section, name)).click();
    await page.locator('[data-day]:focus').waitFor();
    const panel = (await field(section, name).getByRole('dialog').boundingBox())!;
    expect(panel.y).toBeGreaterThanOrEqual(0);
    expect(panel.y + panel.height).toBeLessThanOrEqual(viewport.height);
    expect(panel.x + panel.width).toBeLessThanOrEqual(viewport.width);
    const day = (await page.locator('[data-day]:focus').boundingBox())!;
    expect(Math.min(day.width, day.height)).toBeGreaterThanOrEqual(40);
    await page.keyboard.press('Escape');
  }
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth))
    .toBe(true);
});

test('5.3 the calendar is fetched when the first one opens, not before', async () => {
  const { page } = await gallery.open('/students/new');
  const fetched = () =>
    page.evaluate(
      () => performance.getEntriesByType('resource').filter(({ name }) => name.includes('/calendar-')).length,
    );
  await page.getByLabel('Date of birth').fill('14/02/2010');
  expect(await fetched()).toBe(0);
  await calendarOf(field(page, 'birthDate')).click();
  await page.locator('[data-day]:focus').waitFor();
  expect(await fetched()).toBeGreaterThan(0);
});

async function choose(section: Locator, label: string, option: string) {
  await section.getByRole('combobox', { name: label, exact: true }).click();
  await section.getByRole('option', { name: option }).click();
}

async function drop(page: Page, selector: string, names: string[], type = 'application/pdf') {
  await page.locator(selector).evaluate(
    (input, given) => {
      const dataTransfer = new DataTransfer();
      for (const name of given.names) dataTransfer.items.add(new File(['content'], name, { type: given.type }));
      input.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer }));
    },
    { names, type },
  );
}
