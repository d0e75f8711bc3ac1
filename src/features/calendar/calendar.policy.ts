import type { PermissionWords } from '#kernel/permissions.ts';

export const calendarPermissions = {
  'calendar.view': 'View the calendar',
  'calendar.edit': 'Edit the calendar: school days, holidays and events',
} satisfies PermissionWords<string>;

declare module '#kernel/permissions.ts' {
  interface Permissions extends Record<keyof typeof calendarPermissions, true> {}
}
