import type { Tour } from '#kernel/contracts/tour.ts';

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
        title: 'Open an institution',
        text: 'Its page shows students, seats and {courses} by session.',
      },
      {
        at: 'page-title',
        title: 'Switch institutions',
        text: 'Use the switcher at the top left to show one institution or all of them on every page.',
      },
    ],
  },
  {
    name: 'institutions/public-address',
    page: 'institutions/public-address',
    version: 1,
    title: 'Public address',
    about: 'The address where people open Akada, used in links in messages.',
    may: ['institutions.edit'],
    href: '/public-address',
    steps: [
      {
        at: 'page-title',
        title: 'One address for everyone',
        text: 'Invitations, ID cards and certificates link here. A group administrator can change it; the old address works for another 24 hours.',
      },
    ],
  },
  {
    name: 'institutions/institution',
    page: 'institutions/institution',
    version: 1,
    title: 'Your institution',
    about: 'A session in figures: students, seats and {courses}.',
    may: ['institutions.view'],
    href: '/institutions',
    steps: [
      {
        at: 'session-choice',
        title: 'Session',
        text: 'The page shows the current session. Choose another session to see its figures.',
      },
      {
        at: 'figures',
        title: 'Click any number',
        text: 'Click a number to open its list, such as enrolled students or students without a {batch}.',
        may: ['students.view'],
      },
      {
        at: 'figures',
        title: 'The session in figures',
        text: 'The number of {batches} and {courses}. Click a number to open its list.',
        unless: ['students.view'],
      },
      {
        at: 'registration',
        title: 'Registration',
        text: 'Registered and new students by {class} and {batch}, with seats left.',
        may: ['students.view'],
      },
      {
        at: 'report',
        title: 'Report',
        text: 'Girls and boys by {class}. Use the tabs to see a table, or the seats of each {batch}.',
        may: ['students.view'],
      },
      {
        at: 'page-action',
        title: 'Settings',
        text: 'Set the logo, colour, admission number pattern and terminology: “Subject” or “Course”, “Class arm” or “Batch”.',
        may: ['institutions.edit'],
      },
    ],
  },
];
