import { sql } from 'drizzle-orm';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { lessonDay } from '#test/harness/lesson-day.ts';
import { openSchoolDays, todayHere } from '#test/harness/school-days.ts';
import { violationsInBothSchemes } from './support/axe.ts';
import { openChromium } from './support/chromium.ts';
import { openProduct } from './support/product.ts';

let product: Awaited<ReturnType<typeof openProduct>>;
let browser: Browser;
let address: string;
const now = todayHere();
const classSize = 40;

const ilorin = () => product.school.ilorin;
const rowsOf = <Row>(query: ReturnType<typeof sql>) =>
  product.database.asSystem([ilorin().id], async (tx) => (await tx.execute(query)).rows as Row[]);

beforeAll(async () => {
  [product, browser] = await Promise.all([openProduct(), openChromium()]);
  const { id, batchIds } = ilorin();
  address = `/registers/${batchIds['JSS 2 A']}?date=${now}&sitting=1`;
  await product.database.asSystem([id], async (tx) => {
    await openSchoolDays(tx, id);
    // A class of forty: Pupil 01 to Pupil 38 besides the two that are there.
    await tx.execute(sql`
      with added as (
        insert into students (institution_id, admission_number, surname, first_name, batch_id)
        select ${id}::int, 'P' || n, 'Pupil', to_char(n, 'FM00'), ${batchIds['JSS 2 A']}::bigint from generate_series(1, ${classSize - 2}::int) n
        returning id, batch_id)
      insert into enrolments (institution_id, student_id, batch_id, session_id, from_date)
      select ${id}::int, a.id, a.batch_id, b.session_id, ${now}::date - 100 from added a join batches b on b.id = a.batch_id`);
  });
});
beforeEach(async () => {
  await product.database.asSystem([ilorin().id], async (tx) => {
    await tx.execute(sql`delete from attendance_registers`);
    await tx.execute(sql`delete from attendance_totals`);
  });
});
afterAll(async () => {
  await browser?.close();
  await product?.close();
});

async function open(username: string, width: number, path = address, more: object = {}): Promise<Page> {
  const context = await product.window(browser, username, {
    viewport: { width, height: 720 },
    hasTouch: width < 500,
    ...more,
  });
  const page = await context.newPage();
  await page.goto(path);
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  return page;
}
/** What the browser gives assistive technology to describe a row's group. */
async function descriptionOf(page: Page, name: string): Promise<unknown> {
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send('Accessibility.getFullAXTree');
  const group = nodes.find((node) => node.role?.value === 'radiogroup' && node.name?.value === name);
  return group?.description?.value;
}
const row = (page: Page, name: string) => page.locator('[data-row]').filter({ hasText: name });
const awayNow = () =>
  rowsOf<{ name: string; kind: string; minutes: number | null }>(
    sql`select s.surname || ' ' || s.first_name as name, m.kind, m.minutes from attendance_marks m
      join students s on s.id = m.student_id where m.kind <> 'present' order by 1`,
  );
const called = async () =>
  (await rowsOf<{ n: number }>(sql`select coalesce(sum(cardinality(roll)), 0)::int as n from attendance_registers`))[0]!
    .n;

