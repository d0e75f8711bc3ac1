import type { Tour } from '#kernel/contracts/tour.ts';
import { maySeeOwn, maySeeTimetable } from './timetable.policy.ts';

export const timetableTours: Tour[] = [
  {
    name: 'timetable/week',
    page: 'timetable/week',
    version: 1,
    title: 'Timetable',
    about: 'The lessons of a day and a week.',
    may: maySeeOwn,
    href: '/my-timetable',
    steps: [
      {
        at: 'page-title',
        title: 'Your timetable',
        text: 'On a phone you see a day, with the lesson that is on now marked. Swipe or use the arrows for another day. On a wide screen you see the week.',
      },
    ],
  },
  {
    name: 'timetable/version-list',
    page: 'timetable/version-list',
    version: 1,
    title: 'Making timetables',
    about: 'Drafts, and what was published from which day.',
    may: maySeeTimetable,
    href: '/timetables',
    steps: [
      {
        at: 'page-title',
        title: 'Timetables',
        text: 'A timetable begins as a draft: set its periods and the lessons a week, place the lessons on the grid, then publish it from a day on. A published one stays as it is; copy it to change it.',
      },
    ],
  },
];
