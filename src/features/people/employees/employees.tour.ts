import type { Tour } from '#kernel/contracts/tour.ts';

const all = ['employees.view'] as const;

export const employeeTours: Tour[] = [
  {
    name: 'employees/list',
    page: 'employees/employee-list',
    version: 2,
    title: 'Employees',
    about: 'Find a colleague by name or photo.',
    may: all,
    href: '/employees',
    steps: [
      {
        at: 'list-search',
        title: 'Find an employee',
        text: 'Type part of a name, a number, a phone number or an e-mail address. Accents are ignored.',
      },
      {
        at: 'filters',
        title: 'Narrow the list',
        text: 'Choose a department, or add another filter with + Filter. Former employees are listed when you choose them under Status.',
      },
      {
        at: 'employees-view',
        title: 'List or grid',
        text: 'Grid shows cards with photos. List shows rows with columns. This device remembers your choice.',
      },
      {
        at: 'first-row',
        title: 'Open a record',
        text: 'Click anywhere on the row or card. On a keyboard, j and k move and Enter opens.',
      },
      {
        at: 'select-all',
        title: 'Invite in bulk',
        text: 'Tick employees, or all of them, and choose Invite. Choose their role. You see who is skipped before anything is sent.',
        may: ['accounts.edit'],
      },
      {
        at: 'page-action',
        title: 'Add an employee',
        text: 'Opens the form. If you leave the employee number empty, the next one is assigned.',
        may: ['employees.create'],
      },
    ],
  },
  {
    name: 'employees/record',
    page: 'employees/employee-profile',
    version: 1,
    title: 'An employee’s record',
    about: 'Everything on record about an employee.',
    may: ['employees.viewSelf'],
    href: '/employees/me',
    steps: [
      {
        at: 'record-card',
        title: 'Overview',
        text: 'Name, number, job and department at a glance. Call and E-mail use the contacts on the record.',
      },
      {
        at: 'employee-sign-in',
        title: 'Account and roles',
        text: 'The username and its roles. A person can have several roles.',
      },
      {
        at: 'tabs',
        title: 'Record sections',
        text: 'Work lists the {batches} and {courses} of the employee. Private is visible only to the employee and to users with permission.',
      },
      {
        at: 'page-action',
        title: 'Edit the record',
        text: 'Opens the form. Fields that you can’t see stay unchanged.',
        may: ['employees.edit'],
      },
      {
        at: 'employee-leave',
        title: 'Exit and return',
        text: 'Shows what ends first: roles, {batches}, {courses}. The record is kept, and the employee can return later.',
        may: ['employees.changeStatus'],
      },
    ],
  },
];
