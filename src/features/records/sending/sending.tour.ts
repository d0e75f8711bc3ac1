import type { Tour } from '#kernel/contracts/tour.ts';

export const sendingTours: Tour[] = [
  {
    name: 'sending/message-providers',
    page: 'sending/message-providers',
    version: 1,
    title: 'Providers of messages',
    about: 'Set up who sends SMS, e-mail and WhatsApp.',
    may: ['sending.settings'],
    href: '/message-providers',
    steps: [
      {
        at: 'page-title',
        title: 'Nothing leaves without a provider',
        text: 'Until one is switched on, messages stay in the outbox. Save its settings, send yourself a test, and switch it on.',
      },
      {
        at: 'message-prices',
        title: 'What a part costs',
        text: 'Enter the prices of your contract. Then every message says what it costs before it is sent.',
      },
    ],
  },
];
