import type { PermissionLabels } from '#kernel/permissions.ts';

export const timetablePermissions = {
  'timetable.view': 'View the timetable of all {batches}, teachers and rooms',
  'timetable.viewOwn': 'View their own timetable, or that of their children',
  'timetable.edit': 'Build timetables: rooms, periods, lessons and their places',
  'timetable.publish': 'Publish timetables',
} satisfies PermissionLabels<string>;

declare module '#kernel/permissions.ts' {
  interface Permissions extends Record<keyof typeof timetablePermissions, true> {}
}

/** Everything about the published timetable; drafts are for people who make them. */
export const maySeeTimetable = ['timetable.view', 'timetable.edit', 'timetable.publish'] as const;
export const maySeeOwn = ['timetable.viewOwn', ...maySeeTimetable] as const;
