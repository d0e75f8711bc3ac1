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
    about: 'Registered students, and registrations waiting for approval.',
    may: maySeeRegistrations,
    href: '/course-registrations',
    steps: [
      {
        at: 'page-title',
        title: 'Course registration',
        text: 'Open a class to see students who haven’t registered, approve submissions, and print the list of each course. People who set up registration also register students from paper forms there.',
      },
    ],
  },
  {
    name: 'course-registration/period-list',
    title: 'Registration periods',
    about: 'Dates, units and late fees of registration, and closing or removing it.',
    may: ['registration.manage'],
    href: '/registration-periods',
    steps: [
      {
        at: 'page-title',
        title: 'Registration periods',
        text: 'Set up registration before the term’s marks are opened: students then appear only in the marks of courses they registered for.',
      },
    ],
  },
];
