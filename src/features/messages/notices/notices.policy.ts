import type { PermissionLabels } from '#kernel/permissions.ts';

export const noticePermissions = {
  'notices.edit': 'Write notices for the notice board, and view read receipts',
} satisfies PermissionLabels<string>;

declare module '#kernel/permissions.ts' {
  interface Permissions extends Record<keyof typeof noticePermissions, true> {}
}

/** Permissions of people who can be in the audience of a notice. */
export const onTheBoard = [
  'institutions.view',
  'employees.viewSelf',
  'students.viewSelf',
  'guardians.viewSelf',
  'notices.edit',
] as const;
