import type { Tour } from '#kernel/contracts/tour.ts';

export const assessmentTours: Tour[] = [
  {
    name: 'assessment/setup',
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
  {
    name: 'assessment/sheet-list',
    title: 'Marks of a term',
    about: 'Open the entry of marks, see how far it is, lock and approve it.',
    may: ['marks.view', 'marks.open', 'marks.approve'],
    href: '/mark-sheets',
    steps: [
      {
        at: 'term-choice',
        title: 'The term',
        text: 'Each class arm has one sheet of marks a term. Choose the term that you want to see.',
      },
      {
        at: 'sheet-state',
        title: 'From open to approved',
        text: 'Tick one or several and open them for marks, lock them when teachers have finished, and approve them. Each step back asks for a reason.',
      },
      {
        at: 'sheet-entered',
        title: 'What is missing',
        text: 'How many marks are in. Open a sheet to see it by subject and teacher.',
      },
    ],
  },
  {
    name: 'assessment/own-marks',
    title: 'Enter marks',
    about: 'Your subjects whose marks can be entered.',
    may: ['marks.enterOwn'],
    href: '/my-marks',
    steps: [
      {
        at: 'page-title',
        title: 'Your subjects',
        text: 'Open one and type: each mark is saved by itself, also after the network was gone. You can paste a column from a spreadsheet.',
      },
    ],
  },
];
