import type { Tour } from '#kernel/tour.ts';

export const mergeTours: Tour[] = [
  {
    name: 'merges/list',
    page: 'merges/merge-list',
    version: 1,
    title: 'Merged records',
    about: 'Two records of one person that became one, and how to part them again.',
    may: ['people.merge'],
    href: '/merges',
    steps: [
      {
        at: 'page-title',
        title: 'One person, one record',
        text: 'When somebody is here twice, open one of the two records and choose “This person is here twice” behind the three dots. What was merged is listed here.',
      },
      {
        at: 'merges',
        title: 'Thirty days to think again',
        text: 'Take back puts both records as they were. If something has changed since that stands against it, you are told what.',
      },
    ],
  },
  {
    name: 'merges/merge',
    page: 'merges/merge',
    version: 1,
    title: 'Merging two records',
    about: 'Which value wins, what moves, what is decided how.',
    may: ['people.merge'],
    href: '/students',
    andThen: 'Then open a record and choose “This person is here twice”.',
    steps: [
      {
        at: 'merge-pair',
        title: 'Which record stays',
        text: 'The left one stays, with its number. The number of the other one stays reserved, and who searches for it finds the record that stays.',
      },
      {
        at: 'merge-fields',
        title: 'Field by field',
        text: 'Only what differs is listed. The record that stays wins, and where it says nothing the other one. Choose otherwise where you know better.',
      },
      {
        at: 'merge-effects',
        title: 'Before you press the button',
        text: 'What moves over, and how it is decided where both say something. Nothing is deleted, and for 30 days all of it can be taken back.',
      },
    ],
  },
];
