import type { Tour } from '#kernel/contracts/tour.ts';

export const auditTours: Tour[] = [
  {
    name: 'audit/outbox',
    page: 'audit/outbox',
    version: 2,
    title: 'Outbox',
    about: 'Every message that leaves the product, and what happened to it.',
    may: ['outbox.view'],
    href: '/outbox',
    steps: [
      {
        at: 'filters',
        title: 'Find a message',
        text: 'Search a phone number or an e-mail address. “Needs attention” lists messages that failed or were stopped.',
      },
      {
        at: 'outbox-messages',
        title: 'Read it',
        text: 'Open a message to read it. Without a provider, pass it on in person or by phone. Opening it is recorded in the audit log.',
      },
      {
        at: 'page-more',
        title: 'Export',
        text: 'Download the filtered messages as a file. Text that you can’t open is excluded.',
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
