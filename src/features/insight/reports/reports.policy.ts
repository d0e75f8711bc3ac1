import type { PermissionLabels } from '#kernel/permissions.ts';

export const reportPermissions = {
  'reports.view': 'Run reports about people and records they can see',
  'reports.create': 'Design and save reports',
  'reports.share': 'Share reports with roles, and manage those of others',
} satisfies PermissionLabels<string>;

declare module '#kernel/permissions.ts' {
  interface Permissions extends Record<keyof typeof reportPermissions, true> {}
}
