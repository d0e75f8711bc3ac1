import type { Tour } from '#kernel/contracts/tour.ts';
import { askingCorrections, seeingCorrections } from './corrections/late-results.ts';

export const correctionTours: Tour[] = [
  {
    name: 'results/correction-list',
    title: 'Corrections',
    about: 'What was changed in published results, by whom and why, and what waits for a second person.',
    may: seeingCorrections,
    href: '/result-corrections',
    steps: [
      {
        at: 'page-title',
        title: 'Corrections',
        text: 'A published result changes only by a correction. One person asks for it with a reason, another compares and agrees.',
      },
      {
        at: 'corrections',
        title: 'Compare before you agree',
        text: 'Open a waiting one: you see everybody affected, with each figure as it was and as it becomes. Nobody agrees to the own request, or decides about the own family.',
      },
    ],
  },
  {
    name: 'results/student-correction',
    title: 'Correct one student',
    about: 'Marks, attendance and remarks of a published report card.',
    may: askingCorrections,
    href: '/mark-sheets',
    andThen: 'Open a published sheet, then “Attendance and remarks”, and click a student.',
    steps: [
      {
        at: 'student-marks',
        title: 'Marks',
        text: 'Type over what is wrong. Remove a {course} that was entered by mistake, or add one that is missing.',
      },
      {
        at: 'student-notes',
        title: 'Attendance and remarks',
        text: 'What the report card says besides marks. Nobody else’s result changes with it.',
      },
      {
        at: 'correction-request',
        title: 'Compare, then ask',
        text: 'You see everybody affected before anything is sent. It is published only when a second person agrees.',
      },
    ],
  },
];
