import type { Feature } from '#web/feature.ts';
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
    { section: 'messages', place: 90, label: 'Outbox', href: '/outbox', may: ['outbox.view'] },
    { section: 'settings', place: 80, label: 'Audit log', href: '/audit', may: ['audit.view'] },
  ],
  tours: auditTours,
  personalData: auditPersonalData,
  waiting: outboxWaiting,
} satisfies Feature;
