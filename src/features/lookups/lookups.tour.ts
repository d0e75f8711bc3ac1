import type { Tour } from '#kernel/tour.ts';

export const lookupTours: Tour[] = [
  {
    name: 'lookups/lists',
    page: 'lookups/list-editor',
    version: 1,
    title: 'Lists',
    about: 'The words that forms offer: departments, categories, religions.',
    may: ['lookups.edit'],
    href: '/lists',
    steps: [
      {
        at: 'lists',
        title: 'One list for each question',
        text: 'What forms and imports offer to choose from is kept here, in your school’s own words.',
      },
      {
        at: 'new-word',
        title: 'Add what is missing',
        text: 'Type a word and press Enter. A second spelling of the same word is refused, so that counts stay right.',
      },
      {
        at: 'sorted',
        title: 'Order, rename, retire',
        text: 'Forms offer the words in this order. A new spelling reaches everybody who has the word; a retired one is only kept.',
      },
    ],
  },
];
