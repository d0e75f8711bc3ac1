import type { Tour } from '#kernel/contracts/tour.ts';

export const billingTours: Tour[] = [
  {
    name: 'fees/runs',
    page: 'billing/run-list',
    version: 1,
    title: 'Billing runs',
    about: 'Billed fees, with the date and the person.',
    may: ['fees.view'],
    href: '/fee-runs',
    steps: [
      {
        at: 'page-title',
        title: 'Billing runs',
        text: 'A run issues the invoices of one fee. Start it from the fee with Bill students: a preview comes first.',
      },
      {
        at: 'filters',
        title: 'Filter the runs',
        text: 'Choose a status to find runs that are in progress, stopped or failed.',
      },
    ],
  },
];
