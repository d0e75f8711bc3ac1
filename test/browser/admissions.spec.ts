import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addApplication, addIntake } from '#test/harness/sample-admissions.ts';
import { smallTargets } from '#test/screens/small-targets.ts';
import { violationsInBothSchemes } from './support/axe.ts';
import { openChromium } from './support/chromium.ts';
import { openProduct } from './support/product.ts';

let product: Awaited<ReturnType<typeof openProduct>>;
let browser: Browser;
let intakeId: number;
beforeAll(async () => {
  [product, browser] = await Promise.all([openProduct({ jobs: true }), openChromium()]);
  const { ilorin } = product.school;
  await product.database.asSystem([ilorin.id], async (tx) => {
    const intake = await addIntake(tx, ilorin, { seats: 2 });
    intakeId = intake.id;
    for (const name of ['Amina Bello', 'Chike Obi', 'Dayo Sowande']) await addApplication(tx, intake, name);
  });
});
afterAll(async () => {
  await browser?.close();
  await product?.close();
});

async function open(path: string): Promise<Page> {
  const page = await (await product.window(browser, 'admission_officer', { hasTouch: true })).newPage();
  await page.goto(path);
  await page.getByRole('heading', { level: 1 }).waitFor();
  return page;
}

test('applications are reviewed with one key for each step', async () => {
  const page = await open('/applications');
  const heading = (name: string) => page.getByRole('heading', { level: 1, name }).waitFor();
  await page.getByRole('link', { name: 'Sowande, Dayo' }).first().click();
  await heading('Dayo Sowande');
  await page.keyboard.press('s');
  await page.getByRole('main').getByText('Under review', { exact: true }).first().waitFor();
  await page.keyboard.press('n');
  await heading('Chike Obi');
  await page.keyboard.press('t');
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Escape');
  await page.keyboard.press('p');
  await heading('Dayo Sowande');
  expect(await violationsInBothSchemes(page)).toEqual([]);
});

test('on a phone, a thumb hits each column of the last weeks’ applications', async () => {
  const page = await open('/admissions');
  await page.setViewportSize({ width: 375, height: 720 });
  const column = page.getByRole('link', { name: /^\d+ \w+ to \d+ \w+: 3 applications$/ });
  const { width, height } = (await column.boundingBox())!;
  expect(Math.min(width, height)).toBeGreaterThanOrEqual(24);
  expect(await smallTargets(page)).toEqual([]);
  await column.tap();
  await page.getByRole('link', { name: 'Sowande, Dayo' }).first().waitFor();
});

test('marks are typed, a cut-off is seen before it is done and undone, and a list is admitted', async () => {
  const page = await open(`/intakes/${intakeId}/marks`);
  await page.getByRole('textbox', { name: 'English, Bello, Amina' }).focus();
  for (const mark of ['70', '55', '40']) {
    await page.keyboard.type(mark);
    await page.keyboard.press('Enter');
  }
  await page.getByText('All marks are saved.').waitFor();
  // A link waits for what was typed last.
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.type('45');
  await page.getByRole('link', { name: 'Entrance examination' }).click();
  await page.getByRole('heading', { level: 1, name: 'Entrance examination' }).waitFor();
  await page.goto(`/intakes/${intakeId}/marks`);
  await expect.poll(() => page.getByRole('textbox', { name: 'English, Sowande, Dayo' }).inputValue()).toBe('45');
  await page.goto(`/intakes/${intakeId}/decisions`);

  const cutOff = async () => {
    await page.getByLabel('Cut-off mark').fill('50');
    await page.getByRole('button', { name: 'Offer 2, waiting list 0, reject 0' }).click();
    await page.getByText('2 offered, 0 on the waiting list, 0 rejected.').waitFor();
  };
  await cutOff();
  await page.getByRole('button', { name: 'Undo cut-off' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Undo cut-off' }).click();
  await page.getByText('The cut-off was undone for 2 applications.').waitFor();
  await cutOff();

  const confirmed = async (name: string, wanted = name) => {
    await page.getByRole('button', { name, exact: true }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: wanted }).click();
  };
  await page.getByRole('table', { name: 'Open offers' }).getByRole('checkbox').first().check();
  await confirmed('Record acceptance');
  await page.getByRole('button', { name: 'Admit 2 applicants', exact: true }).waitFor();
  const list = await open('/applications?status=accepted');
  await list
    .getByRole('table')
    .getByRole('link', { name: /^Admit / })
    .first()
    .click();
  await list.getByRole('button', { name: 'Admit student' }).waitFor();
  await confirmed('Admit 2 applicants', 'Admit applicants');
  await page.getByText('2 of 2 applicants admitted').waitFor();
  expect(await violationsInBothSchemes(page)).toEqual([]);
});
