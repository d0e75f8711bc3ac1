import type { Tour } from '#kernel/contracts/tour.ts';

export const sendingTours: Tour[] = [
  {
    name: 'sending/message-providers',
    page: 'sending/message-providers',
    version: 1,
    title: 'Message providers',
    about: 'Set up the providers that send SMS, e-mail and WhatsApp.',
    may: ['sending.settings'],
    href: '/message-providers',
    steps: [
      {
        at: 'page-title',
        title: 'Nothing is sent without a provider',
        text: 'Until one is switched on, messages stay in the outbox. Save the settings, send yourself a test, then switch the provider on.',
      },
      {
        at: 'message-prices',
        title: 'Price of a part',
        text: 'Enter the prices in your contract. Every message then shows its cost before it’s sent.',
      },
    ],
  },
];
