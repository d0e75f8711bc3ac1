import type { Tour } from '#kernel/contracts/tour.ts';
import { correctionTours } from './corrections.tour.ts';

export const resultTours: Tour[] = [
  {
    name: 'results/own-results',
    version: 2,
    title: 'Class results',
    about: 'The results of classes where you’re the class teacher, before and after publication.',
    may: ['marks.viewOwn'],
    href: '/class-results',
    steps: [
      {
        at: 'page-title',
        title: 'Class results',
        text: 'Open a class for its broadsheet: all students and courses with totals, averages and positions. Report cards and the workbook are also there. Enter the other entries on report cards under “Attendance and remarks”.',
      },
    ],
  },
  {
    name: 'results/analysis',
    title: 'Result analysis',
    about: 'How classes, courses and students did: means, pass rates, grades and students at risk.',
    may: ['marks.view', 'marks.viewOwn'],
    href: '/result-analysis',
    steps: [
      {
        at: 'analysis-filters',
        title: 'What is compared',
        text: 'Choose a term and a class, and narrow them. Teachers see figures for their own courses. The address keeps your choice, so you can share it.',
      },
      {
        at: 'grades',
        title: 'Click any grade',
        text: 'Click a grade or the pass rate to see its students.',
      },
      {
        at: 'groups',
        title: 'Compare',
        text: 'Compare courses, classes, teachers, or girls and boys. A name opens its own figures.',
      },
      {
        at: 'at-risk',
        title: 'Students at risk',
        text: 'Students who fail several courses, or fell far since the last published term. You set both limits.',
      },
    ],
  },
  ...correctionTours,
];
