import type { Tour } from '#kernel/contracts/tour.ts';

export const balanceTours: Tour[] = [
  {
    name: 'balances/balances',
    page: 'balances/balances',
    version: 1,
    title: 'Balances',
    about: 'What each student owes, the largest first.',
    may: ['fees.view'],
    href: '/balances',
    steps: [
      {
        at: 'balance-totals',
        title: 'In total',
        text: 'What all students in the list owe and have paid in advance. It follows the filters.',
      },
      {
        at: 'filters',
        title: 'Filters',
        text: 'Show one class, only what is overdue, or only amounts above a limit.',
      },
      {
        at: 'balance-ages',
        title: 'Since when',
        text: 'Open amounts by the days since they were due. Open a row to see the student’s statement.',
      },
    ],
  },
  {
    name: 'balances/money',
    page: 'balances/money',
    version: 1,
    title: 'Fees overview',
    about: 'What came in today, and what is owed.',
    may: ['payments.view'],
    href: '/money',
    steps: [
      {
        at: 'figures',
        title: 'Today',
        text: 'What came in today and what is open. Each figure opens the rows behind it.',
      },
      {
        at: 'money-ages',
        title: 'How old debts are',
        text: 'Open amounts by the days since they were due. What is due today is not overdue.',
      },
      {
        at: 'money-weeks',
        title: 'Expected and collected',
        text: 'What falls due each week against what came in: eight weeks back, four ahead.',
      },
    ],
  },
  {
    name: 'balances/given-list',
    page: 'balances/given-list',
    version: 1,
    title: 'Given',
    about: 'What was taken off debts without money.',
    may: ['payments.view'],
    href: '/given',
    steps: [
      {
        at: 'page-title',
        title: 'What was given',
        text: 'Discounts, scholarships, waivers, credit notes, cancellations and write-offs, with who gave and who agreed.',
      },
      {
        at: 'filters',
        title: 'Filters',
        text: 'Show one type, one class or some days. The files hold what is shown.',
      },
    ],
  },
];
