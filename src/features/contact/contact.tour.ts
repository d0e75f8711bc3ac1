import type { Tour } from '#kernel/contracts/tour.ts';

export const contactTours: Tour[] = [
  {
    ...{ name: 'contact/switches', page: 'contact/switches', version: 1, title: 'Message switches' },
    about: 'Choose which events send messages, and to whom.',
    ...{ may: ['contact.switches'], href: '/message-switches' },
    steps: [
      {
        at: 'event-switches',
        title: 'One switch for each',
        text: 'Click a cell to see what would be sent, change its text, and switch it on or off.',
      },
    ],
  },
];
