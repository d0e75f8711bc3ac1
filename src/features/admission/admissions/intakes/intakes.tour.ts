import type { Tour } from '#kernel/contracts/tour.ts';

/** Intakes and their form. */
export const intakeTours: Tour[] = [
  {
    may: ['admissions.view'],
    name: 'admissions/intakes',
    page: 'admissions/intake-list',
    title: 'Intakes',
    about: 'Which programmes take applications for which session.',
    href: '/intakes',
    steps: [
      {
        at: 'page-title',
        title: 'What is an intake?',
        text: 'A programme that takes applications for a session: its dates, seats, fees, form, papers and entrance examination.',
      },
      {
        at: 'page-action',
        title: 'Add an intake',
        text: 'It starts with the pin, fee and age of its programme. Nobody sees it until you publish it.',
        may: ['admissions.edit'],
      },
      {
        at: 'intake-state',
        title: 'Status',
        text: 'A published intake opens and closes automatically on its dates.',
      },
      { at: 'intake-seats', title: 'Seats', text: 'Offers, accepted offers and admissions take a seat.' },
    ],
  },
  {
    may: ['admissions.edit'],
    name: 'admissions/intake-form',
    title: 'Add an intake',
    about: 'Dates, seats, the form’s questions and papers, the examination.',
    href: '/intakes/new',
    steps: [
      {
        at: 'intake-dates',
        title: 'Dates',
        text: 'Applications can be sent between these two times. Sent applications stay when the intake closes.',
      },
      {
        at: 'intake-classes',
        title: 'Seats',
        text: 'The {classes} that applicants can choose. The cut-off and offers count against these seats.',
      },
      {
        at: 'intake-questions',
        title: 'Questions',
        text: 'Answers become the student’s record on admission, so ask here what the record needs.',
      },
      {
        at: 'intake-papers',
        title: 'Papers',
        text: 'Files that applicants upload from a phone or computer. You can request one again if it isn’t readable.',
      },
      { at: 'intake-tests', title: 'Examination', text: 'Marks are entered for each test; their sum is the score.' },
      {
        at: 'intake-words',
        title: 'Messages',
        text: 'Choose which decisions send a message, and what the status page says.',
      },
    ],
  },
];
