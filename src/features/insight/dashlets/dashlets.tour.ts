import type { Tour } from '#kernel/contracts/tour.ts';

export const dashletTours: Tour[] = [
  {
    name: 'dashlets/list',
    page: 'dashlets/dashlet-list',
    title: 'Cards',
    about: 'Figures, lists and charts at a glance.',
    may: ['dashlets.create'],
    href: '/dashlets',
    steps: [
      {
        at: 'dashlets',
        title: 'Cards',
        text: 'Each card counts only what you can see. Click a figure or a name to open its rows.',
      },
    ],
  },
];
