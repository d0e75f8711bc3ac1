import type { Feature } from '#web/feature.ts';
import { customFieldPermissions } from './custom-fields.policy.ts';
import { customFieldRoutes } from './custom-fields.routes.ts';
import { customFieldTours } from './custom-fields.tour.ts';
import { customFieldPersonalData } from './custom-fields.personal-data.ts';

export const customFieldFeature = {
  name: 'custom-fields',
  permissions: customFieldPermissions,
  roles: {
    ict_administrator: ['customFields.edit'],
    registrar: ['customFields.edit'],
    hr_officer: ['customFields.edit'],
  },
  nouns: { customFields: 'Custom fields' },
  routes: [customFieldRoutes],
  menu: [
    {
      section: 'settings',
      group: 'school',
      place: 30,
      label: 'Custom fields',
      href: '/custom-fields',
      about: 'Custom fields on records of students, employees and guardians.',
      may: ['customFields.edit'],
    },
  ],
  tours: customFieldTours,
  demo: async () => (await import('./load.demo.ts')).steps,
  personalData: customFieldPersonalData,
} satisfies Feature;
