import type { Tour } from '#kernel/contracts/tour.ts';

export const promotionTours: Tour[] = [
  {
    name: 'promotion/promotion',
    title: 'Promotion',
    about: 'Promotion, repeats, graduation and withdrawal at the end of a session.',
    may: ['students.changeStatus'],
    href: '/promotion',
    steps: [
      {
        at: 'promotion-session',
        title: 'One session',
        text: 'The rule of each class proposes an outcome for every student, from the published results of this session.',
      },
      {
        at: 'promotion-state',
        title: 'From proposal to carried out',
        text: 'Open a class to see the reasons and to decide by hand. Tick classes to have them approved by a second person, then carry them out.',
      },
      {
        at: 'page-more',
        title: 'Rules, lists and the checklist',
        text: 'Set the rules here, print the promotion list, and see what’s missing before you close the session.',
      },
    ],
  },
];
