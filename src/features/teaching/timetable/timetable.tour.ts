import type { Tour } from '#kernel/contracts/tour.ts';
import { maySeeOwn, maySeeTimetable } from './timetable.policy.ts';

export const timetableTours: Tour[] = [
  {
    name: 'timetable/week',
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
      {
        at: 'timetable-lookup',
        title: 'Other timetables',
        text: 'Choose a class, a teacher or a room to see its week.',
        may: maySeeTimetable,
      },
    ],
  },
  {
    name: 'timetable/version-list',
    title: 'Timetable builder',
    about: 'Drafts, and published timetables with their start dates.',
    may: maySeeTimetable,
    href: '/timetables',
    steps: [
      {
        at: 'page-title',
        title: 'Timetables',
        text: 'A timetable begins as a draft: set its periods and the lessons a week, place the lessons on the grid, then publish it from a day on. A published timetable can’t be changed; copy it to make changes.',
      },
    ],
  },
  {
    name: 'timetable/grid',
    title: 'Placing lessons',
    about: 'Drag lessons to their place, or place them by keyboard or touch.',
    may: maySeeTimetable,
    href: '/timetables',
    andThen: 'Then open any timetable.',
    steps: [
      {
        at: 'timetable-tray',
        title: 'Lessons without a place',
        text: 'Drag a lesson to a cell, or click it and then the cell. While you drag, cells show any clashes.',
      },
    ],
  },
  {
    name: 'timetable/bells',
    title: 'Periods',
    about: 'When periods begin and end, and which days have them.',
    may: maySeeTimetable,
    href: '/timetables',
    andThen: 'Then open any timetable, and its periods.',
    steps: [
      {
        at: 'timetable-bells',
        title: 'Patterns of a day',
        text: 'A pattern is the periods and breaks of a day. Most schools have one for Monday to Thursday and another for Friday.',
      },
    ],
  },
  {
    name: 'timetable/loads',
    title: 'Lessons a week',
    about: 'How many lessons of each subject each class has.',
    may: maySeeTimetable,
    href: '/timetables',
    andThen: 'Then open any timetable, and its lessons a week.',
    steps: [
      {
        at: 'timetable-loads',
        title: 'Singles and doubles',
        text: 'Enter how many single and double lessons a subject has in a week, for one class or for several at once.',
      },
    ],
  },
  {
    name: 'timetable/engine',
    title: 'Automatic timetable',
    about: 'Let FET, a free program, build a timetable.',
    may: maySeeTimetable,
    href: '/timetables',
    andThen: 'Then open any draft, and its automatic timetable.',
    steps: [
      {
        at: 'timetable-search',
        title: 'Preview first, apply later',
        text: 'A search changes nothing. You see where lessons would go, and which couldn’t be placed and why. Then apply the result to the draft, or save it as a new version.',
      },
      {
        at: 'timetable-by-hand',
        title: 'Without the program here',
        text: 'Download the file, let FET find a timetable on another computer, and upload its result.',
      },
    ],
  },
  {
    name: 'timetable/rules',
    title: 'Rules',
    about: 'The rules of the automatic timetable.',
    may: maySeeTimetable,
    href: '/timetables',
    andThen: 'Then open any draft, its automatic timetable and its rules.',
    steps: [
      {
        at: 'page-title',
        title: 'Rules and preferences',
        text: 'The usual rules apply until you change them. Weight 100 is mandatory; less is a preference. If nothing is found, turn rules of weight 100 into preferences first.',
      },
    ],
  },
  {
    name: 'timetable/room-list',
    title: 'Rooms',
    about: 'Where lessons are taught.',
    may: maySeeTimetable,
    href: '/rooms',
    steps: [
      {
        at: 'page-title',
        title: 'Rooms',
        text: 'Add the rooms in which lessons are taught, with their kind and seats. A laboratory is kept for the subjects that need one.',
      },
    ],
  },
];
