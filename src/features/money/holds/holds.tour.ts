import type { Tour } from '#kernel/contracts/tour.ts';
import { maySeeClearance } from './holds.policy.ts';

const view = { version: 1, may: ['fees.view'] } as const;

export const holdTours: Tour[] = [
  {
    ...view,
    name: 'holds/holds',
    page: 'holds/hold-list',
    title: 'Holds',
    href: '/holds',
    about: 'Students whose results or exam clearance are withheld.',
    steps: [
      {
        at: 'page-title',
        title: 'Who is held?',
        text: 'Students who owe more than your rules allow, worked out from their balances as you open the page. A payment releases them immediately.',
      },
      {
        at: 'hold-rules',
        title: 'Rules',
        text: 'Each rule sets the amount or number of days after which something is withheld. Before you switch one on, it shows the students it would hold.',
      },
      {
        at: 'hold-lift',
        title: 'Lift a hold',
        text: 'Releases one student until a day you choose. The hold returns automatically if the debt remains.',
        may: ['fees.holds'],
      },
    ],
  },
  {
    ...view,
    name: 'holds/clearance',
    page: 'holds/clearance',
    title: 'Clearance lists',
    href: '/holds/clearance',
    may: maySeeClearance,
    about: 'Students cleared for an examination, by {batch}, to print.',
    steps: [
      {
        at: 'clearance-choice',
        title: 'Choose {batches}',
        text: 'Choose one or several. Each starts on a new page of the printed file.',
      },
      {
        at: 'clearance-print',
        title: 'Print',
        text: 'The list for the exam hall shows only who is cleared. The one for the bursary also shows amounts owed.',
        may: ['fees.view'],
      },
    ],
  },
];
