import type { Tour } from '#kernel/tour.ts';

const all = ['employees.view'] as const;

export const employeeTours: Tour[] = [
  {
    name: 'employees/list',
    page: 'employees/employee-list',
    version: 1,
    title: 'Employees',
    about: 'Find a colleague, as a list or by the face.',
    may: all,
    href: '/employees',
    steps: [
      {
        at: 'list-search',
        title: 'Find somebody',
        text: 'Type part of a name, a number, a phone number or an e-mail address. Accents do not matter.',
      },
      {
        at: 'filters',
        title: 'Narrow the list',
        text: 'Choose a department, or add another filter with + Filter. Who has left is shown when you ask for it under State.',
      },
      {
        at: 'employees-view',
        title: 'Rows or faces',
        text: 'Grid shows cards with photos, List shows rows with columns. This device remembers your choice.',
      },
      {
        at: 'first-row',
        title: 'Open a record',
        text: 'Press anywhere in it. On a keyboard, j and k move along and Enter opens.',
      },
      {
        at: 'page-action',
        title: 'Somebody new',
        text: 'Opens the form. The employee number is given by itself when you leave it empty.',
        may: ['employees.create'],
      },
    ],
  },
  {
    name: 'employees/record',
    page: 'employees/employee-profile',
    version: 1,
    title: 'An employee’s record',
    about: 'What is kept of one person who works here.',
    may: ['employees.viewSelf'],
    href: '/employees/me',
    steps: [
      {
        at: 'record-card',
        title: 'Who this is',
        text: 'Name, number, job and department at a glance. Call and Write use the phone number and the e-mail address.',
      },
      {
        at: 'employee-sign-in',
        title: 'Account and roles',
        text: 'The username and every role that goes with it. One person may hold several roles at once.',
      },
      {
        at: 'tabs',
        title: 'Record sections',
        text: 'Work lists the {batches} led and the {courses} taught. Private is shown to you alone and to those who may see it.',
      },
      {
        at: 'page-action',
        title: 'Put something right',
        text: 'Opens the form. Fields that you may not see stay as they are.',
        may: ['employees.edit'],
      },
      {
        at: 'employee-leave',
        title: 'Leaving and coming back',
        text: 'Shows first what ends: roles, {batches}, {courses}. The record stays, and the person can be taken back.',
        may: ['employees.changeStatus'],
      },
    ],
  },
];
