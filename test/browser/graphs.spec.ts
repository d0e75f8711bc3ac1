import { readFile } from 'node:fs/promises';
import type { Browser, Download, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { violationsInBothSchemes } from './support/axe.ts';
import { openChromium } from './support/chromium.ts';
import { openProduct } from './support/product.ts';

let product: Awaited<ReturnType<typeof openProduct>>;
let browser: Browser;
let page: Page;
const complaints: string[] = [];

beforeAll(async () => {
  [product, browser] = await Promise.all([openProduct(), openChromium()]);
  const context = await product.window(browser, 'registrar', { viewport: { width: 1280, height: 900 } });
  page = await context.newPage();
  page.on('pageerror', (error) => complaints.push(String(error)));
});
afterAll(async () => {
  await browser?.close();
  await product?.close();
});

const figures = () => page.getByRole('region', { name: /^Figures of/ });
const download = async (name: string): Promise<Download> => {
  await page.getByRole('button', { name: 'More actions' }).click();
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('menuitem', { name }).click()]);
  return file;
};

test('a graph is designed with a preview, drawn, saved as a picture, and each figure opens its rows', async () => {
  await page.goto('/graphs/new');
  await page.getByLabel('Group by', { exact: true }).selectOption('gender');
  await figures()
    .getByRole('row', { name: /Female/ })
    .waitFor();
  await expect.poll(() => page.getByLabel('Heat map').isDisabled()).toBe(true);
  await page.getByLabel('Then by').selectOption('status');
  await page.getByLabel('Stacked bars').check();
  await figures().getByRole('columnheader', { name: 'Active' }).waitFor();
  expect(await violationsInBothSchemes(page, 'main')).toEqual([]);
  // Run without saving, and back: nothing is asked and nothing lost.
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await page.getByRole('heading', { name: 'Unsaved graph' }).waitFor();
  await page.getByRole('link', { name: 'Edit or save' }).click();
  await figures().getByRole('columnheader', { name: 'Active' }).waitFor();
  await expect.poll(() => page.getByLabel('Stacked bars').isChecked()).toBe(true);
  await page.getByLabel('Name', { exact: true }).fill('Girls and boys');
  await page.getByRole('button', { name: 'Save graph' }).click();
  await page.getByRole('heading', { name: 'Girls and boys' }).waitFor();
  const drawing = page.getByRole('region', { name: 'Chart of Girls and boys' }).locator('svg');
  await expect.poll(() => drawing.locator('rect[class*=mark]').count()).toBeGreaterThan(2);
  expect(await violationsInBothSchemes(page, 'main')).toEqual([]);
  // On paper one page, without what can only be clicked.
  const paper = (await page.pdf({ format: 'A4' })).toString('latin1');
  expect(paper.match(/\/Type \/Page\b/g)).toHaveLength(1);
  await page.emulateMedia({ media: 'print' });
  // All at one moment: a message may go with its button meanwhile.
  const onPaper = await page
    .locator('button, input, select, main header a')
    .evaluateAll((all) =>
      all.filter((one) => one.checkVisibility({ visibilityProperty: true })).map((one) => one.outerHTML),
    );
  expect(onPaper).toEqual([]);
  await page.emulateMedia({ media: 'screen' });
  await page.setViewportSize({ width: 375, height: 800 });
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(375);
  expect(await violationsInBothSchemes(page, 'main')).toEqual([]);
  await page.setViewportSize({ width: 1280, height: 900 });
  const svg = await download('Download as SVG');
  expect(svg.suggestedFilename()).toBe('Girls and boys.svg');
  const text = await readFile((await svg.path())!, 'utf8');
  expect(text).toContain('Girls and boys: Number of students by Gender and Status</text>');
  expect(text).not.toMatch(/var\(|class=|<a /);
  const png = await readFile((await (await download('Download as PNG')).path())!);
  expect(png.subarray(1, 4).toString()).toBe('PNG');
  const figure = figures()
    .getByRole('row', { name: /Female/ })
    .getByRole('link')
    .first();
  const shown = Number(await figure.innerText());
  await figure.press('Enter');
  await page.getByRole('list', { name: 'Filters' }).getByText('Gender is Female').waitFor();
  await page.getByText(`${shown} shown`).waitFor();
  expect(complaints).toEqual([]);
});
