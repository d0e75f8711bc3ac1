import type { Feature } from '#web/feature.ts';
import { calendarPermissions } from './calendar.policy.ts';

export const calendarFeature = {
  name: 'calendar',
  permissions: calendarPermissions,
  roles: {
    ict_administrator: ['calendar.view', 'calendar.edit'],
    principal: ['calendar.view', 'calendar.edit'],
    registrar: ['calendar.view', 'calendar.edit'],
    teacher: ['calendar.view'],
    employee: ['calendar.view'],
    student: ['calendar.view'],
    guardian: ['calendar.view'],
  },
  nouns: { calendar: 'Calendar' },
  routes: [],
} satisfies Feature;
