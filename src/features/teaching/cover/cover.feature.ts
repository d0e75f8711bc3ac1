import type { Feature } from '#web/feature.ts';
import { coverEvents } from './cover.events.ts';
import { coverPersonalData } from './cover.personal-data.ts';
import { coverPermissions, maySeeCover } from './cover.policy.ts';
import { coverRoutes } from './cover.routes.ts';
import { coverTours } from './cover.tour.ts';
import { coverReports } from './reports/cover.reports.ts';
import { notifyOfCoversWhenDue } from './telling/notify-of-covers.job.ts';

/** Lessons of absent teachers, taken by others. */
export const coverFeature = {
  name: 'cover',
  permissions: coverPermissions,
  roles: {
    ict_administrator: ['cover.view'],
    principal: ['cover.view', 'cover.edit'],
    registrar: ['cover.view', 'cover.edit'],
    teacher: ['cover.view'],
  },
  nouns: { cover: 'Cover' },
  confirmations: { cover: { what: 'Cover', nouns: ['cover'] } },
  routes: [coverRoutes],
  menu: [
    {
      section: 'academics',
      place: 14,
      label: 'Cover',
      href: '/cover',
      may: maySeeCover,
      group: 'timetable',
      also: 'substitute relief teachers',
    },
  ],
  tours: coverTours,
  events: coverEvents,
  jobs: [notifyOfCoversWhenDue],
  demo: async () => (await import('./load.demo.ts')).steps,
  personalData: coverPersonalData,
  reports: coverReports,
} satisfies Feature;
