import type { Tour } from '#kernel/contracts/tour.ts';
import { askingCorrections, seeingCorrections } from './corrections/late-results.ts';

export const correctionTours: Tour[] = [
  {
    name: 'results/correction-list',
    title: 'Corrections',
    about: 'Changes to published results, and corrections waiting for approval.',
    may: seeingCorrections,
    href: '/result-corrections',
    steps: [
      {
        at: 'page-title',
        title: 'Corrections',
        text: 'Published results change only through corrections. One person requests a correction with a reason; another compares and approves it.',
      },
      {
        at: 'corrections',
        title: 'Compare before you approve',
        text: 'Open a waiting correction to see everyone affected, with each figure before and after. You can’t approve your own request, or decide about your own family.',
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
        text: 'Other entries on the report card. No other student’s result changes.',
      },
      {
        at: 'correction-request',
        title: 'Compare, then submit',
        text: 'You see everyone affected before anything is sent. The correction is published only when a second person approves it.',
      },
    ],
  },
];
