import type { PermissionLabels } from '#kernel/permissions.ts';

export const attendancePermissions = {
  'attendance.takeOwn': 'Take registers of their own {batches} and {courses}',
  'attendance.take': 'Take all registers',
  'attendance.viewOwn': 'View attendance in their own {batches} and {courses}',
  'attendance.view': 'View all attendance',
  'attendance.viewSelf': 'View their own attendance, or their children’s, and send absence notes',
  'attendance.correct': 'Correct registers after their day, and decide on absence notes',
  'attendance.edit': 'Set up how registers are taken',
} satisfies PermissionLabels<string>;

declare module '#kernel/permissions.ts' {
  interface Permissions extends Record<keyof typeof attendancePermissions, true> {}
}
