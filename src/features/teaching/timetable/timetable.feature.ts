import { sql } from 'drizzle-orm';
import { institutionsInView } from '#kernel/actor.ts';
import type { PendingTaskKind } from '#kernel/contracts/dashlet.ts';
import { isOneOf, query } from '#kernel/database.ts';
import { pendingTask } from '#kernel/pending-task.ts';
import type { Feature } from '#web/feature.ts';
import { fetRoutes } from './fet/fet.routes.ts';
import { runFetJob, tidyFetFiles } from './fet/runs/run-fet.job.ts';
import { gridRoutes } from './grid/grid.routes.ts';
import { availabilityRoutes } from './availability/availability.routes.ts';
import { bellRoutes } from './bells/bells.routes.ts';
import { lessonRoutes } from './lessons/lessons.routes.ts';
import { lessonSource, nextLessonCard } from './own/next-lesson.ts';
import { timetableDashlets } from './reports/timetable.dashlets.ts';
import { timetableReports } from './reports/timetable.reports.ts';
import { timetableTours } from './timetable.tour.ts';
import { timetableTabs } from './own/clock.ts';
import { weekRoutes } from './own/week.routes.ts';
import { printRoutes } from './print/print.routes.ts';
import { roomRoutes } from './rooms/rooms.routes.ts';
import { timetablePersonalData } from './timetable.personal-data.ts';
import { maySeeOwn, maySeeTimetable, timetablePermissions } from './timetable.policy.ts';
import { versionRoutes } from './versions/versions.routes.ts';

const drafts: PendingTaskKind = {
  place: 38,
  may: ['timetable.edit'],
  async load(db, actor, wanted) {
    const rows = await query<{ id: number }>(db)`select t.id::bigint as id
      from timetables t join academic_sessions y on (y.institution_id, y.id) = (t.institution_id, t.session_id)
      where ${isOneOf(sql`t.institution_id`, institutionsInView(actor, wanted, 'timetable.edit'))}
        and t.published_at is null and y.closed_at is null`;
    return pendingTask(rows.length, {
      one: 'timetable that is not published',
      many: 'timetables that are not published',
      href: rows.length === 1 ? `/timetables/${rows[0]!.id}` : '/timetables',
      action: 'Open',
    });
  },
};

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
  routes: [
    fetRoutes,
    weekRoutes,
    printRoutes,
    versionRoutes,
    gridRoutes,
    bellRoutes,
    lessonRoutes,
    availabilityRoutes,
    roomRoutes,
  ],
  menu: [
    {
      section: 'academics',
      place: 2,
      label: 'Timetable',
      href: '/my-timetable',
      may: maySeeOwn,
      group: 'timetable',
      icon: 'clock',
      also: 'my timetable lessons periods',
    },
    {
      section: 'academics',
      place: 52,
      label: 'Builder',
      href: '/timetables',
      may: maySeeTimetable,
      group: 'timetable',
      also: 'make timetables editor FET',
    },
    {
      section: 'academics',
      place: 53,
      label: 'Rooms',
      href: '/rooms',
      may: maySeeTimetable,
      group: 'timetable',
      also: 'classrooms halls laboratories',
    },
  ],
  jobs: [runFetJob, tidyFetFiles],
  homeCards: [nextLessonCard],
  calendarSources: [lessonSource],
  profileTabs: timetableTabs,
  reports: timetableReports,
  dashlets: timetableDashlets,
  pendingTasks: [drafts],
  tours: timetableTours,
  confirmations: { timetable: { what: 'Timetable', nouns: ['timetable'] } },
  demo: async () => (await import('./load.demo.ts')).steps,
  personalData: timetablePersonalData,
} satisfies Feature;
