import type { Feature } from '#web/feature.ts';
import { fetRoutes } from './fet/fet.routes.ts';
import { runFetJob, tidyFetFiles } from './fet/runs/run-fet.job.ts';
import { timetablePersonalData } from './timetable.personal-data.ts';
import { timetablePermissions } from './timetable.policy.ts';

/** Which lesson is when and where, made in drafts and published from a day on. */
export const timetableFeature = {
  name: 'timetable',
  permissions: timetablePermissions,
  roles: {
    ict_administrator: ['timetable.view', 'timetable.edit'],
    principal: ['timetable.view', 'timetable.edit', 'timetable.publish'],
    registrar: ['timetable.view', 'timetable.edit'],
    teacher: ['timetable.viewOwn'],
    student: ['timetable.viewOwn'],
    guardian: ['timetable.viewOwn'],
  },
  nouns: { timetable: 'Timetable' },
  routes: [fetRoutes],
  jobs: [runFetJob, tidyFetFiles],
  confirmations: { timetable: { what: 'Timetable', nouns: ['timetable'] } },
  personalData: timetablePersonalData,
} satisfies Feature;
