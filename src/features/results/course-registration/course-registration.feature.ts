import type { Feature } from '#web/feature.ts';
import { periodRoutes } from './periods/periods.routes.ts';
import { registrationPersonalData } from './registration.personal-data.ts';
import { maySeeRegistrations, registrationPermissions } from './registration.policy.ts';
import { registrationRoutes } from './registration.routes.ts';
import { registrationTours } from './registration.tour.ts';
import { registrationPendingTasks } from './registration.pending-tasks.ts';

/** Students of colleges register for the courses of a term; where a class has it, it says what they take. */
export const registrationFeature = {
  name: 'course-registration',
  permissions: registrationPermissions,
  roles: {
    registrar: ['registration.manage'],
    teacher: ['registration.approveOwn'],
    student: ['registration.registerSelf'],
  },
  nouns: { registration: 'Course registration' },
  routes: [registrationRoutes, periodRoutes],
  menu: [
    {
      section: 'mine',
      place: 25,
      label: 'My courses',
      href: '/course-registration',
      may: ['registration.registerSelf'],
      uses: 'registration',
      of: ['studentIds'],
    },
    {
      section: 'academics',
      place: 61,
      label: 'Course registration',
      href: '/course-registrations',
      may: maySeeRegistrations,
      uses: 'registration',
      group: 'registration',
    },
    {
      section: 'settings',
      group: 'school',
      place: 36,
      label: 'Registration periods',
      href: '/registration-periods',
      about: 'When students can register for courses.',
      may: ['registration.manage'],
    },
  ],
  tours: registrationTours,
  confirmations: { registration: { what: 'Course registration', nouns: ['registration'] } },
  demo: async () => (await import('./load.demo.ts')).steps,
  personalData: registrationPersonalData,
  pendingTasks: registrationPendingTasks,
} satisfies Feature;
