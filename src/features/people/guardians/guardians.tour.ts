import type { Tour } from '#kernel/contracts/tour.ts';
import { maySeeGuardians } from './guardians.policy.ts';

const others = ['guardians.view', 'guardians.viewOwn'] as const;

export const guardianTours: Tour[] = [
  {
    name: 'guardians/list',
    page: 'guardians/guardian-list',
    version: 2,
    title: 'Guardians',
    about: 'Find the guardians of students.',
    may: maySeeGuardians,
    href: '/guardians',
    steps: [
      {
        at: 'list-search',
        title: 'Name, phone or e-mail',
        text: 'Type a phone number as you would dial it, or part of a name. Accents are ignored. Press / to search.',
        may: others,
      },
      {
        at: 'filters',
        title: 'Accounts and fees',
        text: 'Choose “No account” to list guardians you can invite, or filter by guardians who pay fees.',
        may: ['guardians.view'],
      },
      {
        at: 'first-row',
        title: 'Open a record',
        text: 'It shows the guardian’s children with the relation, and whether the guardian pays fees or may collect them.',
        may: others,
      },
      {
        at: 'first-row',
        title: 'Your own record',
        text: 'Your contact details at school. If something is wrong, tell the school office.',
        may: ['guardians.viewSelf'],
        unless: others,
      },
      {
        at: 'select-all',
        title: 'Invite in bulk',
        text: 'Tick guardians, or all of them, and choose Invite. You see how many people it reaches, what it costs and who is skipped before anything is sent.',
        may: ['guardians.invite'],
      },
      {
        at: 'page-action',
        title: 'Add a guardian',
        text: 'You can also add a guardian on the student’s record, under Family. Existing guardians are found there by phone.',
        may: ['guardians.edit'],
      },
    ],
  },
  {
    name: 'guardians/record',
    page: 'guardians/guardian-profile',
    version: 1,
    title: 'A guardian’s record',
    about: 'Contact details and children of a guardian.',
    may: maySeeGuardians,
    href: '/guardians',
    andThen: 'Then open any guardian.',
    steps: [
      {
        at: 'record-card',
        title: 'Contact',
        text: 'Click a phone number to call or an e-mail address to write.',
      },
      {
        at: 'tabs',
        title: 'Children',
        text: 'Every child with the relation, and whether the guardian pays fees, may collect, receives SMS or is next of kin.',
      },
      {
        at: 'guardian-sign-in',
        title: 'Account',
        text: 'Invite creates a link to print or send. The account shows only the guardian’s own children, and you can disable it at any time.',
        may: ['guardians.invite'],
      },
    ],
  },
  {
    name: 'guardians/children',
    page: 'guardians/own-children',
    version: 1,
    title: 'My children',
    about: 'Your children at school, in one place.',
    may: ['guardians.viewSelf'],
    href: '/children',
    steps: [
      {
        at: 'own-children',
        title: 'Welcome',
        text: 'Your children in all schools linked to this account. Click one to see the school’s record.',
      },
      {
        at: 'help',
        title: 'Need help?',
        text: 'The question mark starts this tour again, here and on every other page.',
      },
    ],
  },
];
