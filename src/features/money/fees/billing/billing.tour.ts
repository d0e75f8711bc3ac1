import type { Tour } from '#kernel/contracts/tour.ts';

/** Tours of invoices and billing runs. */
export const billingTours: Tour[] = [
  {
    name: 'fees/invoices',
    page: 'fees/invoice-list',
    version: 1,
    title: 'Invoices',
    about: 'Find invoices, see what is left to pay and print bills.',
    may: ['fees.view'],
    href: '/invoices',
    steps: [
      {
        at: 'list-search',
        title: 'Search',
        text: 'Type an invoice number, part of a name or an admission number.',
      },
      {
        at: 'filters',
        title: 'Filter the list',
        text: 'Choose a status, a fee or a {batch}. The line above the list adds up the invoices that match.',
      },
      {
        at: 'page-more',
        title: 'Print bills',
        text: 'Prints the invoices in the list as one PDF, each bill on a page of its own.',
      },
      {
        at: 'page-action',
        title: 'Add an invoice',
        text: 'Charges one student for something that no fee covers, such as a lost book.',
        may: ['fees.bill'],
      },
    ],
  },
  {
    name: 'fees/runs',
    page: 'fees/run-list',
    version: 1,
    title: 'Billing runs',
    about: 'See which fees were billed, when and by whom.',
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
        text: 'Choose a status to find runs that are at work, were stopped or failed.',
      },
    ],
  },
];
