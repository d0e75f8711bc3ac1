import type { Tour } from '#kernel/contracts/tour.ts';

const page = { may: ['payments.place'] } as const;

export const bankTours: Tour[] = [
  {
    name: 'payments/unidentified',
    page: 'bank/unidentified-list',
    title: 'Unidentified payments',
    about: 'Match unidentified payments to students.',
    may: ['payments.place'],
    href: '/unidentified-payments',
    steps: [
      {
        at: 'list-search',
        title: 'When a payer asks',
        text: 'Search by reference, narration or payer. The oldest come first; the totals below show how long payments have waited.',
      },
      {
        at: 'first-row',
        title: 'Identify it',
        text: 'Open a payment and search for the child. You can split it between siblings, and you see what it pays before you save.',
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
        text: 'Use the CSV or Excel file that your bank offers for download. A line is never counted twice, even if periods overlap.',
      },
      {
        at: 'statement-open',
        title: 'Open lines',
        text: 'Lines that still need a decision. Open a statement to see its proposals.',
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
        title: 'Strong, weak or no proposal',
        text: 'Strong proposals are based on a reference, an invoice number or an admission number. Check weak ones before you confirm them.',
      },
      {
        at: 'line-proposal',
        title: 'Why it is proposed',
        text: 'Each proposal shows what it’s based on. Open a line to choose another student, or to ignore it.',
      },
    ],
  },
];
