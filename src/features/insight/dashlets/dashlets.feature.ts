import type { Feature } from '#web/feature.ts';
import { dashletCallRoutes } from './calls.routes.ts';
import { dashletPersonalData } from './dashlets.personal-data.ts';
import { dashletPermissions } from './dashlets.policy.ts';
import { dashletRoutes } from './dashlets.routes.ts';
import { graphDashletRoutes } from './graphs/graph.routes.ts';
import { dashletTours } from './dashlets.tour.ts';
import type { PendingTaskKind, ReadyDashlet } from '#kernel/contracts/dashlet.ts';
import { backupAge, backupDay } from './ready/backup-age.ts';
import { formatDay } from '#kernel/dates.ts';

/** Backups belong to the installation, not to a feature. */
const backupDashlets: readonly ReadyDashlet[] = [
  {
    key: 'backup.age',
    label: 'Latest backup',
    place: 210,
    size: 'small',
    description: 'How long ago the latest complete backup of the installation was made.',
    may: ['accounts.edit'],
    empty: 'Backups are not made by this server.',
    async load(_db, actor, _wanted, { backups }) {
      if (!backups) return null;
      const latest = backups.latest();
      const age = backupAge(latest);
      if (!latest || !age)
        return { as: 'figure', value: 0, shown: 'None', trend: { label: 'No complete backup yet', tone: 'bad' } };
      return {
        as: 'figure',
        value: age.hours,
        shown: `${age.shown} ago`,
        hint: formatDay(backupDay(actor, latest)),
        ...(age.isLate && { trend: { label: 'Older than a day', tone: 'bad' } }),
      };
    },
  },
];

const firstWithin = 26 * 3600;

/** Nobody would notice otherwise that backups are no longer made. There is no page about them: it has no button. */
const backupPendingTasks: readonly PendingTaskKind[] = [
  {
    place: 5,
    may: ['accounts.edit'],
    async load(_db, _actor, _wanted, { backups }) {
      if (!backups) return [];
      const age = backupAge(backups.latest());
      // A new installation has until the second night.
      const isLate = age ? age.isLate : process.uptime() > firstWithin;
      if (!isLate) return [];
      const label = age
        ? `backup problem: the latest one is ${age.shown} old`
        : 'backup problem: there is no complete one yet';
      return [{ count: 1, label, isUrgent: true }];
    },
  },
];

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
  nouns: { dashlets: 'Cards' },
  routes: [dashletRoutes, dashletCallRoutes, graphDashletRoutes],
  dashlets: backupDashlets,
  tours: dashletTours,
  personalData: dashletPersonalData,
  confirmations: { dashlets: { what: 'Cards', nouns: ['dashlets'] } },
  pendingTasks: backupPendingTasks,
} satisfies Feature;
