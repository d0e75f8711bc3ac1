import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Locator, Page } from 'playwright-core';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { prepareSetup } from '#features/access/accounts/setup.ts';
import { readAssets } from '#web/assets.ts';
import { freshDatabase } from '#test/harness/database.ts';
import { openEmptySite } from '#test/harness/site.ts';
import { createDirectory } from '../../bin/directory/app.ts';
import { openStore } from '../../bin/directory/store.ts';
import { violations, violationsInBothSchemes } from './support/axe.ts';
import { openChromium } from './support/chromium.ts';
import { openWindow } from './support/window.ts';

let site: Awaited<ReturnType<typeof openEmptySite>>;
let browser: Browser;
let url: string;

beforeAll(async () => {
  [site, browser] = await Promise.all([openEmptySite(readAssets(inject('bundle'))), openChromium()]);
  url = await site.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  await browser?.close();
  site?.app.server.closeAllConnections();
  await site?.close();
});

/** 500 students, in turn in each class arm. */
const roster = (): string => {
  const arms = ['JSS 1', 'JSS 2', 'JSS 3', 'SS 1', 'SS 2', 'SS 3'].flatMap((level) =>
    ['A', 'B', 'C'].map((arm) => `${level} ${arm}`),
  );
  const first = ['Ngozi', 'Tunde', 'Aisha', 'Emeka', 'Bisi', 'Musa', 'Chika', 'Yusuf'];
  const rows = Array.from(
    { length: 500 },
    (_, at) =>
      `Okoro${String.fromCharCode(97 + (at % 26))}${String.fromCharCode(97 + Math.floor(at / 26))},${first[at % 8]},${at % 2 ? 'Male' : 'Female'},${arms[at % arms.length]}`,
  );
  return `Surname,First name,Gender,Class arm\n${rows.join('\n')}\n`;
};

const staff = (): string => {
  const rows = Array.from({ length: 12 }, (_, at) => `Bello${String.fromCharCode(97 + at)},Ade,Female`);
  return `Surname,First name,Gender\n${rows.join('\n')}\n`;
};

