import type { Tour } from '#kernel/contracts/tour.ts';

export const resultTours: Tour[] = [
  {
    name: 'results/own-results',
    page: 'results/own-results',
    version: 1,
    title: 'Class results',
    about: 'The results of the classes that you lead, before and after they are published.',
    may: ['marks.viewOwn'],
    href: '/class-results',
    steps: [
      {
        at: 'page-title',
        title: 'Class results',
        text: 'Open a class for its broadsheet: all students and courses with totals, averages and positions. Report cards and the workbook are there too.',
      },
    ],
  },
];
