import type { Feature } from '#web/feature.ts';
import { calendarPersonalData } from './calendar.personal-data.ts';
import { calendarPermissions, maySeeCalendar } from './calendar.policy.ts';
import { calendarRoutes } from './calendar.routes.ts';
import { calendarTours } from './calendar.tour.ts';
import { calendarWaiting } from './calendar.waiting.ts';
import { calendarSource } from './feeds/calendar-events.ts';
import { feedRoutes } from './feeds/feeds.routes.ts';
import { nextDatesCard } from './home/next-dates.ts';

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
  waiting: calendarWaiting,
  demo: async () => (await import('./load.demo.ts')).steps,
} satisfies Feature;