test('a school of 500 with its teachers is ready from an empty installation in ten minutes and sixty actions', async () => {
  const context = await openWindow(browser, { baseURL: url, serviceWorkers: 'block', reducedMotion: 'reduce' });
  const page: Page = await context.newPage();
  let actions = 0;
  const began = performance.now();
  const act = async (work: Promise<unknown>) => {
    actions += 1;
    await work;
  };
  const press = (name: string | RegExp) => act(page.getByRole('button', { name }).first().click());
  const type = (field: Locator, text: string) => act(field.fill(text));
  const field = (label: string) => page.getByLabel(label, { exact: true }).first();

  await page.goto(`/setup?token=${await prepareSetup(site)}`);
  await type(field('Name'), 'Ibadan High School');
  await type(field('Short name'), 'Ibadan High');
  await type(field('Your name'), 'Ngozi Eze');
  await type(field('Username'), 'ngozi.eze');
  await type(page.locator('input[type=password]').first(), 'indigo on warm paper');
  await press('Add institution');
  await page.getByRole('heading', { name: /Set up Ibadan High School/ }).waitFor();
  await site.database.anonymous((tx) => tx.execute(sql`update accounts set shows_tours = false`));
  await page.reload();
  await page.getByText('0 of 14 done').waitFor();
  expect(await violationsInBothSchemes(page)).toEqual([]);

  await act(page.getByRole('link', { name: 'Use a template: Session and terms' }).click());
  await page.getByRole('heading', { name: 'Set up classes and subjects' }).waitFor();
  const preview = page.getByRole('region', { name: 'Preview' });
  await preview.getByText('18', { exact: true }).waitFor();
  expect(await violationsInBothSchemes(page)).toEqual([]);
  await press('Add all');
  await page.getByText('Added 3 terms, 2 programmes, 6 classes, 18 class arms and 30 subjects.').waitFor();

  const bring = async (who: 'Students' | 'Employees', text: string, end: string) => {
    await act(page.getByRole('link', { name: `Import from a file: ${who}` }).click());
    const file = join(site.services.environment.dataFolder, `${who}.csv`);
    await writeFile(file, text);
    await act(page.locator('input[type=file]').setInputFiles(file));
    await page.getByText(`${who}.csv`).first().waitFor();
    await press('Upload and map columns');
    await press('Check file');
    await page.getByText('As it will be saved').waitFor();
    await press(/^Import/);
    await page.getByText(end).first().waitFor();
  };
  await bring('Students', roster(), '500 students imported');
  await act(page.goto('/home'));
  await bring('Employees', staff(), '12 employees imported');

  await act(page.goto('/home'));
  await act(page.getByRole('link', { name: 'Assign teachers: subjects without a teacher' }).click());
  await page.getByRole('heading', { name: 'Assign teachers' }).waitFor();
  expect(await violationsInBothSchemes(page)).toEqual([]);
  const teachers = page.getByRole('combobox', { name: /^Teacher of / });
  for (let at = 0; at < 12; at += 1) {
    await act(teachers.nth(at).click());
    await act(page.getByRole('option', { name: `Bello${String.fromCharCode(97 + at)}, Ade` }).click());
  }
  await press('Assign teachers');
  await page.getByText('The teachers were assigned.').waitFor();
  const seconds = Math.round((performance.now() - began) / 1000);

  await page.goto('/home');
  await page.getByText('6 of 14 done').waitFor();
  const { rows } = await site.database.asSystem([1], (tx) =>
    tx.execute<{ arms: number; students: number }>(sql`
      select count(*)::int as arms, sum(n)::int as students from (
        select count(*) as n from students where status = 'active' and batch_id is not null group by batch_id) seated`),
  );
  expect(rows[0]).toEqual({ arms: 18, students: 500 });
  const taught = await site.database.asSystem([1], (tx) =>
    tx.execute<{ subjects: number; teachers: number }>(sql`
      select count(distinct course_id)::int as subjects, count(distinct employee_id)::int as teachers
      from course_offerings where employee_id is not null`),
  );
  expect(taught.rows[0]).toEqual({ subjects: 12, teachers: 12 });
  expect(actions).toBeLessThanOrEqual(60);
  expect(seconds).toBeLessThan(600);
  await context.close();
});

test('the pages of a directory fit a phone with the longest names, and pass axe in both schemes', async () => {
  const names = ['Lagos', 'Kaduna'.repeat(34), '<b>Kano</b> & Jos'];
  const cells = names.map((name, at) => ({ number: at + 1, address: `http://127.0.0.1:${at + 1}`, keys: [''], name }));
  const fresh = await freshDatabase();
  const pool = new pg.Pool({ connectionString: fresh.ownerUrl, max: 2 });
  const store = openStore(pool);
  await store.prepare();
  const directory = { address: 'https://akada.test', keys: [Buffer.alloc(32, 5)], cells };
  const front = await createDirectory({ directory, store, assets: readAssets(inject('bundle')) });
  const baseURL = await front.listen({ port: 0, host: '127.0.0.1' });
  for (const colorScheme of ['light', 'dark'] as const) {
    const context = await openWindow(browser, { baseURL, colorScheme, viewport: { width: 375, height: 700 } });
    const page = await context.newPage();
    const isSound = async (title: string) => {
      await page.getByRole('heading', { name: title, level: 1 }).waitFor();
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
      await expect.poll(() => page.locator('html').getAttribute('data-color-scheme')).toBe(colorScheme);
      expect(await violations(page)).toEqual([]);
    };
    await page.goto('/nowhere');
    await isSound('Page not found');
    await expect.poll(() => page.getByRole('list').getByRole('link').allTextContents()).toEqual(names);
    await page.goto('/');
    await page.keyboard.type('  ');
    await page.keyboard.press('Enter');
    await page.getByText('Your username, e-mail or phone is required.').waitFor();
    await isSound('Sign in');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await isSound('Choose your region');
    await context.close();
  }
  front.server.closeAllConnections();
  await front.close();
  await pool.end();
  await fresh.drop();
});
