import type { Tour } from '#kernel/contracts/tour.ts';

/** The decisions of an intake, and admission. */
export const decisionTours: Tour[] = [
  {
    version: 1,
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
    ],
  },
  {
    version: 1,
    may: ['admissions.admit'],
    name: 'admissions/admit',
    page: 'admissions/admit',
    title: 'Admit an applicant',
    about: 'The application becomes a student’s record.',
    href: '/intakes',
    steps: [
      {
        at: 'page-title',
        title: 'One act',
        text: 'Student, guardians, photo, papers, class arm and first invoices are made together, or nothing is.',
      },
    ],
  },
];
