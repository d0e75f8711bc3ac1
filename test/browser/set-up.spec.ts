import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Locator, Page } from 'playwright-core';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { prepareSetup } from '#features/accounts/setup.ts';
import { readAssets } from '#web/assets.ts';
import { openEmptySite } from '#test/harness/site.ts';
import { violationsInBothSchemes } from './support/axe.ts';
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

test('a school of 500 is ready from an empty installation in ten minutes and some twenty actions', async () => {
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
  await page.getByText('0 of 8 done').waitFor();
  expect(await violationsInBothSchemes(page)).toEqual([]);

  await act(page.getByRole('link', { name: 'Use a template: Session and terms' }).click());
  await page.getByRole('heading', { name: 'Set up classes and subjects' }).waitFor();
  const preview = page.getByRole('region', { name: 'Preview' });
  await preview.getByText('18', { exact: true }).waitFor();
  expect(await violationsInBothSchemes(page)).toEqual([]);
  await press('Add all');
  await page.getByText('Added 3 terms, 2 programmes, 6 classes, 18 class arms and 30 subjects.').waitFor();

  await act(page.getByRole('link', { name: 'Import from a file: Students' }).click());
  const file = join(site.services.environment.dataFolder, 'students.csv');
  await writeFile(file, roster());
  await act(page.locator('input[type=file]').setInputFiles(file));
  await page.getByText('students.csv').first().waitFor();
  await press('Upload and map columns');
  await press('Check file');
  await page.getByText('As it will be saved').waitFor();
  await press(/^Import/);
  await page.getByText('500 students imported').first().waitFor();
  const seconds = Math.round((performance.now() - began) / 1000);

  await page.goto('/home');
  await page.getByText('5 of 8 done').waitFor();
  const { rows } = await site.database.asSystem([1], (tx) =>
    tx.execute<{ arms: number; students: number }>(sql`
      select count(*)::int as arms, sum(n)::int as students from (
        select count(*) as n from students where status = 'active' and batch_id is not null group by batch_id) seated`),
  );
  expect(rows[0]).toEqual({ arms: 18, students: 500 });
  expect(actions).toBeLessThanOrEqual(20);
  expect(seconds).toBeLessThan(600);
  await context.close();
});
