import type { Tour } from '#kernel/contracts/tour.ts';
import { maySeeCover } from './cover.policy.ts';

export const coverTours: Tour[] = [
  {
    name: 'cover/day',
    title: 'Cover',
    about: 'Cover for lessons of absent teachers.',
    may: maySeeCover,
    href: '/cover',
    steps: [
      {
        at: 'page-title',
        title: 'A day without a teacher',
        text: 'Choose the day and the absent teacher. Each lesson lists the teachers who are free: first those who teach the subject or the class, then those with the fewest covers this term.',
        may: ['cover.edit'],
      },
      {
        at: 'page-more',
        title: 'My covers',
        text: 'The lessons you cover for others, from today. You’re notified when one is assigned to you.',
      },
    ],
  },
];
