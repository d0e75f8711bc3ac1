import type { Tour } from '#kernel/contracts/tour.ts';

export const invoiceTours: Tour[] = [
  {
    name: 'fees/limit',
    page: 'invoices/limit',
    version: 1,
    title: 'Limit for one person',
    about: 'The amount one person can take off debts without approval.',
    may: ['fees.edit'],
    href: '/fee-settings',
    steps: [
      {
        at: 'page-title',
        title: 'One person or two',
        text: 'One person can take up to this amount off debts in a term. Above it, a second person must approve each reduction.',
      },
    ],
  },
  {
    name: 'fees/invoices',
    page: 'invoices/invoice-list',
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
];
