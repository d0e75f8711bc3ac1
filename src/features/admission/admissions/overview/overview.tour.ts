import type { Tour } from '#kernel/contracts/tour.ts';

export const overviewTours: Tour[] = [
  {
    may: ['admissions.view'],
    name: 'admissions/overview',
    title: 'Admission at a glance',
    about: 'Applications by status and day, the admissions funnel, seats and pins.',
    href: '/admissions',
    steps: [
      { at: 'admission-states', title: 'Status', text: 'Click a row to open its applications.' },
      {
        at: 'admission-funnel',
        title: 'Admissions funnel',
        text: 'How many of the pins and drafts became applications, offers and students.',
      },
      {
        at: 'admission-seats',
        title: 'Seats',
        text: 'Offers, accepted offers and admissions against the seats of each programme.',
      },
    ],
  },
];
