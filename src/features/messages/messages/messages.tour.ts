import type { Tour } from '#kernel/contracts/tour.ts';
import { maySeeMessages, maySend } from './messages.policy.ts';

export const messageTours: Tour[] = [
  {
    name: 'messages/message-list',
    title: 'Messages',
    about: 'Messages to guardians, students and employees, and their status.',
    may: maySeeMessages,
    href: '/messages',
    steps: [
      {
        at: 'page-title',
        title: 'Bulk messages',
        text: 'Each row shows how many people got the message, how many failed, and the cost.',
      },
      {
        at: 'filters',
        title: 'Find a message',
        text: 'Search the text, or filter by status and channel. Open a message to see each recipient.',
      },
    ],
  },
  {
    name: 'messages/compose',
    title: 'New message',
    about: 'Choose the recipients, write the message and see its cost before you send it.',
    may: maySend,
    href: '/messages/new',
    steps: [
      {
        at: 'message-recipients',
        title: 'Recipients',
        text: 'Choose classes, students or employees. You can also tick people in a list and choose Message there.',
      },
      {
        at: 'message-reach',
        title: 'Check the list',
        text: 'Untick people who should not get it. “Skipped” lists people who can’t be reached, and why.',
      },
      {
        at: 'form-actions',
        title: 'Send it now or later',
        text: 'You see the number of recipients, the parts and the cost again before anything is sent.',
      },
    ],
  },
  {
    name: 'messages/template-list',
    title: 'Message templates',
    about: 'Texts you use often.',
    may: ['messages.send'],
    href: '/messages/templates',
    steps: [
      {
        at: 'page-title',
        title: 'Write a text once',
        text: 'Everyone who writes messages for the school can start from these texts and change them before sending.',
      },
      {
        at: 'page-action',
        title: 'Add a template',
        text: 'Choose fields from the list, such as the student’s name. They are filled in for each recipient.',
      },
    ],
  },
  {
    name: 'messages/group-list',
    title: 'Message groups',
    about: 'Recipients you write to often.',
    may: maySend,
    href: '/messages/groups',
    steps: [
      {
        at: 'page-title',
        title: 'Choose recipients once',
        text: 'A group keeps rules, such as two classes: people who join a class are in its group too.',
      },
      {
        at: 'page-action',
        title: 'Add a group',
        text: 'Share it with colleagues, or keep it to yourself. It reaches only the people you can write to.',
      },
    ],
  },
];
