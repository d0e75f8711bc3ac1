import type { Tour } from '#kernel/contracts/tour.ts';

export const pinTours: Tour[] = [
  {
    name: 'pins/stock',
    title: 'Pins',
    about: 'Check pin stock, create new pins and track each one.',
    may: ['pins.view'],
    href: '/pins',
    steps: [
      {
        at: 'pin-kinds',
        title: 'Types and stock',
        text: 'Each type has a price and a stock: pins that are sold online or as slips, printed cards in the office, and cards with sellers.',
      },
      {
        at: 'pin-sellers',
        title: 'Sellers',
        text: 'Banks and others who sell your printed cards. They’re responsible for the cards they hold and for those that applicants have used.',
      },
      {
        at: 'pin-find',
        title: 'One pin',
        text: 'Type a serial number to see its sale, its use and its attempts. Nobody can read the pin itself.',
      },
    ],
  },
];
