import type { Tour } from '#kernel/contracts/tour.ts';
import { maySeeCover } from './cover.policy.ts';

export const coverTours: Tour[] = [
  {
    name: 'cover/day',
    title: 'Cover',
    about: 'Who takes the lessons of absent teachers.',
    may: maySeeCover,
    href: '/cover',
    steps: [
      {
        at: 'page-title',
        title: 'A day without a teacher',
        text: 'Choose the day and the absent teacher. Each lesson lists who is free then: first those who teach the subject or the class, then those who have covered least this term.',
        may: ['cover.edit'],
      },
      {
        at: 'page-more',
        title: 'My covers',
        text: 'The lessons that you take for others, from today on. You are notified when one is given to you.',
      },
    ],
  },
];
