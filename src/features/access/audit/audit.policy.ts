import type { PermissionLabels } from '#kernel/permissions.ts';

export const auditPermissions = {
  'audit.view': 'View the audit log: who did what, and when',
} satisfies PermissionLabels<string>;

declare module '#kernel/permissions.ts' {
  interface Permissions extends Record<keyof typeof auditPermissions, true> {}
}
