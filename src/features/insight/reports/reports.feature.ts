import type { Feature } from '#web/feature.ts';
import { designRoutes } from './design/design.routes.ts';
import { reportExport } from './files/report-file.ts';
import { graphRoutes } from './graphs/graphs.routes.ts';
import { labelExport } from './labels/label-file.ts';
import { reportPermissions } from './reports.policy.ts';
import { reportTours } from './reports.tour.ts';
import { resultRoutes } from './run/result.routes.ts';
import { runRoutes } from './run/run.routes.ts';
import { sendSchedulesEveryFiveMinutes } from './schedules/send-schedules.job.ts';
import { scheduleRoutes } from './schedules/schedules.routes.ts';
import { savedRoutes } from './saved/saved.routes.ts';

const designs = ['reports.view', 'reports.create'] as const;
const shares = [...designs, 'reports.share'] as const;

export const reportFeature = {
  name: 'reports',
  permissions: reportPermissions,
  roles: {
    ict_administrator: designs,
    principal: shares,
    registrar: shares,
    admission_officer: designs,
    bursar: shares,
    hr_officer: shares,
    teacher: ['reports.view'],
  },
  nouns: { reports: 'Reports' },
  routes: [savedRoutes, designRoutes, runRoutes, resultRoutes, scheduleRoutes, graphRoutes],
  jobs: [sendSchedulesEveryFiveMinutes],
  menuSections: [{ key: 'reports', label: 'Reports', icon: 'chart', place: 70, groups: { reports: 'Reports' } }],
  menu: [
    {
      section: 'reports',
      place: 10,
      label: 'Reports',
      href: '/reports',
      may: ['reports.view'],
      group: 'reports',
      also: 'saved reports statistics',
      usedBy: ['reports.create'],
    },
    { section: 'reports', place: 20, label: 'New report', href: '/reports/new', may: ['reports.create'], usedBy: [] },
    {
      section: 'reports',
      place: 25,
      label: 'New graph',
      href: '/graphs/new',
      may: ['reports.create'],
      usedBy: [],
      also: 'chart',
    },
    {
      section: 'reports',
      place: 30,
      label: 'Scheduled',
      href: '/report-schedules',
      may: ['reports.create', 'reports.share'],
      group: 'reports',
      also: 'scheduled reports',
    },
  ],
  tours: reportTours,
  demo: async () => (await import('./load.demo.ts')).steps,
  exports: [reportExport, labelExport],
  confirmations: { reports: { what: 'Reports', nouns: ['reports'] } },
} satisfies Feature;
