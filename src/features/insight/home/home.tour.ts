import type { Tour } from '#kernel/contracts/tour.ts';

const staff = ['dashlets.create'] as const;

export const homeTours: Tour[] = [
  {
    name: 'home/home',
    title: 'Home',
    about: 'What needs your attention, and your key figures.',
    may: [],
    href: '/home',
    steps: [
      {
        at: 'waiting',
        title: 'Waiting for you',
        text: 'Everything that needs your attention, such as requests to approve. The button opens it.',
      },
      {
        at: 'family',
        title: 'Each student',
        text: 'The fees owed and when they’re due, the last result, and the dates of the term. Click the name to open the record.',
        may: ['students.viewSelf'],
      },
      {
        at: 'dashlets',
        title: 'Cards',
        text: 'Figures that matter for your work. Click one to open its rows.',
        may: staff,
      },
      {
        at: 'page-more',
        title: 'Make it yours',
        text: 'Arrange, resize and remove cards here. “Add card” under “…” offers more, or counts what you choose.',
        may: staff,
      },
    ],
  },
];
