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
        title: 'Ask for leave',
        text: 'Choose the type and the days. You see how many working days that is and how many are left before you send it.',
      },
    ],
  },
  {
    name: 'leave/day',
    page: 'leave/staff-day',
    title: 'Daily register of employees',
    about: 'Who is present, late, absent, on leave or on official duty.',
    may: ['staffAttendance.take', 'staffAttendance.view'],
    href: '/staff-attendance',
    steps: [
      {
        at: 'staff-register',
        title: 'Only the exceptions',
        text: 'Everybody is expected to be present, and approved leave is filled in. Change those who are not, then save.',
        may: ['staffAttendance.take'],
      },
      { at: 'page-more', title: 'Month', text: 'The totals of a month, also as a file.' },
    ],
  },
  {
    name: 'leave/types',
    page: 'leave/type-list',
    title: 'Leave types',
    about: 'Kinds of leave, with their days a year.',
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
        text: 'Requests that need a decision come first, the earliest leave at the top. Nobody decides on their own leave.',
      },
    ],
  },
];
