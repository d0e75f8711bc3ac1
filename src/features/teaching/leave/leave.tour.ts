import type { Tour } from '#kernel/contracts/tour.ts';

export const leaveTours: Tour[] = [
  {
    name: 'leave/own',
    page: 'leave/own-leave',
    title: 'My leave and attendance',
    about: 'Your days of leave, your requests and your attendance.',
    may: ['leave.request'],
    href: '/leave',
    steps: [
      {
        at: 'page-action',
        title: 'Request leave',
        text: 'Choose the type and the days. You see the number of working days, and the days left, before you send it.',
      },
    ],
  },
  {
    name: 'leave/day',
    page: 'leave/staff-day',
    title: 'Daily register of employees',
    about: 'Employees present, late, absent, on leave or on official duty.',
    may: ['staffAttendance.take', 'staffAttendance.view'],
    href: '/staff-attendance',
    steps: [
      {
        at: 'register',
        title: 'Only the exceptions',
        text: 'Everyone is marked present, and approved leave is filled in. Change the exceptions, then save.',
        may: ['staffAttendance.take'],
      },
      { at: 'page-more', title: 'Month', text: 'The totals of a month, also as a file.' },
    ],
  },
  {
    name: 'leave/types',
    page: 'leave/type-list',
    title: 'Leave types',
    about: 'Types of leave, with their days per year.',
    may: ['leave.edit'],
    href: '/leave-types',
    steps: [
      {
        at: 'page-action',
        title: 'Your own types',
        text: 'Add a kind of leave, or open one to change its days. An employee can have other days: open “Leave and attendance” on the record.',
      },
    ],
  },
  {
    name: 'leave/requests',
    page: 'leave/request-list',
    title: 'Leave requests',
    about: 'Approve or refuse employees’ leave.',
    may: ['leave.approve'],
    href: '/leave-requests',
    steps: [
      {
        at: 'filters',
        title: 'Waiting first',
        text: 'Requests that need a decision come first, the earliest leave at the top. You can’t decide on your own leave.',
      },
    ],
  },
];