test('a register of forty with three absences takes five touches from the start page, on a phone', async () => {
  const page = await open('teacher', 375, '/');
  let touches = 0;
  const touch = async (where: ReturnType<Page['locator']>) => {
    touches += 1;
    await where.tap();
  };
  await touch(page.getByRole('link', { name: /JSS 2 A/ }).first());
  await page.getByRole('heading', { level: 1, name: 'JSS 2 A' }).waitFor();
  for (const name of ['Pupil, 03', 'Pupil, 17', 'Pupil, 31']) await touch(row(page, name).locator('b'));
  await page.getByText('37 present · 3 absent').waitFor();
  await touch(page.getByRole('button', { name: 'Save register' }));
  await page.getByRole('button', { name: /^Saved \d\d:\d\d [ap]m$/ }).waitFor();
  expect(touches).toBeLessThanOrEqual(5);
  expect(await called()).toBe(classSize);
  await expect
    .poll(awayNow)
    .toEqual(['03', '17', '31'].map((n) => ({ name: `Pupil ${n}`, kind: 'absent', minutes: null })));
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(375);
  expect(await violationsInBothSchemes(page)).toEqual([]);
  await page.context().close();

  // The office writes to the guardians of the absent.
  await rowsOf(sql`
    with g as (insert into guardians (institution_id, surname, first_name, mobile)
      values (${ilorin().id}, 'Pupil', 'Mama', '+2348030000100') returning id)
    insert into student_guardians (institution_id, student_id, guardian_id, receives_sms)
    select ${ilorin().id}, s.id, g.id, true from g, students s where s.admission_number in ('P3', 'P4')`);
  const office = await open('registrar', 1280, '/registers');
  await office.getByRole('link', { name: 'Message guardians of absent students' }).click();
  await expect
    .poll(() => office.getByRole('checkbox', { name: 'Only students who are absent today' }).isChecked())
    .toBe(true);
  await office
    .getByRole('listitem')
    .filter({ hasText: 'Pupil, Mama' })
    .getByText(/03 Pupil/)
    .waitFor();
  await office.context().close();
});

test('the monthly register of a class of forty is printed on one landscape sheet, whatever the browser prints', async () => {
  const page = await open('principal', 1280, address.replace(/\?.*/, '/month'));
  await page.getByText('Pupil, 38').waitFor();
  const text = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
  expect(text.match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
  expect(/\/MediaBox\s*\[\s*0 0 841/.test(text)).toBe(true);
  await page.context().close();
});

test('by keyboard: letters mark and go on, arrows move, and what is more is said below the row', async () => {
  const page = await open('teacher', 1280);
  await page.getByRole('radiogroup').first().getByRole('radio', { name: 'Present' }).focus();
  await page.keyboard.press('a');
  // A row is entered at its mark.
  await page.keyboard.press('ArrowUp');
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
  await expect.poll(focused).toBe('Absent');
  await page.keyboard.press('ArrowDown');
  await expect.poll(focused).toBe('Present');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('l');
  await page.getByText('39 present (1 late) · 1 absent').waitFor();
  await page.keyboard.press('s');
  const opener = page.getByRole('button', { name: /More for Pupil, 01/ });
  await opener.focus();
  await page.keyboard.press('Enter');
  await page.getByLabel('Minutes late').fill('25');
  await page.getByLabel('Remark').fill('Bus broke down');
  expect(await violationsInBothSchemes(page)).toEqual([]);
  await page.getByRole('button', { name: 'Save register' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: /^Saved \d\d:\d\d [ap]m$/ }).waitFor();
  // What was open is closed, and assistive technology reads the second line of a row too.
  await expect.poll(() => page.getByLabel('Remark').count()).toBe(0);
  expect(await descriptionOf(page, 'Pupil, 02')).toMatch(/^P2 · Sick/);
  await row(page, 'Pupil, 03').locator('b').click();
  await expect.poll(focused).toBe('Absent');
  await expect
    .poll(awayNow)
    .toMatchObject([
      { kind: 'absent' },
      { name: 'Pupil 01', kind: 'late', minutes: 25 },
      { name: 'Pupil 02', kind: 'sick' },
    ]);
  await page.context().close();
});

/** The worker has what works without a network. */
const ready = (page: Page) =>
  expect
    .poll(() =>
      page.evaluate(async () => {
        await navigator.serviceWorker.ready;
        return Boolean(await caches.match('/registers/offline'));
      }),
    )
    .toBe(true);
/** Everything that the device stores, as text. */
const storedOn = (page: Page) =>
  page.evaluate(async () => {
    const asked = indexedDB.open('akada-registers');
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      asked.onsuccess = () => resolve(asked.result);
      asked.onerror = () => reject(new Error('no storage'));
    });
    const all = (name: string) =>
      new Promise<unknown[]>((resolve) => {
        const got = database.transaction(name).objectStore(name).getAll();
        got.onsuccess = () => resolve(got.result as unknown[]);
      });
    const [keys, sealed] = [await all('keys'), (await all('sealed')) as { data: ArrayBuffer }[]];
    database.close();
    return {
      keys: keys.length,
      text:
        sealed.map(({ data }) => new TextDecoder('latin1').decode(data)).join('') + JSON.stringify({ ...localStorage }),
    };
  });

