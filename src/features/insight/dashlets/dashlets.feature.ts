import type { Feature } from '#web/feature.ts';
import { dashletCallRoutes } from './calls.routes.ts';
import { dashletPersonalData } from './dashlets.personal-data.ts';
import { dashletPermissions } from './dashlets.policy.ts';
import { dashletRoutes } from './dashlets.routes.ts';
import { graphDashletRoutes } from './graphs/graph.routes.ts';
import { dashletTours } from './dashlets.tour.ts';
import { backupDashlets } from './ready/backup.dashlets.ts';
import { backupWaiting } from './ready/backup.waiting.ts';

const own = ['dashlets.create'] as const;
const all = [...own, 'dashlets.arrange'] as const;

export const dashletFeature = {
  name: 'dashlets',
  permissions: dashletPermissions,
  roles: {
    ict_administrator: all,
    principal: all,
    registrar: own,
    admission_officer: own,
    bursar: own,
    cashier: own,
    hr_officer: own,
    teacher: own,
  },
  nouns: { dashlets: 'Dashlets' },
  routes: [dashletRoutes, dashletCallRoutes, graphDashletRoutes],
  dashlets: backupDashlets,
  tours: dashletTours,
  personalData: dashletPersonalData,
  confirmations: { dashlets: { what: 'Dashlets', nouns: ['dashlets'] } },
  waiting: backupWaiting,
} satisfies Feature;
