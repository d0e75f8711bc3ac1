import type { Tour } from '#kernel/tour.ts';

export const privacyTours: Tour[] = [
  {
    name: 'privacy/reads',
    page: 'privacy/read-log',
    version: 1,
    title: 'Access log',
    about: 'Who was shown health, religion or papers, and of whom.',
    may: ['privacy.readLog'],
    href: '/privacy/reads',
    steps: [
      {
        at: 'page-title',
        title: 'Looking leaves a line',
        text: 'Health, religion and papers of a person stand on a tab of their own. Whoever opens it, prints it or edits it is written here, and nobody can take the line away.',
      },
      {
        at: 'filters',
        title: 'Somebody asks',
        text: 'A parent asks who has seen a child’s health data: choose Data type, and the dates. From a person’s own page “Access log” shows only that person.',
      },
    ],
  },
];
