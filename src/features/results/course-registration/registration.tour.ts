import type { Tour } from '#kernel/contracts/tour.ts';
import { maySeeRegistrations } from './registration.policy.ts';

export const registrationTours: Tour[] = [
  {
    name: 'course-registration/registration',
    title: 'Course registration',
    about: 'The courses that you take in a term.',
    may: ['registration.registerSelf'],
    href: '/course-registration',
    steps: [
      {
        at: 'page-title',
        title: 'Register for your courses',
        text: 'Tick your courses and watch the units below. Courses that you have to repeat come first. Your adviser approves what you submit.',
      },
    ],
  },
  {
    name: 'course-registration/overview',
    title: 'Course registrations',
    about: 'Who has registered, and what waits for approval.',
    may: maySeeRegistrations,
    href: '/course-registrations',
    steps: [
      {
        at: 'page-title',
        title: 'Course registration',
        text: 'Open a class to see who has not begun, approve what was submitted, and print the list of each course. People who set registration up also register students from paper forms there.',
      },
    ],
  },
  {
    name: 'course-registration/period-list',
    title: 'Registration periods',
    about: 'The days, units and late fee of registration; how it is closed and removed.',
    may: ['registration.manage'],
    href: '/registration-periods',
    steps: [
      {
        at: 'page-title',
        title: 'Registration periods',
        text: 'Set registration up before the marks of the term are opened: from then on, students are in the marks of the courses they registered for.',
      },
    ],
  },
];
