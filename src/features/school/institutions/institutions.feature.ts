import type { Feature } from '#web/feature.ts';
import { institutionPermissions } from './institutions.policy.ts';
import { institutionRoutes } from './institutions.routes.ts';
import { institutionTours } from './institutions.tour.ts';
import { installedAppRoutes } from './installed-app.routes.ts';
import { publicAddressChange } from './set-public-address.ts';
import { publicAddressRoutes } from './public-address.routes.ts';

export const institutionFeature = {
  name: 'institutions',
  permissions: institutionPermissions,
  roles: {
    ict_administrator: ['institutions.view', 'institutions.edit'],
    principal: ['institutions.view'],
    registrar: ['institutions.view'],
    admission_officer: ['institutions.view'],
    bursar: ['institutions.view'],
    cashier: ['institutions.view'],
    hr_officer: ['institutions.view'],
    teacher: ['institutions.view'],
    employee: ['institutions.view'],
  },
  nouns: { institutions: 'Institution' },
  routes: [institutionRoutes, publicAddressRoutes, installedAppRoutes],
  menu: [
    {
      section: 'settings',
      place: 1,
      label: 'Institution',
      href: '/institutions',
      may: ['institutions.view'],
      group: 'school',
      about: 'Names, addresses, logos and terms.',
      usedBy: ['institutions.edit'],
    },
    {
      section: 'settings',
      group: 'school',
      place: 60,
      label: 'Public address',
      href: '/public-address',
      about: 'Akada’s own address and host names.',
      may: ['institutions.edit'],
    },
  ],
  approvals: [publicAddressChange],
  tours: institutionTours,
  demo: async () => (await import('./load.demo.ts')).steps,
} satisfies Feature;
