import type { Tour } from '#kernel/contracts/tour.ts';

export const assessmentTours: Tour[] = [
  {
    name: 'assessment/setup',
    page: 'assessment/setup',
    version: 1,
    title: 'Assessment',
    about: 'What a mark is made of, how it is graded, and in which classes.',
    may: ['assessment.view'],
    href: '/assessment',
    steps: [
      {
        at: 'schemes',
        title: 'Schemes',
        text: 'The parts of a mark, such as two tests and the examination, the pass mark and the ranking. A change makes a new version; open sheets keep theirs.',
      },
      {
        at: 'uses',
        title: 'Where they apply',
        text: 'One scheme for the whole school, others for a programme, a class or a course. The most specific one counts.',
      },
      {
        at: 'scales',
        title: 'Grading scales',
        text: 'Which mark is which grade, with its points. Students keep the scale of their year of entry, if you say from when a new one applies.',
      },
    ],
  },
];
