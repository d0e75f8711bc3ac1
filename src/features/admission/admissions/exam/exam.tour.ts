import type { Tour } from '#kernel/contracts/tour.ts';

/** Sittings and marks of the entrance examination. */
export const examTours: Tour[] = [
  {
    may: ['admissions.view'],
    name: 'admissions/exam',
    title: 'Entrance examination',
    about: 'Sittings, seats, invitations and registers.',
    href: '/intakes',
    steps: [
      {
        at: 'page-action',
        title: 'Add a sitting',
        text: 'A day and time in one hall. Add one for each hall that you use.',
        may: ['admissions.review'],
      },
      {
        at: 'exam-give',
        title: 'Give seats',
        text: 'Everyone without a seat gets one, in the order you choose. Seats already given stay.',
        may: ['admissions.review'],
      },
      {
        at: 'exam-seats',
        title: 'Seats',
        text: 'Send the invitations once the seats are given; slips and the register are printed from the menu.',
      },
    ],
  },
  {
    may: ['admissions.view'],
    name: 'admissions/marks',
    title: 'Marks',
    about: 'Entered as in a spreadsheet, or from a file.',
    href: '/intakes',
    steps: [
      {
        at: 'marks-hint',
        title: 'Type or paste',
        text: 'Enter and the arrows move between cells. A mark above the maximum is refused; the others are kept.',
      },
      {
        at: 'page-action',
        title: 'Upload marks',
        text: 'A file is checked first. You see what would change before it is saved.',
      },
    ],
  },
];
