import type { Tour } from '#kernel/contracts/tour.ts';

export const privacyTours: Tour[] = [
  {
    name: 'privacy/reads',
    page: 'privacy/access-log',
    version: 1,
    title: 'Access log',
    about: 'Every view of a person’s health data, religion or documents.',
    may: ['privacy.readLog'],
    href: '/privacy/reads',
    steps: [
      {
        at: 'page-title',
        title: 'Every view is logged',
        text: 'A person’s health, religion and documents have tabs of their own. Everyone who opens, prints or edits them is logged here, and nobody can delete an entry.',
      },
      {
        at: 'filters',
        title: 'Answer a question',
        text: 'If a parent asks who has seen a child’s health data, choose a data type and dates. “Access log” on a person’s own page shows that person only.',
      },
    ],
  },
];
