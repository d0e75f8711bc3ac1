import type { Locator, Page } from 'playwright-core';
import { downloadsPdf, look, must, type Job } from './job.ts';

const text = async (part: Locator) => (await part.first().textContent())!.trim();
const option = (page: Page, name: RegExp) => page.locator('[data-palette]').getByRole('option', { name });

/** What registrars, principals and admission officers do. */
export const officeJobs: readonly Job[] = [
  {
    name: 'Find a student and call the guardian',
    role: 'Registrar',
    limit: 3,
    isByKeyboardToo: true,
    async before(as, time) {
      const page = await look(await as('Registrar'), '/students');
      const student = await text(page.locator('tbody th a').nth(time));
      return { student: student.replace(',', '') };
    },
    async run(hands, { student }) {
      const { page } = hands;
      const [surname] = student!.split(' ');
      await hands.search(student!);
      await option(page, new RegExp(surname!)).first().waitFor();
      await hands.key('Enter');
      await page.getByRole('heading', { level: 1, name: surname! }).waitFor();
      await page.evaluate(() =>
        addEventListener('click', (event) => {
          const link = event.target instanceof Element && event.target.closest('a');
          if (link && !event.defaultPrevented) document.body.dataset['called'] = link.href;
        }),
      );
      await hands.press(page.locator('a[href^="tel:"]').filter({ hasText: /Mother|Father|Guardian|Parent/ }));
      const called = await page.evaluate(() => document.body.dataset['called']);
      must(/^tel:\+\d{8,}$/.test(called ?? ''), `the phone is given a number: ${called}`);
    },
  },
  {
    name: 'Print a class’s report cards',
    role: 'Principal',
    limit: 4,
    isByKeyboardToo: true,
    async before(as) {
      const page = await look(await as('Principal'), '/mark-sheets');
      return { batch: await text(page.getByRole('row', { name: /Published/ }).locator('th a')) };
    },
    async run(hands, { batch }) {
      const { page } = hands;
      await hands.search(batch!);
      const print = option(page, new RegExp(`^Print report cards ${batch}`));
      const name = new RegExp(batch!.replaceAll(/\W+/g, '.'), 'i');
      await downloadsPdf(page, name, () => hands.press(print));
    },
  },
  {
    name: 'Message a class',
    role: 'Principal',
    limit: 5,
    before: async () => ({ batch: 'JSS 2 B' }),
    async run(hands, { batch }) {
      const { page } = hands;
      const words = `The excursion of ${batch} leaves at eight o’clock.`;
      await hands.search(batch!);
      await hands.press(option(page, new RegExp(`^Message the class ${batch}`)));
      await hands.type(page.getByRole('textbox', { name: 'Text' }), words);
      const send = page.getByRole('button', { name: 'Send…' });
      await page.locator('button:enabled', { hasText: 'Send…' }).waitFor();
      await hands.press(send);
      await hands.press(page.getByRole('dialog').getByRole('button', { name: /^Send/ }));
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await look(page, '/messages');
      await page
        .getByRole('row')
        .filter({ hasText: words.slice(0, 30) })
        .waitFor();
    },
  },
  {
    name: 'Admit an accepted applicant',
    role: 'Admission officer',
    limit: 3,
    isByKeyboardToo: true,
    async run(hands) {
      const { page } = hands;
      await hands.press(page.getByRole('link', { name: /^Admit: accepted/ }));
      await hands.press(page.getByRole('table').getByRole('link', { name: /^Admit / }));
      await hands.press(page.getByRole('button', { name: 'Admit student' }));
      const told = await text(page.getByText(/is admitted with admission number/));
      const number = /number (\S+)\.$/.exec(told)![1]!;
      await look(page, `/students?q=${number}`);
      await page.getByRole('table').getByText(number).waitFor();
    },
  },
  {
    name: 'Move a lesson',
    role: 'Principal',
    limit: 3,
    isByKeyboardToo: true,
    async run(hands) {
      const { page } = hands;
      await hands.press(page.getByRole('link', { name: /^Open: timetable/ }));
      const lesson = page.getByRole('table').getByRole('button', { name: /, period \d+$/ });
      const subject = await text(lesson.first().locator('b > span'));
      await hands.press(lesson);
      // A cell that is free, or else one whose lesson it changes places with.
      const cells = page.locator('[data-target]:not([aria-disabled=true]):not(:disabled)');
      await cells.first().waitFor();
      const free = cells.filter({ hasNotText: 'Swap' });
      const cell = (await free.count()) > 0 ? free.first() : cells.first();
      const place = (await cell.getAttribute('aria-label'))!.split('.')[0]!;
      await hands.press(cell);
      const moved = page.getByRole('button', { name: new RegExp(`^${subject}.*, ${place}$`) });
      await moved.waitFor();
      await page.reload();
      await moved.waitFor();
    },
  },
];
