import type { Feature } from '#web/feature.ts';
import { calendarPersonalData } from './calendar.personal-data.ts';
import { calendarPermissions, maySeeCalendar } from './calendar.policy.ts';
import { calendarRoutes } from './calendar.routes.ts';
import { calendarTours } from './calendar.tour.ts';
import { calendarSource } from './feeds/calendar-events.ts';
import { feedRoutes } from './feeds/feeds.routes.ts';
import { nextDatesCard } from './home/next-dates.ts';
import { sql } from 'drizzle-orm';
import { institutionsInView } from '#kernel/actor.ts';
import type { PendingTaskKind } from '#kernel/contracts/dashlet.ts';
import { query } from '#kernel/database.ts';
import { addDays, today } from '#kernel/dates.ts';
import { proposedDays } from './holidays/decide-in-lieu.ts';
import { pendingTask } from '#kernel/pending-task.ts';

const calendarPendingTasks: readonly PendingTaskKind[] = [
  {
    place: 64,
    may: ['calendar.edit'],
    async load(db, actor, wanted) {
      const [row] = await query<{ count: number }>(db)`
        select count(*)::int as count from calendar_entries e join institutions i on i.id = e.institution_id
          cross join lateral (select (now() at time zone i.time_zone)::date as today) d
          where e.institution_id = any (${sql.param(institutionsInView(actor, wanted, 'calendar.edit'))}::int[])
            and e.is_expected and e.ends_on >= d.today and e.starts_on <= d.today + 14`;
      return pendingTask(row!.count, {
        one: 'holiday to confirm or move',
        many: 'holidays to confirm or move',
        href: '/calendar/holidays',
        action: 'Review',
      });
    },
  },
  {
    place: 65,
    may: ['calendar.edit'],
    async load(db, actor, wanted) {
      const proposed = await proposedDays(db, institutionsInView(actor, wanted, 'calendar.edit'));
      const soon = proposed.filter(({ day }) => day <= addDays(today('Africa/Lagos'), 14));
      return pendingTask(soon.length, {
        one: 'day that may be declared a holiday',
        many: 'days that may be declared holidays',
        href: '/calendar/holidays',
        action: 'Review',
      });
    },
  },
];

export const calendarFeature = {
  name: 'calendar',
  permissions: calendarPermissions,
  roles: {
    ict_administrator: ['calendar.view', 'calendar.edit'],
    principal: ['calendar.view', 'calendar.edit'],
    registrar: ['calendar.view', 'calendar.edit'],
    admission_officer: ['calendar.view'],
    bursar: ['calendar.view'],
    cashier: ['calendar.view'],
    hr_officer: ['calendar.view'],
    teacher: ['calendar.view'],
    employee: ['calendar.view'],
    student: ['calendar.view'],
    guardian: ['calendar.view'],
  },
  nouns: { calendar: 'Calendar' },
  routes: [calendarRoutes, feedRoutes],
  menu: [
    {
      section: 'academics',
      place: 10,
      label: 'Calendar',
      href: '/calendar',
      may: maySeeCalendar,
      group: 'calendar',
      icon: 'calendar',
      also: 'holidays term dates events',
      usedBy: ['calendar.edit', 'timetable.viewOwn'],
    },
  ],
  tours: calendarTours,
  confirmations: { calendar: { what: 'The calendar', nouns: ['calendar'] } },
  homeCards: [nextDatesCard],
  calendarSources: [calendarSource],
  personalData: calendarPersonalData,
  pendingTasks: calendarPendingTasks,
  demo: async () => (await import('./load.demo.ts')).steps,
} satisfies Feature;
