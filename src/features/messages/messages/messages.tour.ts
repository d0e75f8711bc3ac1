import type { Tour } from '#kernel/contracts/tour.ts';
import { maySeeMessages, maySend } from './messages.policy.ts';

export const messageTours: Tour[] = [
  {
    name: 'messages/message-list',
    title: 'Messages',
    about: 'Messages to guardians, students and employees, and what became of them.',
    may: maySeeMessages,
    href: '/messages',
    steps: [
      {
        at: 'page-title',
        title: 'Everything that was sent to many',
        text: 'Each line shows how many people got the message, for how many it failed, and what it cost.',
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
    about: 'Choose who receives a message, write it and see what it costs before you send it.',
    may: maySend,
    href: '/messages/new',
    steps: [
      {
        at: 'message-recipients',
        title: 'Who receives it',
        text: 'Choose classes, students or employees. You can also tick people in a list and choose Message there.',
      },
      {
        at: 'message-reach',
        title: 'Check the list',
        text: 'Untick people who should not get it. “Left out” says who can’t be reached, and why.',
      },
      {
        at: 'form-actions',
        title: 'Send it now or later',
        text: 'Before anything is sent you see the number of recipients, the parts and the cost once more.',
      },
    ],
  },
  {
    name: 'messages/template-list',
    title: 'Message templates',
    about: 'Texts that are used again and again.',
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
    about: 'Recipients that you write to again and again.',
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
        text: 'Share it with colleagues, or keep it to yourself. You reach only people that you can write to.',
      },
    ],
  },
];
