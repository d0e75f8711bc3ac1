import type { Tour } from '#kernel/contracts/tour.ts';

/** The decisions of an intake. */
export const decisionTours: Tour[] = [
  {
    may: ['admissions.view'],
    name: 'admissions/decisions',
    page: 'admissions/intake-decisions',
    title: 'Decisions',
    about: 'Cut-offs, offers, the waiting list and admission.',
    href: '/intakes',
    steps: [
      {
        at: 'admission-seats',
        title: 'Seats',
        text: 'An offer takes a seat until it is declined or withdrawn. Then the next on the waiting list is proposed.',
      },
      {
        at: 'admission-cutoff',
        title: 'Cut-off',
        text: 'Enter a mark and see who would be offered a place. Nothing happens before you confirm, and it can be undone as a whole.',
        may: ['admissions.decide'],
      },
      {
        at: 'admission-accepted',
        title: 'Admission',
        text: 'Student, guardians, photo, papers, class arm and first invoices are created together for each applicant, or not at all.',
        may: ['admissions.admit'],
      },
    ],
  },
];
