import type { Tour } from '#kernel/contracts/tour.ts';

export const auditTours: Tour[] = [
  {
    name: 'audit/outbox',
    page: 'audit/outbox',
    version: 1,
    title: 'Outbox',
    about: 'Messages waiting to be sent.',
    may: ['outbox.view'],
    href: '/outbox',
    steps: [
      {
        at: 'page-title',
        title: 'Waiting messages',
        text: 'Invitations and password reset codes wait here until an e-mail or SMS service is set up.',
      },
      {
        at: 'outbox-messages',
        title: 'Deliver it yourself',
        text: 'Open the message and pass it on in person or by phone. Opening it is recorded in the audit log.',
      },
    ],
  },
  {
    name: 'audit/log',
    page: 'audit/audit-log',
    version: 1,
    title: 'Audit log',
    about: 'Every change, with the user and the time.',
    may: ['audit.view'],
    href: '/audit',
    steps: [
      {
        at: 'page-title',
        title: 'A permanent record',
        text: 'Every change is recorded as it happens. Nobody can edit or delete entries, not even the owner.',
      },
      {
        at: 'filters',
        title: 'Filter entries',
        text: 'Filter by user, area and date. Click a name in the list to see only that user’s changes.',
      },
      {
        at: 'audit-day',
        title: 'Details',
        text: '“Details” shows the values before and after. “Open” opens the record.',
      },
      {
        at: 'page-more',
        title: 'Export',
        text: 'Download the filtered entries as a file. The download is recorded too.',
      },
    ],
  },
];
