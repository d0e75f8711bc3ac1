import type { Tour } from '#kernel/contracts/tour.ts';

export const contactTours: Tour[] = [
  {
    name: 'contact/own-messages',
    title: 'My messages',
    about: 'Choose whether you get news by SMS and e-mail.',
    may: ['students.viewSelf', 'guardians.viewSelf', 'employees.viewSelf'],
    href: '/account/messages',
    steps: [
      {
        at: 'page-title',
        title: 'News, on or off',
        text: 'Switch off news for a phone number or e-mail address. You still get receipts, results and other important messages.',
      },
    ],
  },
  {
    name: 'contact/switches',
    title: 'Automatic messages',
    about: 'Choose which events send messages, and who receives them.',
    may: ['contact.switches'],
    href: '/message-switches',
    steps: [
      {
        at: 'event-switches',
        title: 'One switch for each',
        text: 'Click a cell to see what would be sent, change its text, and switch it on or off.',
      },
    ],
  },
  {
    name: 'contact/replies',
    version: 2,
    title: 'Replies',
    about: 'Read replies to your messages.',
    may: ['contact.replies', 'messages.send', 'messages.sendOwn'],
    href: '/replies',
    steps: [
      {
        at: 'page-title',
        title: 'Replies and keywords',
        text: 'STOP ends marketing, START resumes it, and WRONG blocks a number that belongs to someone else, once the number has confirmed it. Everything else waits here for an answer.',
      },
    ],
  },
  {
    name: 'contact/opt-outs',
    title: 'Opt-outs',
    about: 'Numbers and addresses that get no messages.',
    may: ['contact.wishes'],
    href: '/opt-outs',
    steps: [
      {
        at: 'page-title',
        title: 'No marketing, or nothing at all',
        text: 'People who replied STOP, numbers that don’t exist, and opt-outs added here. End an opt-out if its owner asks for messages again.',
      },
    ],
  },
];
