import type { Tour } from '#kernel/contracts/tour.ts';
import { deciders } from './approvals.policy.ts';

export const approvalTours: Tour[] = [
  {
    name: 'approvals',
    page: 'approvals/approvals',
    version: 1,
    title: 'Approvals',
    about: 'Changes that need a second person’s approval.',
    may: deciders,
    href: '/approvals',
    steps: [
      {
        at: 'page-title',
        title: 'A second person decides',
        text: 'Changes that could expose money, marks or restricted data need approval. Someone else approves or declines the request, and nothing changes until then.',
      },
      {
        at: 'approvals',
        title: 'Waiting requests',
        text: 'Each request says what will happen. You can withdraw your own. Requests expire after 14 days.',
      },
    ],
  },
];
