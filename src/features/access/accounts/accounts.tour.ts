import type { Tour } from '#kernel/contracts/tour.ts';

const manage = ['accounts.edit'] as const;

export const accountTours: Tour[] = [
  {
    name: 'accounts/people',
    page: 'accounts/people',
    version: 1,
    title: 'Users and roles',
    about: 'Who can sign in, and with which roles.',
    may: ['accounts.view'],
    href: '/accounts',
    steps: [
      {
        at: 'page-action',
        title: 'Invite by link',
        text: 'Enter a name and a role. The user gets a single-use link and chooses a password that only they know.',
        may: manage,
      },
      {
        at: 'person-roles',
        title: 'Roles',
        text: 'A role is a set of permissions. A user can have several roles, and different roles in different institutions.',
      },
      {
        at: 'person-state',
        title: 'Active, invited, disabled',
        text: 'Invited users haven’t signed in yet. Disabled users can’t sign in; their history stays in the audit log.',
      },
      {
        at: 'first-row',
        title: 'Open a user',
        text: 'Manage roles, reset a forgotten password or disable the account there.',
        may: manage,
      },
      {
        at: 'page-more',
        title: 'Permissions',
        text: 'Open Roles to view and edit the permissions of each role.',
        may: ['roles.edit'],
      },
    ],
  },
  {
    name: 'accounts/person',
    page: 'accounts/person',
    version: 1,
    title: 'User page',
    about: 'A user’s roles, sign-in and password reset.',
    may: ['accounts.view'],
    href: '/accounts',
    andThen: 'Then open any user.',
    steps: [
      {
        at: 'record-card',
        title: 'Contact details',
        text: 'E-mail, phone and last sign-in.',
      },
      {
        at: 'roles-of-person',
        title: 'Roles',
        text: 'Add or remove roles. Changes apply immediately on every device.',
      },
      {
        at: 'sign-in-actions',
        title: 'Sign-in help',
        text: 'Create a code for a forgotten password, sign out all devices after a phone is lost, or disable the account.',
      },
    ],
  },
  {
    name: 'accounts/roles',
    page: 'accounts/roles',
    version: 1,
    title: 'Roles',
    about: 'Sets of permissions.',
    may: ['roles.edit'],
    href: '/roles',
    steps: [
      {
        at: 'first-row',
        title: 'Default roles',
        text: 'Every institution starts with these. Open one to view and edit its permissions.',
      },
      {
        at: 'role-permissions',
        title: 'Permissions',
        text: 'Assign each user the smallest role their work needs. Owners always have all permissions.',
      },
      {
        at: 'page-action',
        title: 'Custom roles',
        text: 'Add a role for work that none of these covers, such as a librarian.',
      },
    ],
  },
  {
    name: 'accounts/role',
    page: 'accounts/role',
    version: 1,
    title: 'Role page',
    about: 'Choose a role’s permissions.',
    may: ['roles.edit'],
    href: '/roles',
    andThen: 'Then open any role.',
    steps: [
      {
        at: 'page-title',
        title: 'Users with this role',
        text: 'These permissions apply to everyone with this role, in this institution only.',
      },
      {
        at: 'role-group',
        title: 'Permissions',
        text: 'Permissions are grouped by area. You can only add permissions that you have yourself.',
      },
      {
        at: 'form-actions',
        title: 'Immediate effect',
        text: 'Changes apply immediately to everyone with this role; nobody needs to sign in again. They’re recorded in the audit log.',
      },
    ],
  },
  {
    name: 'accounts/own',
    page: 'accounts/own-account',
    version: 1,
    title: 'Your account',
    about: 'Password, two-step verification and signed-in devices.',
    may: [],
    href: '/account',
    steps: [
      {
        at: 'own-roles',
        title: 'Your details',
        text: 'Your name, contacts and roles. If something is wrong, tell your ICT administrator.',
      },
      {
        at: 'own-password',
        title: 'Change your password',
        text: 'Three or four unrelated words are stronger than one word with symbols. Changing your password signs out your other devices.',
      },
      {
        at: 'second-factor',
        title: 'Two-step verification',
        text: 'Sign in with your password and a code from your phone. Someone who learns your password still can’t get in.',
      },
      {
        at: 'own-sessions',
        title: 'Where you are signed in',
        text: 'If you don’t recognise a device, sign it out and change your password.',
      },
    ],
  },
];
