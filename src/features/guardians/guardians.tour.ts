import type { Tour } from '#kernel/tour.ts';
import { maySeeGuardians } from './guardians.policy.ts';

const others = ['guardians.view', 'guardians.viewOwn'] as const;

export const guardianTours: Tour[] = [
  {
    name: 'guardians/list',
    page: 'guardians/guardian-list',
    version: 1,
    title: 'Guardians',
    about: 'Find who answers for a student.',
    may: maySeeGuardians,
    href: '/guardians',
    steps: [
      {
        at: 'list-search',
        title: 'Name, phone or e-mail',
        text: 'Type a telephone number as you would dial it, or part of a name. Accents do not matter. The key / brings you here.',
        may: others,
      },
      {
        at: 'filters',
        title: 'Who signs in, who pays',
        text: 'Choose “Without sign-in” to see whom you could still invite, or add the filter for those who pay fees.',
        may: ['guardians.view'],
      },
      {
        at: 'first-row',
        title: 'Open a record',
        text: 'It shows the children, each with the relation and what this person answers for.',
        may: others,
      },
      {
        at: 'first-row',
        title: 'Your own record',
        text: 'How the school reaches you is written here. If something is wrong, tell the school office.',
        may: ['guardians.viewSelf'],
        unless: others,
      },
      {
        at: 'page-action',
        title: 'Add a guardian',
        text: 'Quicker still: open the student’s record and add a guardian under Family. Who is known already is found there by phone.',
        may: ['guardians.edit'],
      },
    ],
  },
  {
    name: 'guardians/record',
    page: 'guardians/guardian-profile',
    version: 1,
    title: 'A guardian’s record',
    about: 'How somebody is reached, and for whom he or she answers.',
    may: maySeeGuardians,
    href: '/guardians',
    andThen: 'Then open any guardian.',
    steps: [
      {
        at: 'record-card',
        title: 'How to reach',
        text: 'A phone number or an e-mail address can be pressed to call or write.',
      },
      {
        at: 'tabs',
        title: 'Children',
        text: 'Every child with relation, and who pays fees, may collect, receives messages and is told first.',
      },
      {
        at: 'guardian-sign-in',
        title: 'An own sign-in',
        text: 'Invite makes a link to print or to send. The sign-in shows the own children and nobody else, and can be withdrawn at any time.',
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
        text: 'Your children in all schools that use this sign-in. Press one to see what the school has written down.',
      },
      {
        at: 'help',
        title: 'Whenever you wonder',
        text: 'The question mark shows you around again, on this page and on every other.',
      },
    ],
  },
];
