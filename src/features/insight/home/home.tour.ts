import type { Tour } from '#kernel/contracts/tour.ts';

const staff = ['dashlets.create'] as const;

export const homeTours: Tour[] = [
  {
    name: 'home/home',
    title: 'Home',
    about: 'What waits for you, and how things stand.',
    may: [],
    href: '/home',
    steps: [
      {
        at: 'waiting',
        title: 'Waiting for you',
        text: 'Everything that needs you, such as requests to approve. The button leads to it.',
      },
      {
        at: 'family',
        title: 'Each student',
        text: 'What is owed and when it is due, the last result, and the dates of the term. Click the name to open the record.',
        may: ['students.viewSelf'],
      },
      {
        at: 'dashlets',
        title: 'Dashlets',
        text: 'Figures that matter for your work. Click one to open its rows.',
        may: staff,
      },
      {
        at: 'page-more',
        title: 'Make it yours',
        text: 'Arrange, resize and remove dashlets here. “Add dashlet” under “…” offers more, or counts what you choose.',
        may: staff,
      },
    ],
  },
];
