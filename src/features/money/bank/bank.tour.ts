import type { Tour } from '#kernel/contracts/tour.ts';

const page = { may: ['payments.place'] } as const;

export const bankTours: Tour[] = [
  {
    name: 'payments/unidentified',
    page: 'bank/unidentified-list',
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
    ...page,
    name: 'payments/bank-statements',
    page: 'bank/statement-list',
    title: 'Bank statements',
    about: 'Match the bank’s lines to payments and students.',
    href: '/bank-statements',
    steps: [
      {
        at: 'page-action',
        title: 'Upload a statement',
        text: 'Use the CSV or Excel file that your bank offers for download. A line never counts twice, even if periods overlap.',
      },
      {
        at: 'statement-open',
        title: 'Open lines',
        text: 'Lines that still wait for somebody. Open a statement to see what is proposed for them.',
      },
    ],
  },
  {
    ...page,
    name: 'payments/bank-lines',
    page: 'bank/bank-line-list',
    title: 'Lines of a statement',
    about: 'Confirm, identify or ignore what the bank shows.',
    href: '/bank-lines',
    steps: [
      {
        at: 'figures',
        title: 'Strong, weak, nothing',
        text: 'Strong proposals rest on a reference, an invoice number or an admission number. Look at weak ones before you confirm them.',
      },
      {
        at: 'line-proposal',
        title: 'Why it is proposed',
        text: 'Each proposal says what it rests on. Open a line to choose another student, or to ignore it.',
      },
    ],
  },
];
