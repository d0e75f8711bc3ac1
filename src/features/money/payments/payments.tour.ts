import type { Tour } from '#kernel/contracts/tour.ts';
import { maySeePayments } from './payments.access.ts';

export const paymentTours: Tour[] = [
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
