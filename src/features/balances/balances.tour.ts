import type { Tour } from '#kernel/contracts/tour.ts';

export const balanceTours: Tour[] = [
  {
    ...{ name: 'balances/balances', page: 'balances/balances', version: 1, title: 'Balances' },
    ...{ about: 'What each student owes, the largest first.', may: ['fees.view'], href: '/balances' },
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
];
