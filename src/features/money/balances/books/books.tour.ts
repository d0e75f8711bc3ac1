import type { Tour } from '#kernel/contracts/tour.ts';

const may = ['ledger.view'] as const;

export const bookTours: Tour[] = [
  {
    name: 'balances/journal',
    page: 'balances/journal',
    version: 1,
    title: 'Journal',
    about: 'Every entry of the books.',
    may: [...may],
    href: '/ledger',
    steps: [
      {
        at: 'page-title',
        title: 'A permanent record',
        text: 'Invoices, payments and corrections are posted automatically. Posted entries never change.',
      },
      { at: 'list-search', title: 'Search', text: 'Type INV-000123 or RCT-000123 to find the entry of a document.' },
      {
        at: 'filters',
        title: 'Filters',
        text: 'Show one source, one account or some days. The export follows the dates.',
      },
    ],
  },
  {
    name: 'balances/accounts',
    page: 'balances/accounts',
    version: 1,
    title: 'Accounts',
    about: 'The chart of accounts.',
    may: [...may],
    href: '/ledger/accounts',
    steps: [
      {
        at: 'ledger-accounts',
        title: 'Balances',
        text: 'Open an account to see its lines with the balance after each, and the document behind each line.',
      },
    ],
  },
  {
    name: 'balances/trial-balance',
    page: 'balances/trial-balance',
    version: 1,
    title: 'Trial balance',
    about: 'All balances at the end of a day.',
    may: [...may],
    href: '/ledger/trial-balance',
    steps: [
      {
        at: 'trial-balance',
        title: 'Both sides are equal',
        text: 'The database refuses an entry that does not balance, so debit and credit are always the same.',
      },
    ],
  },
  {
    name: 'balances/periods',
    page: 'balances/periods',
    version: 1,
    title: 'Periods',
    about: 'Closing the books.',
    may: [...may],
    href: '/ledger/periods',
    steps: [
      {
        at: 'page-title',
        title: 'Final entries',
        text: 'Nothing more is posted into a closed period. A later correction is posted on the day it is made.',
      },
      {
        at: 'left-open',
        title: 'Before you close',
        text: 'Count cashier sessions, clear cheques and identify payments of the period before you close it.',
      },
    ],
  },
];
