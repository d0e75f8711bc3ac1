import type { PermissionWords } from '#kernel/permissions.ts';

export const assessmentPermissions = {
  'assessment.view': 'View grading scales and assessment schemes',
  'assessment.edit': 'Set up grading scales and assessment schemes',
  'marks.viewOwn': 'View marks of their own {batches} and {courses}',
  'marks.enterOwn': 'Enter marks in their own {courses}',
  'marks.view': 'View all marks',
  'marks.enter': 'Enter marks in all {courses}',
  'marks.open': 'Open, lock and reopen the entry of marks',
  'marks.approve': 'Approve marks',
} satisfies PermissionWords<string>;

declare module '#kernel/permissions.ts' {
  interface Permissions extends Record<keyof typeof assessmentPermissions, true> {}
}
