import type { Tour } from '#kernel/tour.ts';

export const auditTours: Tour[] = [
  {
    name: 'audit/outbox',
    page: 'audit/outbox',
    version: 1,
    title: 'Outbox',
    about: 'Messages that wait to be passed on.',
    may: ['outbox.view'],
    href: '/outbox',
    steps: [
      {
        at: 'page-title',
        title: 'What waits here',
        text: 'Invitations and codes for forgotten passwords, as long as no e-mail or SMS service is set up.',
      },
      {
        at: 'outbox-messages',
        title: 'Pass it on yourself',
        text: 'Open the message and hand it to the person, on paper or by phone. That you opened it is written in the audit log.',
      },
    ],
  },
  {
    name: 'audit/log',
    page: 'audit/audit-log',
    version: 1,
    title: 'Audit log',
    about: 'Who did what, when.',
    may: ['audit.view'],
    href: '/audit',
    steps: [
      {
        at: 'page-title',
        title: 'Nothing can be changed here',
        text: 'Every change that somebody makes is written down in the same moment. Nobody can edit or delete it, not even the owner.',
      },
      {
        at: 'filters',
        title: 'Find what happened',
        text: 'By person, by area and by day. Press a name in the list to see only what that person did.',
      },
      {
        at: 'audit-day',
        title: 'A sentence for each change',
        text: '“Details” shows the value before and after. “Open” leads to the record itself.',
      },
      {
        at: 'page-more',
        title: 'For the inspector',
        text: 'Download what the filters show as a file. The download is written down too.',
      },
    ],
  },
];