test('without a network a register is kept over a killed tab, shown as waiting, and sent once', async () => {
  const page = await open('teacher', 375, address, { serviceWorkers: 'allow' });
  const context = page.context();
  await page.getByRole('button', { name: 'Save register' }).waitFor();
  await ready(page);
  await context.setOffline(true);
  await row(page, 'Pupil, 05').locator('b').tap();
  await row(page, 'Pupil, 06').getByRole('radio', { name: 'Late' }).tap();
  await page.getByRole('button', { name: 'Save register' }).tap();
  await page.getByText('Waiting to be sent').waitFor();
  // One more mark that is not saved when the tab dies, but is on the device.
  const before = (await storedOn(page)).text;
  await row(page, 'Pupil, 07').locator('b').tap();
  await page.getByRole('button', { name: 'Save 1 change' }).waitFor();
  await expect.poll(async () => (await storedOn(page)).text !== before).toBe(true);
  await page.close();
  expect(await called()).toBe(0);

  const again = await context.newPage();
  await again.goto(address);
  await again.getByRole('heading', { level: 1, name: 'JSS 2 A' }).waitFor();
  await again.getByText('Offline registers').waitFor();
  await again.getByText('38 present (1 late) · 2 absent').waitFor();
  expect(await violationsInBothSchemes(again)).toEqual([]);
  await expect.poll(() => again.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(375);
  await again.getByRole('button', { name: 'Save 1 change' }).tap();
  // 'Waiting to be sent' stands there for the first two marks already.
  await again.getByRole('button', { name: 'Save 1 change' }).waitFor({ state: 'detached' });
  await again.getByText('Waiting to be sent').waitFor();
  expect((await storedOn(again)).text).not.toContain('Pupil');

  await context.setOffline(false);
  await expect.poll(called).toBe(classSize);
  await expect.poll(awayNow).toEqual([
    { name: 'Pupil 05', kind: 'absent', minutes: null },
    { name: 'Pupil 06', kind: 'late', minutes: 10 },
    { name: 'Pupil 07', kind: 'absent', minutes: null },
  ]);
  await again.getByRole('link', { name: 'Open this page in Akada' }).tap();
  await again.getByText('Taken', { exact: true }).waitFor();
  expect(await rowsOf(sql`select count(*)::int as n from attendance_registers`)).toEqual([{ n: 1 }]);
  await context.close();
});

test('two who mark the same child see both marks, and the later decides', async () => {
  const page = await open('teacher', 375, address, { serviceWorkers: 'allow' });
  await page.getByRole('button', { name: 'Save register' }).waitFor();
  await ready(page);
  await page.context().setOffline(true);
  await row(page, 'Pupil, 08').locator('b').tap();
  await row(page, 'Pupil, 09').locator('b').tap();
  await page.getByRole('button', { name: 'Save register' }).tap();
  await page.getByText('Waiting to be sent').waitFor();
  const office = await open('registrar', 1280);
  await row(office, 'Pupil, 08').getByRole('radio', { name: 'Late' }).click();
  await office.getByRole('button', { name: 'Save register' }).click();
  await office
    .getByText(/^Saved \d\d:\d\d [ap]m$/)
    .first()
    .waitFor();
  await page.context().setOffline(false);
  const question = page.getByRole('region', { name: /Needs your decision/ });
  await question.getByText('Pupil, 08').waitFor();
  await question.getByText('Late, 10 min').waitFor();
  expect(await violationsInBothSchemes(page)).toEqual([]);
  const of = (name: string) => question.getByRole('listitem').filter({ hasText: name });
  await of('Pupil, 08').getByRole('button', { name: 'Keep theirs' }).tap();
  await of('Pupil, 09').getByRole('button', { name: 'Use mine' }).tap();
  await question.waitFor({ state: 'detached' });
  await expect.poll(awayNow).toEqual([
    { name: 'Pupil 08', kind: 'late', minutes: 10 },
    { name: 'Pupil 09', kind: 'absent', minutes: null },
  ]);
  await page.context().close();
  await office.context().close();
});

test('a signed-out device holds nothing readable, and the same person finds what waits', async () => {
  const page = await open('teacher', 375, address, { serviceWorkers: 'allow' });
  const context = page.context();
  await page.getByRole('button', { name: 'Save register' }).waitFor();
  await ready(page);
  // The register cannot be sent: the server is away for it alone, so that signing out works.
  await context.route('**/registers', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  );
  await row(page, 'Pupil, 11').locator('b').tap();
  await page.getByRole('button', { name: 'Save register' }).tap();
  await page.getByText('Waiting to be sent').waitFor();
  expect((await storedOn(page)).keys).toBe(1);
  await page.getByRole('button', { name: /Your account/ }).tap();
  await page.getByRole('menuitem', { name: 'Sign out' }).tap();
  await page.waitForURL((url) => !url.pathname.startsWith('/registers'));
  const left = await storedOn(page);
  expect(left.keys).toBe(0);
  expect(left.text).not.toContain('Pupil');
  await context.setOffline(true);
  await page.goto(address);
  await page.getByText('Nobody is signed in on this device').waitFor();
  expect(await page.content()).not.toContain('Pupil');
  await context.setOffline(false);
  await context.unroute('**/registers');
  // Somebody else finds nothing of it. What the device needs is asked for at each sign-in, and not for every page.
  let packs = 0;
  page.on('request', (request) => void (packs += request.url().endsWith('/registers/device') ? 1 : 0));
  const signIn = async (who: string) => {
    const { cookies } = await product.as(who);
    await context.addCookies(Object.entries(cookies).map(([name, value]) => ({ name, value, url: product.url })));
    await page.goto('/registers');
    await page.getByRole('heading', { level: 1, name: 'Registers' }).waitFor();
  };
  await signIn('registrar');
  await page.getByText('All registers').waitFor();
  await expect.poll(() => page.getByText('Waiting to be sent').count()).toBe(0);
  expect(await called()).toBe(0);
  expect(packs).toBe(1);
  await signIn('teacher');
  await expect.poll(called).toBe(classSize);
  expect(packs).toBe(2);
  await page.goto(address);
  // The server may have it before the device has read the answer.
  await page
    .getByText(/^(Taken|Saved \d\d:\d\d [ap]m)$/)
    .first()
    .waitFor();
  await page.goto('/registers');
  await page.getByText('Your registers').waitFor();
  expect(packs).toBe(2);
  await expect.poll(awayNow).toEqual([{ name: 'Pupil 11', kind: 'absent', minutes: null }]);
  await context.close();
});

test('by lesson: the start page leads to the register of a lesson, which is taken without a network', async () => {
  await lessonDay(product);
  const page = await open('teacher', 375, '/', { serviceWorkers: 'allow' });
  const context = page.context();
  await page.getByRole('link', { name: /JSS 1 A · English Period 2, 09:00–09:40 am/ }).tap();
  await page.getByRole('heading', { level: 1, name: 'JSS 1 A · English' }).waitFor();
  await page.getByText('Period 2', { exact: false }).first().waitFor();
  await ready(page);
  await context.setOffline(true);
  await page.close();
  const offline = await context.newPage();
  await offline.goto('/registers');
  await offline.getByRole('button', { name: /JSS 1 A · English Period 2, 09:00–09:40 am/ }).tap();
  await row(offline, 'Pupil, Two').locator('b').tap();
  await offline.getByRole('button', { name: 'Save register' }).tap();
  await offline.getByText('Waiting to be sent').waitFor();
  expect(await violationsInBothSchemes(offline)).toEqual([]);
  // A reload stays at the lesson.
  await offline.reload();
  await offline.getByRole('heading', { level: 1, name: 'JSS 1 A · English' }).waitFor();
  await context.setOffline(false);
  await expect.poll(called).toBe(2);
  await expect.poll(awayNow).toEqual([{ name: 'Pupil Two', kind: 'absent', minutes: null }]);
  await offline.getByRole('link', { name: 'Open this page in Akada' }).tap();
  await offline.getByText('Taken', { exact: true }).waitFor();
  await context.close();
});
