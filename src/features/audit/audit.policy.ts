import type { PermissionWords } from '#kernel/permissions.ts';

export const auditPermissions = {
  'audit.view': 'Read the audit log: who did what, when',
} satisfies PermissionWords<string>;

declare module '#kernel/permissions.ts' {
  interface Permissions extends Record<keyof typeof auditPermissions, true> {}
}
