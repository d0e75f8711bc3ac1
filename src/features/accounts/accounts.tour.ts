import type { Tour } from '#features/help/tour.ts';
import type {} from './accounts.policy.ts';

const manage = ['accounts.edit'] as const;

export const accountTours: Tour[] = [
  {
    name: 'accounts/people',
    page: 'accounts/people',
    version: 1,
    title: 'People and roles',
    about: 'Who may sign in, and as what.',
    may: ['accounts.view'],
    href: '/accounts',
    steps: [
      {
        at: 'page-action',
        title: 'Invite, no passwords',
        text: 'You give a name and a role; the person gets a link that works once and chooses a password. You never know it.',
        may: manage,
      },
      {
        at: 'person-roles',
        title: 'What they are',
        text: 'A role says what somebody may see and do. One person may have several, and another one in another institution.',
      },
      {
        at: 'person-state',
        title: 'Active, invited, disabled',
        text: '“Invited” has not signed in yet. “Disabled” can no longer sign in; everything the person did stays written.',
      },
      {
        at: 'first-row',
        title: 'Open a person',
        text: 'There you give and take roles, help with a forgotten password, or end the account.',
        may: manage,
      },
      {
        at: 'page-more',
        title: 'What roles may do',
        text: 'Under Roles you see and change what each role may do.',
        may: ['roles.edit'],
      },
    ],
  },
  {
    name: 'accounts/person',
    page: 'accounts/person',
    version: 1,
    title: 'One person',
    about: 'Roles, sign-in and reset of one person.',
    may: ['accounts.view'],
    href: '/accounts',
    andThen: 'Then open any person.',
    steps: [
      {
        at: 'record-card',
        title: 'Who this is',
        text: 'How the person is reached and when the last sign-in was.',
      },
      {
        at: 'roles-of-person',
        title: 'What this person is',
        text: 'Give another role or take one away: it acts at the person’s next click, wherever they are signed in.',
      },
      {
        at: 'sign-in-actions',
        title: 'Help with signing in',
        text: 'Make a code for a forgotten password, sign out all devices of a lost phone, or disable the account.',
      },
    ],
  },
  {
    name: 'accounts/roles',
    page: 'accounts/roles',
    version: 1,
    title: 'Roles',
    about: 'The sets of things that people may do.',
    may: ['roles.edit'],
    href: '/roles',
    steps: [
      {
        at: 'first-row',
        title: 'Roles to begin with',
        text: 'Each institution starts with these. Open one to see in plain words what it may do, and change it.',
      },
      {
        at: 'role-permissions',
        title: 'How much it may do',
        text: 'Give people the smallest role that their work needs. The owner may always do everything.',
      },
      {
        at: 'page-action',
        title: 'A role of your own',
        text: 'For work that none of these describes, such as a librarian.',
      },
    ],
  },
  {
    name: 'accounts/role',
    page: 'accounts/role',
    version: 1,
    title: 'One role',
    about: 'Tick what it may do.',
    may: ['roles.edit'],
    href: '/roles',
    andThen: 'Then open any role.',
    steps: [
      {
        at: 'page-title',
        title: 'Who has it',
        text: 'What you tick here holds for everybody with this role, in this institution only.',
      },
      {
        at: 'role-group',
        title: 'What it may do',
        text: 'In plain words, by part of the product. What you may not do yourself you cannot give to others.',
      },
      {
        at: 'form-actions',
        title: 'At once',
        text: 'It acts at the next click of everybody with this role; nobody has to sign in again. The audit log keeps what was changed.',
      },
    ],
  },
  {
    name: 'accounts/own',
    page: 'accounts/own-account',
    version: 1,
    title: 'Your account',
    about: 'Password, second factor and where you are signed in.',
    may: [],
    href: '/account',
    steps: [
      {
        at: 'own-roles',
        title: 'What the school knows of you',
        text: 'Your name and how you are reached, with your roles. If something is wrong, ask your ICT administrator.',
      },
      {
        at: 'own-password',
        title: 'A new password',
        text: 'Three or four words that only you put together are better than one with signs in it. Changing it signs out your other devices.',
      },
      {
        at: 'second-factor',
        title: 'Twice as safe',
        text: 'A code from your phone besides the password: who learns your password still cannot get in.',
      },
      {
        at: 'own-sessions',
        title: 'Where you are signed in',
        text: 'Do you know all of these devices? If not, sign that one out and change your password.',
      },
    ],
  },
];
