import type { Feature } from '#web/feature.ts';
import { admissionPersonalData } from './admissions.personal-data.ts';
import { admissionPermissions } from './admissions.policy.ts';

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
  routes: [],
  personalData: admissionPersonalData,
} satisfies Feature;
