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
        text: 'Outstanding amounts by days since they were due. Open a row to see the student’s statement.',
      },
    ],
  },
  {
    name: 'balances/money',
    page: 'balances/money',
    version: 1,
    title: 'Fees overview',
    about: 'Payments received today, and fees owed.',
    may: ['payments.view'],
    href: '/money',
    steps: [
      {
        at: 'figures',
        title: 'Today',
        text: 'Payments received today and outstanding fees. Click a figure to see its rows.',
      },
      {
        at: 'money-ages',
        title: 'How old debts are',
        text: 'Outstanding amounts by days since they were due. Fees due today aren’t overdue.',
      },
      {
        at: 'money-weeks',
        title: 'Expected and collected',
        text: 'Fees due each week against payments received: eight weeks back, four ahead.',
      },
    ],
  },
  {
    name: 'balances/given-list',
    page: 'balances/given-list',
    version: 1,
    title: 'Given',
    about: 'Reductions of debts without a payment.',
    may: ['payments.view'],
    href: '/given',
    steps: [
      {
        at: 'page-title',
        title: 'Discounts and waivers',
        text: 'Discounts, scholarships, waivers, credit notes, cancellations and write-offs, with the requester and the approver.',
      },
      {
        at: 'filters',
        title: 'Filters',
        text: 'Show one type, one class or some days. Exports contain the rows shown.',
      },
    ],
  },
];
