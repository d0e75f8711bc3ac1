import { today } from '#kernel/dates.ts';
import { look, must, type Job } from './job.ts';

/** What teachers do. */
export const teachingJobs: readonly Job[] = [
  {
    name: 'Take a register with 3 absent',
    role: 'Teacher',
    limit: 5,
    // On a day without school the registrar has made it a school day, which needs a term.
    async before(as) {
      const office = await look(await as('Registrar'), '/registers');
      if (await office.getByText('No registers on this day').isVisible()) {
        await look(office, `/calendar-entries/new?day=${today('Africa/Lagos')}`);
        await office.getByRole('combobox', { name: 'Kind' }).selectOption({ label: 'School day' });
        await office.getByRole('textbox', { name: 'Title' }).fill('Lessons');
        await office.getByRole('button', { name: 'Add to calendar' }).click();
        await office.getByRole('heading', { level: 1, name: 'Calendar' }).waitFor();
      }
      return {};
    },
    async run(hands) {
      const { page } = hands;
      await hands.press(page.getByRole('link', { name: /Morning|students/ }));
      const rows = page.locator('[data-row]');
      await rows.first().waitFor();
      const size = await rows.count();
      for (const at of [0, 1, 2]) await hands.press(rows.nth(at).getByRole('radio', { name: 'Absent' }));
      await page.getByText(`${size - 3} present · 3 absent`).waitFor();
      await hands.press(page.getByRole('button', { name: 'Save register' }));
      await page.getByRole('button', { name: /^Saved/ }).waitFor();
      await page.reload();
      await page.getByText(`${size - 3} present · 3 absent`).waitFor();
    },
  },
  {
    name: 'Paste a column of marks',
    role: 'Teacher',
    limit: 3,
    isByKeyboardToo: true,
    // The marks stand in a spreadsheet, where they were copied.
    async before(as, time) {
      const page = await look(await as('Teacher'), '/my-marks');
      const sheet = page.getByRole('row', { name: /Open/ }).getByRole('link').nth(time);
      const name = (await sheet.textContent())!;
      await sheet.click();
      const cells = page.getByRole('textbox', { name: /^Examination,/ });
      await cells.first().waitFor();
      const marks = Array.from({ length: await cells.count() }, (_, at) => 20 + ((at * 7) % 40));
      return { sheet: name, marks: marks.join('\n') };
    },
    async run(hands, { sheet, marks }) {
      const { page } = hands;
      await page.evaluate((text) => navigator.clipboard.writeText(text), marks!);
      const [, batch] = /, (\S+ \d \S)/.exec(sheet!)!;
      await hands.press(page.getByRole('main').getByRole('link', { name: new RegExp(`, ${batch}$`) }));
      const cells = page.getByRole('textbox', { name: /^Examination,/ });
      await hands.point(cells);
      await hands.paste();
      await page.getByText('All marks are saved.').waitFor();
      await page.reload();
      await cells.first().waitFor();
      const kept = await cells.evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value));
      must(kept.join('\n') === marks, 'the marks are those that were copied');
    },
  },
];
