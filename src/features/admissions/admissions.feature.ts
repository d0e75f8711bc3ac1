import type { Feature } from '#web/feature.ts';
import { admissionPersonalData } from './admissions.personal-data.ts';
import { admissionPermissions } from './admissions.policy.ts';
import { applicationListRoutes } from './desk/applications.routes.ts';
import { intakeRoutes } from './intakes/intakes.routes.ts';
import { intakeTours } from './intakes/intakes.tour.ts';

export const admissionFeature = {
  name: 'admissions',
  permissions: admissionPermissions,
  roles: {
    admission_officer: [
      'admissions.view',
      'admissions.review',
      'admissions.decide',
      'admissions.admit',
      'admissions.edit',
      'admissions.export',
    ],
    registrar: [
      'admissions.view',
      'admissions.review',
      'admissions.decide',
      'admissions.admit',
      'admissions.edit',
      'admissions.export',
    ],
    principal: ['admissions.view', 'admissions.decide'],
  },
  nouns: { admissions: 'Admissions' },
  routes: [intakeRoutes, applicationListRoutes],
  menuSections: [{ key: 'admissions', label: 'Admissions', icon: 'user-plus', place: 25 }],
  menu: [
    { section: 'admissions', place: 10, label: 'Applications', href: '/applications', may: ['admissions.view'] },
    { section: 'admissions', place: 20, label: 'Intakes', href: '/intakes', may: ['admissions.view'] },
  ],
  tours: intakeTours,
  personalData: admissionPersonalData,
} satisfies Feature;
