import type { Tour } from '#kernel/tour.ts';

export const institutionTours: Tour[] = [
  {
    name: 'institutions/list',
    page: 'institutions/institution-list',
    version: 1,
    title: 'Institutions',
    about: 'The schools and colleges of the group.',
    may: ['institutions.view'],
    href: '/institutions',
    steps: [
      {
        at: 'first-row',
        title: 'Open a {batch}',
        text: 'Its page shows students, places and what is taught, session by session.',
      },
      {
        at: 'page-title',
        title: 'One or all of them',
        text: 'The switcher at the top left narrows every page to one institution; “All institutions” shows them together.',
      },
    ],
  },
  {
    name: 'institutions/public-address',
    page: 'institutions/public-address',
    version: 1,
    title: 'Public address',
    about: 'Where people open Akada, and what links in messages begin with.',
    may: ['institutions.edit'],
    href: '/public-address',
    steps: [
      {
        at: 'page-title',
        title: 'One address for everybody',
        text: 'Invitations, ID cards and certificates link here. A group administrator can change it; the old address opens for another 24 hours.',
      },
    ],
  },
  {
    name: 'institutions/institution',
    page: 'institutions/institution',
    version: 1,
    title: 'Your institution',
    about: 'A session in figures: students, places, {courses}.',
    may: ['institutions.view'],
    href: '/institutions',
    steps: [
      {
        at: 'session-choice',
        title: 'Which session',
        text: 'The page shows the current one. Choose an earlier session, and the figures are those of that year.',
      },
      {
        at: 'figures',
        title: 'Each figure is a door',
        text: 'Press a number to see the list that it counts: the students who are enrolled, or who still have no {batch}.',
        may: ['students.view'],
      },
      {
        at: 'figures',
        title: 'The session in figures',
        text: 'How many {batches} there are and which {courses} are offered. Press a number to see the list that it counts.',
        unless: ['students.view'],
      },
      {
        at: 'registration',
        title: 'Registration',
        text: 'How many are registered in each {class} and {batch}, how many came new, and where there is still room.',
        may: ['students.view'],
      },
      {
        at: 'report',
        title: 'The same as a graph',
        text: 'Girls and boys by {class}. The tabs show the figures as a table, and how full each {batch} is.',
        may: ['students.view'],
      },
      {
        at: 'page-action',
        title: 'Make it yours',
        text: 'Logo, colour, the pattern of admission numbers and your own words: “Subject” or “Course”, “Class arm” or “Batch”.',
        may: ['institutions.edit'],
      },
    ],
  },
];
