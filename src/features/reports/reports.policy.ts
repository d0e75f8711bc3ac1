import type { PermissionWords } from '#kernel/permissions.ts';

export const reportPermissions = {
  'reports.view': 'Run reports and graphs about people and records they can see',
  'reports.create': 'Design and save reports and graphs',
  'reports.share': 'Share reports with roles, and schedule them',
} satisfies PermissionWords<string>;

declare module '#kernel/permissions.ts' {
  interface Permissions extends Record<keyof typeof reportPermissions, true> {}
}
