import type { Tour } from '#kernel/contracts/tour.ts';

export const checklistTours: Tour[] = [
  {
    name: 'checklist/checklist',
    title: 'Set-up',
    about: 'What a new institution needs, and what’s left to do.',
    may: ['institutions.edit'],
    href: '/checklist',
    steps: [
      {
        at: 'set-up-steps',
        title: 'Steps',
        text: 'A step is done when its records exist; you don’t tick it. The button opens the page for it.',
      },
    ],
  },
];
