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
        text: 'Switch news off for a number or an e-mail address. Receipts, results and what else you must know still come.',
      },
    ],
  },
  {
    name: 'contact/switches',
    title: 'Message switches',
    about: 'Choose which events send messages, and to whom.',
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
    about: 'Read what people answer to your messages.',
    may: ['contact.replies', 'messages.send', 'messages.sendOwn'],
    href: '/replies',
    steps: [
      {
        at: 'page-title',
        title: 'Answers and keywords',
        text: 'STOP ends marketing, START takes it back, and WRONG blocks a number that is somebody else’s, once the number has confirmed it. Everything else waits here to be read and answered.',
      },
    ],
  },
  {
    name: 'contact/opt-outs',
    title: 'Opt-outs',
    about: 'See which numbers and addresses get no messages.',
    may: ['contact.wishes'],
    href: '/opt-outs',
    steps: [
      {
        at: 'page-title',
        title: 'No marketing, or nothing at all',
        text: 'Who answered STOP, whose number does not exist, and what was added here. End an opt-out if its owner asks for messages again.',
      },
    ],
  },
];
