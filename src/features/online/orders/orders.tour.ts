import type { Tour } from '#kernel/contracts/tour.ts';

export const orderTours: Tour[] = [
  {
    name: 'orders/transactions',
    page: 'orders/pin-transactions',
    title: 'Pin transactions',
    about: 'Find an order by its day or its number, with its payment, its pins and their use.',
    may: ['orders.view'],
    href: '/pin_transactions',
    steps: [
      {
        at: 'pin-search',
        title: 'By date or by number',
        text: 'Tick how you want to search. Dates and an order number are never combined, so ticking one clears the other.',
      },
    ],
  },
  {
    name: 'orders/sell',
    title: 'Sell pins',
    about: 'Take money for a pin and print it on a slip, or hand out a printed card.',
    may: ['payments.take'],
    href: '/pin-sales/new',
    steps: [
      {
        at: 'pin-sale',
        title: 'What is sold, and how',
        text: 'Choose the type and the channel, then press Enter. The price is the school’s. The slip with the pin is ready to print after that.',
      },
    ],
  },
];
