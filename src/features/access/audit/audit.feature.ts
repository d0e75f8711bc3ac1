import type { Feature } from '#web/feature.ts';
import { auditDashlets } from './audit.dashlets.ts';
import { auditPermissions } from './audit.policy.ts';
import { auditRoutes } from './audit.routes.ts';
import { auditTours } from './audit.tour.ts';
import { auditPersonalData } from './audit.personal-data.ts';
import { outboxWaiting } from './outbox.waiting.ts';

export const auditFeature = {
  name: 'audit',
  permissions: auditPermissions,
  roles: { ict_administrator: ['audit.view'], principal: ['audit.view'] },
  nouns: { audit: 'Audit log' },
  routes: [auditRoutes],
  menu: [
    {
      section: 'settings',
      group: 'messages',
      place: 76,
      label: 'Outbox',
      href: '/outbox',
      about: 'Messages of the system itself, such as invitations and sign-in codes.',
      may: ['outbox.view'],
    },
    {
      section: 'settings',
      group: 'logs',
      place: 80,
      label: 'Audit log',
      href: '/audit',
      about: 'Every change, with who made it and when.',
      may: ['audit.view'],
    },
  ],
  tours: auditTours,
  personalData: auditPersonalData,
  dashlets: auditDashlets,
  waiting: outboxWaiting,
} satisfies Feature;
