import type { Tour } from '#kernel/contracts/tour.ts';
import { maySeeDays, maySeePayments } from './payments.access.ts';

const cashiers = ['payments.take'] as const;

export const paymentTours: Tour[] = [
  {
    name: 'payments/take',
    page: 'payments/take-payment',
    version: 1,
    title: 'Take payment',
    about: 'Find a child, take money for the whole family and print the receipt.',
    may: cashiers,
    href: '/payments/new',
    steps: [
      {
        at: 'counter-search',
        title: 'Find the child',
        text: 'Type three letters of a name or an admission number, or scan the code on a bill. Enter chooses the first.',
      },
      {
        at: 'counter-dues',
        title: 'What is owed',
        text: 'Invoices of the child and its siblings. The money pays the oldest due first; change an amount if it should not.',
      },
      {
        at: 'counter-till',
        title: 'How much, and how',
        text: 'The amount starts with what is due now. Choose the channel, then press Enter: the receipt is ready to print.',
      },
    ],
  },
  {
    name: 'payments/unidentified',
    page: 'payments/unidentified-list',
    version: 1,
    title: 'Unidentified payments',
    about: 'Find out whose money waits in suspense.',
    may: ['payments.place'],
    href: '/unidentified-payments',
    steps: [
      {
        at: 'list-search',
        title: 'Somebody asks',
        text: 'Search by reference, narration or payer. The oldest come first; the sums below say how long money has waited.',
      },
      {
        at: 'first-row',
        title: 'Identify it',
        text: 'Open a payment and search for the child. It can be split over brothers and sisters, and you see what it pays before you save.',
      },
    ],
  },
  {
    name: 'payments/days',
    page: 'payments/day-list',
    version: 1,
    title: 'Cashier days',
    about: 'Days of cashiers, from opening to approval.',
    may: maySeeDays,
    href: '/cashier-days',
    steps: [
      {
        at: 'page-title',
        title: 'Cashier days',
        text: 'A day begins with a float, is counted and closed by its cashier, and approved by the bursar. Open one to see its payments.',
      },
    ],
  },
  {
    name: 'payments/records',
    page: 'payments/payment-list',
    version: 1,
    title: 'Payment records',
    about: 'Find payments by status, institution, fee, day and cashier.',
    may: maySeePayments,
    href: '/payment_records',
    steps: [
      {
        at: 'list-search',
        title: 'Find a payment',
        text: 'Type a receipt number, a reference, or the name of a student or payer.',
      },
      {
        at: 'filters',
        title: 'Filter',
        text: 'Choose a status, a channel, a fee or a range of days. The totals are those of the filtered payments.',
      },
    ],
  },
];
