import type { Feature } from '#web/feature.ts';
import { settleCounts } from './settle-counts.job.ts';
import { structurePermissions } from './structure.policy.ts';
import { structureRoutes } from './structure.routes.ts';
import { structureTours } from './structure.tour.ts';
import { structurePersonalData } from './structure.personal-data.ts';
import { structureDashlets, untaughtOfferings } from './structure.dashlets.ts';
import { structureReports } from './structure.reports.ts';
import { sql } from 'drizzle-orm';
import { institutionsInView } from '#kernel/actor.ts';
import type { PendingTaskKind } from '#kernel/contracts/dashlet.ts';
import { isOneOf, query } from '#kernel/database.ts';
import { pendingTask } from '#kernel/pending-task.ts';

/** The button opens those of the institution with the most of them. */
const structurePendingTasks: readonly PendingTaskKind[] = [
  {
    place: 36,
    may: ['structure.edit'],
    async load(db, actor, wanted) {
      const ids = institutionsInView(actor, wanted, 'structure.edit');
      const [row] = await query<{ count: number; institutionId: number | null }>(db)`
        select count(*)::int as count, (mode() within group (order by o.institution_id))::int as "institutionId"
        ${untaughtOfferings} and ${isOneOf(sql`o.institution_id`, ids)}`;
      const { count, institutionId } = row!;
      return pendingTask(count, {
        one: 'subject without a teacher',
        many: 'subjects without a teacher',
        href: `/courses/teachers?institution_id=${institutionId}`,
        action: 'Assign teachers',
      });
    },
  },
];

const screen = (place: number, label: string) =>
  ({
    section: 'academics',
    group: 'classes',
    place,
    label,
    may: ['structure.view'],
    usedBy: ['structure.edit', 'students.changeStatus'],
  }) as const;

export const structureFeature = {
  name: 'structure',
  permissions: structurePermissions,
  roles: {
    ict_administrator: ['structure.view', 'structure.edit'],
    principal: ['structure.view'],
    registrar: ['structure.view', 'structure.edit'],
    admission_officer: ['structure.view'],
    bursar: ['structure.view'],
    cashier: ['structure.view'],
    hr_officer: ['structure.view'],
    teacher: ['structure.view'],
  },
  nouns: { structure: 'Academics' },
  routes: [structureRoutes],
  jobs: [settleCounts],
  menuSections: [
    {
      key: 'academics',
      label: 'Academics',
      icon: 'school',
      place: 30,
      groups: {
        timetable: 'Timetable',
        calendar: 'Calendar',
        classes: 'Classes',
        registration: 'Course registration',
      },
    },
  ],
  menu: [
    { ...screen(20, 'Academic sessions'), href: '/academic-sessions' },
    { ...screen(30, 'Programmes'), href: '/programs' },
    { ...screen(40, 'Classes'), word: 'classes', href: '/classes' },
    { ...screen(50, 'Batches'), word: 'batches', href: '/batches' },
    { ...screen(60, 'Courses'), word: 'courses', href: '/courses' },
  ],
  tours: structureTours,
  demo: async () => (await import('./load.demo.ts')).steps,
  personalData: structurePersonalData,
  dashlets: structureDashlets,
  reports: structureReports,
  pendingTasks: structurePendingTasks,
} satisfies Feature;
