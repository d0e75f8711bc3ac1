import type { Tour } from '#kernel/contracts/tour.ts';

export const lookupTours: Tour[] = [
  {
    name: 'lookups/lists',
    page: 'lookups/list-editor',
    version: 1,
    title: 'Lists',
    about: 'Choices in forms, such as departments, categories and religions.',
    may: ['lookups.edit'],
    href: '/lists',
    steps: [
      {
        at: 'lists',
        title: 'Lists',
        text: 'Each list holds the choices of a form field, in your school’s own terms.',
      },
      {
        at: 'new-word',
        title: 'Add a value',
        text: 'Type a value and press Enter. Different spellings of the same value aren’t accepted.',
      },
      {
        at: 'sorted',
        title: 'Order, rename, archive',
        text: 'Forms show values in this order. Renaming also updates existing records; archived values are kept only there.',
      },
    ],
  },
];
