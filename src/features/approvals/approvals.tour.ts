import type { Tour } from '#kernel/tour.ts';
import { deciders } from './approvals.policy.ts';

export const approvalTours: Tour[] = [
  {
    name: 'approvals',
    page: 'approvals/approvals',
    version: 1,
    title: 'Approvals',
    about: 'Changes that need a second person, and who decided them.',
    may: deciders,
    href: '/approvals',
    steps: [
      {
        at: 'page-title',
        title: 'Two people, one change',
        text: 'A change that could show money, marks or restricted data to the wrong person needs a second person. One asks, somebody else approves or declines, and nothing changes before that.',
      },
      {
        at: 'approvals',
        title: 'Waiting for you, or for others',
        text: 'Each request says in one sentence what will happen. Your own can be withdrawn. A request that nobody decides ends after 14 days.',
      },
    ],
  },
];
