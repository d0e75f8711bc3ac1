import type { Tour } from '#kernel/contracts/tour.ts';
import { maySeeDays } from './cashier.access.ts';

export const cashierTours: Tour[] = [
  {
    name: 'payments/take',
    page: 'cashier/take-payment',
    version: 1,
    title: 'Take payment',
    about: 'Find a student, take a payment for the whole family and print the receipt.',
    may: ['payments.take'],
    href: '/payments/new',
    steps: [
      {
        at: 'counter-search',
        title: 'Find the student',
        text: 'Type three letters of a name or an admission number, or scan the code on a bill. Enter chooses the first.',
      },
      {
        at: 'counter-dues',
        title: 'What is owed',
        text: 'Invoices of the student and siblings. The payment goes to the oldest due first; edit the amounts to change that.',
      },
      {
        at: 'counter-till',
        title: 'How much, and how',
        text: 'The amount starts with the fees due now. Choose the channel, then press Enter: the receipt is ready to print.',
      },
    ],
  },
  {
    name: 'payments/days',
    page: 'cashier/day-list',
    version: 1,
    title: 'Cashier sessions',
    about: 'Cashier sessions, from opening to approval.',
    may: maySeeDays,
    href: '/cashier-days',
    steps: [
      {
        at: 'page-title',
        title: 'Cashier sessions',
        text: 'A session starts with a float, is counted and closed by its cashier, and approved by the bursar. Open one to see its payments.',
      },
    ],
  },
];
