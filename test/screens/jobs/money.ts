import { downloadsPdf, look, type Job } from './job.ts';

/** What cashiers and bursars do. */
export const moneyJobs: readonly Job[] = [
  {
    name: 'Take a payment',
    role: 'Cashier',
    limit: 4,
    isByKeyboardToo: true,
    // At the counter stands somebody who owes; the cashier has opened the session in the morning.
    async before(as, time) {
      const balances = await look(await as('Bursar'), '/balances?state=owed');
      const name = (await balances.locator('tbody th a').nth(time).textContent())!;
      const counter = await look(await as('Cashier'), '/payments/new');
      const search = counter.getByRole('combobox', { name: 'Find a student' });
      const open = counter.getByRole('dialog').getByRole('button', { name: 'Open session' });
      await search.waitFor();
      if (await open.isVisible()) await open.click();
      await counter.getByRole('link', { name: 'My session' }).waitFor();
      return { number: /\d{4}\/\d{4}/.exec(name)![0] };
    },
    async run(hands, { number }) {
      const { page } = hands;
      await hands.press(page.getByRole('link', { name: 'Take payment' }));
      await hands.type(page.getByRole('combobox', { name: 'Find a student' }), number!);
      await page.getByRole('listbox', { name: 'Students' }).getByText(number!).waitFor();
      await hands.key('Enter');
      // What is owed is filled in.
      const amount = page.getByRole('textbox', { name: 'Amount' });
      await page.locator('#till-amount:focus').waitFor();
      const paid = await amount.inputValue();
      // The cashier reads it: an Enter at once counts as the second press of the one before.
      await page.waitForTimeout(1000);
      await hands.key('Enter');
      const receipt = page.getByRole('dialog', { name: /^Receipt / });
      await receipt.getByText(paid).waitFor();
      const [name] = /\S+$/.exec((await receipt.getByRole('heading').first().textContent())!)!;
      await look(page, '/payment_records');
      await page.getByRole('row').filter({ hasText: name! }).filter({ hasText: paid }).waitFor();
    },
  },
  {
    name: 'Add a fee for all JSS classes',
    role: 'Bursar',
    limit: 8,
    async run(hands) {
      const { page } = hands;
      await hands.search('add fee');
      await page.getByRole('option', { name: 'Add fee' }).waitFor();
      await hands.key('Enter');
      await hands.type(page.getByRole('textbox', { name: 'Title' }), 'Excursion to Ibadan');
      await hands.type(page.getByRole('textbox', { name: 'Item' }), 'Bus and lunch');
      await hands.type(page.getByRole('textbox', { name: 'Amount', exact: true }), '7500');
      await hands.press(page.getByRole('combobox', { name: /^Programmes/ }));
      await hands.press(page.getByRole('checkbox', { name: 'Junior Secondary' }));
      await hands.press(page.getByRole('button', { name: 'Add fee' }));
      await page.getByRole('heading', { level: 1, name: 'Excursion to Ibadan' }).waitFor();
      await look(page, '/fees');
      const row = page.getByRole('row').filter({ hasText: 'Excursion to Ibadan' });
      await row.filter({ hasText: 'Junior Secondary' }).filter({ hasText: '₦7,500.00' }).waitFor();
    },
  },
  {
    name: 'Debtors by class as PDF',
    role: 'Bursar',
    limit: 3,
    isByKeyboardToo: true,
    async run(hands) {
      const { page } = hands;
      await hands.press(page.getByRole('link', { name: '1–30 days' }));
      await page.getByRole('heading', { level: 1, name: 'Balances' }).waitFor();
      await hands.press(page.getByRole('button', { name: 'More actions' }));
      const print = page.getByRole('menuitem', { name: 'Print debtors by class' });
      await downloadsPdf(page, /\.pdf$/, () => hands.press(print));
    },
  },
];
