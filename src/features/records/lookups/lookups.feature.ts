import type { Feature } from '#web/feature.ts';
import { lookupPermissions } from './lookups.policy.ts';
import { lookupRoutes } from './lookups.routes.ts';
import { lookupTours } from './lookups.tour.ts';

export const lookupFeature = {
  name: 'lookups',
  permissions: lookupPermissions,
  roles: { ict_administrator: ['lookups.edit'], registrar: ['lookups.edit'], hr_officer: ['lookups.edit'] },
  nouns: { lookups: 'Lists' },
  routes: [lookupRoutes],
  menu: [
    {
      section: 'settings',
      group: 'school',
      place: 40,
      label: 'Lists',
      href: '/lists',
      about: 'Categories, departments, job titles and other lists.',
      may: ['lookups.edit'],
    },
  ],
  tours: lookupTours,
} satisfies Feature;
