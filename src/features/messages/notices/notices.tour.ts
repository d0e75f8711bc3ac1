import type { Tour } from '#kernel/contracts/tour.ts';
import { onTheBoard } from './notices.policy.ts';

export const noticeTours: Tour[] = [
  {
    name: 'notices/list',
    page: 'notices/notice-list',
    title: 'Notices',
    about: 'Write notices for the board, and view read receipts.',
    may: ['notices.edit'],
    href: '/notices',
    steps: [
      {
        at: 'page-action',
        title: 'Write a notice',
        text: 'Choose employees, students or guardians, of all classes or of some, and the days on which it is shown.',
      },
      {
        at: 'page-title',
        title: 'Read receipts',
        text: 'Open a notice to see who has read it. People in its audience are notified when it is published.',
      },
    ],
  },
  {
    name: 'notices/letters',
    page: 'notices/letter-list',
    version: 2,
    title: 'Letters',
    about: 'Print letters for people without a phone number and e-mail address.',
    may: ['messages.send'],
    href: '/letters',
    steps: [
      {
        at: 'page-action',
        title: 'One letter each',
        text: 'Choose the recipients and write one text. Fields in braces become the name or class of each.',
      },
    ],
  },
  {
    name: 'notices/costs',
    page: 'notices/message-costs',
    title: 'Message costs',
    about: 'What messages cost, by month, message, department and network.',
    may: ['messages.view'],
    href: '/message-costs',
    steps: [
      {
        at: 'figures',
        title: 'This month',
        text: 'Messages sent to providers, compared with the month’s budget. Click a month to see another one.',
      },
      {
        at: 'page-more',
        title: 'Export',
        text: 'Download the costs of the last twelve months.',
      },
    ],
  },
  {
    name: 'notices/board',
    title: 'Notice board',
    about: 'What your school wants you to know.',
    may: onTheBoard,
    href: '/notice-board',
    steps: [
      {
        at: 'page-title',
        title: 'Notices for you',
        text: 'Notices for you or your children appear here. New ones are announced under the bell.',
      },
    ],
  },
];
