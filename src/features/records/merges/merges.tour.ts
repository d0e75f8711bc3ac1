import type { Tour } from '#kernel/contracts/tour.ts';

export const mergeTours: Tour[] = [
  {
    name: 'merges/list',
    page: 'merges/merge-list',
    version: 1,
    title: 'Merged records',
    about: 'Duplicate records that were merged, and how to unmerge them.',
    may: ['people.merge'],
    href: '/merges',
    steps: [
      {
        at: 'page-title',
        title: 'One person, one record',
        text: 'To merge a duplicate, open one of the two records and choose “Merge duplicate” from the menu with three dots. Merged records are listed here.',
      },
      {
        at: 'merges',
        title: 'Unmerge within 30 days',
        text: '“Unmerge” restores both records. If later changes prevent this, a message lists them.',
      },
    ],
  },
  {
    name: 'merges/merge',
    page: 'merges/merge',
    version: 1,
    title: 'Merge records',
    about: 'Choose the record to keep and the values that win.',
    may: ['people.merge'],
    href: '/students',
    andThen: 'Then open a record and choose “Merge duplicate”.',
    steps: [
      {
        at: 'merge-pair',
        title: 'The record to keep',
        text: 'The left record is kept, with its number. The other number stays reserved, and a search for it finds the kept record.',
      },
      {
        at: 'merge-fields',
        title: 'Field by field',
        text: 'Only differences are listed. The kept record’s value wins unless it is empty. Choose the other value where that one is correct.',
      },
      {
        at: 'merge-effects',
        title: 'Review the effects',
        text: 'What moves to the kept record, and what happens when both records have a value. Nothing is deleted, and you can unmerge the records for 30 days.',
      },
    ],
  },
];
