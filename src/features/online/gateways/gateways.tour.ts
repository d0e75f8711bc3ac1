import type { Tour } from '#kernel/contracts/tour.ts';

export const gatewayTours: Tour[] = [
  {
    name: 'gateways/my-fees',
    title: 'My fees',
    about: 'See what your children owe, and pay it.',
    may: ['fees.viewSelf'],
    href: '/my-fees',
    steps: [
      {
        at: 'my-fees',
        title: 'What is owed',
        text: 'Each instalment with its due date. Untick what you don’t want to pay now.',
      },
      {
        at: 'pay-fees',
        title: 'All or part of it',
        text: 'Pay for several children at once, or tick “Pay another amount” and enter an amount.',
      },
    ],
  },
  {
    name: 'gateways/settings',
    page: 'gateways/gateway-settings',
    title: 'Payment gateways',
    about: 'Let families pay online.',
    may: ['payments.settings'],
    href: '/payment-gateways',
    steps: [
      {
        at: 'page-title',
        title: 'Save keys, then switch on',
        text: 'Save the provider’s keys, copy the webhook address to the provider’s website, test the keys, and switch the gateway on.',
      },
    ],
  },
  {
    name: 'gateways/reviews',
    title: 'Online payments that need review',
    about: 'Decide about money that doesn’t match.',
    may: ['payments.view', 'payments.place'],
    href: '/online-payments/review',
    steps: [
      {
        at: 'page-title',
        title: 'Never credited automatically',
        text: 'Payments with a different amount, currency or an unknown reference wait here. Credit the amount received, with a second person’s approval, or mark it as handled.',
      },
    ],
  },
];
