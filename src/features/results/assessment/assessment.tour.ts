import type { Tour } from '#kernel/contracts/tour.ts';

export const assessmentTours: Tour[] = [
  {
    name: 'assessment/setup',
    title: 'Assessment',
    about: 'The parts of a mark, its grades, and the classes where they apply.',
    may: ['assessment.view'],
    href: '/assessment',
    steps: [
      {
        at: 'schemes',
        title: 'Schemes',
        text: 'The parts of a mark, such as two tests and the examination, the pass mark and the ranking. A change creates a new version; open sheets keep theirs.',
      },
      {
        at: 'uses',
        title: 'Where they apply',
        text: 'One scheme for the whole school, others for a programme, a class or a course. The most specific one applies.',
      },
      {
        at: 'scales',
        title: 'Grading scales',
        text: 'The marks of each grade, with points. Students keep the scale of their year of entry if you set the date from which a new one applies.',
      },
    ],
  },
  {
    name: 'assessment/sheet-list',
    title: 'Marks of a term',
    about: 'Open marks for entry, follow progress, then lock and approve them.',
    may: ['marks.view', 'marks.open', 'marks.approve'],
    href: '/mark-sheets',
    steps: [
      {
        at: 'term-choice',
        title: 'The term',
        text: 'Each class arm has one mark sheet a term. Choose the term you want to see.',
      },
      {
        at: 'sheet-state',
        title: 'From open to approved',
        text: 'Tick one or more to open them for marks, lock them when teachers have finished, and approve them. Each step back needs a reason.',
      },
      {
        at: 'sheet-entered',
        title: 'What is missing',
        text: 'The number of marks entered. Open a sheet to see it by subject and teacher.',
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
        text: 'Open one and type: each mark is saved automatically, even after the connection was lost. You can paste a column from a spreadsheet.',
      },
    ],
  },
];
